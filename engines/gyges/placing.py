"""What rows are worth before they are placed: estimates, for the levels to choose by."""

from __future__ import annotations

from engines.core.limit import Limit
from engines.gyges.estimate.kernel import WIN
from engines.gyges.openings import FIRST_ROWS
from engines.gyges.rules import State
from engines.gyges.setup import ROWS
from engines.gyges.thinking import Found, Thinking, position_of

DEPTHS = (1, 2)
"""How deep the positions with both rows in place are searched, if there is time."""


def rows_worth(state: State, limit: Limit) -> tuple[dict[str, float], int]:
    """What each row that may be placed now is worth to its side, and how many nodes were searched.

    The first row's worth is what is left after the best answer to it, found beforehand.
    """
    if state.to_place == 2:
        return dict(FIRST_ROWS), 0
    thinking = Thinking(state.variant)
    thinking.begin(limit)
    worths = dict.fromkeys(ROWS, 0.0)
    with limit.clock():
        for depth in DEPTHS:
            found = {}
            for row in ROWS:
                after = state.play(row)
                value = worth(thinking, after, depth)
                if value is None:
                    return worths, thinking.nodes
                found[row] = -value
            worths = found
    return worths, thinking.nodes


def worth(thinking: Thinking, state: State, depth: int) -> float | None:
    """What a position with both rows in place is worth to the side to move, from -1 to 1."""
    position = position_of(state.board, state.mover)
    if thinking.wins(position):
        return 1.0
    value = thinking.ask(position, depth, -WIN, WIN)
    if value is None:
        return None
    found = Found(value, 0, depth)
    return found.worth if not found.plies else float((value > 0) - (value < 0))
