"""The position in characters, and as a JSON document."""

from __future__ import annotations

from typing import Any

from engines.gyges.board import CELLS, NAMES, NEIGHBOURS, SIZE, row_of
from engines.gyges.drawing import goal_token
from engines.gyges.rules import State

EMPTY = "."


def text(state: State) -> str:
    """Rows 6 to 1 with the rings of each piece, between the two goals; `*` and rings: a piece in a goal."""
    lines = [f"  {_goal(state, 0)}"]
    for row in reversed(range(SIZE)):
        cells = state.board[row * SIZE : (row + 1) * SIZE]
        lines.append(f"{row + 1} " + " ".join(str(rings) if rings else EMPTY for rings in cells))
    lines.append(f"  {_goal(state, 1)}")
    lines.append("  " + " ".join(NAMES[column][0] for column in range(SIZE)))
    return "\n".join(lines)


def position_of(state: State) -> str:
    """The board as `position=` writes it."""
    rows = (state.board[row * SIZE : (row + 1) * SIZE] for row in reversed(range(SIZE)))
    return "/".join("".join(str(rings) for rings in row) for row in rows)


def document(state: State) -> dict[str, Any]:
    """The position as a JSON document.

    `points` (each `name`, `row` and `column` from 1, `neighbours`, and `rings` of its piece or None),
    `pieces` (name and rings), `goals` (by seat: the token of the goal it plays for, and `rings` of a piece
    in it), `turn`, `position`, `phase` (`setup`, `play` or `over`) and `movable` (pieces that may be moved).
    """
    goals = [
        {"seat": seat, "token": goal_token(state, seat), "rings": _scored(state, seat) or None}
        for seat in (0, 1)
    ]
    return {
        "points": [
            {
                "name": NAMES[cell],
                "row": row_of(cell) + 1,
                "column": cell % SIZE + 1,
                "neighbours": [NAMES[near] for near in NEIGHBOURS[cell]],
                "rings": state.board[cell] or None,
            }
            for cell in range(CELLS)
        ],
        "pieces": [{"name": NAMES[cell], "rings": rings} for cell, rings in enumerate(state.board) if rings],
        "goals": goals,
        "turn": state.turn,
        "position": position_of(state),
        "phase": "over" if state.scored else "setup" if state.to_place else "play",
        "movable": sorted(NAMES[cell] for cell in state.ends()),
    }


def _scored(state: State, seat: int) -> int:
    return state.scored if state.scored and seat == state.mover else 0


def _goal(state: State, seat: int) -> str:
    rings = _scored(state, seat)
    middle = f"*{rings}" if rings else "="
    return f"{middle:=^11}"
