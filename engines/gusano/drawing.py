"""The board as shapes: cells, glued sides, the worm from tail to head, and a place for every cell."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from math import hypot

from engines.boards.graph import Cell, Graph, Seam, Stroke
from engines.core.drawing import KEPT, Circle, Drawing, Line, Path, Place, Point, Polygon, Shape, Text
from engines.gusano.rules import State

LABEL = 0.24
"""Height of coordinates and of the names of cells, in board units."""
WORTH = 0.34
"""Height of what a cell is worth."""
HEAD = 0.33
"""Radius of the head where a cell has room for it."""
EYE, PUPIL = 0.3, 0.16
"""Radius of an eye and its pupil as a share of the head's."""
SLIM = 0.4
"""Boards with cells that have less room than this have a thinner worm."""
CROSSED = ("square8", "knight")
"""Kinds of boards on which steps may cross each other. There the worm is thin and goes straight from cell to
cell, with a bead on each that it fills: in sharp bends and crossings a thick round one hides its way."""
BEAD, TAIL = 0.16, 0.08
"""Radius of a bead, and of the light dot at the end of the tail."""
ARROW = 0.16
"""Half the length of an arrow on a glued side."""
SPOT = 0.36
"""Radius of the ring on a cell that may be filled now, where there is room for it."""


def draw(state: State) -> Drawing:
    """The board in painting order, and a place for every cell.

    Before the first move of a later round the worm of the round before still lies on the board, pale
    (`past`). Once the match is over the last worm stays.
    """
    graph = state.board.graph
    path = state.path or state.finished[-1]
    shapes: list[Shape] = [_cell(state, number) for number in range(len(graph.cells))]
    shapes += _ghosts(state)
    shapes += [Line("link", start, end) for start, end in graph.links if _is_open(state, start, end)]
    shapes += [Path(f"seam pair-{seam.pair}", _arrows(graph, seam)) for seam in graph.seams]
    shapes += [Text("coordinate", at, label, LABEL) for at, label in graph.labels]
    shapes += _writing(state, path)
    if len(path) == 1 and state.finished and not state.is_over:
        shapes.append(Path(f"worm past{_build(graph)}", _body(graph, state.finished[-1])))
    shapes += _worm(state, path)
    # No line of a knight's board shows where the head may jump, so these cells are marked for everybody.
    exits = state.exits() if graph.kind == "knight" else ()
    shapes += [
        Circle(
            "spot exit" if number in exits else "spot",
            _at(cell.centre),
            round(min(SPOT, 0.85 * cell.room), 3),
            cell.name,
        )
        for number, cell in enumerate(graph.cells)
        if number not in path and number not in state.board.blocked
    ]
    return Drawing(
        graph.width,
        graph.height,
        tuple(shapes),
        tuple(_place(state, path, number) for number in range(len(graph.cells))),
    )


def standing(state: State, path: tuple[int, ...], number: int) -> str:
    """How a cell stands: `head`, `body`, `blocked` or `free`."""
    if number == path[-1]:
        return "head"
    if number in path:
        return "body"
    return "blocked" if number in state.board.blocked else "free"


def _cell(state: State, number: int) -> Shape:
    graph, path = state.board.graph, state.path or state.finished[-1]
    kind = f"cell {standing(state, path, number)}"
    return _floor(graph, number, f"{kind} debt" if state.board.values[number] < 0 else kind)


@lru_cache(KEPT)
def _floor(graph: Graph, number: int, kind: str) -> Shape:
    cell = graph.cells[number]
    if graph.surround is not None and number == graph.surround.cell:
        rings = (graph.surround.rim, graph.surround.inner)
        return Path(kind, " ".join(_closed(ring) for ring in rings), cell.name)
    return Polygon(kind, _rounded(cell.outline), cell.name)


def _ghosts(state: State) -> list[Shape]:
    """The pale copies beyond glued sides, all copies of a cell as one shape, with their names."""
    graph, path = state.board.graph, state.path or state.finished[-1]
    copies: dict[int, list[Stroke]] = {}
    for ghost in graph.ghosts:
        copies.setdefault(ghost.cell, []).append(ghost.outline)
    shapes: list[Shape] = [
        Path(
            f"ghost {standing(state, path, cell)}",
            " ".join(_closed(outline) for outline in outlines),
            graph.cells[cell].name,
        )
        for cell, outlines in copies.items()
    ]
    shapes += [
        Text("ghost-name", _at(ghost.centre), graph.cells[ghost.cell].name, 0.9 * LABEL)
        for ghost in graph.ghosts
    ]
    return shapes


