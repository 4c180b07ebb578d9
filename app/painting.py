"""Paints boards: an `engines.core.drawing.Drawing` as SVG. The one place that does; templates call it.

A shape's class is its kind plus the marks of its token: `choice` (may be chosen now), `last` (the last move),
`draft` (clicked but not played), `hint` and `wrong` (refused). Colours are in static/css/board.css; the
hatching and the dots that tell owners apart are the patterns of templates/_patterns.html, once a page.

In Python and not in a template, since every move paints a board, of hundreds of shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from markupsafe import Markup, escape

from engines.core.drawing import (
    Circle,
    Drawing,
    Initial,
    Line,
    Path,
    Place,
    Point,
    Polygon,
    Shape,
    Text,
)

View = tuple[float, float, float, float]
"""The part of a drawing to show: left, top, width and height, in board units."""
Marks = Mapping[str, Collection[str]]
"""The name of a mark, and the tokens that carry it."""

SEATS: Final = ("1", "2")
CENTRED: Final = 'dominant-baseline="central" text-anchor="middle"'
LEGIBLE: Final = 0.031
"""The least height of a coordinate, as a share of its board's width: ten pixels on a phone."""
REMEMBERED: Final = 20_000
"""Figures whose markup is kept: positions of one board have nearly all of theirs in common."""


def number(value: float) -> str:
    """A number as short as it can be written: 12.0 as 12."""
    return f"{value:g}"


def shape(it: Shape, marks: Marks, initials: Sequence[str], name: str | None = None) -> Markup:
    """One shape with its classes. `initials`: the letter of each seat's owner.

    On a board with a `name`, shapes of a token have ids, so that a swap changes them in place.
    """
    return Markup(_shape(it, _by_token(marks), initials, name))


def board(
    drawing: Drawing,
    *,
    choices: Collection[str] = (),
    last: Collection[str] = (),
    draft: Collection[str] = (),
    hint: Collection[str] = (),
    wrong: Collection[str] = (),
    marks: Marks | None = None,
    over: Iterable[Shape] = (),
    previews: Mapping[str, Iterable[Shape]] | None = None,
    under: Iterable[Shape] = (),
    link: str | None = None,
    values: Mapping[str, str] | None = None,
    label: str | None = None,
    initials: Sequence[str] = SEATS,
    name: str = "",
    id: str | None = None,
    view: View | None = None,
) -> Markup:
    """A whole board.

    `choices`, `last`, `draft`, `hint`, `wrong`: the tokens that carry these marks; `marks`: further ones.
    `over`: further shapes, painted over the board; `under`: below the pieces that move about.
    `previews`: by token of a place, shapes that are shown while it is pointed at.
    `link`: how the address of a place begins, to be followed by the token (`/p/ID?borrador=`), or by what
    `values` has for it; without it nothing can be pointed at.
    `label`: what a screen reader says of the picture; without it the SVG is hidden from it.
    `name`: further classes of the SVG; `plain`: a picture, without coordinates. `id`: of the SVG.
    """
    marked = _by_token(
        {"choice": choices, "last": last, "draft": draft, "hint": hint, "wrong": wrong, **(marks or {})}
    )
    names = f'id="{escape(id)}" ' if id else ""
    names += f'class="drawing {escape(name)}"' if name else 'class="drawing"'
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    left, top, width, height = view or (0, 0, drawing.width, drawing.height)
    corners = " ".join(number(round(each, 3)) for each in (left, top, width, height))
    parts = [f'<svg {names} viewBox="{corners}" {spoken} focusable="false">']

    def paint(shapes: Iterable[Shape]) -> None:
        parts.extend(_shape(it, marked, initials, None) for it in shapes)

    trail = tuple(under)
    least = round(LEGIBLE * drawing.width, 3)
    for it in drawing.shapes:
        if isinstance(it, Text) and it.kind == "coordinate" and it.size < least:
            it = _enlarged(it, least)
        if trail and "carried" in it.kind:
            parts.append('<g class="over trail">')
            paint(trail)
            parts.append("</g>")
            trail = ()
        parts.append(_shape(it, marked, initials, id))
    if shapes := tuple(over):
        parts.append('<g class="over">')
        paint(shapes)
        parts.append("</g>")
    for token, preview in (previews or {}).items():
        parts.append(f'<g class="over preview" data-for="{escape(token)}">')
        paint(preview)
        parts.append("</g>")
    if link:
        chosen: Collection[str] = choices if values is None else values
        begun = f'<a href="{escape(link)}'
        parts.append('<g class="hits">')
        for place in drawing.places:
            token = place.token
            if token in chosen:
                parts.append(begun)
                parts.append(_chosen(place, token if values is None else values[token]))
            else:
                parts.append(_idle(place))
        parts.append("</g>")
    parts.append("</svg>")
    return Markup("".join(parts))


