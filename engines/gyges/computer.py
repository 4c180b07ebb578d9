"""The computer's levels, and what a position is worth.

The search is imported where it is called, because importing it compiles its kernels: the card, and with it
the first level, must be there at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from random import Random

from engines.core.game import Candidate, Evaluation, Level, Proved
from engines.core.limit import Limit
from engines.gyges.board import GOAL, GOALS
from engines.gyges.moving import legal_ends
from engines.gyges.rules import State
from engines.gyges.weights import LONGEST

BLIND = 0.7
"""How often Fácil overlooks that it could win at once."""
SEEN = 8
"""Moves among which Fácil chooses."""
CARELESS = 0.2
"""How often Fácil does not choose."""
LOST = 1_000
"""More landings than there are."""
NOISE = 700.0
"""How Medio misjudges: of two moves it takes the one that looks worse by this much in one case of four."""
OVERLOOKED, OVERLOOKS = 2.0, 0.65
"""The worth of a position that Difícil may overlook, a win in two moves, and how often it does."""
TRIED = 6
"""Moves, none of which loses at once, of which it then plays the one that looks worst."""
HARD_NODES = 1_500_000
"""What Difícil spends on a move at most, three eighths of Maestro's."""
MASTER_NODES = 4_000_000
MASTER_SECONDS = 2.4
"""What Maestro spends on a move where it is not told to hurry."""


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """`n`: the side to move wins in n moves of its own, `-n`: it loses; else an estimate from -1 to 1."""
    if state.scored:
        return Evaluation(value=0.0, exact=True, bound=(0.0, 0.0), best=())
    if not state.to_place:
        from engines.gyges.solver import evaluate as solve

        return solve(state, limit, every_move)
    from engines.gyges.placing import rows_worth

    worths, nodes = rows_worth(state, limit)
    rows = sorted(worths, key=lambda row: (-worths[row], row))
    best = worths[rows[0]]
    losses = {row: round(best - worths[row], 4) for row in rows}
    return Evaluation(
        value=best,
        exact=False,
        bound=(-LONGEST, LONGEST),
        best=tuple(row for row in rows if not losses[row]),
        candidates=tuple(Candidate(row, worths[row], losses[row], False) for row in rows)
        if every_move
        else (),
        nodes=nodes,
    )


def perft(state: State, depth: int) -> int:
    """How many move sequences of length `depth` begin with a position."""
    from engines.gyges.thinking import perft as count

    return count(state, depth)


def choose_easy(state: State, random: Random, limit: Limit) -> str:
    """Likes best, of a few moves, the one that leaves it most freedom; mostly it overlooks that it could win.

    At times it just plays the first move that comes to mind, even one that loses at once.
    """
    moves = state.legal_moves()
    wins = [move for move in moves if move.endswith(GOAL)]
    if wins and random.random() >= BLIND:
        return random.choice(wins)
    others = [move for move in moves if not move.endswith(GOAL)] or wins
    tried = [random.choice(others) for _ in range(SEEN)]
    if state.to_place or limit.stopped or random.random() < CARELESS:
        return tried[0]
    return max(tried, key=lambda move: _freedom(state.play(move)))


def _freedom(after: State) -> int:
    """How many landings the side that has just moved would have, minus those of the side to move."""
    mine, theirs = (
        legal_ends(after.board, seat, after.variant.replace, after.variant.back)
        for seat in (1 - after.mover, after.mover)
    )
    if any(GOALS[after.mover] in ends for ends in theirs.values()):
        return -LOST
    return sum(map(len, mine.values())) - sum(map(len, theirs.values()))


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Sees what can happen at once, and judges badly what a position looks like."""
    if state.to_place:
        return _place(state, random, limit, 0.3)
    return _glance(state, random, NOISE)


def choose_hard(state: State, random: Random, limit: Limit) -> str:
    """Searches nearly as deep as Maestro, but in two turns of three overlooks a win in two moves.

    Then it lets its advantage slip, though it leaves no win at once. A strong rival seldom gives it such a
    chance, a weak one again and again: see the README.
    """
    if state.to_place:
        return _place(state, random, limit, 0.15)
    overlooks = random.random() < OVERLOOKS
    nodes = HARD_NODES if limit.nodes is None else min(limit.nodes, HARD_NODES)
    worth = evaluate(state, Limit(nodes=nodes, seconds=limit.seconds, flag=limit.flag), False)
    if overlooks and worth.value == OVERLOOKED:
        return _carelessly(state, random)
    return random.choice(worth.best)


def choose_master(state: State, random: Random, limit: Limit) -> str:
    """Searches as deep as it gets in a little more than two seconds, or within the nodes that it is given."""
    if limit.nodes is None:
        seconds = min(limit.seconds or MASTER_SECONDS, MASTER_SECONDS)
        limit = Limit(nodes=MASTER_NODES, seconds=seconds, flag=limit.flag)
    if state.to_place:
        return _place(state, random, limit, 0.05)
    worth = evaluate(state, limit, False)
    move = random.choice(worth.best)
    return Proved(move) if worth.exact else move


def _glance(state: State, random: Random, noise: float) -> str:
    """A move by what positions look like; it takes a win that is there, and gives none that it can help."""
    from engines.gyges.solver import looks

    return _roughly(looks(state), random, noise)


def _carelessly(state: State, random: Random) -> str:
    """Of some moves that do not lose at once the one that looks worst, where there is no win at once."""
    from engines.gyges.solver import looks

    seen = looks(state)
    return min(random.sample(list(seen), min(TRIED, len(seen))), key=lambda move: seen[move])


def _place(state: State, random: Random, limit: Limit, spread: float) -> str:
    """A row to place: the better it is, the likelier."""
    worth = evaluate(state, Limit(nodes=limit.nodes, seconds=limit.seconds, flag=limit.flag), True)
    return _roughly({each.move: each.value for each in worth.candidates}, random, spread)


def _roughly(worths: Mapping[str, float], random: Random, spread: float) -> str:
    """A move: likelier the better it is, hardly ever one that is worse than the best by some `spread`."""
    best = max(worths.values())
    chances = [exp((worth - best) / spread) for worth in worths.values()]
    return random.choices(list(worths), chances)[0]


LEVELS: tuple[Level[State], ...] = (
    Level("facil", choose_easy),
    Level("medio", choose_medium, compiled=True),
    Level("dificil", choose_hard, compiled=True),
    Level("maestro", choose_master, compiled=True, proves=True),
)
"""Weakest first."""
