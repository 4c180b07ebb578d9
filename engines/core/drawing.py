"""A board as plain shapes, without colours and without words.

Coordinates are in board units, x to the right, y down. `kind` becomes a CSS class, or several; what moves
about with a move, so that a page may show it on its way, has `carried` among them. A `Place` is
something a person can point at: its token, its spoken facts and the outline in which a tap belongs to it;
the outlines of one drawing cover the board without gaps or overlap.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

Point = tuple[float, float]

KEPT = 20_000
"""Shapes and places that a game keeps as they are drawn: positions of one board have nearly all in common."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed figure."""

    kind: str
    points: tuple[Point, ...]
    token: str | None = None
    tag: str = "polygon"


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke."""

    kind: str
    start: Point
    end: Point
    token: str | None = None
    tag: str = "line"


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc."""

    kind: str
    centre: Point
    radius: float
    token: str | None = None
    tag: str = "circle"


@dataclass(frozen=True, slots=True)
class Path:
    """A free figure in the syntax of SVG's `d` attribute: absolute `x,y` in board units."""

    kind: str
    d: str
    token: str | None = None
    tag: str = "path"


@dataclass(frozen=True, slots=True)
class Text:
    """A few characters that are the same in every language (coordinates, values), centred on a point."""

    kind: str
    at: Point
    text: str
    size: float
    token: str | None = None
    tag: str = "text"


@dataclass(frozen=True, slots=True)
class Initial:
    """Where the initial of a seat's owner is written, so that owners differ without colour."""

    kind: str
    at: Point
    seat: int
    size: float
    token: str | None = None
    tag: str = "initial"


Shape = Polygon | Line | Circle | Path | Text | Initial


@dataclass(frozen=True, slots=True)
class Place:
    """Something a person can point at, whether or not it can be chosen now.

    `code` and `detail` say what it is and how it stands, to be put in words; `group` orders places for
    reading aloud (places of one group are listed together). `also` are further outlines in which a tap
    belongs to it: copies beyond a glued border.
    """

    token: str
    at: Point
    outline: tuple[Point, ...]
    code: str
    detail: Mapping[str, str | int] = field(default_factory=dict)
    group: str = ""
    also: tuple[tuple[Point, ...], ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work the hash out once: what was written of a place is looked up with every move."""
        object.__setattr__(self, "_hash", hash((self.token, self.code, tuple(self.detail.items()))))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board: its size in board units, shapes in painting order, and the places on it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    places: tuple[Place, ...]


def outlines(kind: str, drawing: Drawing, tokens: Collection[str]) -> tuple[Polygon, ...]:
    """The borders of places, or of polygons where a token is no place, as shapes of a kind, to mark a part of
    the board."""
    places = {place.token: (place.outline, *place.also) for place in drawing.places}
    drawn = {
        shape.token: (shape.points,)
        for shape in drawing.shapes
        if isinstance(shape, Polygon) and shape.token is not None
    }
    found = {**drawn, **places}
    return tuple(Polygon(kind, border) for token in sorted(tokens) for border in found[token])


LABEL = 0.36
"""Size of a label, in board units; `board.js` writes them in the same size."""


def labels(drawing: Drawing, texts: Mapping[str, str]) -> tuple[Text, ...]:
    """What is written on places, by token, as shapes of kind `label`."""
    at = {place.token: place.at for place in drawing.places}
    return tuple(Text("label", at[token], text, LABEL) for token, text in sorted(texts.items()))
