"""Flat boards: squares with four or eight neighbours or a knight's jump, and the field of hexagons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import sqrt

from engines.boards.graph import Cell, Graph, Stroke, connect, nearest
from engines.core.drawing import Point

STEPS = {
    "square4": ((0, 1), (1, 0)),
    "square8": ((0, 1), (1, 0), (1, 1), (1, -1)),
    "knight": ((1, 2), (1, -2), (2, 1), (2, -1)),
}
"""Half of the steps of each board of squares (rows, columns); the others lead back."""

MARGIN = 0.62
"""Board units left free above and to the left of squares for coordinates."""
EDGE = 0.2
"""Board units left free on the other sides."""


def letter(column: int) -> str:
    """The letter of a column or row: 0 is `a`."""
    return "abcdefghijklmnopqrstuvwxyz"[column]


def square_name(row: int, column: int) -> str:
    """Column letter and row number, `a1` at the top left."""
    return f"{letter(column)}{row + 1}"


def square_cells(rows: int, cols: int, left: float, top: float) -> tuple[Cell, ...]:
    """Cells of one board unit, row by row, the first one's corner at (left, top)."""
    return tuple(
        Cell(
            name=square_name(row, column),
            centre=(left + column + 0.5, top + row + 0.5),
            outline=box(left + column, top + row, 1.0, 1.0),
            room=0.5,
            group=str(row + 1),
        )
        for row in range(rows)
        for column in range(cols)
    )


def box(left: float, top: float, width: float, height: float) -> tuple[Point, ...]:
    """The corners of a rectangle, clockwise from the top left."""
    return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))


def square_labels(
    rows: int, cols: int, left: float, top: float, away: float
) -> tuple[tuple[Point, str], ...]:
    """Column letters above and row numbers to the left, `away` units from the cells."""
    above = tuple(((left + column + 0.5, top - away), letter(column)) for column in range(cols))
    beside = tuple(((left - away, top + row + 0.5), str(row + 1)) for row in range(rows))
    return (*above, *beside)


@cache
def square(kind: str, rows: int, cols: int) -> Graph:
    """A flat board of squares: `square4`, `square8` or `knight`."""
    pairs = tuple(
        (row * cols + column, (row + down) * cols + column + right)
        for row in range(rows)
        for column in range(cols)
        for down, right in STEPS[kind]
        if row + down < rows and 0 <= column + right < cols
    )
    cells = square_cells(rows, cols, MARGIN, MARGIN)
    links: tuple[Stroke, ...] = ()
    if kind == "square8":
        links = tuple(
            (cells[one].centre, cells[other].centre)
            for one, other in pairs
            if other - one in (cols - 1, cols + 1) and cells[one].centre[0] != cells[other].centre[0]
        )
    width, height = MARGIN + cols + EDGE, MARGIN + rows + EDGE
    return Graph(
        kind=kind,
        cells=cells,
        neighbours=connect(rows * cols, pairs),
        width=width,
        height=height,
        areas=nearest(enumerate(cell.centre for cell in cells), width, height),
        links=links,
        labels=square_labels(rows, cols, MARGIN, MARGIN, 0.3),
    )


def _hexagons(side: int) -> Iterator[tuple[int, int, int]]:
    """Row, position in the row and axial column of each cell of the field, from the top."""
    for row in range(2 * side - 1):
        down = row - side + 1
        first = -(side - 1) - min(down, 0)
        for position in range(2 * side - 1 - abs(down)):
            yield row, position, first + position


@cache
def hexagon(side: int) -> Graph:
    """A field of hexagons in the shape of a hexagon, `side` cells along an edge; cells stand on a corner."""
    size = 1 / sqrt(3)
    cells: list[Cell] = []
    found: dict[tuple[int, int], int] = {}
    for row, position, column in _hexagons(side):
        down = row - side + 1
        centre = (EDGE + side - 0.5 + column + down / 2, EDGE + size * (1 + 1.5 * row))
        found[row, column] = len(cells)
        cells.append(
            Cell(
                name=f"{letter(row)}{position + 1}",
                centre=centre,
                outline=tuple(
                    (centre[0] + right, centre[1] + below)
                    for right, below in (
                        (0.0, -size),
                        (0.5, -size / 2),
                        (0.5, size / 2),
                        (0.0, size),
                        (-0.5, size / 2),
                        (-0.5, -size / 2),
                    )
                ),
                room=0.5,
                group=letter(row),
            )
        )
    pairs = (
        (here, found[row + down, column + right])
        for (row, column), here in found.items()
        for down, right in ((0, 1), (1, 0), (1, -1))
        if (row + down, column + right) in found
    )
    width, height = 2 * EDGE + 2 * side - 1, 2 * EDGE + size * (3 * side - 1)
    return Graph(
        kind="hex",
        cells=tuple(cells),
        neighbours=connect(len(cells), pairs),
        width=width,
        height=height,
        areas=nearest(enumerate(cell.centre for cell in cells), width, height),
    )
