"""Boards as graphs: neighbours against independent constructions, and pictures that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, product
from math import dist, sqrt

import numpy as np
import pytest

from engines.boards.graph import Graph
from engines.boards.grids import hexagon, square
from engines.boards.polyhedra import KINDS, solid
from engines.boards.surfaces import surface

SIZES = ((3, 3), (3, 4), (4, 3), (5, 5), (6, 4), (7, 10), (10, 10))
GOLDEN = (1 + sqrt(5)) / 2
FLAT = (
    square("square4", 4, 5),
    square("square8", 5, 3),
    square("knight", 4, 4),
    hexagon(2),
    hexagon(4),
    *(surface(kind, 4, 5) for kind in ("cylinder", "torus", "mobius", "klein")),
    *(solid(kind) for kind in KINDS),
)


def edges(graph: Graph) -> set[frozenset[str]]:
    """The connections of a board as pairs of names."""
    names = [cell.name for cell in graph.cells]
    return {
        frozenset((names[one], names[other])) for one, near in enumerate(graph.neighbours) for other in near
    }


def place(name: str) -> tuple[int, int]:
    """Row and column of a square, from its name."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def related(graph: Graph, near: Callable[[str, str], bool]) -> set[frozenset[str]]:
    """All pairs of names for which `near` holds."""
    return {frozenset(two) for two in combinations((cell.name for cell in graph.cells), 2) if near(*two)}


@pytest.mark.parametrize("graph", FLAT, ids=lambda graph: graph.kind)
def test_every_board_is_simple_and_goes_both_ways(graph: Graph) -> None:
    assert len({cell.name for cell in graph.cells}) == len(graph.cells)
    for cell, near in enumerate(graph.neighbours):
        assert list(near) == sorted(set(near))
        assert cell not in near
        assert all(cell in graph.neighbours[other] for other in near)


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_flat_squares_by_distance(rows: int, cols: int) -> None:
    squared = {"square4": {1}, "square8": {1, 2}, "knight": {5}}
    for kind, distances in squared.items():
        graph = square(kind, rows, cols)
        assert [place(cell.name) for cell in graph.cells] == list(product(range(rows), range(cols)))
        assert edges(graph) == related(
            graph, lambda a, b, d=distances: round(dist(place(a), place(b)) ** 2) in d
        )


