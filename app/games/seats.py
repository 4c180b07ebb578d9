"""Seats change hands here: joining, the private key for another device, and the rematch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from sqlalchemy import update
from sqlalchemy.orm import Session

from app.faults import GameOver, NoFreeSeat, NotYourSeat
from app.games.checks import require, require_seat
from app.games.creation import Kind, SeatPlan, add_game, add_key, new_id
from app.games.store import Change, change
from app.games.table import Table, find_table
from app.games.tables import Seat
from app.players.viewer import Viewer, new_key
from app.site import Site
from engines.core.match import Match


@dataclass(frozen=True, slots=True)
class Held:
    """A seat that somebody holds, and a new key of it."""

    seat: int
    key: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """The next game; `held` is the asker's seat in it, for those who came by a key."""

    id: str
    held: Held | None


def join(site: Site, game_id: str, viewer: Viewer, seat: int | None = None) -> Held:
    """Take a free seat, or `seat` if it is named; who holds one already keeps it and gets another key.

    Raises UnknownGame, NoFreeSeat, GameOver.
    """
    taken, key = 0, new_key()

    def decide(table: Table) -> Change | None:
        nonlocal taken
        if table.mine and seat in (None, *table.mine):
            taken = table.mine[0] if seat is None else seat
            return None
        free = [each.seat for each in table.game.seats if each.kind == "open" and seat in (None, each.seat)]
        if table.mine or not free:
            raise NoFreeSeat
        if table.over:
            raise GameOver
        taken = free[0]
        return Change(kind="joined", seat=taken, beside=sit)

    def sit(session: Session) -> None:
        session.execute(
            update(Seat)
            .where(Seat.game_id == game_id, Seat.seat == taken)
            .values(kind="person", player_id=viewer.player)
        )
        add_key(session, game_id, taken, key)

    if change(site, game_id, viewer, decide).before.mine:
        with site.database.writing() as session:
            add_key(session, game_id, taken, key)
    return Held(taken, key)


def private_key(site: Site, game_id: str, viewer: Viewer, seat: int | None = None) -> Held:
    """A new key of the viewer's seat, for another device: of both seats on one screen, unless one is named.

    Raises UnknownGame, NotYourSeat.
    """
    with site.database.writing() as session:
        table = find_table(session, game_id, viewer)
        require_seat(table)
        if seat not in (None, *table.mine):
            raise NotYourSeat
        key = new_key()
        both = seat is None and len(table.mine) == 2
        chosen = table.mine[0] if seat is None else seat
        add_key(session, game_id, None if both else chosen, key)
    return Held(chosen, key)


def rematch(site: Site, game_id: str, viewer: Viewer) -> Rematch:
    """The next game of the same two with seats swapped: made by the first who asks, found by the second.

    Raises UnknownGame, NotYourSeat, NotPossible.
    """
    fresh = new_id()

    def decide(table: Table) -> Change | None:
        require(table, "rematch")
        if table.next_id is not None:
            return None
        return Change(
            kind="rematch", seat=table.mine[0], beside=lambda session: _add_rematch(session, table, fresh)
        )

    table = change(site, game_id, viewer, decide).before
    next_id = table.next_id or fresh
    site.live.announce(next_id)
    if viewer.key is None:
        return Rematch(next_id, None)
    held = Held(1 - table.mine[0], new_key())
    with site.database.writing() as session:
        add_key(session, next_id, held.seat if len(table.mine) == 1 else None, held.key)
    return Rematch(next_id, held)


def _add_rematch(session: Session, table: Table, fresh: str) -> None:
    old = table.game
    first, second = (SeatPlan(cast(Kind, seat.kind), seat.level) for seat in reversed(old.seats))
    holders = [seat.player_id for seat in reversed(old.seats)]
    begin = table.match.at(0)
    if table.tied and begin.game.tiebreak is not None:
        begin = Match.begin(begin.game, begin.game.tiebreak(begin.setup))
    add_game(session, fresh, begin, old.entry, (first, second), holders, previous_id=old.id, mode=table.mode)
