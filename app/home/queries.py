"""What the front page shows, and who sits where in a new game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from app.games.creation import Plan, SeatPlan
from app.games.queries import began_last, starting_seat
from app.games.unfinished import Unfinished, unfinished_games
from app.games.view import Mode
from app.home.form import SetupForm
from app.language import gettext as _
from app.pictures import Picture, picture
from app.site import Site
from app.words import EntryWords, words_of
from app.words.refusals import say_reason
from engines import registry
from engines.core.game import IllegalMove
from engines.core.match import Match


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the front page."""

    slug: str
    words: EntryWords
    picture: Picture


@dataclass(frozen=True, slots=True)
class Continued:
    """A game that this browser can go on with."""

    id: str
    name: str
    opponent: str
    my_turn: bool
    picture: Picture


def cards() -> list[Card]:
    """Every game of the site, in order."""
    return [
        Card(entry.slug, words_of(game.slug).entries[entry.slug], picture(entry.picture))
        for entry, game in registry.entries()
    ]


def continued(site: Site, player: str | None) -> list[Continued]:
    """The games a player has not finished, the latest first."""
    return [
        Continued(
            game.id,
            words_of(game.slug).entries[game.entry].name(),
            _opponent(game),
            game.my_turn,
            picture(game.line),
        )
        for game in unfinished_games(site, player)
    ]


def seats_wanted(site: Site, form: SetupForm, match: Match, player: str) -> Plan:
    """The seats that a set-up form asks for. «Por turnos» looks at who began the last game of this kind."""
    if form.mode == "screen":
        return SeatPlan("person"), SeatPlan("person")
    other = SeatPlan("computer", form.level) if form.mode == "computer" else SeatPlan("open")
    begins = form.starts == "yo"
    if form.starts == "turnos":
        begins = not began_last(site, player, form.game.slug, cast(Mode, form.mode))
    mine = starting_seat(match) if begins else 1 - starting_seat(match)
    return (SeatPlan("person"), other) if mine == 0 else (other, SeatPlan("person"))


def why_refused(line: str, move: str) -> str:
    """Why a move is refused after a match line, as a player reads it. ValueError if it is legal."""
    match = registry.read_match(line)
    try:
        match.play(move)
    except IllegalMove as refusal:
        return say_reason(words_of(match.game.slug), refusal.reason, refusal.detail)
    raise ValueError(f"{move} is legal after {line}")


def _opponent(game: Unfinished) -> str:
    if game.mode == "computer":
        return _("Contra el ordenador")
    return _("En esta pantalla") if game.mode == "screen" else _("Con un enlace")
