"""The teacher's forms: what was sent, what is wrong with it in words, and the task that it asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from sqlalchemy.orm import Session

from app.challenges.queries import find_offer
from app.classes.moments import read_local
from app.classes.tasks import Wish
from app.games.tables import ID_LENGTH, Game
from app.language import gettext as _
from app.site import Site
from app.words import words_of
from app.words.refusals import say_illegal, say_setup
from engines import registry
from engines.core.game import IllegalMove
from engines.core.match import Match
from engines.core.setup import BadSetup

ALLOWED: Final = {"pistas": "hint", "ayuda": "help", "deshacer": "undo"}
"""The boxes of the form, and what they allow."""
MOST_TRIES: Final = 20
LONGEST_TITLE: Final = 60
_GAME: Final = re.compile(rf"/p/([A-Za-z0-9]{{{ID_LENGTH}}})(?:/|\?|#|$)")
_MADE: Final = re.compile(r"(\d{4}-\d{2}-\d{2})/([a-z]{1,32})")


@dataclass(frozen=True, slots=True)
class TaskForm:
    """A form as it was sent: its values, what is wrong by field, and the task if nothing is."""

    values: Mapping[str, str]
    problems: Mapping[str, str]
    wish: Wish | None


def read_task(site: Site, session: Session, zone: str, sent: Mapping[str, str]) -> TaskForm:
    """Read the form by which a teacher sets a task. Never raises for what was sent."""
    problems: dict[str, str] = {}
    match, par, seat = _position(site, session, sent, problems)
    level = sent.get("nivel", "perfecto")
    tries = sent.get("intentos", "1")
    if not tries.isascii() or not tries.isdigit() or not 0 <= int(tries[:4]) <= MOST_TRIES:
        problems["intentos"] = _("Elige un número del %(low)s al %(high)s.") % {"low": 0, "high": MOST_TRIES}
    title = " ".join(sent.get("titulo", "").split())
    if len(title) > LONGEST_TITLE:
        problems["titulo"] = _("El texto es demasiado largo: como mucho %(number)s caracteres.") % {
            "number": LONGEST_TITLE
        }
    if not title.isprintable():
        problems["titulo"] = _("El texto contiene caracteres que no existen.")
    opens = _moment(sent, "abre", zone, problems) or site.clock()
    closes = _moment(sent, "cierra", zone, problems)
    if closes is not None and closes <= opens:
        problems["cierra"] = _("Tiene que cerrarse después de abrirse.")
    if match is None or problems:
        return TaskForm(sent, problems, None)
    try:
        chosen = match.game.level(level).slug
    except KeyError:
        return TaskForm(sent, {"nivel": _("Elige una de las opciones.")}, None)
    wish = Wish(
        title=title,
        line=match.to_text(),
        seat=seat,
        level=chosen,
        tries=int(tries),
        allowed=frozenset(what for box, what in ALLOWED.items() if sent.get(box)),
        opens_at=opens,
        closes_at=closes,
        par=par,
    )
    return TaskForm(sent, problems, wish)


def _position(
    site: Site, session: Session, sent: Mapping[str, str], problems: dict[str, str]
) -> tuple[Match | None, float | None, int]:
    """The position of the task, what is proved of it already, and the pupils' side."""
    made = _MADE.fullmatch(sent.get("generado", ""))
    if made is not None and not sent.get("partida", "").strip():
        offer = _made(site, *made.groups())
        if offer is not None:
            return offer
    text = sent.get("partida", "").strip()
    if not text:
        problems["partida"] = _("Elige un tablero preparado, o pega aquí un tablero o una partida.")
        return None, None, 0
    try:
        match = _task_of(_read(session, text))
    except LookupError:
        problems["partida"] = _("Esa partida no existe o todavía no ha terminado.")
        return None, None, 0
    except BadSetup as refusal:
        problems["partida"] = say_setup(refusal)
        return None, None, 0
    except IllegalMove as refusal:
        problems["partida"] = say_illegal(words_of(_slug(text)), refusal)
        return None, None, 0
    if match is None or match.outcome is not None:
        problems["partida"] = _("En esa posición ya no se puede jugar nada.")
        return None, None, 0
    game = match.game
    usual = game.leading(match.state) if game.leading else match.turn
    side = {"0": 0, "1": 1}.get(sent.get("lado", ""), usual or 0)
    return match, None, side


def _made(site: Site, day: str, slug: str) -> tuple[Match, float | None, int] | None:
    try:
        offer = find_offer(site, date.fromisoformat(day), slug)
    except ValueError:
        return None
    if offer is None:
        return None
    # In a class a win is a win, however long it took: its par is computed as that of any other task.
    return offer.match, None if offer.races else offer.par, offer.seat


def _read(session: Session, text: str) -> Match:
    """A match from its line, or from the address of a finished game (at the ply that it names) or of the
    editor. LookupError for a game that is not there."""
    found = _GAME.search(text)
    if found is not None:
        game = session.get(Game, found[1])
        if game is None or game.how is None:
            raise LookupError(found[1])
        match = registry.read_match(game.line)
        ply = dict(parse_qsl(urlsplit(text).query)).get("jugada", "")
        return match.at(min(int(ply[:6]), match.ply)) if ply.isascii() and ply.isdigit() else match
    if "/editor?" in text:
        settings = dict(parse_qsl(urlsplit(text).query))
        return registry.read_match(_editor_line(text, settings))
    return registry.read_match(text)


def _editor_line(text: str, settings: Mapping[str, str]) -> str:
    slug = urlsplit(text).path.split("/")[-2]
    _entry, game = registry.entry(slug)
    known = {option.key for option in game.options}
    return " ".join((slug, *(f"{key}={value}" for key, value in settings.items() if key in known and value)))


def _slug(text: str) -> str:
    return registry.entry(text.split()[0])[1].slug


def _task_of(match: Match) -> Match | None:
    """The same position as a task: what would be played after it is left out."""
    if match.game.as_task is None:
        return match
    return registry.read_match(match.game.as_task(match.state))


def _moment(sent: Mapping[str, str], name: str, zone: str, problems: dict[str, str]) -> datetime | None:
    text = sent.get(name, "").strip()
    if not text:
        return None
    try:
        found = read_local(text[:40], zone)
    except (ValueError, OverflowError):
        problems[name] = _("Escribe una fecha y una hora.")
        return None
    if found is None:
        problems[name] = _("Esa hora no existe ese día: los relojes se adelantan. Elige otra.")
    return found
