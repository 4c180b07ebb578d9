"""Days as people count them in one zone, whatever clocks do there: which day it is, and when it ends."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def day_of(moment: datetime, zone: str) -> date:
    """The day that it is in a zone."""
    return moment.astimezone(ZoneInfo(zone)).date()


def begins(day: date, zone: str) -> datetime:
    """The moment, in UTC, at which a day begins: midnight, or where clocks skip it the first moment after."""
    # A time that clocks skip is read as if they had not yet changed: that is the moment at which they do.
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def ends(day: date, zone: str) -> datetime:
    """The moment at which the next day begins."""
    return begins(day + timedelta(days=1), zone)
