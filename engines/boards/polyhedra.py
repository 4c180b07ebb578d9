"""The faces of six solids as a board: faces that share an edge are neighbours.

A solid is given by its real corners in space and, for each face, the direction in which it looks. The
picture is a map of the solid as seen from its middle: the direction opposite to the outermost face becomes
the centre, distances from there are kept (azimuthal equidistant map) and edges become gentle curves. The
outermost face is the ring around all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, product
from math import acos, atan2, cos, hypot, pi, sin, sqrt

from engines.boards.graph import Cell, Graph, Ring, Stroke, connect
from engines.boards.grids import EDGE
from engines.core.drawing import Point

Vector = tuple[float, float, float]

GOLDEN = (1 + sqrt(5)) / 2
KINDS = ("tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron", "football")
RADIUS = {
    "tetrahedron": 1.5,
    "cube": 1.7,
    "octahedron": 1.9,
    "dodecahedron": 2.3,
    "icosahedron": 3.0,
    "football": 3.6,
}
"""Board units from the middle of the picture to the farthest corner of the outermost face."""
BAND = 0.62
"""Width of the outermost face where it is narrowest, in board units."""
STRAIGHT = 0.006
"""How far the straight pieces that make up the curve of an edge may be from it, in board units."""


def _dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _cross(one: Vector, other: Vector) -> Vector:
    return (
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )


def _unit(vector: Vector) -> Vector:
    length = sqrt(_dot(vector, vector))
    return vector[0] / length, vector[1] / length, vector[2] / length


def _scaled(vector: Vector, factor: float) -> Vector:
    return vector[0] * factor, vector[1] * factor, vector[2] * factor


def _sum(vectors: Sequence[Vector]) -> Vector:
    x, y, z = (sum(part) for part in zip(*vectors, strict=True))
    return x, y, z


def _turns(vector: Vector) -> tuple[Vector, ...]:
    """The vector and its two cyclic turns: (x, y, z), (y, z, x), (z, x, y)."""
    x, y, z = vector
    return (x, y, z), (y, z, x), (z, x, y)


def _signs(vector: Vector) -> tuple[Vector, ...]:
    """The vector with every choice of signs, each once."""
    x, y, z = vector
    return tuple(
        dict.fromkeys((a * x or 0.0, b * y or 0.0, c * z or 0.0) for a, b, c in product((1, -1), repeat=3))
    )


TETRAHEDRON: tuple[Vector, ...] = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))
OCTAHEDRON = tuple(turned for sign in (1.0, -1.0) for turned in _turns((sign, 0.0, 0.0)))
CUBE = _signs((1, 1, 1))
ICOSAHEDRON = tuple(turned for each in _signs((0, GOLDEN, 1)) for turned in _turns(each))
DODECAHEDRON = (*CUBE, *(turned for each in _signs((0, 1 / GOLDEN, GOLDEN)) for turned in _turns(each)))


def _football() -> tuple[Vector, ...]:
    """Both points that divide each edge of the icosahedron in three."""
    edges = [pair for pair in combinations(ICOSAHEDRON, 2) if abs(_dot(*pair) - GOLDEN) < 1e-9]
    return tuple(
        (2 * one[0] + other[0], 2 * one[1] + other[1], 2 * one[2] + other[2])
        for pair in edges
        for one, other in (pair, pair[::-1])
    )


def corners(kind: str) -> tuple[Vector, ...]:
    """The corners of the solid in space, its middle at the origin."""
    return {
        "tetrahedron": TETRAHEDRON,
        "cube": CUBE,
        "octahedron": OCTAHEDRON,
        "dodecahedron": DODECAHEDRON,
        "icosahedron": ICOSAHEDRON,
        "football": _football(),
    }[kind]


def _outlooks(kind: str) -> tuple[Vector, ...]:
    """Where each face looks: the corners of the dual solid. The outermost face comes first."""
    return {
        "tetrahedron": tuple((-x, -y, -z) for x, y, z in TETRAHEDRON),
        "cube": OCTAHEDRON,
        "octahedron": CUBE,
        "dodecahedron": ICOSAHEDRON,
        "icosahedron": DODECAHEDRON,
        "football": (*ICOSAHEDRON, *DODECAHEDRON),
    }[kind]


@dataclass(frozen=True, slots=True)
class _Face:
    """A face: where it looks, and its corners in order around it."""

    outlook: Vector
    corners: tuple[Vector, ...]


def _face(outlook: Vector, points: Sequence[Vector]) -> _Face:
    """The corners farthest out in this direction, in order around it."""
    farthest = max(_dot(outlook, point) for point in points)
    found = [point for point in points if _dot(outlook, point) > farthest - 1e-9]
    middle = _unit(outlook)
    right = _unit(_cross(middle, found[0]))
    up = _cross(middle, right)
    return _Face(middle, tuple(sorted(found, key=lambda point: atan2(_dot(point, up), _dot(point, right)))))


@dataclass(frozen=True, slots=True)
class _Map:
    """Directions in space to points of the picture; `pole` becomes the middle, `upward` lies above it."""

    pole: Vector
    upward: Vector
    scale: float
    middle: Point

    def distance(self, direction: Vector) -> float:
        """How far from the pole a direction is, in radians."""
        return acos(max(-1.0, min(1.0, _dot(self.pole, _unit(direction)))))

    def bearing(self, direction: Vector) -> float:
        """Clockwise from straight up on the picture, in radians from 0 to a full turn."""
        angle = atan2(_dot(direction, _cross(self.upward, self.pole)), _dot(direction, self.upward))
        return (angle + 1e-6) % (2 * pi)

    def at(self, direction: Vector) -> Point:
        """Where a direction is drawn."""
        away, bearing = self.scale * self.distance(direction), self.bearing(direction)
        return self.middle[0] + away * sin(bearing), self.middle[1] - away * cos(bearing)

    def edge(self, start: Vector, end: Vector) -> Stroke:
        """The edge between two corners as a curve, without its last point."""
        pieces = 1
        while True:
            curve = [
                self.at(_sum((_scaled(start, 2 * pieces - step), _scaled(end, step))))
                for step in range(2 * pieces + 1)
            ]
            ends, middles = curve[::2], curve[1::2]
            if all(
                _away(middle, one, other) < STRAIGHT
                for middle, (one, other) in zip(middles, pairwise(ends), strict=True)
            ):
                return tuple(ends[:-1])
            pieces += 1

    def outline(self, face: _Face) -> Stroke:
        """The border of a face."""
        ring = (*face.corners[1:], face.corners[0])
        return tuple(
            point for start, end in zip(face.corners, ring, strict=True) for point in self.edge(start, end)
        )


def _map_of(faces: Sequence[_Face], kind: str) -> _Map:
    """The map whose middle lies opposite the first face, with a corner of that face straight above."""
    outermost = faces[0]
    x, y, z = outermost.outlook
    pole = (-x, -y, -z)
    corner = outermost.corners[0]
    upward = _unit(_sum((corner, _scaled(pole, -_dot(pole, corner)))))
    reach = pi - acos(_dot(outermost.outlook, _unit(corner)))
    edge_reach = pi - acos(_dot(outermost.outlook, _unit(_sum(outermost.corners[:2]))))
    scale = RADIUS[kind] / max(reach, edge_reach)
    half = RADIUS[kind] + BAND + EDGE
    return _Map(pole, upward, scale, (half, half))


@cache
def solid(kind: str) -> Graph:
    """The faces of a solid, numbered from the middle of the picture outwards and clockwise from the top."""
    points = corners(kind)
    faces = [_face(outlook, points) for outlook in _outlooks(kind)]
    drawn = _map_of(faces, kind)
    outermost = faces[0]
    faces.sort(key=lambda face: (round(drawn.distance(face.outlook), 6), drawn.bearing(face.outlook)))
    last = len(faces) - 1
    middle, half = drawn.middle, RADIUS[kind] + BAND
    rim, inner = _around(middle, half, drawn.outline(outermost))
    ring = Ring(last, middle, RADIUS[kind] + BAND / 2, rim, inner)

    cells = [
        Cell(
            name=str(position + 1),
            centre=drawn.at(face.outlook),
            outline=drawn.outline(face),
            room=_room(drawn.at(face.outlook), drawn.outline(face)),
            group=str(_belt(faces, drawn, face)),
        )
        for position, face in enumerate(faces[:-1])
    ]
    cells.append(
        Cell(
            name=str(last + 1),
            centre=ring.at(-pi / 2),
            outline=(*rim, *inner),
            room=BAND / 2,
            group=str(_belt(faces, drawn, outermost)),
        )
    )
    ways: dict[tuple[int, int], tuple[Stroke, ...]] = {}
    for one, other in combinations(range(len(faces)), 2):
        shared = [corner for corner in faces[one].corners if corner in faces[other].corners]
        if len(shared) == 2:
            gate = drawn.at(_sum(shared))
            ways[one, other] = ((cells[one].centre, gate, cells[other].centre),)
            ways[other, one] = ((cells[other].centre, gate, cells[one].centre),)
    size = 2 * (half + EDGE)
    frame = ((inner[0][0], 0.0), (size, 0.0), (size, size), (0.0, size), (0.0, 0.0), (inner[0][0], 0.0))
    return Graph(
        kind=kind,
        cells=tuple(cells),
        neighbours=connect(len(faces), ways),
        width=size,
        height=size,
        areas=(*((cell.outline,) for cell in cells[:-1]), ((*frame, *inner),)),
        ways=ways,
        surround=ring,
    )


def _belt(faces: Sequence[_Face], drawn: _Map, face: _Face) -> int:
    """Which ring of faces around the middle of the picture a face belongs to, from 1."""
    rings = sorted({round(drawn.distance(each.outlook), 6) for each in faces})
    return rings.index(round(drawn.distance(face.outlook), 6)) + 1


def _room(centre: Point, outline: Sequence[Point]) -> float:
    """The distance from a face's middle to its border."""
    return min(_gap(centre, here, there) for here, there in pairwise((*outline, outline[0])))