def copies(kind: str, rows: int, cols: int, at: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The copies of a square in the plane of which the surface is rolled up, around the sheet itself."""
    row, col = at
    for across, down in product((-1, 0, 1), (-1, 0, 1)):
        if down and kind in ("cylinder", "mobius"):
            continue
        flipped = across % 2 == 1 and kind in ("mobius", "klein")
        yield (rows - 1 - row if flipped else row) + down * rows, col + across * cols


@pytest.mark.parametrize(("rows", "cols"), SIZES)
@pytest.mark.parametrize("kind", ["cylinder", "torus", "mobius", "klein"])
def test_surfaces_by_unrolling_them(kind: str, rows: int, cols: int) -> None:
    graph = surface(kind, rows, cols)

    def near(one: str, other: str) -> bool:
        return any(dist(place(one), copy) == 1 for copy in copies(kind, rows, cols, place(other)))

    assert edges(graph) == related(graph, near)


def test_glued_corners_as_a_person_would_name_them() -> None:
    def near(graph: Graph, name: str) -> set[str]:
        return {graph.cells[other].name for other in graph.neighbours[graph.index[name]]}

    assert near(surface("cylinder", 4, 5), "a1") == {"b1", "a2", "e1"}
    assert near(surface("torus", 4, 5), "a1") == {"b1", "a2", "e1", "a4"}
    assert near(surface("mobius", 4, 5), "a1") == {"b1", "a2", "e4"}
    assert near(surface("klein", 4, 5), "a1") == {"b1", "a2", "e4", "a4"}


@pytest.mark.parametrize("side", [2, 3, 4, 5, 6])
def test_hexagons_by_the_distance_of_their_middles(side: int) -> None:
    graph = hexagon(side)
    assert len(graph.cells) == 3 * side * (side - 1) + 1

    def middle(name: str) -> tuple[float, float]:
        row = ord(name[0]) - ord("a")
        return int(name[1:]) + abs(row - side + 1) / 2, row * sqrt(3) / 2

    assert edges(graph) == related(graph, lambda a, b: abs(dist(middle(a), middle(b)) - 1) < 1e-9)


def corners(kind: str) -> list[tuple[float, ...]]:
    """The corners of the real solid, by the formulas of the textbook."""

    def signed(*sizes: float) -> list[tuple[float, ...]]:
        return [
            tuple(sign * size for sign, size in zip(signs, sizes, strict=True))
            for signs in product((1, -1), repeat=3)
        ]

    def even(*sizes: float) -> list[tuple[float, ...]]:
        return [
            tuple(each[(at + turn) % 3] for at in range(3)) for each in signed(*sizes) for turn in range(3)
        ]

    found = {
        "tetrahedron": [point for point in signed(1, 1, 1) if point[0] * point[1] * point[2] > 0],
        "cube": signed(1, 1, 1),
        "octahedron": even(1, 0, 0),
        "dodecahedron": signed(1, 1, 1) + even(0, 1 / GOLDEN, GOLDEN),
        "icosahedron": even(0, 1, GOLDEN),
        "football": even(0, 1, 3 * GOLDEN)
        + even(1, 2 + GOLDEN, 2 * GOLDEN)
        + even(GOLDEN, 2, 2 * GOLDEN + 1),
    }[kind]
    return sorted({tuple(part + 0.0 for part in point) for point in found})


def faces(points: list[tuple[float, ...]]) -> list[frozenset[int]]:
    """The faces of the hull: all corners on a plane through three of them that has none beyond it."""
    space = np.array(points)
    found = set()
    for three in combinations(range(len(points)), 3):
        one, two, last = space[list(three)]
        normal = np.cross(two - one, last - one)
        sides = (space - one) @ normal
        if np.linalg.norm(normal) > 1e-9 and ((sides < 1e-9).all() or (sides > -1e-9).all()):
            found.add(frozenset(np.flatnonzero(abs(sides) < 1e-9).tolist()))
    return sorted(found, key=sorted)


@pytest.mark.parametrize(
    ("kind", "shapes"),
    [
        ("tetrahedron", {3: 4}),
        ("cube", {4: 6}),
        ("octahedron", {3: 8}),
        ("dodecahedron", {5: 12}),
        ("icosahedron", {3: 20}),
        ("football", {5: 12, 6: 20}),
    ],
)
def test_solids_from_the_corners_of_the_real_one(kind: str, shapes: dict[int, int]) -> None:
    real = faces(corners(kind))
    assert {size: [len(face) for face in real].count(size) for size in shapes} == shapes
    assert len(real) == sum(shapes.values())
    touching = [
        [b for b in range(len(real)) if b != a and len(real[a] & real[b]) == 2] for a in range(len(real))
    ]
    assert same_graph(solid(kind).neighbours, touching)


def same_graph(one: tuple[tuple[int, ...], ...], other: list[list[int]]) -> bool:
    """Whether a renaming turns one connected graph into the other."""
    order = [0]
    for cell in order:
        order += [near for near in one[cell] if near not in order]

    def extend(images: dict[int, int]) -> bool:
        if len(images) == len(one):
            return True
        cell = order[len(images)]
        for image in range(len(other)):
            fits = image not in images.values() and len(other[image]) == len(one[cell])
            if fits and all((near in one[cell]) == (there in other[image]) for near, there in images.items()):
                images[cell] = image
                if extend(images):
                    return True
                del images[cell]
        return False

    return len(one) == len(other) and extend({})


def test_pentagons_of_the_football_touch_only_hexagons() -> None:
    graph = solid("football")
    pentagons = {cell for cell, near in enumerate(graph.neighbours) if len(near) == 5}
    assert len(pentagons) == 12
    assert not any(pentagons & set(graph.neighbours[cell]) for cell in pentagons)
    assert {len(graph.neighbours[graph.index["1"]]), len(graph.neighbours[graph.index["32"]])} == {5}


@pytest.mark.parametrize("graph", FLAT, ids=lambda graph: graph.kind)
def test_each_point_of_the_picture_belongs_to_one_cell(graph: Graph) -> None:
    steps = np.linspace(0.0031, 0.9979, 60)
    points = np.array([(x * graph.width, y * graph.height) for x, y in product(steps, steps)])
    areas = [[inside(np.array(part), points) for part in parts] for parts in graph.areas]
    assert (np.sum([np.sum(each, axis=0) for each in areas], axis=0) == 1).mean() > 0.999
    for cell, parts, area in zip(graph.cells, graph.areas, areas, strict=True):
        outline = np.array(cell.outline)
        middle = np.array([cell.centre])
        assert inside(np.array(parts[0]), middle)[0]
        assert inside(outline, middle)[0]
        assert (inside(outline, points) <= np.any(area, axis=0)).mean() > 0.999
        assert 0.25 < cell.room <= np.hypot(*(outline - cell.centre).T).min() + 1e-6
    for ghost in graph.ghosts:
        assert any(inside(np.array(part), np.array([ghost.centre]))[0] for part in graph.areas[ghost.cell])


def inside(outline: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Which points lie in a closed line, by the number of its sides to their right."""
    x, y = points[:, 0:1], points[:, 1:2]
    (x1, y1), (x2, y2) = outline.T, np.roll(outline, -1, axis=0).T
    crossed = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        right = x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
    return np.count_nonzero(crossed & right, axis=1) % 2 == 1


@pytest.mark.parametrize(
    "graph", [each for each in FLAT if each.kind not in ("square8", "knight")], ids=lambda g: g.kind
)
def test_neighbours_share_a_side_on_the_picture(graph: Graph) -> None:
    """Over a glued border they share it with the ghost beyond it."""

    def sides(outline: tuple[tuple[float, float], ...]) -> set[frozenset[tuple[float, float]]]:
        ring = [(round(x, 6), round(y, 6)) for x, y in outline]
        return {frozenset(side) for side in pairwise([*ring, ring[0]]) if side[0] != side[1]}

    drawn = [(number, sides(cell.outline)) for number, cell in enumerate(graph.cells)]
    ghosts = [(ghost.cell, sides(ghost.outline)) for ghost in graph.ghosts]
    seen = {
        frozenset((one, other))
        for (one, theirs), (other, others) in product(drawn, [*drawn, *ghosts])
        if one != other and theirs & others
    }
    named = {frozenset(graph.index[name] for name in edge) for edge in edges(graph)}
    if graph.ghosts:
        # A ghost is narrower than a cell, so only its side on the border itself is shared.
        assert seen <= named
        wrapped = {frozenset(step) for step in graph.ways}
        assert wrapped <= seen
    else:
        assert seen == named


@pytest.mark.parametrize("kind", ["cylinder", "torus", "mobius", "klein"])
def test_each_glued_side_is_marked_and_its_arrows_agree(kind: str) -> None:
    graph = surface(kind, 4, 5)
    pairs = {1: [seam for seam in graph.seams if seam.pair == 1], 2: [s for s in graph.seams if s.pair == 2]}
    assert len(pairs[1]) == 2
    assert len(pairs[2]) == (2 if kind in ("torus", "klein") else 0)
    left, right = pairs[1]
    upwards = [seam.end[1] < seam.start[1] for seam in (left, right)]
    assert (upwards[0] != upwards[1]) == (kind in ("mobius", "klein"))
    assert len(graph.ghosts) == 2 * 4 + (2 * 5 if pairs[2] else 0)


@pytest.mark.parametrize("graph", FLAT, ids=lambda graph: graph.kind)
def test_a_trail_passes_the_middle_of_every_cell_but_the_surrounding_one(graph: Graph) -> None:
    walk = [0]
    while True:
        following = [cell for cell in graph.neighbours[walk[-1]] if cell not in walk]
        if not following:
            break
        walk.append(following[-1])
    pieces = graph.trail(walk)
    points = [point for piece in pieces for point in piece]
    surrounding = graph.surround.cell if graph.surround else None
    for cell in walk:
        if cell != surrounding:
            assert graph.cells[cell].centre in points
    for x, y in points:
        assert 0 < x < graph.width
        assert 0 < y < graph.height
    wraps = sum((here, there) in graph.ways and not graph.surround for here, there in pairwise(walk))
    assert len(pieces) == 1 + wraps


def test_a_trail_runs_along_the_ring_of_the_surrounding_face() -> None:
    graph = solid("cube")
    ring = graph.surround
    assert ring is not None
    (trail,) = graph.trail((1, ring.cell, 3))
    on_ring = [point for point in trail if abs(dist(point, ring.centre) - ring.radius) < 1e-9]
    assert len(on_ring) > 5
    (short,) = graph.trail((1, ring.cell))
    assert abs(dist(short[-1], ring.centre) - ring.radius) < 1e-9


def test_faces_are_numbered_from_the_middle_outwards() -> None:
    for kind in KINDS:
        graph = solid(kind)
        assert [cell.name for cell in graph.cells] == [str(number + 1) for number in range(len(graph.cells))]
        middle = (graph.width / 2, graph.height / 2)
        away = [round(dist(cell.centre, middle), 6) for cell in graph.cells]
        assert away == sorted(away)
        assert graph.surround is not None
        assert graph.surround.cell == len(graph.cells) - 1
