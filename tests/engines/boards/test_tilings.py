"""Boards: how many dots, edges and cells, what they are called, and that the figures are what they claim."""

from __future__ import annotations

from math import dist, sqrt

import pytest

from engines.boards.hexagonal import hexagon
from engines.boards.square import square
from engines.boards.tiling import Tiling
from engines.boards.triangular import triangle

SQUARES = [square(rows, cols) for rows in range(1, 11) for cols in range(1, 11)]
TRIANGLES = [triangle(side) for side in range(2, 8)]
HEXAGONS = [hexagon(side) for side in range(2, 5)]
BOARDS = [*SQUARES, *TRIANGLES, *HEXAGONS]


def corners(board: Tiling, cell: int) -> list[tuple[float, float]]:
    return [board.dots[dot].at for dot in board.cells[cell].corners]


def area(points: list[tuple[float, float]]) -> float:
    ends = zip(points, points[1:] + points[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in ends) / 2


@pytest.mark.parametrize("rows", [1, 3, 10])
@pytest.mark.parametrize("cols", [1, 4, 10])
def test_a_rectangle_has_the_edges_of_its_boxes(rows: int, cols: int) -> None:
    board = square(rows, cols)
    assert len(board.dots) == (rows + 1) * (cols + 1)
    assert len(board.cells) == rows * cols
    assert len(board.edge_names) == rows * (cols + 1) + cols * (rows + 1)
    assert len(board.outline) == 2 * (rows + cols)


@pytest.mark.parametrize("side", range(2, 8))
def test_a_triangle_has_as_many_cells_as_its_side_squared(side: int) -> None:
    board = triangle(side)
    assert len(board.dots) == (side + 1) * (side + 2) // 2
    assert len(board.cells) == side * side
    assert len(board.edge_names) == 3 * side * (side + 1) // 2
    assert len(board.outline) == 3 * side


@pytest.mark.parametrize(
    ("side", "cells", "edges", "outline"), [(2, 7, 30, 18), (3, 19, 72, 30), (4, 37, 132, 42)]
)
def test_a_hexagon_field_has_rings_of_cells(side: int, cells: int, edges: int, outline: int) -> None:
    board = hexagon(side)
    assert (len(board.cells), len(board.edge_names), len(board.outline)) == (cells, edges, outline)
    assert len(board.dots) == 6 * side * side


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.grid}{len(board.cells)}")
def test_every_cell_is_regular_with_edges_of_one_unit(board: Tiling) -> None:
    shape = {"square": (4, 1.0), "triangle": (3, sqrt(3) / 4), "hex": (6, 1.5 * sqrt(3))}[board.grid]
    for one, two in board.edge_dots:
        assert dist(board.dots[one].at, board.dots[two].at) == pytest.approx(1)
    for number, cell in enumerate(board.cells):
        points = corners(board, number)
        # A positive area with y down means that the corners go round clockwise.
        assert (len(points), area(points)) == pytest.approx(shape)
        assert all(
            dist(cell.centre, point) == pytest.approx(dist(cell.centre, points[0])) for point in points
        )


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.grid}{len(board.cells)}")
def test_the_parts_of_a_board_fit_together(board: Tiling) -> None:
    assert len(board.dots) - len(board.edge_names) + len(board.cells) == 1, "Euler's formula"
    assert len({dot.at for dot in board.dots}) == len(board.dots)
    for names in (
        board.edge_names,
        [dot.name for dot in board.dots],
        [cell.name for cell in board.cells],
    ):
        assert len(set(names)) == len(names)
    for edge, beside in enumerate(board.edge_cells):
        assert 1 <= len(beside) <= 2
        assert [cell for cell, mask in enumerate(board.cell_masks) if mask >> edge & 1] == sorted(beside)
        assert board.edge_index[board.edge_names[edge]] == edge
        assert (len(beside) == 1) == (edge in board.outline)
        one, two = board.edge_dots[edge]
        assert one < two, "an edge is named by its dots in order"
        assert board.edge_names[edge] == board.dots[one].name + board.dots[two].name
    for cell, edges in enumerate(board.cell_edges):
        assert sum(1 << edge for edge in edges) == board.cell_masks[cell]
        assert len(edges) == len(board.cells[cell].corners)
    assert board.everything.bit_count() == len(board.edge_names)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.grid}{len(board.cells)}")
def test_dots_at_the_distance_of_one_edge_are_neighbours(board: Tiling) -> None:
    close = {
        (one, two)
        for one in range(len(board.dots))
        for two in range(one + 1, len(board.dots))
        if dist(board.dots[one].at, board.dots[two].at) < 1.01
    }
    assert close == set(board.edge_dots)


def test_square_dots_are_named_by_column_and_row_from_the_top_left() -> None:
    board = square(2, 3)
    assert " ".join(dot.name for dot in board.dots) == "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"
    assert board.dots[board.dot_index["d2"]].at == (3, 1)
    assert " ".join(cell.name for cell in board.cells) == "a1 b1 c1 a2 b2 c2"
    assert board.edge_names[:5] == ("a1b1", "a1a2", "b1c1", "b1b2", "c1d1")
    assert square(10, 10).edge_names[-1] == "j11k11"


def test_triangle_dots_are_named_row_by_row_from_the_top_corner() -> None:
    board = triangle(2)
    assert " ".join(dot.name for dot in board.dots) == "a1 a2 b2 a3 b3 c3"
    assert board.edge_names == ("a1a2", "a1b2", "a2b2", "a2a3", "a2b3", "b2b3", "b2c3", "a3b3", "b3c3")
    assert " ".join(cell.name for cell in board.cells) == "a1 a2 b2 c2"
    assert board.cells[2].corners == tuple(board.dot_index[name] for name in ("a2", "b2", "b3"))


def test_hexagon_dots_are_named_row_by_row_from_the_left() -> None:
    board = hexagon(2)
    rows = [[dot.name for dot in board.dots if dot.row == row] for row in range(1, 9)]
    assert [len(row) for row in rows] == [2, 3, 3, 4, 4, 3, 3, 2]
    assert rows[3] == ["a4", "b4", "c4", "d4"]
    assert " ".join(cell.name for cell in board.cells) == "a1 b1 a2 b2 c2 a3 b3"
    first = [board.dots[dot].name for dot in board.cells[0].corners]
    assert first == ["a1", "b2", "b3", "b4", "a3", "a2"]
    assert "b5a6" in board.edge_names, "the dot of the upper row comes first"


def test_the_same_board_is_made_once() -> None:
    assert square(4, 4) is square(4, 4)
    assert triangle(3) is triangle(3)
    assert hexagon(2) is hexagon(2)
