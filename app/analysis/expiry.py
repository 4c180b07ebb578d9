"""Analyses whose time is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.orm import Session

from app.analysis.tables import Review
from app.settings import Settings


def purge_analyses(session: Session, settings: Settings, moment: datetime) -> int:
    """Delete what was asked for longer ago than any game is kept; how many. It can be asked for again."""
    days = max(settings.keep_unfinished_days, settings.keep_finished_days)
    expired = delete(Review).where(Review.updated_at < moment - timedelta(days=days))
    return len(session.scalars(expired.returning(Review.key)).all())
