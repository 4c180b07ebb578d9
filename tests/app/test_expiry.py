"""The server deletes what is too old by itself, and nothing because its clock was set."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from app.expiry import Expiry, Gone, purge
from tests.app.challenges.conftest import NOON, Clock
from tests.people import Person
from tests.running import RunningSite

HOUR = timedelta(hours=1)


def looks(site: RunningSite, clock: Clock, steps: list[tuple[timedelta, timedelta]]) -> list[bool]:
    """Whether Ana's game is there after each look; the clock and the time that passes go on by each step."""
    ana = Person(site)
    game = ana.make(modo="screen")
    site.store(f"UPDATE games SET updated_at = '{NOON - timedelta(days=89):%Y-%m-%d %H:%M:%S}'")
    passed = timedelta()
    expiry = Expiry(site.app.state.site, running=lambda: passed.total_seconds())
    there = []
    for shown, really in steps:
        clock.now += shown
        passed += really
        asyncio.run(expiry.look())
        there.append(site.rows("SELECT count(*) FROM games WHERE id = ?", game) == [(1,)])
    return there


DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("steps", "there"),
    [
        ([(2 * DAY, 2 * DAY), (HOUR, HOUR)], [True, False]),  # the first look only notes the time
        ([(HOUR, HOUR), (HOUR, HOUR)], [True, True]),  # it is not old enough
        ([(HOUR, HOUR), (999 * DAY, HOUR), (-999 * DAY, HOUR)], [True, True, True]),  # wrong, then put right
        ([(999 * DAY, HOUR), (-999 * DAY, HOUR), (HOUR, HOUR)], [True, True, True]),  # wrong from the start
        ([(HOUR, HOUR), (-9 * DAY, HOUR), (12 * DAY, 12 * DAY)], [True, True, False]),
    ],
)
def test_a_clock_is_believed_that_went_as_time_did(
    tmp_path: Path, steps: list[tuple[timedelta, timedelta]], there: list[bool]
) -> None:
    clock = Clock()
    with RunningSite(tmp_path, clock=clock) as site:
        assert looks(site, clock, steps) == there


def test_games_classes_and_analyses_go_when_their_time_is_over(tmp_path: Path) -> None:
    with RunningSite(tmp_path, clock=Clock()) as site:
        ana = Person(site)
        ana.make(modo="screen")
        ana.http.post("/profe", data={"nombre": "1.º B", "idioma": "es"})
        site.store(
            "INSERT INTO reviews"
            " (key, line, engines, status, total, verdicts, attempts, created_at, updated_at) VALUES"
            " ('k', 'l', 'e', 'done', 0, '[]', 0, '2026-01-01 00:00:00', '2026-01-01 00:00:00')"
        )
        state = site.app.state.site
        with state.database.writing() as session:
            assert purge(session, state.settings, NOON) == Gone(0, 0, 0)
        with state.database.writing() as session:
            assert purge(session, state.settings, NOON + timedelta(days=4_000)) == Gone(1, 1, 1)
