"""A big triangle, one corner up, made of unit triangles."""

from __future__ import annotations

from functools import cache
from math import sqrt

from engines.boards.tiling import Corner, Tiling, build, name_of


@cache
def triangle(side: int) -> Tiling:
    """A triangle with `side` unit triangles along each side.

    Row r (from 1, at the top) has r dots, named from the left: `a1`; `a2 b2`; `a3 b3 c3`... A row of cells
    lies between two rows of dots and is named from the left in the same way, pointing up and down by turns.
    """
    corners = {
        (row, col): Corner(
            row,
            col,
            (col + (side - row) / 2, row * sqrt(3) / 2),
            (4 * col + 2 * (side - row), 2 * row),
        )
        for row in range(side + 1)
        for col in range(row + 1)
    }
    figures = []
    for row in range(side):
        for place in range(2 * row + 1):
            col = place // 2
            if place % 2 == 0:
                around = [(row, col), (row + 1, col + 1), (row + 1, col)]
            else:
                around = [(row, col), (row, col + 1), (row + 1, col + 1)]
            figures.append((name_of(place, row), [corners[key] for key in around]))
    return build("triangle", corners.values(), figures)
