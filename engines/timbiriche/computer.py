"""The computer's levels. Fácil and Medio are rules of thumb that a test can state; Difícil searches.

The search is imported where it is called, because importing it compiles its kernel: the card, and with it
the first two levels, must be there at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

from engines.core.game import Evaluation, Level
from engines.core.limit import Limit
from engines.timbiriche.chains import closing_edges, give, run, safe_edges
from engines.timbiriche.rules import State

OVERLOOKS, OVERLOOKS_MANY = 0.15, 0.05
"""How often Fácil overlooks one or two cells on offer, and three or more."""
CARELESS = 0.25
"""How often Fácil draws an unsafe edge although a safe one is left."""
EDGES_A_LOOK = 15
"""Of the edges that give cells away Fácil compares one for so many edges of the board at the start."""
AVOIDS = 0.75
"""How often Fácil, in misère, looks for an edge that closes nothing."""
COUNTS_OUT = 10
"""In misère Medio counts to the end once so many edges are left that close nothing."""


def choose_easy(state: State, random: Random, limit: Limit) -> str:
    """Nearly always takes a cell on offer, sometimes gives one away, and compares little when it must."""
    closing = closing_edges(state)
    rest = _without(state.free_edges(), closing)
    if state.layout.misere:
        avoids = random.random() < AVOIDS
        return _any_of(state, random, rest if rest and avoids else state.free_edges())
    if closing:
        few = len(run(state.board, state.undrawn)) <= 2
        if not rest or random.random() >= (OVERLOOKS if few else OVERLOOKS_MANY):
            return _any_of(state, random, closing)
    safe = safe_edges(state)
    unsafe = _without(rest, safe)
    if safe and not (unsafe and random.random() < CARELESS):
        return _any_of(state, random, safe)
    return _any_of(
        state, random, _cheapest(state, random.sample(unsafe, min(_looks(state, random), len(unsafe))))
    )


def _looks(state: State, random: Random) -> int:
    """How many edges Fácil compares: more on large boards, where each cell counts for less."""
    layout = state.layout
    edges = (layout.board.everything & ~layout.outline & ~layout.given).bit_count()
    whole, part = divmod(max(edges, EDGES_A_LOOK), EDGES_A_LOOK)
    return whole + (random.random() < part / EDGES_A_LOOK)


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Takes what is on offer, then draws a safe edge, then gives as few cells as possible."""
    free, closing = state.free_edges(), closing_edges(state)
    if state.layout.misere:
        quiet = _without(free, closing)
        return _any_of(state, random, _last_quiet(state, quiet) or quiet or closing)
    return _any_of(state, random, closing or safe_edges(state) or _cheapest(state, free))


def _last_quiet(state: State, quiet: Sequence[int]) -> tuple[int, ...]:
    """The edges after which the other side runs out of edges that close nothing: it must take all the rest.

    Once every edge closes a cell, each goes on doing so until it is drawn, and one player draws them all.
    Counted only when few such edges are left; empty if there is no such edge or too much to count.
    """
    if len(quiet) > COUNTS_OUT:
        return ()
    masks = state.board.cell_masks

    @cache
    def runs_out(undrawn: int, left: tuple[int, ...]) -> bool:
        """Whether the side to move is the first to be left with no such edge; they only get fewer."""
        closing = 0
        for mask in masks:
            missing = mask & undrawn
            if missing & (missing - 1) == 0:
                closing |= missing
        still = tuple(edge for edge in left if undrawn & ~closing & 1 << edge)
        return not any(runs_out(undrawn & ~(1 << edge), _without(still, (edge,))) for edge in still)

    return tuple(edge for edge in quiet if runs_out(state.undrawn & ~(1 << edge), _without(quiet, (edge,))))


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


def choose_hard(state: State, random: Random, limit: Limit) -> str:
    """Plays without error wherever the position is solved within its limit."""
    from engines.timbiriche.solver import choose_dificil

    return choose_dificil(state, random, limit)


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """Final cells of seat 0 minus cells of seat 1 with best play for the variant's own goal."""
    from engines.timbiriche import solver

    return solver.evaluate(state, limit, every_move)


LEVELS: tuple[Level[State], ...] = (
    Level("facil", choose_easy),
    Level("medio", choose_medium),
    Level("dificil", choose_hard, compiled=True),
)
