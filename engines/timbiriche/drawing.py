"""The board as shapes and places, as lines of text, and as a JSON document."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin
from typing import Any

from engines.boards.tiling import Point, Tiling
from engines.core.drawing import Circle, Drawing, Initial, Line, Place, Polygon, Shape, Text
from engines.timbiriche.rules import State

MARGIN = 0.6
"""Room around the board, in lengths of an edge."""
DOT = 0.09
INITIAL = 0.42
"""Height of an owner's initial in a square; smaller in smaller cells."""
LABEL = 0.24


def draw(state: State) -> Drawing:
    """The board: cells, edges and dots in painting order, and a place for every edge."""
    board = state.board
    frame = _frame(board)
    points = frame.points
    shapes: list[Shape] = []
    for number, cell in enumerate(board.cells):
        corners = tuple(points[corner] for corner in cell.corners)
        owner = _owner(state, number)
        shapes.append(Polygon(f"cell {owner}", corners, cell.name))
        if owner in ("owner-0", "owner-1"):
            middle = frame.shift(cell.centre)
            shapes.append(Initial("initial", middle, int(owner[-1]), frame.initial, cell.name))
    # Drawn edges are painted over free ones, so that no faint line crosses a strong one.
    lines = [
        Line(f"edge {_edge_kind(state, edge)}", points[one], points[two], board.edge_names[edge])
        for edge, (one, two) in enumerate(board.edge_dots)
    ]
    shapes += sorted(lines, key=lambda line: line.kind != "edge free")
    shapes += [Circle("dot", point, DOT) for point in points]
    shapes += frame.labels
    places = tuple(_place(state, edge, frame) for edge in range(len(board.edge_names)))
    return Drawing(frame.width, frame.height, tuple(shapes), places)


def _owner(state: State, cell: int) -> str:
    for seat in (0, 1):
        if state.owned[seat] >> cell & 1:
            return f"owner-{seat}"
    return "free" if state.board.cell_masks[cell] & state.undrawn else "nobody"


def _edge_kind(state: State, edge: int) -> str:
    if state.undrawn >> edge & 1:
        return "free"
    for seat in (0, 1):
        if state.lines[seat] >> edge & 1:
            return f"owner-{seat}"
    return "outline" if state.layout.outline >> edge & 1 else "given"


def _place(state: State, edge: int, frame: _Frame) -> Place:
    board = state.board
    one, two = (board.dots[dot] for dot in board.edge_dots[edge])
    kind = _edge_kind(state, edge)
    detail: dict[str, str | int] = {"a": one.name, "b": two.name}
    if kind.startswith("owner-"):
        code = "edge-drawn"
        detail["seat"] = int(kind[-1])
    elif kind == "free":
        code = "edge-free"
        cells = board.edge_cells[edge]
        missing = [(board.cell_masks[cell] & state.undrawn).bit_count() for cell in cells]
        detail["closes"] = missing.count(1)
        detail["leaves"] = missing.count(2)
        for place, cell in enumerate(cells, start=1):
            detail[f"cell{place}"] = board.cells[cell].name
            detail[f"drawn{place}"] = len(board.cell_edges[cell]) - missing[place - 1]
            detail[f"sides{place}"] = len(board.cell_edges[cell])
    else:
        code = f"edge-{kind}"
    group = str(one.row) if one.row == two.row else f"{one.row}-{two.row}"
    return Place(board.edge_names[edge], frame.middles[edge], frame.outlines[edge], code, detail, group)


