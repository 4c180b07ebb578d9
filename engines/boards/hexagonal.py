"""A field in the shape of a hexagon, made of hexagonal cells that stand on a corner."""

from __future__ import annotations

from functools import cache
from math import sqrt

from engines.boards.tiling import Corner, Tiling, build, name_of


@cache
def hexagon(side: int) -> Tiling:
    """A hexagon with `side` cells along each of its sides.

    Dots at one height form a row, rows are counted from the top, and the dots of a row are named from the
    left: side 2 has rows of 2, 3, 3, 4, 4, 3, 3, 2 dots. Cells are named row by row in the same way.
    """
    corners: dict[tuple[int, int], Corner] = {}
    figures = []
    around = ((0, 0), (1, 1), (1, 2), (0, 3), (-1, 2), (-1, 1))
    for row in range(2 * side - 1):
        # Columns count half widths of a cell from the left end of the widest row.
        indent = abs(row - (side - 1))
        for place in range(2 * side - 1 - indent):
            middle = 1 + indent + 2 * place
            figure = []
            for right, down in around:
                key = (2 * row + down, middle + right)
                figure.append(corners.setdefault(key, _corner(*key)))
            figures.append((name_of(place, row), figure))
    return build("hex", corners.values(), figures)


def _corner(row: int, column: int) -> Corner:
    at = (column * sqrt(3) / 2, 1.5 * (row // 2) + 0.5 * (row % 2))
    return Corner(row, column, at, (2 * column, 2 * row))
