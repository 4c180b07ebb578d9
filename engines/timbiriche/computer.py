"""The computer's levels. Fácil and Medio are rules of thumb that a test can state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from engines.core.game import Evaluation, Level
from engines.core.limit import Limit
from engines.timbiriche.chains import closing_edges, give, safe_edges
from engines.timbiriche.rules import State

TAKES = 0.93
"""How often Fácil takes a cell on offer (in misère: avoids closing one)."""
CARELESS = 0.2
"""How often Fácil draws an unsafe edge although a safe one is left."""


def choose_easy(state: State, random: Random, limit: Limit) -> str:
    """Nearly always takes a cell on offer and sometimes gives one away."""
    free = state.free_edges()
    closing = closing_edges(state)
    rest = tuple(set(free) - set(closing))
    if state.layout.misere:
        careful = rest if random.random() < TAKES else free
        return _any_of(state, random, careful or free)
    if closing and (not rest or random.random() < TAKES):
        return _any_of(state, random, closing)
    safe = safe_edges(state)
    unsafe = tuple(set(rest) - set(safe))
    if not safe or (unsafe and random.random() < CARELESS):
        return _any_of(state, random, unsafe)
    return _any_of(state, random, safe)


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Takes what is on offer, then draws a safe edge, then gives as few cells as possible."""
    closing = closing_edges(state)
    if state.layout.misere:
        return _choose_medium_misere(state, random, closing)
    options = closing or safe_edges(state)
    if not options:
        options = _least(state.free_edges(), {edge: give(state, edge) for edge in state.free_edges()})
    return _any_of(state, random, options)


def _choose_medium_misere(state: State, random: Random, closing: Sequence[int]) -> str:
    rest = set(state.free_edges()) - set(closing)
    if rest:
        return _any_of(state, random, rest)
    run = {edge: len(state.closed_by(edge)) + give(state, edge) for edge in closing}
    return _any_of(state, random, _least(closing, run))


def _least(edges: Iterable[int], cost: dict[int, int]) -> tuple[int, ...]:
    """The edges of the lowest cost."""
    lowest = min(cost.values())
    return tuple(edge for edge in edges if cost[edge] == lowest)


def _any_of(state: State, random: Random, edges: Iterable[int]) -> str:
    return state.board.edge_names[random.choice(sorted(edges))]


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """The final difference of cells, as far as it is proved: here only what the rules alone prove."""
    first, second = state.score
    left = sum(1 for mask in state.board.cell_masks if mask & state.undrawn)
    value = float(first - second)
    exact = left == 0
    return Evaluation(value=value, exact=exact, bound=(value - left, value + left), best=state.legal_moves())


LEVELS: tuple[Level[State], ...] = (Level("facil", choose_easy), Level("medio", choose_medium))
