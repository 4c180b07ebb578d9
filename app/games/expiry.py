"""Games whose time is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import and_, delete, or_
from sqlalchemy.orm import Session

from app.games.tables import Game
from app.settings import Settings


def purge_games(session: Session, settings: Settings, moment: datetime) -> int:
    """Delete what nobody has touched for as many days as the settings keep it; the number of games gone.

    Seats, keys and events go with their game. A rematch stays when the game before it goes.
    """
    unfinished = moment - timedelta(days=settings.keep_unfinished_days)
    finished = moment - timedelta(days=settings.keep_finished_days)
    expired = delete(Game).where(
        or_(
            and_(Game.ended_at.is_(None), Game.updated_at < unfinished),
            and_(Game.ended_at.is_not(None), Game.updated_at < finished),
        )
    )
    return len(session.scalars(expired.returning(Game.id)).all())
