"""The form by which a teacher opens a league: what was sent, what is wrong with it, and what it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom
from typing import Final
from zoneinfo import ZoneInfo

from app.classes.league import LeagueWish
from app.classes.moments import read_local
from app.language import gettext as _
from app.site import Site
from app.words import words_of
from app.words.refusals import say_setup
from engines import registry
from engines.core.game import AnyGame, Entry
from engines.core.match import Match
from engines.core.setup import BadSetup

LEVELS: Final = ("facil", "medio", "dificil", "perfecto")
USUAL_LEVEL: Final = "facil"
MINUTES: Final = (1, 2, 3, 5, 10, 15)
USUAL_MINUTES: Final = 3
USUAL_BOARD: Final = "timbiriche grid=square rows=3 cols=3"


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A board that may be chosen; `value` is what the form sends."""

    value: str
    name: str


@dataclass(frozen=True, slots=True)
class LeagueForm:
    """A form as it was sent: its values, what is wrong by field, and the league if nothing is."""

    values: Mapping[str, str]
    problems: Mapping[str, str]
    wish: LeagueWish | None


def offered_boards() -> list[tuple[str, list[BoardChoice]]]:
    """The boards of every game, under its name."""
    return [
        (
            words_of(game.slug).entries[entry.slug].name(),
            [_choice(entry, game, each) for each in game.offered],
        )
        for entry, game in registry.entries()
    ]


def _choice(entry: Entry, game: AnyGame, settings: Mapping[str, str]) -> BoardChoice:
    pairs = " ".join(f"{key}={value}" for key, value in settings.items())
    return BoardChoice(f"{entry.slug} {pairs}", words_of(game.slug).board(settings))


def read_league(site: Site, zone: str, sent: Mapping[str, str]) -> LeagueForm:
    """Read the form. Never raises for what was sent."""
    problems: dict[str, str] = {}
    match = _begin(sent, problems)
    minutes = sent.get("minutos", str(USUAL_MINUTES))
    if minutes not in map(str, MINUTES):
        problems["minutos"] = _("Elige una de las opciones.")
    level = _level(match, sent.get("nivel", USUAL_LEVEL), problems)
    bell_at = _bell(site.clock(), zone, sent.get("hasta", "").strip(), problems)
    if match is None or level is None or problems:
        return LeagueForm(sent, problems, None)
    wish = LeagueWish(line=match.to_text(), level=level, patience=60 * int(minutes), bell_at=bell_at)
    return LeagueForm(sent, problems, wish)


def _begin(sent: Mapping[str, str], problems: dict[str, str]) -> Match | None:
    """The position with which every game begins; what is left to chance is drawn once, the same for all."""
    own = sent.get("linea", "").strip()
    field, text = ("linea", own) if own else ("tablero", sent.get("tablero", USUAL_BOARD))
    words = text.split()
    try:
        entry, game = registry.entry(words[0] if words else "")
        pairs = _pairs(words[1:])
        return Match.begin(game, game.complete({**pairs, **entry.preset}, SystemRandom()))
    except BadSetup as refusal:
        problems[field] = say_setup(refusal)
        return None


def _pairs(words: list[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise BadSetup("not-a-pair", "", word)
        if key in pairs:
            raise BadSetup("repeated-key", key, value)
        pairs[key] = value
    return pairs


def _level(match: Match | None, level: str, problems: dict[str, str]) -> str | None:
    if match is None:
        return None
    try:
        return match.game.level(level).slug
    except KeyError:
        problems["nivel"] = _("Elige una de las opciones.")
        return None


def _bell(now: datetime, zone: str, text: str, problems: dict[str, str]) -> datetime | None:
    """When the bell rings today, in the class's zone; None if it is rung by hand."""
    if not text:
        return None
    today = now.astimezone(ZoneInfo(zone)).date()
    try:
        found = read_local(f"{today}T{text[:8]}", zone)
    except ValueError:
        problems["hasta"] = _("Escribe una hora, por ejemplo 10:55.")
        return None
    if found is None or found <= now:
        problems["hasta"] = _("Esa hora ya ha pasado hoy.")
        return None
    return found