def _is_open(state: State, start: Point, end: Point) -> bool:
    """Whether neither end of a drawn connection is blocked."""
    ends = (start, end)
    return not any(state.board.graph.cells[cell].centre in ends for cell in state.board.blocked)


def _writing(state: State, path: tuple[int, ...]) -> list[Shape]:
    """Names inside the cells where no coordinates stand beside the board, and crosses on blocked cells."""
    graph = state.board.graph
    shapes: list[Shape] = []
    for number, cell in enumerate(graph.cells):
        x, y = cell.centre
        if number in state.board.blocked:
            size = 0.5 * cell.room
            shapes.append(
                Path(
                    "cross",
                    _open(((x - size, y - size), (x + size, y + size)))
                    + " "
                    + _open(((x - size, y + size), (x + size, y - size))),
                )
            )
        elif not graph.labels and number not in path:
            written = state.board.values[number] != 1
            lift = 0.55 * cell.room if written else 0.0
            shapes.append(Text("name", _at((x, y - lift)), cell.name, LABEL if lift else 1.2 * LABEL))
    return shapes


def _worm(state: State, path: tuple[int, ...]) -> list[Shape]:
    """The body through all filled cells, what they are worth, and the head with its eyes."""
    graph = state.board.graph
    crossed = graph.kind in CROSSED
    build = _build(graph)
    shapes: list[Shape] = []
    for piece in _pieces(graph, path):
        # Where the worm may cross itself, each piece has an edge that sets it off from those below.
        if crossed:
            shapes.append(Path("worm-edge", piece))
        shapes += [Path(f"worm of-{state.worm}{build}", piece), Path(f"worm-back{build}", piece)]
    if crossed:
        shapes += [Circle("bead", graph.cells[cell].centre, BEAD) for cell in path[:-1]]
    if len(path) > 1 and state.board.values[path[0]] == 1:
        shapes.append(Circle("tail", _at(graph.cells[path[0]].centre), TAIL))
    for number, cell in enumerate(graph.cells):
        worth = state.board.values[number]
        if worth != 1 and number != path[-1] and number not in state.board.blocked:
            kind = "worth eaten" if number in path else "worth"
            shapes.append(Text(kind, _at(_worth_spot(graph, cell)), str(worth).replace("-", "\u2212"), WORTH))
    return [*shapes, *_head(state, path)]


def _build(graph: Graph) -> str:
    """How thick the worm is, as a word of its kind: there must be room for it in every cell."""
    if graph.kind in CROSSED:
        return " thin"
    outer = graph.surround.cell if graph.surround else None
    room = min(cell.room for number, cell in enumerate(graph.cells) if number != outer)
    return " slim" if room < SLIM else ""


def _worth_spot(graph: Graph, cell: Cell) -> Point:
    """Where a cell's worth is written: its middle, a little lower if its name stands there too."""
    return cell.centre[0], cell.centre[1] + (0.0 if graph.labels else 0.3 * cell.room)


def _head(state: State, path: tuple[int, ...]) -> list[Shape]:
    """The head, looking where it came to; at the start it looks up, when the round is over it sleeps."""
    graph = state.board.graph
    stroke = graph.trail(path)[-1]
    x, y = stroke[-1]
    back = next((point for point in reversed(stroke) if hypot(point[0] - x, point[1] - y) > 1e-6), (x, y + 1))
    length = hypot(x - back[0], y - back[1])
    ahead = ((x - back[0]) / length, (y - back[1]) / length)
    radius = min(HEAD, graph.cells[path[-1]].room)
    shapes: list[Shape] = [Circle(f"worm-head of-{state.worm}", _at((x, y)), round(radius, 3))]
    for side in (-0.42, 0.42):
        eye = (
            x + radius * (0.42 * ahead[0] - side * ahead[1]),
            y + radius * (0.42 * ahead[1] + side * ahead[0]),
        )
        pupil = (eye[0] + 0.1 * radius * ahead[0], eye[1] + 0.1 * radius * ahead[1])
        shapes.append(Circle("eye", _at(eye), round(EYE * radius, 3)))
        if state.is_over:
            across = (-EYE * radius * ahead[1], EYE * radius * ahead[0])
            ends = ((eye[0] - across[0], eye[1] - across[1]), (eye[0] + across[0], eye[1] + across[1]))
            shapes.append(Line("eyelid", _at(ends[0]), _at(ends[1])))
        else:
            shapes.append(Circle("pupil", _at(pupil), round(PUPIL * radius, 3)))
    return shapes


