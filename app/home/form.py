"""The set-up form of any game: what it offers, what was sent, and what is wrong with it.

Fields: `tablero` (a board written as settings: one of those pictured or any other, or empty for a size of
one's own), one field for each other setting, `modo`, `nivel` and `empieza`. Everything has a default, so an
empty form is a good form. A setting that is a place of the board may be left to chance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import Final
from urllib.parse import urlencode

from app.home.sizes import Size, sizes_of
from app.language import gettext as _
from app.pictures import Picture, picture
from app.words.refusals import say_setup
from engines import registry
from engines.core.game import AnyGame, Entry
from engines.core.setup import BadSetup, Option, Setup

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
    """A setting to choose from a list; `value` is what was sent, or else the default.

    `within`: it means something only with these values of the first field; empty: with all.
    """

    key: str
    value: str
    choices: tuple[str, ...]
    within: tuple[str, ...] = ()
    narrow: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The same for single choices."""


@dataclass(frozen=True, slots=True)
class PlaceField:
    """A setting that is a place of the board; an empty `value` leaves it to chance.

    `picture` is the board on which it is pointed at, None while the other settings are wrong.
    """

    key: str
    value: str
    picture: Picture | None
    link: str
    """How the address begins that gives the place, to be followed by its token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupForm:
    """A set-up form as it is shown, and, if nothing is wrong, the settings that it asks for."""

    entry: Entry
    game: AnyGame
    boards: tuple[Board, ...]
    beginner: str
    """The board that is chosen at first against the weakest level; empty if it is the usual one."""
    all_pictured: bool
    """Whether these are all the boards there are: then none of another size is offered."""
    own_size: bool
    """Whether the size comes from `sizes` and not from a picture."""
    sizes: tuple[Field, ...]
    own: Picture | None
    """The board of this size, in games that do not show it to be pointed at."""
    place: PlaceField | None
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
    pictured = {key for settings in game.offered for key in settings}
    sizes = sizes_of(game, frozenset(entry.preset.items()))
    point = next((option for option in asked if option.place), None)
    more = [
        option
        for option in asked
        if option.key not in pictured and not option.place and _ever_applies(game, option)
    ]
    values = {option.key: sent.get(option.key, option.default or "") for option in asked}
    levels = tuple(level.slug for level in game.levels)
    usual = DEFAULT_LEVEL if DEFAULT_LEVEL in levels else levels[0]
    beginner = write_settings(game.beginners)
    named = _named_board(game, sizes, values)
    if beginner and sent.get("nivel") == levels[0] and sent.get("modo", MODES[0]) == MODES[0]:
        named = beginner
    board = sent.get("tablero", named)
    choices = {
        "modo": (sent.get("modo", MODES[0]), MODES),
        "nivel": (sent.get("nivel", usual), levels),
        "empieza": (sent.get("empieza", STARTS[0]), STARTS),
    }
    problems = {
        name: _("Elige una de las opciones.")
        for name, (value, allowed) in choices.items()
        if value not in allowed
    }
    settings = _settings(game, board)
    if settings is None or SEAT_OPTION in settings:
        problems["tablero"] = _("Elige una de las opciones.")
        settings = {}
    for option in (*more, *((point,) if point else ())):
        values[option.key] = sent.get(option.key, settings.pop(option.key, values[option.key])).strip()
    kept = {option.key: values[option.key] for option in more}
    if not board:
        kept |= _own_size(sizes, values)
    for option in asked:
        if option.key in kept:
            problems.update(_problem(option, kept[option.key]))
    if point is not None:
        settings[point.key] = values[point.key].lower()
    setup = None
    if not problems:
        setup, problems = _complete(entry, game, {**settings, **kept})
    return SetupForm(
        entry=entry,
        game=game,
        boards=_boards(entry, game, board, setup),
        beginner=beginner,
        all_pictured=_all_pictured(game, sizes),
        own_size=bool(sizes) and not board,
        sizes=tuple(
            Field(each.option.key, values[each.option.key], each.option.choices, each.within, each.narrow)
            for each in sizes
        ),
        own=_picture(game, setup) if not board and point is None else None,
        place=None if point is None else _place_field(entry, game, point, values[point.key], sent, setup),
        more=tuple(Field(option.key, values[option.key], option.choices) for option in more),
        unusual=any(values[option.key] != option.default for option in more),
        mode=choices["modo"][0],
        level=choices["nivel"][0],
        starts=choices["empieza"][0],
        problems=problems,
        setup=setup if not problems else None,
    )


def write_settings(settings: Mapping[str, str]) -> str:
    """Settings as the form sends them: `rows=3 cols=3`."""
    return " ".join(f"{key}={value}" for key, value in settings.items())


def _is_asked(option: Option, entry: Entry) -> bool:
    offered = bool(option.choices) or option.place
    return offered and option.key not in entry.preset and option.key != SEAT_OPTION


def _ever_applies(game: AnyGame, option: Option) -> bool:
    """Whether a setting means something on a board that the form can ask for."""
    usual = {each.key: each.default or "" for each in game.options}
    return any(option.applies({**usual, **settings}) for settings in (*game.offered, {}))


def _complete(entry: Entry, game: AnyGame, pairs: Mapping[str, str]) -> tuple[Setup | None, dict[str, str]]:
    """The settings with what is left to chance filled in; or what is wrong with them."""
    try:
        setup = game.complete({**pairs, **entry.preset}, SystemRandom())
        game.start(setup)
    except BadSetup as refusal:
        if any(option.place and option.key == refusal.key for option in game.options):
            nowhere = _("En este tablero no hay ninguna casilla «%(name)s».") % {"name": refusal.value}
            return None, {refusal.key: nowhere if refusal.reason == "bad-value" else say_setup(refusal)}
        span = _span(refusal)
        return None, {refusal.key or "tablero": span or _("Estas opciones no van juntas.")}
    return setup, {}


def _all_pictured(game: AnyGame, sizes: tuple[Size, ...]) -> bool:
    """Whether every size has its picture."""
    option = sizes[0].option if len(sizes) == 1 else None
    offered = {settings.get(option.key) for settings in game.offered} if option else set()
    return option is not None and offered >= set(option.choices)


def _own_size(sizes: tuple[Size, ...], values: Mapping[str, str]) -> dict[str, str]:
    """The settings of a board of one's own: those that mean something with the first of them."""
    kind = values[sizes[0].option.key] if sizes else ""
    return {each.option.key: values[each.option.key] for each in sizes if each.applies(kind)}