class _Frame:
    """A board moved into the picture: points, outlines of the edges' places, labels. One for each board."""

    def __init__(self, board: Tiling) -> None:
        left = min(dot.at[0] for dot in board.dots) - MARGIN
        top = min(dot.at[1] for dot in board.dots) - MARGIN
        self._origin = (left, top)
        self.width = _round(max(dot.at[0] for dot in board.dots) + MARGIN - left)
        self.height = _round(max(dot.at[1] for dot in board.dots) + MARGIN - top)
        self.points = [self.shift(dot.at) for dot in board.dots]
        ends = [(self.points[one], self.points[two]) for one, two in board.edge_dots]
        self.middles = [(_round((a[0] + b[0]) / 2), _round((a[1] + b[1]) / 2)) for a, b in ends]
        self.outlines = _outlines(board, self)
        self.initial = {"square": 0.42, "triangle": 0.26, "hex": 0.7}[board.grid]
        self.labels = tuple(_labels(board, self.points))

    def shift(self, at: Point) -> Point:
        """A point of the board in the picture."""
        return _round(at[0] - self._origin[0]), _round(at[1] - self._origin[1])


@cache
def _frame(board: Tiling) -> _Frame:
    return _Frame(board)


def _round(value: float) -> float:
    return round(value, 4)


def _outlines(board: Tiling, frame: _Frame) -> list[tuple[Point, ...]]:
    """The points nearest to each edge: between the middles of its cells, or out to the picture's border."""
    rays = _rays(board)
    found = []
    for edge, (one, two) in enumerate(board.edge_dots):
        a, b = frame.points[one], frame.points[two]
        first, *others = (frame.shift(board.cells[cell].centre) for cell in board.edge_cells[edge])
        far = [others[0]] if others else _outside(a, b, rays[one], rays[two], frame)
        found.append((first, a, *far, b))
    return found


def _rays(board: Tiling) -> dict[int, Point]:
    """For each dot of the outline the direction that halves the outside angle."""
    rays: dict[int, Point] = {}
    for edge in board.outline:
        one, two = (board.dots[dot].at for dot in board.edge_dots[edge])
        centre = board.cells[board.edge_cells[edge][0]].centre
        normal = ((one[0] + two[0]) / 2 - centre[0], (one[1] + two[1]) / 2 - centre[1])
        length = hypot(*normal)
        for dot in board.edge_dots[edge]:
            known = rays.get(dot, (0.0, 0.0))
            rays[dot] = (known[0] + normal[0] / length, known[1] + normal[1] / length)
    return rays


def _outside(a: Point, b: Point, from_a: Point, from_b: Point, frame: _Frame) -> list[Point]:
    """The border of the place outside the board, from a to b without them."""
    far = 20 * (frame.width + frame.height)
    beyond_a = (a[0] + far * from_a[0], a[1] + far * from_a[1])
    beyond_b = (b[0] + far * from_b[0], b[1] + far * from_b[1])
    figure = [a, beyond_a, beyond_b, b]
    for axis, limit, sign in ((0, 0.0, 1), (0, frame.width, -1), (1, 0.0, 1), (1, frame.height, -1)):
        figure = _clip(figure, axis, limit, sign)
    start = figure.index(a)
    turned = [(_round(x), _round(y)) for x, y in figure[start + 1 :] + figure[:start]]
    return turned[: turned.index(b)]


def _clip(figure: list[Point], axis: int, limit: float, sign: int) -> list[Point]:
    """The part of a figure on one side of an upright or level line."""
    kept: list[Point] = []
    for here, there in zip(figure, figure[1:] + figure[:1], strict=True):
        inside, next_inside = (sign * (point[axis] - limit) >= 0 for point in (here, there))
        if inside:
            kept.append(here)
        if inside != next_inside:
            share = (limit - here[axis]) / (there[axis] - here[axis])
            kept.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
    return kept


def _labels(board: Tiling, points: list[Point]) -> list[Text]:
    """Letters above and numbers beside squares; on other grids every dot's own name in its widest gap."""
    away = MARGIN * 0.58
    if board.grid == "square":
        top, left = points[0][1] - away, points[0][0] - away
        columns = [(point, dot) for point, dot in zip(points, board.dots, strict=True) if dot.row == 1]
        rows = [(point, dot) for point, dot in zip(points, board.dots, strict=True) if dot.name[0] == "a"]
        return [
            *(Text("coordinate", (p[0], _round(top)), dot.name[0], LABEL) for p, dot in columns),
            *(Text("coordinate", (_round(left), p[1]), str(dot.row), LABEL) for p, dot in rows),
        ]
    neighbours: list[list[Point]] = [[] for _ in points]
    for one, two in board.edge_dots:
        neighbours[one].append(points[two])
        neighbours[two].append(points[one])
    return [
        Text("coordinate", _beside(point, neighbours[dot]), board.dots[dot].name, LABEL * 0.75)
        for dot, point in enumerate(points)
    ]


