"""The computer's levels. Fácil and Medio are rules of thumb that a test can state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from engines.core.game import Evaluation, Level
from engines.core.limit import Limit
from engines.timbiriche.chains import closing_edges, give, safe_edges
from engines.timbiriche.rules import State

TAKES = 0.93
"""How often Fácil takes a cell on offer."""
CARELESS = 0.2
"""How often Fácil draws an unsafe edge although a safe one is left."""
AVOIDS = 0.75
"""How often Fácil, in misère, looks for an edge that closes nothing."""


def choose_easy(state: State, random: Random, limit: Limit) -> str:
    """Nearly always takes a cell on offer and sometimes gives one away."""
    closing = closing_edges(state)
    rest = _without(state.free_edges(), closing)
    if state.layout.misere:
        avoids = random.random() < AVOIDS
        return _any_of(state, random, rest if rest and avoids else state.free_edges())
    if closing and (not rest or random.random() < TAKES):
        return _any_of(state, random, closing)
    safe = safe_edges(state)
    unsafe = _without(rest, safe)
    if not safe or (unsafe and random.random() < CARELESS):
        return _any_of(state, random, unsafe)
    return _any_of(state, random, safe)


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Takes what is on offer, then draws a safe edge, then gives as few cells as possible.

    In misère it closes nothing while it can help it. When every edge closes a cell there is nothing left to
    choose: each of them goes on doing so until it is drawn, and the same player has to draw them all.
    """
    free, closing = state.free_edges(), closing_edges(state)
    if state.layout.misere:
        return _any_of(state, random, _without(free, closing) or closing)
    return _any_of(state, random, closing or safe_edges(state) or _cheapest(state, free))


def _cheapest(state: State, edges: Iterable[int]) -> tuple[int, ...]:
    """The edges that give away the fewest cells."""
    gifts = {edge: give(state, edge) for edge in edges}
    least = min(gifts.values())
    return tuple(edge for edge, gift in gifts.items() if gift == least)


def _without(edges: Iterable[int], others: Iterable[int]) -> tuple[int, ...]:
    left_out = set(others)
    return tuple(edge for edge in edges if edge not in left_out)


def _any_of(state: State, random: Random, edges: Sequence[int]) -> str:
    return state.board.edge_names[random.choice(edges)]


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """The final difference of cells, as far as it is proved: here only what the rules alone prove."""
    first, second = state.score
    left = sum(1 for mask in state.board.cell_masks if mask & state.undrawn)
    value = float(first - second)
    exact = left == 0
    return Evaluation(value=value, exact=exact, bound=(value - left, value + left), best=state.legal_moves())


LEVELS: tuple[Level[State], ...] = (Level("facil", choose_easy), Level("medio", choose_medium))
