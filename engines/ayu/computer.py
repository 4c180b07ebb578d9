"""The computer's levels. Fácil plays at once by what it sees; the others search, though not in every turn.

The searches are imported where they are called, because that loads compiled code.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.ayu.outlook import remaining
from engines.ayu.rules import SWAP, State
from engines.core.game import Evaluation, Level, Proved
from engines.core.limit import Limit

if TYPE_CHECKING:
    from engines.ayu.choosing import Chosen

LOOKS, SEES_ALL = 2, 0.4
"""How many moves Fácil looks at before it chooses one of them, and how often it looks at all."""
SEARCHES = 0.45
"""How often Medio looks ahead; in its other turns it looks at every move and at no answer."""
AHEAD, CAREFUL = 0.3, 0.63
"""Above which worth (from -1 to 1) Difícil thinks that it is winning, and how often it is careful then; else
it looks at as few moves as Fácil, and at no answer."""
NODES = {"medio": 1_500, "dificil": 1_000_000}
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
    return _at_a_glance(state, random, all_moves=random.random() < SEES_ALL)


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Looks a little ahead in every other turn, else at every move but at no answer."""
    if random.random() < SEARCHES:
        return _spoken(_searched(state, random, _at_most(limit, NODES["medio"])))
    if state.offered and lead(state) < 0:
        return SWAP
    return _at_a_glance(state, random, all_moves=True)


def choose_hard(state: State, random: Random, limit: Limit) -> str:
    """Looks far ahead, but is careless now and then where it thinks that it is winning."""
    careful = random.random() < CAREFUL
    chosen = _searched(state, random, _at_most(limit, NODES["dificil"]))
    if careful or chosen.worth <= AHEAD or chosen.move == SWAP:
        return _spoken(chosen)
    return _at_a_glance(state, random, all_moves=False)


def _at_a_glance(state: State, random: Random, *, all_moves: bool) -> str:
    """The best by that lead of all moves, or of a few."""
    moves = [move for move in state.legal_moves() if move != SWAP]
    count = len(moves) if all_moves else min(LOOKS, len(moves))
    return _best_of(state, random.sample(moves, count), random)


def _at_most(limit: Limit, nodes: int) -> Limit:
    return Limit(nodes=nodes if limit.nodes is None else min(limit.nodes, nodes), flag=limit.flag)


def choose_master(state: State, random: Random, limit: Limit) -> str:
    """Proves a win or a loss if it can, else plays what a large tree says."""
    if limit.nodes is None or limit.seconds is not None:
        seconds = SECONDS if limit.seconds is None else min(limit.seconds, SECONDS)
        limit = Limit(nodes=limit.nodes, seconds=seconds, flag=limit.flag)
    return _spoken(_searched(state, random, limit))


def _searched(state: State, random: Random, limit: Limit) -> Chosen:
    from engines.ayu import choosing

    return choosing.choose(state, random, limit)


def _spoken(chosen: Chosen) -> str:
    return Proved(chosen.move) if chosen.proved else chosen.move


LEVELS: tuple[Level[State], ...] = (
    Level("facil", choose_easy),
    Level("medio", choose_medium, compiled=True),
    Level("dificil", choose_hard, compiled=True),
    Level("maestro", choose_master, compiled=True, proves=True),
)
"""Weakest first."""