def _beside(point: Point, neighbours: list[Point]) -> Point:
    """A spot close to a dot, as far as possible from its edges; above it where that is as good."""

    def gap(step: int) -> float:
        angle = step * pi / 6
        towards = (-sin(angle), -cos(angle))
        return max(
            towards[0] * (other[0] - point[0]) + towards[1] * (other[1] - point[1]) for other in neighbours
        )

    best = min(range(12), key=lambda step: (_round(gap(step)), min(step, 12 - step), step))
    angle = best * pi / 6
    return _round(point[0] - 0.25 * sin(angle)), _round(point[1] - 0.25 * cos(angle))


def text(state: State) -> str:
    """The position in characters: `+` dots, drawn edges, cells with their owner's seat, `#` for nobody's."""
    board = state.board
    left = 3
    height = max(dot.text[1] for dot in board.dots) + 1
    width = max(dot.text[0] for dot in board.dots) + 1 + left
    canvas = [[" "] * width for _ in range(height)]
    for edge, (one, two) in enumerate(board.edge_dots):
        if not state.undrawn >> edge & 1:
            _rule(canvas, board.dots[one].text, board.dots[two].text, left)
    for number, cell in enumerate(board.cells):
        columns = [board.dots[corner].text[0] for corner in cell.corners]
        lines = [board.dots[corner].text[1] for corner in cell.corners]
        mark = {"owner-0": "0", "owner-1": "1", "nobody": "#", "free": " "}[_owner(state, number)]
        canvas[(min(lines) + max(lines)) // 2][left + (min(columns) + max(columns)) // 2] = mark
    for dot in board.dots:
        canvas[dot.text[1]][left + dot.text[0]] = "+"
        canvas[dot.text[1]][:2] = f"{dot.row:>2}"
    rows = ["".join(line).rstrip() for line in canvas]
    if board.grid == "square":
        letters = " " * left + "   ".join(dot.name[0] for dot in board.dots if dot.row == 1)
        rows.insert(0, letters)
    return "\n".join(rows)


def _rule(canvas: list[list[str]], one: tuple[int, int], two: tuple[int, int], left: int) -> None:
    """Draw an edge between two dots of the text drawing."""
    (x, y), (to_x, to_y) = one, two
    if y == to_y:
        for column in range(x + 1, to_x):
            canvas[y][left + column] = "-"
    else:
        mark = "|" if x == to_x else "\\" if to_x > x else "/"
        canvas[(y + to_y) // 2][left + (x + to_x) // 2] = mark


def document(state: State) -> dict[str, Any]:
    """The position as a JSON document: `edges`, `cells` and `dots`."""
    board = state.board
    owners: dict[str, int | None] = {"owner-0": 0, "owner-1": 1}
    return {
        "grid": board.grid,
        "turn": state.turn,
        "score": list(state.score),
        "edges": [
            {
                "name": name,
                "cells": [board.cells[cell].name for cell in board.edge_cells[edge]],
                "drawn": bool(state.drawn >> edge & 1),
                "kind": _edge_kind(state, edge).partition("-")[0].replace("owner", "played"),
                "seat": owners.get(_edge_kind(state, edge)),
            }
            for edge, name in enumerate(board.edge_names)
        ],
        "cells": [
            {
                "name": cell.name,
                "edges": [board.edge_names[edge] for edge in board.cell_edges[number]],
                "closed": not board.cell_masks[number] & state.undrawn,
                "owner": owners.get(_owner(state, number)),
            }
            for number, cell in enumerate(board.cells)
        ],
        "dots": [{"name": dot.name, "x": dot.at[0], "y": dot.at[1]} for dot in board.dots],
    }
