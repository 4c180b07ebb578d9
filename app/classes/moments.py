"""Times of day as a teacher writes them, in the class's zone, also on the nights when clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from unicodedata import normalize
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from babel.dates import get_timezone_location


def is_zone(name: str) -> bool:
    """Whether this machine knows a time zone of that name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


@cache
def places(language: str) -> tuple[tuple[str, str], ...]:
    """Time zones to choose from and the places they are named after, in alphabetical order."""
    found: dict[str, str] = {}
    for zone in sorted(available_timezones(), key=lambda name: (not name.startswith("Europe/"), name)):
        if "/" in zone and not zone.startswith("Etc/"):
            found.setdefault(get_timezone_location(zone, locale=language, return_city=True), zone)
    named = sorted(found, key=lambda place: normalize("NFKD", place).encode("ascii", "ignore"))
    return tuple((found[place], place) for place in named)


def read_local(text: str, zone: str) -> datetime | None:
    """The moment, in UTC, of a local time like `2026-12-01T09:30`, or of one with its distance from UTC.

    ValueError if it is no time. None where clocks skip that time. Where they show it twice: the first.
    """
    local = datetime.fromisoformat(text).replace(second=0, microsecond=0)
    if local.tzinfo is not None:
        return local.astimezone(UTC)
    moment = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    return moment if write_local(moment, zone) == local.strftime("%Y-%m-%dT%H:%M") else None


def write_local(moment: datetime, zone: str) -> str:
    """A moment as the local time that `read_local` reads."""
    return moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def days_later(moment: datetime, days: int, zone: str) -> datetime:
    """The same time of day some days later; where clocks skip it, as much later as they skip."""
    local = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) + timedelta(days=days)
    return local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
