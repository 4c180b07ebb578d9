"""A step of a lesson as a pack: every page that can be reached in it, so that a browser can do without us.

A lesson is its address, so what it says is known beforehand. In a process of its own, because it may take
seconds of plain Python: `python -m app.offline.packing es timbiriche 0` prints a pack a line, for each step.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qs, urlsplit

from app import language
from app.learn.course import course_of
from app.learn.lesson import LessonView, Place, followed, read_moves, view
from app.pages import markup
from engines import registry

Asked = tuple[str, str, str, str]
"""What an address says beside step and side: `jugadas`, `jugada`, `borrador` and `pista`."""
HERE: Final = "\x01"
"""Stands in a pack for the moves of the page itself, which most of its links repeat."""

_TAG: Final = re.compile("(?=<)")


def pack(entry: str, number: int, side: int) -> str:
    """The pack of a step for a side, as JSON in the present language.

    `parts`: the text, cut before every tag, each part once; `pages`: by what an address says, the numbers of
    the parts of its section or, as a text, what the address that it leads to says.
    """
    parts: dict[str, int] = {}
    pages: dict[str, list[int] | str] = {}
    for asked, page in pages_of(Place(entry=entry, number=number, side=side)):
        if isinstance(page, str):
            cut = _TAG.split(_shortened(page, asked[0]))
            pages[key(asked)] = [parts.setdefault(part, len(parts)) for part in cut]
        else:
            pages[key(asked)] = key(page)
    return json.dumps({"parts": list(parts), "pages": pages}, ensure_ascii=False, separators=(",", ":"))


def key(asked: Asked) -> str:
    """What an address says as one text; the service worker writes it in the same way."""
    return "|".join(asked)


def pages_of(start: Place) -> Iterator[tuple[Asked, str | Asked]]:
    """Every address of a step that can be reached from its beginning: its section, or where it leads."""
    card, game = registry.entry(start.entry)
    first: Asked = ("", "", "", "")
    ahead, seen = [first], {first}
    while ahead:
        asked = ahead.pop()
        moves, tried, draft, hint = asked
        place = Place(entry=start.entry, number=start.number, side=start.side, moves=read_moves(moves))
        onward = followed(place, tried)
        if onward is not None:
            target = _asked(onward)
            yield asked, target
            following = [target]
        else:
            shown = view(card, game, place, tried, draft, bool(hint))
            yield asked, markup("learn/_lesson.html", {"view": shown})
            following = list(_ways(shown, moves))
        for each in following:
            if each not in seen:
                seen.add(each)
                ahead.append(each)


def _ways(shown: LessonView, moves: str) -> Iterator[Asked]:
    """Where the links and buttons of a page lead."""
    for value in shown.values.values():
        yield moves, value, "", ""
    if not shown.done and not shown.hint:
        yield moves, "", "-".join(shown.draft), "si"


def _asked(address: str) -> Asked:
    query = parse_qs(urlsplit(address).query)
    moves, tried, draft, hint = (
        query.get(name, [""])[0] for name in ("jugadas", "jugada", "borrador", "pista")
    )
    return moves, tried, draft, hint


def _shortened(page: str, moves: str) -> str:
    return page.replace(f"jugadas={moves}", f"jugadas={HERE}") if moves else page


def main(arguments: list[str]) -> int:
    """Print the packs of a lesson: language, entry, side."""
    spoken, entry, side = arguments
    with language.speaking(spoken):
        for number in range(1, len(course_of(entry).steps) + 1):
            print(pack(entry, number, int(side)), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
