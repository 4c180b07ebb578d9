"""Help mode: the most that the worm could still get, and the cells that are out of reach."""

from __future__ import annotations

from engines.core.game import Fact, Insight
from engines.gusano.rules import State


def insight(state: State) -> Insight:
    """The worm's ceiling; free cells out of the head's reach marked `lost`, those next to it `legal`."""
    if state.is_over:
        return Insight()
    board = state.board
    within = state.within(state.path)
    lost = set(range(len(board.values))) - within - set(state.path) - board.blocked
    facts = [Fact("ceiling", {"points": ceiling(state), "now": state.points})]
    if lost:
        facts.append(Fact("lost", {"count": len(lost)}))
    marks = {"lost": frozenset(board.name(cell) for cell in lost), "legal": frozenset(state.legal_moves())}
    return Insight(facts=tuple(facts), marks=marks)


def ceiling(state: State) -> int:
    """Points so far and all positive worths within reach of the head, whether or not one path visits them."""
    within = state.within(state.path)
    return state.points + sum(max(0, state.board.values[cell]) for cell in within)
