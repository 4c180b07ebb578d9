"""The board as shapes, with a place for every edge."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from math import cos, pi, sin

from engines.boards.picture import picture
from engines.boards.tiling import Point, Tiling
from engines.core.drawing import KEPT, Circle, Drawing, Initial, Line, Place, Polygon, Shape, Text
from engines.timbiriche.rules import State

MARGIN = 0.6
"""Room around the board; an edge is one unit long."""
DOT = 0.09
LABEL = 0.24
NARROW = 0.8
"""Cosine of half a gap between edges in which a label has to keep farther away from the dot."""
INITIAL: Mapping[str, float] = {"square": 0.45, "triangle": 0.28, "hex": 0.75}
"""Height of an owner's initial in a cell of each grid."""


def draw(state: State) -> Drawing:
    """The board: cells, edges and dots in painting order, and a place for every edge."""
    board = state.board
    frame = picture(board, MARGIN)
    shapes: list[Shape] = []
    for number in range(len(board.cells)):
        shapes += _cell(board, number, cell_kind(state, number))
    kinds = [edge_kind(state, edge) for edge in range(len(board.edge_names))]
    # Drawn edges go over free ones, so that no faint line crosses a strong one.
    order = sorted(range(len(kinds)), key=lambda edge: kinds[edge] != "free")
    shapes += [_edge(board, edge, kinds[edge]) for edge in order]
    shapes += _dots(board)
    shapes += _labels(board)
    missing = [(mask & state.undrawn).bit_count() for mask in board.cell_masks]
    places = tuple(
        _place(board, edge, kind, tuple(missing[cell] for cell in board.edge_cells[edge]))
        for edge, kind in enumerate(kinds)
    )
    return Drawing(frame.width, frame.height, tuple(shapes), places)


def cell_kind(state: State, cell: int) -> str:
    """How a cell stands: `owner-0`, `owner-1`, `nobody` (closed before the first move) or `free`."""
    for seat in (0, 1):
        if state.owned[seat] >> cell & 1:
            return f"owner-{seat}"
    return "free" if state.board.cell_masks[cell] & state.undrawn else "nobody"


def edge_kind(state: State, edge: int) -> str:
    """How an edge stands: `owner-0`, `owner-1`, `outline`, `given` (both nobody's) or `free`."""
    for seat in (0, 1):
        if state.lines[seat] >> edge & 1:
            return f"owner-{seat}"
    if state.undrawn >> edge & 1:
        return "free"
    return "outline" if state.layout.outline >> edge & 1 else "given"


@lru_cache(KEPT)
def _cell(board: Tiling, number: int, kind: str) -> tuple[Shape, ...]:
    """A cell, and its owner's initial."""
    frame, cell = picture(board, MARGIN), board.cells[number]
    corners = tuple(frame.points[corner] for corner in cell.corners)
    floor = Polygon(f"cell {kind}", corners, cell.name)
    if not kind.startswith("owner-"):
        return (floor,)
    at = frame.place(cell.centre)
    return (floor, Initial("initial", at, int(kind[-1]), INITIAL[board.grid], cell.name))


@lru_cache(KEPT)
def _edge(board: Tiling, edge: int, kind: str) -> Line:
    frame, (one, two) = picture(board, MARGIN), board.edge_dots[edge]
    return Line(f"edge {kind}", frame.points[one], frame.points[two], board.edge_names[edge])


@cache
def _dots(board: Tiling) -> tuple[Circle, ...]:
    return tuple(Circle("dot", point, DOT) for point in picture(board, MARGIN).points)


@lru_cache(KEPT)
def _place(board: Tiling, edge: int, kind: str, missing: tuple[int, ...]) -> Place:
    """An edge, with how the cells beside it stand: `missing` edges each."""
    frame = picture(board, MARGIN)
    one, two = (board.dots[dot] for dot in board.edge_dots[edge])
    detail: dict[str, str | int] = {"a": one.name, "b": two.name}
    if kind == "free":
        code = "edge-free"
        detail.update(_beside(board, edge, missing))
    elif kind in ("outline", "given"):
        code = f"edge-{kind}"
    else:
        code = "edge-drawn"
        detail["seat"] = int(kind[-1])
    group = str(one.row) if one.row == two.row else f"{one.row}-{two.row}"
    return Place(board.edge_names[edge], frame.middles[edge], frame.outlines[edge], code, detail, group)


def _beside(board: Tiling, edge: int, missing: tuple[int, ...]) -> dict[str, str | int]:
    """How the cells beside a free edge stand.

    `closes` and `offers`: cells that the edge would complete or leave one edge short; then, for each of the
    one or two cells, its name and how many of its sides are drawn (`cell1`, `drawn1`, `sides1`, ...).
    """
    detail: dict[str, str | int] = {"closes": missing.count(1), "offers": missing.count(2)}
    for place, cell in enumerate(board.edge_cells[edge]):
        sides = len(board.cell_edges[cell])
        detail[f"cell{place + 1}"] = board.cells[cell].name
        detail[f"drawn{place + 1}"] = sides - missing[place]
        detail[f"sides{place + 1}"] = sides
    return detail


@cache
def _labels(board: Tiling) -> tuple[Text, ...]:
    """Letters above and numbers beside squares; on other grids every dot's own name in its widest gap."""
    points = picture(board, MARGIN).points
    if board.grid == "square":
        away = 0.58 * MARGIN
        top, left = points[0][1] - away, points[0][0] - away
        named = list(zip(points, board.dots, strict=True))
        return (
            *(Text("coordinate", (at[0], top), dot.name[0], LABEL) for at, dot in named if dot.row == 1),
            *(
                Text("coordinate", (left, at[1]), dot.name[1:], LABEL)
                for at, dot in named
                if dot.name[0] == "a"
            ),
        )
    neighbours: list[list[Point]] = [[] for _ in points]
    for one, two in board.edge_dots:
        neighbours[one].append(points[two])
        neighbours[two].append(points[one])
    return tuple(
        Text("coordinate", _free_spot(point, neighbours[dot]), board.dots[dot].name, 0.75 * LABEL)
        for dot, point in enumerate(points)
    )


def _free_spot(point: Point, neighbours: list[Point]) -> Point:
    """A spot close to a dot, as far as can be from its edges; above it where that is as good as elsewhere."""

    def nearness(step: int) -> float:
        """How closely an edge points the same way (a cosine), for the direction `step` twelfths from up."""
        x, y = sin(step * pi / 6), -cos(step * pi / 6)
        return round(max((x * (a - point[0]) + y * (b - point[1])) for a, b in neighbours), 3)

    step = min(range(12), key=lambda step: (nearness(step), min(step, 12 - step), step))
    beside = abs(sin(step * pi / 6))  # a name is wider than high
    reach = (0.34 if nearness(step) > NARROW else 0.25) + 0.1 * beside
    return round(point[0] + reach * sin(step * pi / 6), 4), round(point[1] - reach * cos(step * pi / 6), 4)
