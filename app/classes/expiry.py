"""Classes that nobody has used for as long as the settings keep them."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.classes.members import erase
from app.classes.tables import SchoolClass
from app.settings import Settings


def purge_classes(session: Session, settings: Settings, moment: datetime) -> int:
    """Delete classes idle for too long, with all that belongs to them; how many."""
    idle = moment - timedelta(days=settings.keep_classes_days)
    gone = session.scalars(select(SchoolClass).where(SchoolClass.used_at < idle)).all()
    for group in gone:
        erase(session, group)
    return len(gone)
