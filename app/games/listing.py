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
from app.games.view import GameView, Press
from app.words import GameWords, words_of
from engines.core.drawing import Place

REMEMBERED: Final = 20_000
"""Places and moves that are kept as they were written."""


def place_list(view: GameView, words: GameWords) -> Markup:
    """One button for each place, in reading order: those that cannot be chosen now say so.

    A button says what is sent for its place, and what the place is for somebody who hears it: its name, and
    what it does now.
    """
    draft, spoken, slug = view.drafting, language.current(), view.game.slug
    presses, refused = draft.presses, draft.refused
    shown = draft.shown.marks.items() if draft.shown else ()
    parts = []
    for _group, members in groupby(sorted(view.drawing.places, key=attrgetter("group")), attrgetter("group")):
        parts.append('\n<ul role="list">')
        for place in members:
            token = place.token
            press = presses.get(token)
            does = press or refused.get(token) or Press("move", token)
            marks = tuple(mark for mark, tokens in shown if token in tokens and mark in words.marks)
            parts.append(_button(slug, spoken, place, does, press is None, marks))
        parts.append("</ul>")
    return Markup("".join(parts))


@lru_cache(REMEMBERED)
def _button(slug: str, spoken: str, place: Place, does: Press, idle: bool, marks: tuple[str, ...]) -> str:
    """A place as a button, in the language `spoken`, which is the current one."""
    words, sign, (x, y) = words_of(slug), escape(place.token), place.at
    name = ", ".join([words.place(place), *(words.marks[mark]() for mark in marks)])
    sent = f'name="{does.field}" value="{escape(does.value)}"'
    where = f'data-x="{x:g}" data-y="{y:g}"'
    off = ' aria-disabled="true"' if idle else ""
    return f'<li><button id="b-{sign}" {sent} {where}{off}>{escape(name)}</button></li>'


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