@lru_cache(REMEMBERED)
def _enlarged(it: Text, size: float) -> Text:
    return replace(it, size=size)


def _by_token(marks: Marks) -> dict[str | None, str]:
    """The classes of each token that carries marks, each after a space."""
    found: dict[str | None, str] = {}
    for mark, tokens in marks.items():
        for token in set(tokens):
            found[token] = f"{found.get(token, '')} {mark}"
    return found


def _shape(it: Shape, marked: Mapping[str | None, str], initials: Sequence[str], name: str | None) -> str:
    start, rest = _figure(it, name)
    start += marked.get(it.token, "")
    if isinstance(it, Initial):
        return f'{start} seat-{it.seat}"{rest}>{escape(initials[it.seat])}</text>'
    return f'{start}"{rest}'


@lru_cache(REMEMBERED)
def _figure(it: Shape, name: str | None) -> tuple[str, str]:
    """A shape's markup up to the end of its kind, and from there."""
    own = f' id="{escape(name)}-{it.tag}-{escape(it.token)}"' if name and it.token is not None else ""
    tag = "text" if it.tag == "initial" else it.tag
    return f'<{tag}{own} class="{escape(it.kind)}', _geometry(it)


def _geometry(it: Shape) -> str:
    match it:
        case Polygon():
            return f' points="{_points(it.points)}"/>'
        case Line(start=(ax, ay), end=(bx, by)):
            return f' x1="{ax:g}" y1="{ay:g}" x2="{bx:g}" y2="{by:g}"/>'
        case Circle(centre=(x, y)):
            return f' cx="{x:g}" cy="{y:g}" r="{it.radius:g}"/>'
        case Path():
            return f' d="{escape(it.d)}"/>'
        case Text(at=(x, y)):
            return f' x="{x:g}" y="{y:g}" font-size="{it.size:g}" {CENTRED}>{escape(it.text)}</text>'
        case Initial(at=(x, y)):
            return f' x="{x:g}" y="{y:g}" font-size="{it.size:g}" {CENTRED}'


def _points(corners: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in corners)


@lru_cache(REMEMBERED)
def _idle(place: Place) -> str:
    """Where a tap belongs to a place that cannot be chosen."""
    names = f' class="hit idle" data-token="{escape(place.token)}"'
    return "".join(_hit(outline, names) for outline in (place.outline, *place.also))


@lru_cache(REMEMBERED)
def _chosen(place: Place, value: str) -> str:
    """Where a tap chooses a place, from the end of its address on, which is `value`."""
    inside = "".join(_hit(outline, ' class="hit"') for outline in (place.outline, *place.also))
    return f'{escape(quote(value, safe="/"))}" tabindex="-1" data-token="{escape(place.token)}">{inside}</a>'


def _hit(outline: tuple[Point, ...], names: str) -> str:
    """An outline; upright rectangles take fewer letters."""
    (ax, ay), (bx, by), (cx, cy) = outline[:3]
    if len(outline) == 4 and ay == by and bx == cx and outline[3] == (ax, cy) and bx > ax and cy > ay:
        return f'<rect{names} x="{ax:g}" y="{ay:g}" width="{bx - ax:g}" height="{cy - ay:g}"/>'
    return f'<polygon{names} points="{_points(outline)}"/>'
