"""The games that a player has not finished."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import select

from app.games.tables import Game, Seat
from app.games.view import Mode
from app.site import Site

CONTINUED = 12
"""How many unfinished games are offered to be continued."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfinished:
    """A game that a player may go on with."""

    id: str
    entry: str
    slug: str
    mode: Mode
    level: str | None
    my_turn: bool
    line: str
    """The match line."""
    updated_at: datetime


def unfinished_games(site: Site, player: str | None) -> list[Unfinished]:
    """The games that a player holds a seat of and that go on, the latest first."""
    if player is None:
        return []
    mine = select(Seat.game_id).where(Seat.player_id == player)
    wanted = (
        select(Game)
        .where(Game.id.in_(mine), Game.ended_at.is_(None))
        .order_by(Game.updated_at.desc())
        .limit(CONTINUED)
    )
    with site.database.reading() as session:
        games = session.scalars(wanted).all()
    return [_unfinished(game, player) for game in games]


def _unfinished(game: Game, player: str) -> Unfinished:
    mine = {seat.seat for seat in game.seats if seat.player_id == player}
    levels = [seat.level for seat in game.seats if seat.level is not None]
    return Unfinished(
        id=game.id,
        entry=game.entry,
        slug=game.slug,
        mode=cast(Mode, game.mode),
        level=levels[0] if levels else None,
        my_turn=game.turn in mine,
        line=game.line,
        updated_at=game.updated_at,
    )
