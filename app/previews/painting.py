"""A position as a picture of 1200 x 630 points, for the sites that show what is behind a link."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import resvg_py

from app.games.creation import entry_of
from app.language import gettext as _
from app.language import ngettext, speaking
from app.pages import markup
from app.pictures import picture
from app.settings import own_path
from app.words import words_of
from engines import registry

WIDTH, HEIGHT = 1200, 630
FONTS: Final = Path(__file__).parent / "fonts"
"""The letters that pictures are written in: a server may have none."""
ROOMY: Final = 13
"""Letters of the longest name that is written in the largest size."""

_TOKEN = re.compile(r"(--[a-z0-9-]+):\s*([^;]+);")
_USED = re.compile(r"var\((--[a-z0-9-]+)\)")


def paint(line: str, spoken: str) -> bytes:
    """The position at the end of a match line as a PNG, with its name in a language.

    Raises BadSetup or IllegalMove.
    """
    match = registry.read_match(line)
    shown, marked = picture(line), match.last_on_board
    words = words_of(match.game.slug)
    with speaking(spoken):
        name = words.entries[entry_of(match.game, match.setup)].name()
        text = markup(
            "previews/picture.svg",
            {
                "picture": shown,
                "name": name,
                "size": 62 if len(name) <= ROOMY else 62 * ROOMY / len(name),
                "board": words.board(match.setup),
                "state": ngettext("%(num)s jugada", "%(num)s jugadas", match.ply) % {"num": match.ply}
                if match.ply
                else _("Elige y juega."),
                "last_seat": match.states[marked - 1].turn if marked else None,
                "styles": _styles(),
            },
        )
    return resvg_py.svg_to_bytes(
        svg_string=text,
        width=WIDTH,
        height=HEIGHT,
        skip_system_fonts=True,
        font_files=[str(file) for file in sorted(FONTS.glob("*.ttf"))],
        font_family="DejaVu Sans",
    )


@cache
def _styles() -> str:
    """The style sheet of pictures in the site's light colours: what draws them knows no variables."""
    colours: dict[str, str] = {}
    for file in ("site", "boards/ayu"):
        sheet = (own_path("static") / f"css/{file}.css").read_text(encoding="utf-8")
        for name, value in _TOKEN.findall(sheet):
            colours.setdefault(name, value)  # the light set stands first
    sheet = (own_path("templates") / "previews/picture.css").read_text(encoding="utf-8")
    return _USED.sub(lambda used: colours[used[1]], sheet)