def _gap(point: Point, start: Point, end: Point) -> float:
    """The distance from a point to a straight piece."""
    right, down = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * right + (point[1] - start[1]) * down) / (right * right + down * down)
    share = max(0.0, min(1.0, along))
    return hypot(point[0] - start[0] - share * right, point[1] - start[1] - share * down)


def _away(point: Point, one: Point, other: Point) -> float:
    """How far a point is from halfway between two others."""
    return hypot(point[0] - (one[0] + other[0]) / 2, point[1] - (one[1] + other[1]) / 2)


def _around(middle: Point, half: float, inner: Stroke) -> tuple[Stroke, Stroke]:
    """The border of the outermost face: a circle of radius `half`, and back along the other faces.

    Both begin and end at the same point, next to each other, so that joined they are one closed line.
    """
    first = max(range(len(inner)), key=lambda at: middle[1] - inner[at][1])
    back = (*inner[first:], *inner[: first + 1])
    clockwise = sum(
        (x - middle[0]) * (v - middle[1]) - (u - middle[0]) * (y - middle[1])
        for (x, y), (u, v) in pairwise(back)
    )
    if clockwise > 0:
        back = back[::-1]
    top = back[0]
    turn = atan2(top[0] - middle[0], middle[1] - top[1])
    circle = tuple(
        (middle[0] + half * sin(turn + step * pi / 60), middle[1] - half * cos(turn + step * pi / 60))
        for step in range(121)
    )
    return circle, back
