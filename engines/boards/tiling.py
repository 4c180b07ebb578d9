"""A planar figure of dots, edges between neighbouring dots, and cells bounded by edges.

Dots are numbered row by row, edges by their first and then their second dot, cells row by row. These orders
are fixed: masks (`1 << number`), names and stored games depend on them. The length of an edge is 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot: its name, its row (from 1), where it is drawn, and its column and line in a text drawing."""

    name: str
    row: int
    at: Point
    text: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its name, its corners (numbers of dots, clockwise) and its middle."""

    name: str
    corners: tuple[int, ...]
    centre: Point


@dataclass(frozen=True, slots=True, eq=False)
class Tiling:
    """A board. Compared by identity: the functions that make boards keep one of each."""

    grid: str
    dots: tuple[Dot, ...]
    cells: tuple[Cell, ...]
    edge_names: tuple[str, ...]
    edge_dots: tuple[tuple[int, int], ...]
    edge_cells: tuple[tuple[int, ...], ...]
    """The cells beside each edge: two, or one along the outline."""
    cell_edges: tuple[tuple[int, ...], ...]
    cell_masks: tuple[int, ...]
    """The edges of each cell as a bit mask."""
    edge_index: Mapping[str, int]
    dot_index: Mapping[str, int]
    outline: tuple[int, ...]
    """The edges with a cell on one side only, in the board's order."""
    everything: int
    """The mask of all edges."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A dot before it has a name: its row (from 0), its place in the row, and where it is drawn."""

    row: int
    column: int
    at: Point
    text: tuple[int, int]


def name_of(column: int, row: int) -> str:
    """The name of the thing in that column and row, both from 0: (0, 0) is `a1`."""
    return f"{chr(ord('a') + column)}{row + 1}"


def build(grid: str, corners: Iterable[Corner], figures: Sequence[tuple[str, Sequence[Corner]]]) -> Tiling:
    """The board whose dots are `corners` and whose cells are `figures`: names and corners, clockwise."""
    ordered = sorted(corners, key=lambda corner: (corner.row, corner.column))
    number = {corner: index for index, corner in enumerate(ordered)}
    starts: dict[int, int] = {}
    dots = []
    for index, corner in enumerate(ordered):
        first = starts.setdefault(corner.row, index)
        dots.append(Dot(name_of(index - first, corner.row), corner.row + 1, corner.at, corner.text))
    cells = []
    sides: dict[tuple[int, int], list[int]] = {}
    for index, (name, figure) in enumerate(figures):
        around = tuple(number[corner] for corner in figure)
        cells.append(Cell(name, around, _middle([corner.at for corner in figure])))
        for one, two in zip(around, around[1:] + around[:1], strict=True):
            sides.setdefault((min(one, two), max(one, two)), []).append(index)
    edge_dots = tuple(sorted(sides))
    edge_cells = tuple(tuple(sides[pair]) for pair in edge_dots)
    edge_names = tuple(dots[one].name + dots[two].name for one, two in edge_dots)
    cell_edges: list[list[int]] = [[] for _ in cells]
    for edge, beside in enumerate(edge_cells):
        for cell in beside:
            cell_edges[cell].append(edge)
    return Tiling(
        grid=grid,
        dots=tuple(dots),
        cells=tuple(cells),
        edge_names=edge_names,
        edge_dots=edge_dots,
        edge_cells=edge_cells,
        cell_edges=tuple(tuple(edges) for edges in cell_edges),
        cell_masks=tuple(sum(1 << edge for edge in edges) for edges in cell_edges),
        edge_index={name: index for index, name in enumerate(edge_names)},
        dot_index={dot.name: index for index, dot in enumerate(dots)},
        outline=tuple(edge for edge, beside in enumerate(edge_cells) if len(beside) == 1),
        everything=(1 << len(edge_dots)) - 1,
    )


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