def _pieces(graph: Graph, path: tuple[int, ...]) -> list[str]:
    """The worm's body: as one path, or step by step where it may cross itself."""
    if graph.kind not in CROSSED or len(path) < 2:
        return [_body(graph, path)]
    return [_open(step) for step in pairwise(_rounded(graph.trail(path)[0]))]


def _body(graph: Graph, path: tuple[int, ...]) -> str:
    """The worm's body as a path: rounded at turns, straight where it may cross itself."""
    crossed = graph.kind in CROSSED
    return " ".join(_open(stroke) if crossed else _curve(stroke) for stroke in graph.trail(path))


def _curve(stroke: Stroke) -> str:
    """A line that runs straight through the middles of its pieces and bends around its points."""
    points = _rounded(stroke)
    if len(points) == 1:
        return f"M{_text(points[0])}h0"
    parts = [f"M{_text(points[0])}"]
    for here, there in pairwise(points[1:]):
        parts.append(f"Q{_text(here)} {_text(_at(((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)))}")
    if len(points) > 2:
        first = ((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2)
        parts.insert(1, f"L{_text(_at(first))}")
    return " ".join((*parts, f"L{_text(points[-1])}"))


def _open(stroke: Stroke) -> str:
    points = _rounded(stroke)
    rest = " ".join(f"L{_text(point)}" for point in points[1:])
    return f"M{_text(points[0])} {rest}" if rest else f"M{_text(points[0])}h0"


def _closed(stroke: Stroke) -> str:
    return f"{_open(stroke)}Z"


@cache
def _arrows(graph: Graph, seam: Seam) -> str:
    """Arrow heads along a glued side, as many at a time as the number of its pair, at two of its corners."""
    (x, y), (to_x, to_y) = seam.start, seam.end
    length = round(hypot(to_x - x, to_y - y))
    right, down = (to_x - x) / length, (to_y - y) / length
    heads = []
    near = max(1, length // 3)
    for corner in sorted({near, length - near}):
        for head in range(seam.pair):
            tip = corner + ARROW / 2 + (head - (seam.pair - 1) / 2) * 1.1 * ARROW
            middle = (x + right * tip, y + down * tip)
            back = (middle[0] - right * ARROW, middle[1] - down * ARROW)
            wings = [(back[0] - side * down * ARROW, back[1] + side * right * ARROW) for side in (-1, 1)]
            heads.append(_open((wings[0], middle, wings[1])))
    return " ".join((_open((seam.start, seam.end)), *heads))


def _place(state: State, path: tuple[int, ...], number: int) -> Place:
    cell = state.board.graph.cells[number]
    detail: dict[str, str | int] = {"cell": cell.name, "worth": state.board.values[number]}
    if number in path:
        detail["step"] = path.index(number)
    at, first, others = _areas(state.board.graph, number)
    return Place(cell.name, at, first, standing(state, path, number), detail, cell.group, others)


@lru_cache(KEPT)
def _areas(graph: Graph, number: int) -> tuple[Point, Stroke, tuple[Stroke, ...]]:
    """The middle of a cell, and the outlines in which a tap belongs to it."""
    first, *others = (_rounded(area) for area in graph.areas[number])
    return _at(graph.cells[number].centre), first, tuple(others)


def _at(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


def _rounded(points: Stroke) -> Stroke:
    return tuple(_at(point) for point in points)


def _text(point: Point) -> str:
    return f"{point[0]:g},{point[1]:g}"
