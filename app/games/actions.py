"""Every change of a game. Each action is one thought: check, play, store, tell.

Actions raise a Fault, or IllegalMove, and then nothing has changed. Those that take a `version` treat a
repeat of what was already accepted at that version as done: the request was sent twice, not meant twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from sqlalchemy.orm import Session

from app import meters
from app.faults import GameOver, NotYourSeat, NotYourTurn, StaleMove
from app.games.agreements import answer_draw, answer_take_back, offer_draw, take_back, withdraw
from app.games.checks import is_repeat, require, require_seat
from app.games.creation import Created, Plan, SeatPlan, create_game
from app.games.seats import Held, Rematch, join, private_key, rematch
from app.games.store import Change, change, ended, kinds, position
from app.games.table import Table
from app.players.viewer import Viewer
from app.site import Site
from engines.core.game import Proved

__all__ = [
    "Created",
    "Held",
    "Plan",
    "Rematch",
    "SeatPlan",
    "WouldRepeat",
    "answer_draw",
    "answer_take_back",
    "create_game",
    "join",
    "note_help",
    "offer_draw",
    "play_computer_move",
    "play_move",
    "private_key",
    "rematch",
    "resign",
    "stop",
    "take_back",
    "withdraw",
]


class WouldRepeat(Exception):  # noqa: N818 - what the move would do, no mistake
    """A move would end the game by repetition, and whoever makes it has not been told."""


def play_move(
    site: Site,
    game_id: str,
    viewer: Viewer,
    move: str,
    version: int,
    helped: bool = False,
    sure: bool = True,
) -> Table:
    """Play `move` for the viewer, in the position that `version` names; the game as it is then.

    `helped`: with help mode on; `sure`: also if that ends the game by repetition. Raises UnknownGame,
    NotYourSeat, GameOver, StaleMove, NotYourTurn, IllegalMove, WouldRepeat.
    """
    stored = False

    def decide(table: Table) -> Change | None:
        nonlocal stored
        require_seat(table)
        stored = not is_repeat(site, table, version, "move", move)
        if not stored:
            return None
        if table.over:
            raise GameOver
        if not table.my_turn:
            raise NotYourTurn
        wanted = _move(table, move, helped)
        if not sure and table.match.repeated_by(move) is not None:
            raise WouldRepeat
        return wanted

    table = change(site, game_id, viewer, decide).table
    if stored:
        meters.moves.labels(table.game.slug, "person").inc()
    return table


def play_computer_move(site: Site, game_id: str, move: str, version: int) -> None:
    """Play the computer's `move`. Raises StaleMove if the position is not the one it thought about."""

    def decide(table: Table) -> Change:
        if table.game.version != version or not table.game.computer_due:
            raise StaleMove(table.game.version)
        level = table.game.seats[cast(int, table.game.turn)].level
        proves = level is not None and table.match.game.level(level).proves
        return _move(table, move, proved=isinstance(move, Proved) if proves else None)

    table = change(site, game_id, Viewer(), decide).before
    meters.moves.labels(table.game.slug, "computer").inc()


def note_help(site: Site, game_id: str, viewer: Viewer) -> None:
    """Remember that a player used help mode while the game went on. Raises UnknownGame."""

    def decide(table: Table) -> Change | None:
        if not table.mine or table.over or table.game.helped or not _may_help(table):
            return None
        return Change(kind="helped", seat=cast(int, table.acting), values={"helped": True})

    change(site, game_id, viewer, decide)


def _move(table: Table, move: str, helped: bool = False, proved: bool | None = None) -> Change:
    seat = cast(int, table.game.turn)
    values = position(table.match.play(move), kinds(table))
    values["proved"] = proved
    if helped and _may_help(table):
        values["helped"] = True
    return Change(kind="move", seat=seat, moves_on=True, move=move, values=values)


def _may_help(table: Table) -> bool:
    return table.match.game.insight is not None and table.allows("help")


def resign(
    site: Site, game_id: str, viewer: Viewer, version: int | None = None, seat: int | None = None
) -> None:
    """Give the game up for the viewer's `seat` (without it, the one that `Table.acting` names).

    Raises UnknownGame, NotYourSeat, StaleMove, GameOver.
    """

    def decide(table: Table) -> Change | None:
        require_seat(table)
        if is_repeat(site, table, version, "resigned"):
            return None
        require(table, "resign")
        if seat not in (None, *table.mine):
            raise NotYourSeat
        loser = cast(int, table.acting) if seat is None else seat
        return Change(kind="resigned", seat=loser, moves_on=True, values=ended("resigned", 1 - loser))

    change(site, game_id, viewer, decide)


def stop(
    site: Site,
    game_id: str,
    *,
    version: int | None = None,
    winner: int | None = None,
    beside: Callable[[Session], None] = lambda session: None,
) -> bool:
    """Whoever set a game as a task ends it: for nobody, or for `winner`, whom the other left waiting.

    False, and nothing has changed, if it is over or no longer at the `version` that was looked at. `beside`
    stores other rows with it. Raises UnknownGame.
    """
    done = False

    def decide(table: Table) -> Change | None:
        nonlocal done
        done = not table.over and version in (None, table.game.version)
        if not done:
            return None
        seat = cast(int, table.game.turn)
        values = ended("stopped", winner)
        return Change(kind="stopped", seat=seat, moves_on=True, values=values, beside=beside)

    change(site, game_id, Viewer(), decide)
    return done