def _named_board(game: AnyGame, sizes: tuple[Size, ...], values: Mapping[str, str]) -> str:
    """The pictured board that has these sizes; empty if none has."""
    wanted = _own_size(sizes, values)
    for settings in game.offered:
        if all(settings.get(key) == value for key, value in wanted.items()):
            return write_settings(settings)
    return ""


def _settings(game: AnyGame, board: str) -> dict[str, str] | None:
    """What a board written as settings sets; None if it cannot be read."""
    pairs = [word.partition("=") for word in board.split()]
    known = {option.key for option in game.options}
    settings = {key: value for key, _equals, value in pairs}
    if len(settings) < len(pairs) or not settings.keys() <= known or not all(settings.values()):
        return None
    return settings


def _place_field(
    entry: Entry, game: AnyGame, option: Option, value: str, sent: Mapping[str, str], setup: Setup | None
) -> PlaceField:
    others = {key: text for key, text in sent.items() if key != option.key}
    link = f"/juegos/{entry.slug}?{urlencode({**others, option.key: ''})}"
    return PlaceField(option.key, value, _picture(game, setup), link)


def _picture(game: AnyGame, setup: Setup | None) -> Picture | None:
    return None if setup is None else picture(f"{game.slug} {game.write_setup(setup)}")


def _problem(option: Option, text: str) -> dict[str, str]:
    try:
        option.read(text)
    except BadSetup as refusal:
        return {option.key: _span(refusal) or _("Elige una de las opciones.")}
    return {}


def _span(refusal: BadSetup) -> str:
    """The numbers that would do, as a sentence; empty where it is not about numbers."""
    span = re.fullmatch(r"(\d+)\.\.(\d+)", refusal.allowed)
    if span is None:
        return ""
    return _("Elige un número del %(low)s al %(high)s.") % {"low": span[1], "high": span[2]}


def _boards(entry: Entry, game: AnyGame, chosen: str, setup: Setup | None) -> tuple[Board, ...]:
    """The boards to choose from, after one that was sent and is none of them."""
    found = []
    for settings in game.offered:
        value = write_settings(settings)
        usual = game.complete({**settings, **entry.preset}, Random(1))
        found.append(
            Board(value, settings, picture(f"{game.slug} {game.write_setup(usual)}"), value == chosen)
        )
    shown = _picture(game, setup)
    if chosen and shown is not None and setup is not None and not any(board.chosen for board in found):
        found.insert(0, Board(chosen, setup, shown, True))
    return tuple(found)
