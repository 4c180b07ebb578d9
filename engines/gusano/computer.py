"""The computer's levels, and what a position is worth."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from engines.core.game import Candidate, Evaluation, Level, Proved
from engines.core.limit import Limit
from engines.gusano.playout import Outlook, breadth, ways_of_two
from engines.gusano.rules import State

if TYPE_CHECKING:
    from engines.gusano.solver import Solution

AHEAD, TRIES = 3, 5
"""How many moves Medio looks ahead, and how often it plays the rest of the round out by eye after each."""
MEDIUM_LAPSE, HARD_LAPSE, MOST_LAPSE = 340, 1.75, 0.5
"""How often Medio plays as Fácil does, and Difícil as Medio does, at most `MOST_LAPSE`: the square of this
over the board's ways of two steps (Medio), or this over the square root of its cells (Difícil). The more ways
and the longer a round, the dearer a lapse. Each level is a mixture of the one below and something better."""
MEDIUM_EASE, HARD_EASE = 1.5, 1.0
"""How often they lapse, too, where they lead in a pair's second round: this times the board's breadth."""
STEADY = 0.5
"""How much of Difícil's other lapses a board takes away: its breadth, but at most this."""
DEEP = 100_000
"""Most nodes of a search by Difícil."""
DEEPEST = 3_000_000
"""Most nodes of a search by Perfecto where the caller sets no limit."""


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """The final points of the worm of this round, filled cells included, with best play of both.

    Not `exact`: the value is the proved lower bound. A round that is over is worth its points.
    """
    if state.is_over:
        points = float(state.points)
        return Evaluation(value=points, exact=True, bound=(points, points), best=())
    # Loading the solver loads compiled code: only whoever needs it waits for that.
    from engines.gusano.solver import solve

    found = solve(state, limit, every_move)
    high = found.high
    if high == found.low and not found.complete:
        # The value is known, but not yet every move that keeps it, which exact would promise too.
        high += 1
    return Evaluation(
        value=float(found.low),
        exact=found.complete,
        bound=(float(found.low), float(high)),
        best=tuple(state.board.name(cell) for cell in found.best[: None if found.complete else 1]),
        candidates=_candidates(state, found) if every_move else (),
        nodes=found.nodes,
    )


def _candidates(state: State, found: Solution) -> tuple[Candidate, ...]:
    """Every legal move with its worth and what it loses, best first; a proved lower bound where not exact."""
    sign = 1 if state.turn == state.worm else -1
    rows = []
    for cell, (low, high) in found.bounds.items():
        loss = max(0, sign * (found.low - low))
        rows.append(
            Candidate(state.board.name(cell), float(low), float(loss), found.complete and low == high)
        )
    rank = {state.board.name(cell): place for place, cell in enumerate(found.best)}
    return tuple(sorted(rows, key=lambda row: (row.loss, rank.get(row.move, len(rank)), row.move)))


def choose_easy(state: State, random: Random, limit: Limit) -> str:
    """Sees one step: what the next cell is worth, and whether the worm can go on from there."""
    free = sum(1 << cell for cell in state.within(state.path))
    worm = state.turn == state.worm
    narrow = worm and random.random() < breadth(state.board)
    cell = Outlook(state, random).step(free, state.head, worm, narrow)
    return state.board.name(cell)


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Sees a few steps, and imagines how the round may go on after them; lapses into Fácil.

    The more so where it thinks that it leads.
    """
    if random.random() < min(MOST_LAPSE, (MEDIUM_LAPSE / max(1, ways_of_two(state.board))) ** 2):
        return choose_easy(state, random, limit)
    worm = state.turn == state.worm
    region = state.within(state.path)
    outlook = Outlook(state, random)
    worths = {}
    for cell in state.exits():
        free = sum(1 << other for other in region if other != cell)
        worths[cell] = state.board.values[cell] + outlook.look(free, cell, not worm, AHEAD - 1, TRIES)
    best = max(worths.values()) if worm else min(worths.values())
    if _leads(state, state.worth(state.path) + best) and random.random() < MEDIUM_EASE * breadth(state.board):
        return choose_easy(state, random, limit)
    return state.board.name(random.choice([cell for cell, worth in worths.items() if worth == best]))


def choose_hard(state: State, random: Random, limit: Limit) -> str:
    """Searches with a limit; lapses into Medio, the more so where it is proved to lead."""
    cells = len(state.board.values) - len(state.board.blocked)
    wide = breadth(state.board)
    if random.random() < min(MOST_LAPSE, HARD_LAPSE / sqrt(cells)) * (1 - min(STEADY, wide)):
        return choose_medium(state, random, limit)
    nodes = DEEP if limit.nodes is None else min(limit.nodes, DEEP)
    worth = evaluate(state, Limit(nodes=nodes, seconds=limit.seconds, flag=limit.flag), False)
    surely = worth.bound[0 if state.turn == state.worm else 1]
    if _leads(state, surely) and random.random() < HARD_EASE * wide:
        return choose_medium(state, random, limit)
    return random.choice(worth.best)


def _leads(state: State, points: float) -> bool:
    """Whether the side to move is ahead if this round ends with so many points, both having been the worm.

    False in the first round of a pair, which says nothing yet.
    """
    if len(state.finished) % 2 == 0:
        return False
    totals: list[float] = list(state.score)
    totals[state.worm] += points - state.worth(state.path)
    mine, other = totals if state.turn == 0 else reversed(totals)
    return mine > other


def choose_perfect(state: State, random: Random, limit: Limit) -> str:
    """A best move where the position can be solved within the limit, else the most promising one."""
    nodes = DEEPEST if limit.nodes is None and limit.seconds is None else limit.nodes
    worth = evaluate(state, Limit(nodes=nodes, seconds=limit.seconds, flag=limit.flag), False)
    move = random.choice(worth.best)
    return Proved(move) if worth.exact else move


LEVELS: tuple[Level[State], ...] = (
    Level("facil", choose_easy),
    Level("medio", choose_medium),
    Level("dificil", choose_hard, compiled=True),
    Level("perfecto", choose_perfect, compiled=True, proves=True),
)
"""Weakest first."""
