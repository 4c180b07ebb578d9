"""The position in characters, and as a JSON document."""

from __future__ import annotations

from typing import Any

from engines.ayu.rules import BLACK, WHITE, State
from engines.ayu.setup import write_rows
from engines.ayu.standing import standing

COLOURS = ("black", "white")


def text(state: State) -> str:
    """The position in characters, row 1 at the bottom: `b` Black, `w` White, `.` an empty point."""
    rows = write_rows(state).split("/")
    letters = "   " + " ".join(chr(ord("a") + column) for column in range(state.size))
    numbered = [f"{state.size - place:>2} {' '.join(row)}" for place, row in enumerate(rows)]
    return "\n".join((letters, *numbered))


def document(state: State) -> dict[str, Any]:
    """The position as a JSON document.

    `points`: `name`, `neighbours` and `stone` (`black`, `white` or null); `units` by colour: the `stones` of
    each, its `distance` to the nearest of its colour (null without an open path) and the `nearest`, as
    numbers in the same list; `seats`: the colour of seat 0 and of seat 1; `colour`: whose stones move next.
    """
    geometry = state.board
    return {
        "size": state.size,
        "turn": state.turn,
        "colour": COLOURS[state.colour],
        "seats": [COLOURS[state.seat_of(seat)] for seat in (0, 1)],
        "position": write_rows(state),
        "points": [
            {
                "name": name,
                "neighbours": list(geometry.named(geometry.near[index])),
                "stone": stone_at(state, index),
            }
            for index, name in enumerate(geometry.names)
        ],
        "units": {
            name: [
                {
                    "stones": list(geometry.named(each.stones)),
                    "distance": each.distance,
                    "nearest": list(each.nearest),
                }
                for each in standing(state, colour)
            ]
            for colour, name in ((BLACK, "black"), (WHITE, "white"))
        },
    }


def stone_at(state: State, index: int) -> str | None:
    """The colour of the stone on a point: `black`, `white`, or None."""
    for colour in (BLACK, WHITE):
        if state.stones[colour] >> index & 1:
            return COLOURS[colour]
    return None
