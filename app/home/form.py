"""The set-up form of any game: what it offers, what was sent, and what is wrong with it.

Fields: `tablero` (a pictured board, written as settings, or empty for a size of one's own), one field for
each other setting, `modo`, `nivel` and `empieza`. Everything has a default, so an empty form is a good form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from app.home.pictures import Picture, picture
from app.language import gettext as _
from engines import registry
from engines.core.game import AnyGame, BadSetup, Entry, Option, Setup

MODES: Final = ("computer", "screen", "link")
STARTS: Final = ("yo", "rival", "turnos")
DEFAULT_LEVEL: Final = "medio"
SEAT_OPTION: Final = "first"
"""The setting that says which seat begins; the form asks for people instead (`empieza`)."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board to choose by its picture. `value` is what the form sends: `rows=3 cols=3`."""

    value: str
    settings: Mapping[str, str]
    picture: Picture
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """A setting to choose from a list; `value` is what was sent, or else the default."""

    key: str
    value: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupForm:
    """A set-up form as it is shown, and, if nothing is wrong, the settings that it asks for."""

    entry: Entry
    game: AnyGame
    boards: tuple[Board, ...]
    own_size: bool
    """Whether the size comes from `sizes` and not from a picture."""
    sizes: tuple[Field, ...]
    more: tuple[Field, ...]
    unusual: bool
    """Whether one of `more` needs to be seen: it is not at its default, or it is wrong."""
    mode: str
    level: str
    starts: str
    problems: Mapping[str, str]
    """What is wrong, as a sentence, by the name of the field."""
    setup: Setup | None


def read_form(slug: str, sent: Mapping[str, str]) -> SetupForm:
    """The form of an entry with what was sent filled in. Raises BadSetup if there is no such entry."""
    entry, game = registry.entry(slug)
    asked = [option for option in game.options if _is_asked(option, entry)]
    sizes = [option for option in asked if game.offered and option.key in game.offered[0] and option.shown]
    pictured = {key for settings in game.offered for key in settings}
    more = [option for option in asked if option.key not in pictured]
    values = {option.key: sent.get(option.key, option.default or "") for option in (*sizes, *more)}
    board = sent.get("tablero", _named_board(game, sizes, values))
    choices = {
        "modo": (sent.get("modo", MODES[0]), MODES),
        "nivel": (sent.get("nivel", DEFAULT_LEVEL), tuple(level.slug for level in game.levels)),
        "empieza": (sent.get("empieza", STARTS[0]), STARTS),
        "tablero": (board, ("", *map(write_settings, game.offered))),
    }
    problems = {
        name: _("Elige una de las opciones.")
        for name, (value, allowed) in choices.items()
        if value not in allowed
    }
    for option in more if board else (*sizes, *more):
        problems.update(_problem(option, values[option.key]))
    setup = None
    if not problems:
        kept = {option.key: values[option.key] for option in (more if board else (*sizes, *more))}
        try:
            _game, setup = registry.read_setup(slug, {**_settings(game, board), **kept})
        except BadSetup as refusal:
            problems[refusal.key or "tablero"] = _("Estas opciones no van juntas.")
    return SetupForm(
        entry=entry,
        game=game,
        boards=_boards(slug, board),
        own_size=bool(sizes) and not board,
        sizes=_fields(sizes, values),
        more=_fields(more, values),
        unusual=any(values[option.key] != option.default for option in more),
        mode=choices["modo"][0],
        level=choices["nivel"][0],
        starts=choices["empieza"][0],
        problems=problems,
        setup=setup,
    )


def write_settings(settings: Mapping[str, str]) -> str:
    """Settings as the form sends them: `rows=3 cols=3`."""
    return " ".join(f"{key}={value}" for key, value in settings.items())


def _is_asked(option: Option, entry: Entry) -> bool:
    return bool(option.choices) and option.key not in entry.preset and option.key != SEAT_OPTION


def _named_board(game: AnyGame, sizes: Iterable[Option], values: Mapping[str, str]) -> str:
    """The pictured board that has these sizes; empty if none has."""
    for settings in game.offered:
        if all(settings.get(option.key) == values[option.key] for option in sizes):
            return write_settings(settings)
    return ""


def _settings(game: AnyGame, board: str) -> Mapping[str, str]:
    """What a pictured board sets; without one, what goes with a size of one's own."""
    for settings in game.offered:
        if write_settings(settings) == board:
            return settings
    shown = {option.key for option in game.options if option.shown}
    first = game.offered[0] if game.offered else {}
    return {key: value for key, value in first.items() if key not in shown}


def _problem(option: Option, text: str) -> dict[str, str]:
    try:
        option.read(text)
    except BadSetup as refusal:
        span = re.fullmatch(r"(\d+)\.\.(\d+)", refusal.allowed)
        if span:
            sentence = _("Elige un número del %(low)s al %(high)s.")
            return {option.key: sentence % {"low": span[1], "high": span[2]}}
        return {option.key: _("Elige una de las opciones.")}
    return {}


def _boards(slug: str, chosen: str) -> tuple[Board, ...]:
    offered = registry.entry(slug)[1].offered
    return tuple(
        Board(value, settings, picture(f"{slug} {value}"), value == chosen)
        for settings in offered
        for value in (write_settings(settings),)
    )


def _fields(options: Iterable[Option], values: Mapping[str, str]) -> tuple[Field, ...]:
    return tuple(Field(option.key, values[option.key], option.choices) for option in options)
