"""What is said of challenges: days, results, and the text that people send to each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time, get_timezone_location

from app.language import current
from app.language import gettext as _
from app.words import GameWords
from engines.core.game import Seat
from engines.core.match import Match

SQUARES: Final = ("🟦", "🟨", "🟧", "🟥")
"""A move that lost nothing, one, two, or more. Blue and red, not green and red: all eyes tell them apart."""


LET_GO: Final = len(SQUARES) - 1
"""What a move lost that let go of a win, where only winning counts."""


def long_day(day: date) -> str:
    """A day with its weekday, as a line begins: «Martes, 1 de diciembre de 2026»."""
    text = format_date(day, "full", locale=current())
    return text[:1].upper() + text[1:]


def short_day(day: date) -> str:
    """A day without its weekday and year: «1 de diciembre»."""
    return format_date(day, "d MMMM" if current() == "en" else "d 'de' MMMM", locale=current())


def clock(moment: datetime, zone: str) -> str:
    """The time of day in a zone: «18:30»."""
    return format_time(moment.astimezone(ZoneInfo(zone)), "short", locale=current())


def say_below(words: GameWords, below: float) -> str:
    """How a result stands to par, as a sentence."""
    if below <= 0:
        return _("Has conseguido el par: no se puede más.")
    return _("Te has quedado a %(points)s del par.") % {"points": words.unit(below)}


def squares(lost: Sequence[int]) -> str:
    """A square for each move, by what it lost."""
    return "".join(SQUARES[min(each, len(SQUARES) - 1)] for each in lost)


def say_moves(words: GameWords, lost: Sequence[int], races: bool = False) -> list[str]:
    """The same in words, a text for each move; `races`: the challenge is about winning in few moves."""

    def say(number: int, each: int) -> str:
        if each <= 0:
            return _("Jugada %(number)s: perfecta") % {"number": number}
        if races and each >= LET_GO:
            return _("Jugada %(number)s: dejó escapar la victoria") % {"number": number}
        return _("Jugada %(number)s: perdió %(points)s") % {"number": number, "points": words.unit(each)}

    return [say(number, each) for number, each in enumerate(lost, start=1)]


def say_goal(words: GameWords, match: Match, seat: Seat) -> str | None:
    """What a side has to do against a strong opponent; None if the game has no words of its own for it."""
    if words.task is None:
        return None
    roles = match.game.roles
    return words.task(roles(match.state)[seat] if roles else "", match.turn == seat)


def say_task(words: GameWords, match: Match, seat: Seat, par: float, races: bool) -> str:
    """What is to be done, in a sentence or two."""
    if races:
        return _("Te toca y puedes ganar en %(moves)s, haga lo que haga el rival. Encuéntralas.") % {
            "moves": words.unit(-par)
        }
    goal = say_goal(words, match, seat)
    return goal or _("Juega contra un rival que no se equivoca nunca y consigue lo mejor que se pueda.")


def shared(
    name: str, words: GameWords, day: date, below: float | None, lost: Sequence[int], address: str
) -> str:
    """What people send to each other: a sentence first, then the squares. It tells nothing of the moves."""
    shown = {"name": name, "day": short_day(day)}
    if below is None:
        said = _("Reto de Ingenio del %(day)s (%(name)s): esta vez no he ganado.") % shown
    elif below <= 0:
        said = _("Reto de Ingenio del %(day)s (%(name)s): he conseguido el par.") % shown
    else:
        said = _("Reto de Ingenio del %(day)s (%(name)s): me he quedado a %(points)s del par.") % {
            **shown,
            "points": words.unit(below),
        }
    return "\n".join((said, squares(lost), address))


THEMES: Final[Mapping[str, Mapping[str, Callable[[], str]]]] = {
    "gusano": {
        "square": lambda: _("Gusano: cuadrado con obstáculos"),
        "hexagons": lambda: _("Gusano: hexágonos"),
        "closed": lambda: _("Gusano: toro o cilindro"),
        "knight": lambda: _("Gusano: salto de caballo"),
        "solid": lambda: _("Gusano: poliedro con valores"),
        "diagonals": lambda: _("Gusano: cuadrado con diagonales"),
        "twisted": lambda: _("Gusano: banda de Möbius o botella de Klein"),
    },
    "timbiriche": {
        "timbiriche": lambda: _("Timbiriche: un final que se gana"),
        "sueco": lambda: _("Tablero sueco: un final que se gana"),
    },
    "ayu": {"small": lambda: _("Ayu: gana en las menos jugadas")},
    "gyges": {"three": lambda: _("Gygès: gana en tres jugadas")},
}
"""For each game that has challenges, what its generated tasks are called, by theme."""


def say_name(why: str) -> str:
    """Why a pupil's name will not do."""
    return {
        "short": _("Ese nombre es demasiado corto: al menos dos letras."),
        "long": _("Ese nombre es demasiado largo: como mucho 20 letras."),
        "characters": _("Usa solo letras, números, espacios, guiones y apóstrofos."),
        "words": _("Ese nombre no se puede usar en clase. Elige otro."),
    }[why]


def day_and_time(moment: datetime, zone: str) -> str:
    """A moment in a zone, in few words: «mar, 1 dic, 9:30»."""
    local = moment.astimezone(ZoneInfo(zone))
    day = format_date(local.date(), "EEE d MMM", locale=current())
    return f"{day}, {format_time(local, 'short', locale=current())}"


def say_zone(zone: str) -> str:
    """A time zone by the place that it is named after: «Madrid», «Nueva York»."""
    place: str = get_timezone_location(zone, locale=current(), return_city=True)
    return place


def duration(seconds: float | None) -> str:
    """A time that somebody took: «3:05»."""
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def say_above(above: float) -> str:
    """How a result stands to par, as a signed number: «par», «−3», «+1»."""
    if above == 0:
        return _("par")
    return f"{above:+g}".replace("-", "−")
