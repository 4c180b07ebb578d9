"""Boards as pictures: positions given as match lines, for cards and for rules pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engines import registry
from engines.core.drawing import Circle, Drawing, Line, Path, Point, Polygon, Shape, labels
from engines.core.game import IllegalMove
from engines.core.notation import tokens

ROOM = 0.15
"""Left around a board that is shown without its coordinates, in board units."""

_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


@dataclass(frozen=True, slots=True)
class Picture:
    """A position to look at, the clicks of the move that led to it, and those of one that is refused.

    `view` is the part of the drawing that the board itself takes: left, top, width and height.
    """

    drawing: Drawing
    last: frozenset[str]
    wrong: frozenset[str] = frozenset()
    marks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    over: tuple[Shape, ...] = ()
    """Shapes to be painted over the board."""

    @property
    def view(self) -> tuple[float, float, float, float]:
        """The board without the room for its coordinates; all of the drawing if a figure has no corners."""
        corners = [corner for shape in self.drawing.shapes for corner in _corners(shape)]
        if not corners:
            return (0, 0, self.drawing.width, self.drawing.height)
        left, right = min(x for x, _ in corners) - ROOM, max(x for x, _ in corners) + ROOM
        top, bottom = min(y for _, y in corners) - ROOM, max(y for _, y in corners) + ROOM
        return (left, top, right - left, bottom - top)


def _corners(shape: Shape) -> tuple[Point, ...]:
    match shape:
        case Polygon():
            return shape.points
        case Line():
            return (shape.start, shape.end)
        case Circle(centre=(x, y), radius=radius):
            return ((x - radius, y - radius), (x + radius, y + radius))
        case Path(d=d):
            return tuple((float(x), float(y)) for x, y in _POINT.findall(d))
        case _:
            return ()


@lru_cache(maxsize=256)
def picture(line: str) -> Picture:
    """The position at the end of a match line. Raises BadSetup or IllegalMove."""
    match = registry.read_match(line)
    marked = match.last_on_board
    last = frozenset(tokens(match.moves[marked - 1])) if marked else frozenset[str]()
    return Picture(match.game.draw(match.state), last)


@lru_cache(maxsize=64)
def refused(line: str, move: str) -> Picture:
    """The position with the clicks of a move that the rules refuse. ValueError if they allow it."""
    match = registry.read_match(line)
    try:
        match.play(move)
    except IllegalMove:
        shown = picture(line)
        return Picture(shown.drawing, shown.last, frozenset(tokens(move)))
    raise ValueError(f"{move} is legal after {line}")


@lru_cache(maxsize=64)
def crossed(line: str, start: str, end: str) -> Picture:
    """The same with a stroke from dot to dot that the rules do not allow. KeyError for an unknown dot."""
    match = registry.read_match(line)
    drawing = match.game.draw(match.state)
    names = [dot["name"] for dot in match.game.board(match.state)["dots"]]
    circles = [shape for shape in drawing.shapes if isinstance(shape, Circle) and shape.kind == "dot"]
    centres = dict(zip(names, (circle.centre for circle in circles), strict=True))
    stroke = Line("wrong", centres[start], centres[end])
    return Picture(
        Drawing(drawing.width, drawing.height, (*drawing.shapes, stroke), drawing.places), frozenset()
    )


@lru_cache(maxsize=64)
def clicked(line: str, clicks: str) -> Picture:
    """The position with what clicks show (`b1`: where the piece can end; none: what may be moved).

    ValueError if the game shows nothing for them.
    """
    match = registry.read_match(line)
    select = match.game.selection
    shown = select(match.state, tokens(clicks) if clicks else ()) if select else None
    if not shown:
        raise ValueError(f"{clicks} shows nothing after {line}")
    drawing = match.game.draw(match.state)
    return Picture(
        drawing, frozenset(), marks=shown.marks, over=(*shown.shapes, *labels(drawing, shown.labels))
    )


@lru_cache(maxsize=64)
def traced(line: str, move: str, way: str) -> Picture:
    """The position with a move that the rules refuse and the way it would have to take, place by place."""
    shown = refused(line, move)
    middles = {place.token: place.at for place in shown.drawing.places}
    points = " L".join(f"{x:g},{y:g}" for x, y in (middles[name] for name in way.split()))
    return Picture(shown.drawing, shown.last, shown.wrong, over=(Path("route danger", f"M{points}"),))
