"""Squares on closed-up sheets: cylinder, torus, Möbius band and Klein bottle.

Drawn as a flat sheet with its glued sides marked, and beyond each glued side a strip of ghost cells: pale
copies of the cells that a step over this side reaches.
"""

from __future__ import annotations

from functools import cache

from engines.boards.graph import Ghost, Graph, Seam, Stroke, connect, nearest
from engines.boards.grids import EDGE, box, square_cells, square_labels

GLUED = {
    "cylinder": (False, False),
    "torus": (True, False),
    "mobius": (False, True),
    "klein": (True, True),
}
"""For each surface: whether top and bottom are glued, and whether left and right are glued upside down."""

STRIP = 0.62
"""Width of the strip of ghost cells, in board units."""
LABEL = 0.52
"""Room for coordinates outside the ghost cells."""


@cache
def surface(kind: str, rows: int, cols: int) -> Graph:
    """A sheet of `rows` x `cols` squares, glued as `GLUED` says."""
    tall, flipped = GLUED[kind]
    left = LABEL + STRIP
    top = LABEL + (STRIP if tall else 0.0)
    cells = square_cells(rows, cols, left, top)
    inner = [
        (row * cols + column, row * cols + column + step)
        for row in range(rows)
        for column in range(cols)
        for step, inside in ((1, column + 1 < cols), (cols, row + 1 < rows))
        if inside
    ]
    sideways = [(row * cols + cols - 1, (rows - 1 - row if flipped else row) * cols) for row in range(rows)]
    upright = [((rows - 1) * cols + column, column) for column in range(cols)] if tall else []

    ghosts: list[Ghost] = []
    ways: dict[tuple[int, int], tuple[Stroke, ...]] = {}
    sites = [(number, cell.centre) for number, cell in enumerate(cells)]
    for pairs, right, down in ((sideways, 1, 0), (upright, 0, 1)):
        for last, first in pairs:
            beyond = _ghost(cells[last].centre, first, right, down)
            before = _ghost(cells[first].centre, last, -right, -down)
            ghosts += [beyond, before]
            # As far away as a whole cell would be, so that the border is halfway.
            (x, y), (u, v) = cells[last].centre, cells[first].centre
            sites += [(first, (x + right, y + down)), (last, (u - right, v - down))]
            ways[last, first] = (
                (cells[last].centre, beyond.centre),
                (before.centre, cells[first].centre),
            )
            ways[first, last] = (
                (cells[first].centre, before.centre),
                (beyond.centre, cells[last].centre),
            )
    corners = box(left, top, cols, rows)
    seams = [
        Seam(corners[0], corners[3], 1),
        Seam(corners[2], corners[1], 1) if flipped else Seam(corners[1], corners[2], 1),
    ]
    if tall:
        seams += [Seam(corners[0], corners[1], 2), Seam(corners[3], corners[2], 2)]
    width, height = left + cols + STRIP + EDGE, top + rows + (STRIP if tall else 0.0) + EDGE
    return Graph(
        kind=kind,
        cells=cells,
        neighbours=connect(rows * cols, (*inner, *sideways, *upright)),
        width=width,
        height=height,
        areas=nearest(sites, width, height),
        ways=ways,
        ghosts=tuple(ghosts),
        seams=tuple(seams),
        labels=_labels(rows, cols, left, top, tall),
    )


def _ghost(centre: tuple[float, float], cell: int, right: int, down: int) -> Ghost:
    """The copy of `cell` beyond the border of the cell at `centre`, in the direction (right, down)."""
    away = 0.5 + STRIP / 2
    middle = (centre[0] + right * away, centre[1] + down * away)
    width, height = (STRIP, 1.0) if right else (1.0, STRIP)
    return Ghost(cell, middle, box(middle[0] - width / 2, middle[1] - height / 2, width, height))


def _labels(
    rows: int, cols: int, left: float, top: float, tall: bool
) -> tuple[tuple[tuple[float, float], str], ...]:
    beside = [label for label in square_labels(rows, cols, left, top, STRIP + 0.26) if label[1].isdigit()]
    away = (STRIP if tall else 0.0) + 0.26
    above = [label for label in square_labels(rows, cols, left, top, away) if label[1].isalpha()]
    return (*above, *beside)
