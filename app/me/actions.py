"""Deleting what is kept of a browser."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import ColumnElement, delete, exists, select, update
from sqlalchemy.orm import Session

from app.challenges.tables import Attempt, PlayerKey
from app.faults import Fault
from app.games.actions import resign
from app.games.tables import Game, Seat, SeatKey
from app.players.viewer import Viewer
from app.site import Site


def forget(site: Site, player: str) -> None:
    """Delete everything that is kept of a player.

    Games against the computer, on one screen or that nobody else joined go, and so do tries at challenges. A
    game with another person stays theirs: one that goes on is given up, and its seat and keys no longer lead
    to anybody. So does a task of a class, which belongs to the class.
    """
    with site.database.reading() as session:
        running = session.scalars(select(Game.id).where(_shared(player), Game.how.is_(None))).all()
    for game_id in running:
        with suppress(Fault):
            resign(site, game_id, Viewer(player))
    with site.database.writing() as session:
        _delete(session, player)


def _delete(session: Session, player: str) -> None:
    tried = select(Attempt.game_id).where(Attempt.player_id == player)
    own = _mine(player) & ~_shared(player) & (Game.task.is_(None) | Game.id.in_(tried))
    session.execute(delete(Game).where(own))
    seats = session.execute(select(Seat.game_id, Seat.seat).where(Seat.player_id == player)).all()
    for game_id, seat in seats:
        session.execute(delete(SeatKey).where(SeatKey.game_id == game_id, SeatKey.seat == seat))
    session.execute(update(Seat).where(Seat.player_id == player).values(player_id=None))
    session.execute(delete(Attempt).where(Attempt.player_id == player))
    session.execute(delete(PlayerKey).where(PlayerKey.player_id == player))


def _mine(player: str) -> ColumnElement[bool]:
    """Games in which a player holds a seat."""
    return Game.id.in_(select(Seat.game_id).where(Seat.player_id == player))


def _shared(player: str) -> ColumnElement[bool]:
    """Games in which another person holds the other seat."""
    others = exists().where(
        Seat.game_id == Game.id, Seat.kind == "person", Seat.player_id.is_distinct_from(player)
    )
    return _mine(player) & (Game.mode == "link") & others
