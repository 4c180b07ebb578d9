"""The places of a board as buttons, and the moves of a game as links: the long lists of a game's page.

In Python and not in a template, since every move writes them anew, and what they say is nearly all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Final

from markupsafe import Markup, escape

from app import language
from app.games.view import GameView
from app.words import GameWords, words_of
from engines.core.drawing import Place, Point

REMEMBERED: Final = 20_000
"""Places and moves whose words are kept."""


def place_list(view: GameView, words: GameWords) -> Markup:
    """One button for each place, in reading order: those that cannot be chosen now say so.

    A button says what is sent for its place, and what the place is for somebody who hears it: its name, and
    what it does now.
    """
    draft, spoken, slug = view.drafting, language.current(), view.game.slug
    shown = draft.shown.marks.items() if draft.shown else ()
    parts = []
    for _group, members in groupby(sorted(view.drawing.places, key=attrgetter("group")), attrgetter("group")):
        parts.append('\n<ul role="list">')
        for place in members:
            token = place.token
            press = draft.presses.get(token)
            does = press or draft.refused.get(token)
            idle = "" if press else ' aria-disabled="true"'
            sign, name, where = _place(slug, spoken, token, place.at, place.code, tuple(place.detail.items()))
            field = does.field if does else "move"
            value = escape(does.value) if does and does.value != token else sign
            for mark, tokens in shown:
                if token in tokens and mark in words.marks:
                    name += f", {escape(words.marks[mark]())}"
            button = f'id="b-{sign}" name="{field}" value="{value}"{where}{idle}'
            parts.append(f"<li><button {button}>{name}</button></li>")
        parts.append("</ul>")
    return Markup("".join(parts))


@lru_cache(REMEMBERED)
def _place(
    slug: str, spoken: str, token: str, at: Point, code: str, detail: tuple[tuple[str, str | int], ...]
) -> tuple[str, str, str]:
    """A place's token, its name in the language `spoken`, which is the current one, and where it is."""
    name = words_of(slug).place(Place(token, at, (), code, dict(detail)))
    return str(escape(token)), str(escape(name)), f' data-x="{at[0]:g}" data-y="{at[1]:g}"'


def move_list(view: GameView, names: Sequence[str], initials: Sequence[str]) -> Markup:
    """The moves so far, a line for each run of moves by one seat, each a link to the position after it.

    `names`, `initials`: of the seats, as this viewer tells them apart.
    """
    spoken, slug = language.current(), view.game.slug
    before = f' <a href="/p/{view.id}?jugada='
    after = f"&amp;llave={escape(view.key)}" if view.key else ""
    after += "&amp;ayuda=si" if view.key and view.helping else ""
    after += "&amp;pasos=si" if view.key and view.stepping else ""
    parts = []
    for _turn, run in groupby(view.moves, attrgetter("turn_number")):
        rows = tuple(run)
        seat = rows[0].seat
        parts.append(f'\n<li class="run seat-{seat}"><b aria-hidden="true">{escape(initials[seat])}</b>')
        parts.append(f'<span class="hidden">{escape(names[seat])}:</span>')
        for row in rows:
            here = ' aria-current="true"' if row.ply == view.ply else ""
            parts.append(f'{before}{row.ply}{after}"{here}>{_move(slug, spoken, row.move)}</a>')
        parts.append("</li>")
    return Markup("".join(parts))


@lru_cache(REMEMBERED)
def _move(slug: str, spoken: str, move: str) -> str:
    """A move in the words of the language `spoken`, which is the current one, and as it is written."""
    said = escape(words_of(slug).move(move))
    return f'<span class="hidden">{said}</span><span aria-hidden="true">{escape(move)}</span>'
