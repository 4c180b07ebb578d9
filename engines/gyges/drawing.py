"""The board as shapes, with a place for every cell and for both goals."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import hypot

from engines.core.drawing import Circle, Drawing, Initial, Path, Place, Point, Polygon, Shape, Text
from engines.core.game import Seat
from engines.gyges.board import CELLS, GOAL, GOALS, HOME, NAMES, SIZE, row_of
from engines.gyges.moving import Board
from engines.gyges.routes import Route
from engines.gyges.rules import State

SIDE, EDGE = 0.12, 0.12
"""Room beside the board, and beyond the goals. A cell is one unit wide."""
DEPTH, SLANT = 0.66, 1.0
"""How deep a goal is, and by how much it is narrower on either side at its far end."""
CORNER, NAME = 0.12, 0.2
"""Where the name of a row or a column is written in a cell, from its corner, and how large."""
PIECE = 0.39
RADII = (0.3, 0.2, 0.1)
"""Radii of a piece and of its rings, from the outermost."""
WIDTH = SIZE + 2 * SIDE
HEIGHT = SIZE + 2 * (DEPTH + EDGE)
TOP, BOTTOM = EDGE + DEPTH, EDGE + DEPTH + SIZE
"""Where the cells begin and end, from the top."""


def draw(state: State) -> Drawing:
    """Goals, cells and pieces in painting order, with seat 0 at the bottom."""
    shapes: list[Shape] = []
    for seat in (0, 1):
        shapes += _gate(seat, goal_token(state, seat))
    shapes += _floor()
    shapes += _labels()
    for cell, rings in enumerate(state.board):
        if rings:
            shapes += _piece(centre(cell), rings, NAMES[cell])
    if state.scored:
        shapes += _piece(_goal_centre(state.mover, WIDTH / 2), state.scored, GOAL)
    places = (*(_goal(state, seat) for seat in (0, 1)), *map(_cell, range(CELLS), state.board))
    return Drawing(WIDTH, HEIGHT, tuple(shapes), places)


def centre(cell: int) -> Point:
    """The middle of a cell."""
    return SIDE + cell % SIZE + 0.5, _top(cell) + 0.5


def goal_token(state: State, seat: Seat) -> str:
    """What the goal that `seat` plays for is called: `goal` is that of the side to move."""
    return GOAL if seat == state.mover else HOME


def in_a_row(row: str) -> Drawing:
    """A small picture of pieces side by side, from their numbers of rings."""
    room = 0.06
    shapes: list[Shape] = []
    for column, rings in enumerate(row):
        left = room + column
        if len(row) > 1:
            shapes.append(Polygon("cell even", _span(left, room, left + 1, room + 1)))
        shapes += _piece((left + 0.5, room + 0.5), int(rings), None)
    return Drawing(len(row) + 2 * room, 1 + 2 * room, tuple(shapes), ())


def piece_in(cell: int, rings: int) -> tuple[Shape, ...]:
    """A piece in a cell."""
    return _piece(centre(cell), rings, NAMES[cell])


def way(route: Route, kind: str = "") -> tuple[Shape, ...]:
    """A route as a line over the board: where it starts, a ring at each bounce, and its end.

    `kind` is a further kind of all its shapes.
    """
    more = f" {kind}" if kind else ""
    points = [centre(cell) for cell in route.cells if cell < CELLS]
    if route.cells[-1] >= CELLS:
        points.append(_goal_centre(GOALS.index(route.cells[-1]), points[-1][0]))
    line = "M" + " L".join(f"{x:g},{y:g}" for x, y in points)
    return (
        Path(f"route-edge{more}", line),
        Path(f"route{more}", line),
        Circle(f"departure{more}", points[0], 0.1),
        *(Circle(f"bounce{more}", centre(cell), PIECE + 0.05) for cell in route.bounced),
        Circle(f"arrival{more}{' inside' if route.cells[-1] >= CELLS else ''}", points[-1], 0.16),
    )


def halo(cell: int) -> Shape:
    """Around a piece that may be moved."""
    return Circle("halo", centre(cell), PIECE + 0.06)


def ends_shown(board: Board, start: int, ends: Iterable[int]) -> tuple[Shape, ...]:
    """What tells the ends of a move apart: a dot in an empty cell, four corners around a piece, an arrow."""
    shapes: list[Shape] = []
    for end in sorted(ends):
        if end >= CELLS:
            shapes.append(_entrance(GOALS.index(end)))
        elif end == start:
            shapes.append(Circle("end back", centre(end), PIECE + 0.06))
        elif board[end]:
            shapes.append(Path("end piece", _corners(centre(end))))
        else:
            shapes.append(Circle("end empty", centre(end), 0.14))
    return tuple(shapes)


def drops_shown(drops: Iterable[int], rings: int) -> tuple[Shape, ...]:
    """A pale copy of the replaced piece wherever it may be put."""
    return tuple(
        shape
        for drop in drops
        for shape in (
            Circle("drop", centre(drop), PIECE - 0.06),
            Path("drop-rings", _circles(centre(drop), RADII[:rings])),
        )
    )


def arrow(start: int, end: int) -> Shape:
    """From the cell where a piece stood to the one where it is put, a little bent."""
    (x, y), (u, v) = centre(start), centre(end)
    dx, dy = u - x, v - y
    length = hypot(dx, dy)
    if not length:
        return Path("replacement", _circles((x, y), (0.45,)))
    bend = min(0.6, length / 4)
    mx, my = (x + u) / 2 - dy / length * bend, (y + v) / 2 + dx / length * bend
    ax, ay = (u - mx) / hypot(u - mx, v - my), (v - my) / hypot(u - mx, v - my)
    tip = [(u - 0.28 * ax + side * 0.17 * ay, v - 0.28 * ay - side * 0.17 * ax) for side in (1, -1)]
    head = f"M{tip[0][0]:.3g},{tip[0][1]:.3g} L{u:g},{v:g} L{tip[1][0]:.3g},{tip[1][1]:.3g}"
    return Path("replacement", f"M{x:g},{y:g} Q{mx:.3g},{my:.3g} {u:g},{v:g} {head}")


@cache
def _piece(at: Point, rings: int, token: str | None) -> tuple[Shape, ...]:
    return (
        Circle(f"piece carried rings-{rings}", at, PIECE, token),
        Path(f"rings carried rings-{rings}", _circles(at, RADII[:rings]), token),
        Text("digit carried", at, str(rings), 0.4, token),
    )


def _circles(at: Point, radii: Iterable[float]) -> str:
    x, y = at
    return " ".join(
        f"M{x - r:g},{y:g} A{r:g} {r:g} 0 1 0 {x + r:g},{y:g} A{r:g} {r:g} 0 1 0 {x - r:g},{y:g}"
        for r in radii
    )


def _corners(at: Point) -> str:
    x, y = at
    out, length = 0.44, 0.2
    return " ".join(
        f"M{x + i * (out - length):g},{y + j * out:g} L{x + i * out:g},{y + j * out:g}"
        f" L{x + i * out:g},{y + j * (out - length):g}"
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


@cache
def _gate(seat: Seat, token: str) -> tuple[Shape, ...]:
    """The goal that a seat plays for: an open gate, with the initial of the one who guards it."""
    near, far = (TOP, EDGE) if seat == 0 else (BOTTOM, BOTTOM + DEPTH)
    left, right = SIDE, WIDTH - SIDE
    corners = ((left, near), (left + SLANT, far), (right - SLANT, far), (right, near))
    posts = f"M{left:g},{near:g} L{left + SLANT:g},{far:g} M{right:g},{near:g} L{right - SLANT:g},{far:g}"
    return (
        Polygon("goal", corners, token),
        Path("posts", posts),
        Initial("initial", _goal_centre(seat, WIDTH / 2), 1 - seat, 0.42),
    )


def _entrance(seat: Seat) -> Shape:
    """An arrow through each half of the goal that a seat plays for."""
    up = -1 if seat == 0 else 1
    y = _goal_centre(seat, 0)[1]
    return Path(
        "end goal",
        " ".join(
            f"M{x - 0.22:g},{y - up * 0.12:g} L{x:g},{y + up * 0.12:g} L{x + 0.22:g},{y - up * 0.12:g}"
            for x in (WIDTH / 2 - 1.1, WIDTH / 2 + 1.1)
        ),
    )


def _square(cell: int) -> tuple[Point, ...]:
    return _span(SIDE + cell % SIZE, _top(cell), SIDE + cell % SIZE + 1, _top(cell) + 1)


@cache
def _floor() -> tuple[Shape, ...]:
    return tuple(
        Polygon(f"cell {'even' if (row_of(cell) + cell) % 2 else 'odd'}", _square(cell), NAMES[cell])
        for cell in range(CELLS)
    )


@cache
def _cell(cell: int, rings: int) -> Place:
    left, right = cell % SIZE, cell % SIZE + 1
    outline = _span(
        0 if left == 0 else SIDE + left, _top(cell), WIDTH if right == SIZE else SIDE + right, _top(cell) + 1
    )
    detail: dict[str, str | int] = {"cell": NAMES[cell]}
    if rings:
        detail["rings"] = rings
    group = f"{SIZE - row_of(cell):02}"
    return Place(NAMES[cell], centre(cell), outline, "piece" if rings else "empty", detail, group)


def _goal(state: State, seat: Seat) -> Place:
    upper, lower = (0.0, TOP) if seat == 0 else (BOTTOM, HEIGHT)
    at = _goal_centre(seat, WIDTH / 2)
    detail: dict[str, str | int] = {"far": int(seat == state.mover), "seat": seat}
    if state.scored and seat == state.mover:
        detail["rings"] = state.scored
    group = "00" if seat == 0 else f"{SIZE + 1:02}"
    return Place(goal_token(state, seat), at, _span(0, upper, WIDTH, lower), "goal", detail, group)


def _goal_top(seat: Seat) -> float:
    return EDGE if seat == 0 else BOTTOM


def _goal_centre(seat: Seat, x: float) -> Point:
    return x, _goal_top(seat) + DEPTH / 2


def _top(cell: int) -> float:
    return TOP + SIZE - 1 - row_of(cell)


def _span(left: float, upper: float, right: float, lower: float) -> tuple[Point, ...]:
    return (left, upper), (right, upper), (right, lower), (left, lower)


@cache
def _labels() -> tuple[Text, ...]:
    letters = tuple(
        Text("coordinate", (SIDE + column + 1 - CORNER, BOTTOM - CORNER), NAMES[column][0], NAME)
        for column in range(SIZE)
    )
    numbers = tuple(
        Text("coordinate", (SIDE + CORNER, _top(row * SIZE) + CORNER), str(row + 1), NAME)
        for row in range(SIZE)
    )
    return letters + numbers
