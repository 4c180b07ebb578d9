"""Rectangles of square cells."""

from __future__ import annotations

from functools import cache

from engines.boards.tiling import Corner, Tiling, build, name_of


@cache
def square(rows: int, cols: int) -> Tiling:
    """`rows` x `cols` squares. Dots and cells are named by column letter and row number, `a1` top left."""
    corners = {
        (row, col): Corner(row, col, (float(col), float(row)), (4 * col, 2 * row))
        for row in range(rows + 1)
        for col in range(cols + 1)
    }
    around = ((0, 0), (0, 1), (1, 1), (1, 0))
    figures = [
        (name_of(col, row), [corners[row + down, col + right] for down, right in around])
        for row in range(rows)
        for col in range(cols)
    ]
    return build("square", corners.values(), figures)
