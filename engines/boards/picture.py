"""A tiling laid out in a picture: where its dots are, and the part of the picture nearest to each edge."""

from __future__ import annotations

from functools import cache
from math import hypot

from engines.boards.tiling import Point, Tiling


class Picture:
    """A board with room around it, one unit to an edge. `picture` keeps one of each."""

    def __init__(self, board: Tiling, margin: float) -> None:
        self.board = board
        columns = [dot.at[0] for dot in board.dots]
        lines = [dot.at[1] for dot in board.dots]
        self._origin = (min(columns) - margin, min(lines) - margin)
        self.width, self.height = self.place((max(columns) + margin, max(lines) + margin))
        self.points = tuple(self.place(dot.at) for dot in board.dots)
        self.middles = tuple(_halfway(self.points[one], self.points[two]) for one, two in board.edge_dots)
        self.outlines = self._outlines()

    def place(self, at: Point) -> Point:
        """A point of the board in the picture."""
        return _rounded((at[0] - self._origin[0], at[1] - self._origin[1]))

    def _outlines(self) -> tuple[tuple[Point, ...], ...]:
        """For each edge the points nearest to it, out to the border of the picture.

        Inside, a cell is regular, so its middle and the two ends of an edge bound what is nearest to the
        edge. Outside, the halves of the outside angles do.
        """
        board = self.board
        rays = _rays(board)
        found = []
        for edge, (one, two) in enumerate(board.edge_dots):
            a, b = self.points[one], self.points[two]
            middles = [self.place(board.cells[cell].centre) for cell in board.edge_cells[edge]]
            beyond = middles[1:] or self._outside(a, b, rays[one], rays[two])
            found.append((middles[0], a, *beyond, b))
        return tuple(found)

    def _outside(self, a: Point, b: Point, from_a: Point, from_b: Point) -> list[Point]:
        """The corners of an outline edge's part outside the board, from a to b without them."""
        far = 20 * (self.width + self.height)
        figure = [a, _along(a, from_a, far), _along(b, from_b, far), b]
        for axis, limit, sign in ((0, 0.0, 1), (0, self.width, -1), (1, 0.0, 1), (1, self.height, -1)):
            figure = _clip(figure, axis, limit, sign)
        start = figure.index(a)
        turned = figure[start + 1 :] + figure[:start]
        return [_rounded(point) for point in turned[: turned.index(b)]]


@cache
def picture(board: Tiling, margin: float) -> Picture:
    """The picture of a board with `margin` units around it."""
    return Picture(board, margin)


def _rays(board: Tiling) -> dict[int, Point]:
    """For each dot of the outline the direction that halves the outside angle."""
    rays: dict[int, Point] = {}
    for edge in board.outline:
        middle = _halfway(*(board.dots[dot].at for dot in board.edge_dots[edge]))
        centre = board.cells[board.edge_cells[edge][0]].centre
        normal = (middle[0] - centre[0], middle[1] - centre[1])
        length = hypot(*normal)
        for dot in board.edge_dots[edge]:
            known = rays.get(dot, (0.0, 0.0))
            rays[dot] = (known[0] + normal[0] / length, known[1] + normal[1] / length)
    return rays


def _clip(figure: list[Point], axis: int, limit: float, sign: int) -> list[Point]:
    """The part of a convex figure on one side of an upright or level line."""
    kept: list[Point] = []
    for here, there in zip(figure, figure[1:] + figure[:1], strict=True):
        inside, inside_next = (sign * (point[axis] - limit) >= 0 for point in (here, there))
        if inside:
            kept.append(here)
        if inside != inside_next:
            share = (limit - here[axis]) / (there[axis] - here[axis])
            kept.append(_along(here, (there[0] - here[0], there[1] - here[1]), share))
    return kept


def _along(start: Point, direction: Point, distance: float) -> Point:
    return start[0] + distance * direction[0], start[1] + distance * direction[1]


def _halfway(one: Point, two: Point) -> Point:
    return _rounded(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def _rounded(point: Point) -> Point:
    return round(point[0], 4), round(point[1], 4)
