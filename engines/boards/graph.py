"""A board as a graph: named cells, who is next to whom, and where each cell is drawn.

Coordinates are in board units, x to the right, y down. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import atan2, ceil, cos, pi, sin

from engines.core.drawing import Point

Stroke = tuple[Point, ...]
"""A line through points, drawn without lifting the pen."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its name, its middle, its border, and the radius of a disc around the middle that fits in.

    `group` orders cells for reading aloud. The border of a cell that surrounds the others runs around the
    board, crosses over and comes back along the others (a keyhole), so that it is one closed line.
    """

    name: str
    centre: Point
    outline: tuple[Point, ...]
    room: float
    group: str


@dataclass(frozen=True, slots=True)
class Ghost:
    """A pale copy of a cell beyond a glued border, where a step over that border leads."""

    cell: int
    centre: Point
    outline: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Seam:
    """A glued side of the board. Sides of one `pair` are glued so that their directions agree."""

    start: Point
    end: Point
    pair: int


@dataclass(frozen=True, slots=True)
class Ring:
    """The circle on which one walks along the cell `cell` that surrounds all others.

    `rim` is that cell's outer border and `inner` the one along the others, in the opposite direction.
    """

    cell: int
    centre: Point
    radius: float
    rim: Stroke
    inner: Stroke

    def at(self, angle: float) -> Point:
        """The point of the circle in a direction (radians, 0 to the right, clockwise on the picture)."""
        return self.centre[0] + self.radius * cos(angle), self.centre[1] + self.radius * sin(angle)

    def angle(self, point: Point) -> float:
        """The direction in which a point lies."""
        return atan2(point[1] - self.centre[1], point[0] - self.centre[0])

    def arc(self, start: float, end: float) -> Stroke:
        """Points along the circle, the shorter way round."""
        turn = (end - start + pi) % (2 * pi) - pi
        steps = max(1, ceil(abs(turn) / 0.15))
        return tuple(self.at(start + turn * step / steps) for step in range(steps + 1))


@dataclass(frozen=True, eq=False)
class Graph:
    """A board without obstacles or values. `neighbours[i]` are indices of cells, ascending.

    `areas` are, for each cell, the parts of the picture in which a tap belongs to it: they share out the
    whole picture, and the first part of each holds the cell's middle. `ways` holds, for steps that are not a
    straight line between two middles, the strokes that show them: two strokes where the step leaves the
    picture and comes back elsewhere. `links` are connections that no shared side shows. `labels` are
    coordinates written beside the board. `surround`, if set, is how to walk along the outermost cell.
    """

    kind: str
    cells: tuple[Cell, ...]
    neighbours: tuple[tuple[int, ...], ...]
    width: float
    height: float
    areas: tuple[tuple[Stroke, ...], ...]
    ways: Mapping[tuple[int, int], tuple[Stroke, ...]] = field(default_factory=dict)
    ghosts: tuple[Ghost, ...] = ()
    seams: tuple[Seam, ...] = ()
    links: tuple[Stroke, ...] = ()
    labels: tuple[tuple[Point, str], ...] = ()
    surround: Ring | None = None

    @cached_property
    def index(self) -> dict[str, int]:
        """The position of each cell by its name."""
        return {cell.name: position for position, cell in enumerate(self.cells)}

    def trail(self, path: Iterable[int]) -> tuple[Stroke, ...]:
        """The line that a walk through neighbouring cells draws, in pieces where it leaves the picture."""
        walk = tuple(path)
        pieces: list[list[Point]] = [[self.cells[walk[0]].centre]]
        for here, there in pairwise(walk):
            if self.surround is not None and self.surround.cell in (here, there):
                pieces[-1].extend(self._along(self.surround, pieces[-1][-1], here, there))
                continue
            straight = ((self.cells[here].centre, self.cells[there].centre),)
            strokes = self.ways.get((here, there), straight)
            pieces[-1].extend(strokes[0][1:])
            pieces.extend(list(stroke) for stroke in strokes[1:])
        return tuple(tuple(piece) for piece in pieces)

    def _along(self, ring: Ring, last: Point, here: int, there: int) -> Stroke:
        """A step onto the outermost cell, to the nearest point of its ring, or along the ring and off it."""
        gate = self.ways[here, there][0][1]
        if there == ring.cell:
            return gate, ring.at(ring.angle(gate))
        return (*ring.arc(ring.angle(last), ring.angle(gate))[1:], gate, self.cells[there].centre)


def connect(size: int, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Neighbours of each of `size` cells from connections, made simple: no loops, no double connections."""
    found: list[set[int]] = [set() for _ in range(size)]
    for one, other in pairs:
        if one != other:
            found[one].add(other)
            found[other].add(one)
    return tuple(tuple(sorted(each)) for each in found)


def nearest(
    sites: Iterable[tuple[int, Point]], width: float, height: float
) -> tuple[tuple[Stroke, ...], ...]:
    """Shares out a picture: for each cell the parts that lie nearer to a site of its than to others'.

    A site is a cell and a point; each cell has one or more, the first of them its middle.
    """
    points = tuple(sites)
    found: dict[int, list[Stroke]] = {}
    for cell, site in points:
        figure: Stroke = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        for _, other in points:
            if other != site:
                figure = _nearer(figure, site, other)
        if figure:
            found.setdefault(cell, []).append(figure)
    return tuple(tuple(found[cell]) for cell in sorted(found))


def _nearer(figure: Stroke, site: Point, other: Point) -> Stroke:
    """The part of a convex figure that lies nearer to `site` than to `other`."""
    right, down = other[0] - site[0], other[1] - site[1]
    middle = (right * (site[0] + other[0]) + down * (site[1] + other[1])) / 2
    gaps = [right * x + down * y - middle for x, y in figure]
    if max(gaps, default=0.0) <= 1e-9:
        return figure
    kept: list[Point] = []
    for place, (here, gap) in enumerate(zip(figure, gaps, strict=True)):
        there, next_gap = figure[(place + 1) % len(figure)], gaps[(place + 1) % len(figure)]
        if gap <= 0:
            kept.append(here)
        if (gap <= 0) != (next_gap <= 0):
            share = gap / (gap - next_gap)
            kept.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
    return tuple(kept)
