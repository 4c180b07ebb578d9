"""The board as shapes: lines, with stones on their crossings and a place for every point."""

from __future__ import annotations

from functools import cache, lru_cache

from engines.ayu.board import bits, board
from engines.ayu.rules import BLACK, WHITE, Colour, State
from engines.ayu.standing import standing
from engines.core.drawing import KEPT, Circle, Drawing, Line, Place, Point, Polygon, Shape, Text

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
    places = [_place(size, index, "empty", 0, 0) for index in range(state.board.points)]
    stones = {}
    for colour in (BLACK, WHITE):
        for unit in standing(state, colour):
            count = unit.stones.bit_count()
            distance = -1 if unit.distance is None else unit.distance
            for index in bits(unit.stones):
                places[index] = _place(size, index, COLOURS[colour], count, distance)
                stones[index] = _stone(size, index, colour)
    empty = [_point(size, index) for index in bits(state.empty)]
    # Stones go over points, so that a shadow is never cut.
    shapes = (*_grid(size), *empty, *(stones[index] for index in sorted(stones)))
    return Drawing(side, side, shapes, tuple(places[index] for index in _reading_order(size)))


def at(size: int, index: int) -> Point:
    """Where a point of the board lies in the picture; row 1 is at the bottom."""
    row, column = divmod(index, size)
    return (MARGIN + column, RIM + size - 1 - row)


def _side(size: int) -> float:
    return RIM + size - 1 + MARGIN


@cache
def _stone(size: int, index: int, colour: Colour) -> Circle:
    return Circle(f"stone {COLOURS[colour]} carried", at(size, index), STONE, board(size).names[index])


@cache
def _point(size: int, index: int) -> Circle:
    return Circle("point", at(size, index), POINT, board(size).names[index])


@cache
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


@lru_cache(KEPT)
def _place(size: int, index: int, code: str, stones: int, distance: int) -> Place:
    """A point, with what somebody hears of it: its stone, its unit's size and distance.

    `code` is `empty` or a colour; `distance` is -1 for a unit without an open path to another of its colour.
    """
    name = board(size).names[index]
    detail: dict[str, str | int] = {"point": name}
    if stones:
        detail |= {"stones": stones, "distance": distance}
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
