"""A day begins at midnight of its zone, also where clocks change, and its challenge with it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from app.challenges.attempts import longest_streak, streak
from app.challenges.calendar import begins, day_of, ends

ZONES = ("Europe/Madrid", "America/Santiago", "Pacific/Auckland", "Asia/Kolkata", "America/St_Johns", "UTC")
"""Santiago changes its clocks at midnight; St John's and Kolkata are half an hour off."""


@pytest.mark.parametrize("zone", ZONES)
def test_no_day_is_skipped_or_shown_twice_in_three_years(zone: str) -> None:
    days = [date(2025, 1, 1) + timedelta(days=number) for number in range(3 * 365)]
    for day, following in pairwise(days):
        assert ends(day, zone) == begins(following, zone)
        assert timedelta(hours=23) <= ends(day, zone) - begins(day, zone) <= timedelta(hours=25)
        assert day_of(begins(day, zone), zone) == day
        assert day_of(ends(day, zone) - timedelta(microseconds=1), zone) == day


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-28T22:59:59", "2026-03-28"),
        ("2026-03-28T23:00:00", "2026-03-29"),
        ("2026-03-29T21:59:59", "2026-03-29"),  # summer time began in this night
        ("2026-03-29T22:00:00", "2026-03-30"),
        ("2026-10-24T22:00:00", "2026-10-25"),
        ("2026-10-25T22:59:59", "2026-10-25"),  # and ended in this one
        ("2026-10-25T23:00:00", "2026-10-26"),
    ],
)
def test_madrid_changes_at_midnight_summer_and_winter(moment: str, day: str) -> None:
    assert day_of(datetime.fromisoformat(moment).replace(tzinfo=UTC), "Europe/Madrid").isoformat() == day


def test_a_streak_goes_on_until_a_day_is_over() -> None:
    today = date(2026, 12, 2)
    days = [today - timedelta(days=number) for number in (1, 2, 3, 5, 6, 7, 8)]
    assert streak(days, today) == 3
    assert streak([*days, today], today) == 4
    assert streak(days, today + timedelta(days=1)) == 0
    assert longest_streak([*days, *days]) == 4
    assert (streak([], today), longest_streak([])) == (0, 0)
