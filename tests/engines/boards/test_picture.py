"""Hit areas: every point of the picture belongs to exactly one edge, and to the nearest one."""

from __future__ import annotations

from math import dist

import pytest

from engines.boards.hexagonal import hexagon
from engines.boards.picture import picture
from engines.boards.square import square
from engines.boards.tiling import Point, Tiling
from engines.boards.triangular import triangle

BOARDS = [square(1, 1), square(1, 4), square(3, 3), triangle(2), triangle(4), hexagon(2), hexagon(3)]
MARGIN = 0.6
STEP = 0.0517
"""Not a divisor of anything on the board, so that no sample falls on a border."""


def inside(point: Point, outline: tuple[Point, ...]) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def distance(point: Point, one: Point, two: Point) -> float:
    """From a point to an edge of length 1."""
    along = (point[0] - one[0]) * (two[0] - one[0]) + (point[1] - one[1]) * (two[1] - one[1])
    share = min(1.0, max(0.0, along))
    foot = (one[0] + share * (two[0] - one[0]), one[1] + share * (two[1] - one[1]))
    return dist(point, foot)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.grid}{len(board.cells)}")
def test_every_point_belongs_to_the_nearest_edge_and_to_no_other(board: Tiling) -> None:
    shown = picture(board, MARGIN)
    ends = [(shown.points[one], shown.points[two]) for one, two in board.edge_dots]
    step = STEP if len(board.cells) < 10 else 2 * STEP
    x = step / 3
    while x < shown.width:
        y = step / 7
        while y < shown.height:
            owners = [edge for edge, outline in enumerate(shown.outlines) if inside((x, y), outline)]
            distances = [distance((x, y), *pair) for pair in ends]
            assert len(owners) == 1, f"({x:.3f}, {y:.3f}) belongs to {owners}"
            assert distances[owners[0]] <= min(distances) + 1e-3, f"({x:.3f}, {y:.3f})"
            y += step
        x += step


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.grid}{len(board.cells)}")
def test_hit_areas_reach_the_border_and_never_beyond(board: Tiling) -> None:
    shown = picture(board, MARGIN)
    corners = {(0.0, 0.0), (shown.width, 0.0), (0.0, shown.height), (shown.width, shown.height)}
    touched = {point for outline in shown.outlines for point in outline}
    assert corners <= touched
    assert all(0 <= x <= shown.width and 0 <= y <= shown.height for x, y in touched)


def test_an_inner_edge_of_squares_has_a_whole_diamond() -> None:
    board = square(2, 2)
    shown = picture(board, MARGIN)
    middle = shown.middles[board.edge_index["b2c2"]]
    diamond = shown.outlines[board.edge_index["b2c2"]]
    assert {(round(x - middle[0], 3), round(y - middle[1], 3)) for x, y in diamond} == {
        (-0.5, 0.0),
        (0.5, 0.0),
        (0.0, -0.5),
        (0.0, 0.5),
    }


def test_the_board_lies_in_its_picture_with_the_margin_around_it() -> None:
    shown = picture(square(2, 3), 0.6)
    assert (shown.width, shown.height) == (4.2, 3.2)
    assert shown.points[0] == (0.6, 0.6)
    assert shown.place((3, 2)) == (3.6, 2.6)
