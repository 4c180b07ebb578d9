"""The computer's levels. Fácil plays at once by what it sees; the others search, deeper and more often.

The searches are imported where they are called, because that loads compiled code.
"""

from __future__ import annotations

from random import Random

from engines.ayu.outlook import remaining
from engines.ayu.rules import SWAP, State
from engines.core.game import Evaluation, Level, Proved
from engines.core.limit import Limit

LOOKS, SEES_ALL = 2, 0.4
"""How many moves Fácil looks at before it chooses one of them, and how often it looks at all."""
SEARCHES = {"medio": 0.5, "dificil": 0.73}
"""How often a level looks ahead; in its other turns it plays by what it sees, and slips (README)."""
AHEAD = {"medio": 1_500, "dificil": 50_000}
"""How many positions a level judges when it looks ahead."""
SECONDS = 2.4
"""Most seconds that Maestro thinks, whatever the caller would allow."""


def lead(state: State) -> int:
    """By how many points the side to move is ahead; a side without a move has won."""
    if state.turn is None:
        return 1_000
    mine, theirs = (remaining(state.size, state.stones, side) for side in (state.colour, 1 - state.colour))
    return theirs - mine


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """What a position is worth: see judging."""
    from engines.ayu import judging

    return judging.evaluate(state, limit, every_move)


def _best_of(state: State, moves: list[str], random: Random) -> str:
    """One of the moves after which the other side is least ahead."""
    leads = {move: -lead(state.play(move)) for move in moves}
    most = max(leads.values())
    return random.choice([move for move in moves if leads[move] == most])


def choose_easy(state: State, random: Random, limit: Limit) -> str:
    """Looks at every move or at two of them, never at an answer, and plays the best of them; never swaps."""
    moves = [move for move in state.legal_moves() if move != SWAP]
    count = len(moves) if random.random() < SEES_ALL else min(LOOKS, len(moves))
    return _best_of(state, random.sample(moves, count), random)


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Looks a little ahead in every other turn, else at every move but at no answer."""
    return _now_and_then(state, random, limit, "medio")


def choose_hard(state: State, random: Random, limit: Limit) -> str:
    """Looks well ahead, though not in every turn."""
    return _now_and_then(state, random, limit, "dificil")


def _now_and_then(state: State, random: Random, limit: Limit, level: str) -> str:
    if random.random() < SEARCHES[level]:
        return _searched(state, random, _at_most(limit, AHEAD[level]))
    if state.offered and lead(state) < 0:
        return SWAP
    return _best_of(state, [move for move in state.legal_moves() if move != SWAP], random)


def _at_most(limit: Limit, nodes: int) -> Limit:
    return Limit(nodes=nodes if limit.nodes is None else min(limit.nodes, nodes), flag=limit.flag)


def choose_master(state: State, random: Random, limit: Limit) -> str:
    """Proves a win or a loss if it can, else plays what a large tree says."""
    seconds = SECONDS if limit.seconds is None else min(limit.seconds, SECONDS)
    if limit.nodes is not None and limit.seconds is None:
        return _searched(state, random, limit)
    return _searched(state, random, Limit(nodes=limit.nodes, seconds=seconds, flag=limit.flag))


def _searched(state: State, random: Random, limit: Limit) -> str:
    from engines.ayu import choosing

    move, proved = choosing.choose(state, random, limit)
    return Proved(move) if proved else move


LEVELS: tuple[Level[State], ...] = (
    Level("facil", choose_easy),
    Level("medio", choose_medium, compiled=True),
    Level("dificil", choose_hard, compiled=True),
    Level("maestro", choose_master, compiled=True, proves=True),
)
"""Weakest first."""
