"""The board as shapes: lines, with stones on their crossings and a place for every point."""

from __future__ import annotations

from functools import cache

from engines.ayu.board import board
from engines.ayu.rules import BLACK, WHITE, State
from engines.ayu.standing import Unit, standing
from engines.core.drawing import Circle, Drawing, Line, Place, Point, Polygon, Shape, Text

RIM = 0.62
"""How far the board reaches beyond its lines, for stones on the edge; neighbours are one unit apart."""
MARGIN = 1.06
"""The same on the left and below, with the coordinates."""
STONE, LABEL = 0.44, 0.34
POINT = 0.14
"""Radius of what is painted on an empty point that can be chosen."""
COLOURS = ("black", "white")


def draw(state: State) -> Drawing:
    """The board, its lines, the coordinates, the stones, and a place for every point.

    Shapes with a point's name as token: `stone black carried`, `stone white carried`, and `point` on an empty
    point.
    """
    size = state.size
    side = _side(size)
    kinds = ["point"] * state.board.points
    about: list[Unit | None] = [None] * state.board.points
    for colour in (BLACK, WHITE):
        for unit in standing(state, colour):
            for index in _indices(unit.stones):
                kinds[index] = f"stone {COLOURS[colour]} carried"
                about[index] = unit
    points = [
        Circle(kind, at(size, index), STONE if kind != "point" else POINT, state.board.names[index])
        for index, kind in enumerate(kinds)
    ]
    # Stones go over points, so that a shadow is never cut.
    points.sort(key=lambda circle: circle.kind != "point")
    places = tuple(_place(state, index, kinds[index], about[index]) for index in _reading_order(size))
    return Drawing(side, side, (*_grid(size), *points), places)


def at(size: int, index: int) -> Point:
    """Where a point of the board lies in the picture; row 1 is at the bottom."""
    row, column = divmod(index, size)
    return (MARGIN + column, RIM + size - 1 - row)


def _side(size: int) -> float:
    return RIM + size - 1 + MARGIN


def _indices(mask: int) -> tuple[int, ...]:
    return tuple(index for index in range(mask.bit_length()) if mask >> index & 1)


def _reading_order(size: int) -> tuple[int, ...]:
    return tuple(row * size + column for row in reversed(range(size)) for column in range(size))


@cache
def _grid(size: int) -> tuple[Shape, ...]:
    left, top = at(size, size * (size - 1))
    right, bottom = at(size, size - 1)
    low, high = left - RIM, right + RIM
    floor = Polygon("floor", ((low, 0), (high, 0), (high, bottom + RIM), (low, bottom + RIM)))
    lines = [Line("grid", (left + n, top), (left + n, bottom)) for n in range(size)]
    lines += [Line("grid", (left, top + n), (right, top + n)) for n in range(size)]
    away = (MARGIN + RIM) / 2
    letters = [Text("coordinate", (left + n, bottom + away), chr(ord("a") + n), LABEL) for n in range(size)]
    numbers = [Text("coordinate", (left - away, bottom - n), str(n + 1), LABEL) for n in range(size)]
    return (floor, *lines, *letters, *numbers)


def _place(state: State, index: int, kind: str, unit: Unit | None) -> Place:
    """A point, with what somebody hears of it: its stone, its unit's size and distance.

    `distance` is -1 for a unit without an open path to another of its colour.
    """
    size = state.size
    name = board(size).names[index]
    detail: dict[str, str | int] = {"point": name}
    code = "empty"
    if unit is not None:
        code = kind.split()[1]
        detail["stones"] = unit.stones.bit_count()
        detail["distance"] = -1 if unit.distance is None else unit.distance
    group = f"{size - index // size:02}"  # rows from the top, as they are read
    return Place(name, at(size, index), _outline(size, index), code, detail, group)


def _outline(size: int, index: int) -> tuple[Point, ...]:
    """The square around a point; at the edge of the board it reaches to the edge of the picture."""
    x, y = at(size, index)
    row, column = divmod(index, size)
    side = _side(size)
    left = 0.0 if column == 0 else x - 0.5
    right = side if column == size - 1 else x + 0.5
    top = 0.0 if row == size - 1 else y - 0.5
    bottom = side if row == 0 else y + 0.5
    return ((left, top), (right, top), (right, bottom), (left, bottom))
