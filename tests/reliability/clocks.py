"""The clock of a server is set forwards and back while people play: nobody waits for it, nothing is deleted.

The clock is simulated: it is the one that the site is given, and not the machine's.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from app.challenges.calendar import day_of
from app.challenges.publisher import publish
from app.database import now
from app.expiry import Gone, purge
from tests.listening import Listener
from tests.people import Person
from tests.running import RunningSite, eventually

DAY: Final = timedelta(days=1)
JUMPS: Final = (DAY, -DAY, timedelta(hours=1), -timedelta(hours=1), -400 * DAY, 400 * DAY)
BOARD: Final = "gusano rows=3 cols=4 start=b2 rounds=1 values=d1:3"


class Clock:
    """The machine's, some time ahead or behind."""

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self.ahead = ahead

    def __call__(self) -> datetime:
        return now() + self.ahead


def _lease_of_a_clock_that_was_ahead(folder: Path) -> float:
    """A process dies that held a game with a clock a day ahead: seconds until another one answers in it."""
    settings = {"workers": 2, "pause_seconds": 60.0}
    with RunningSite(folder, clock=Clock(DAY), **settings) as dying:
        ana = Person(dying)
        game = ana.make(modo="computer", nivel="facil")
        ana.play("a1b1")
        eventually(lambda: dying.rows("SELECT lease_by FROM games WHERE id = ?", game)[0][0])
    began = time.monotonic()
    with RunningSite(folder, workers=2) as other:
        eventually(lambda: other.rows("SELECT version FROM games WHERE id = ?", game) == [(2,)], 20)
    return time.monotonic() - began


def _goes_on(site: RunningSite, clock: Clock, rounds: int) -> None:
    """The clock is set again and again: a game that is followed goes on, and the computer answers."""
    ana, eva = Person(site), Person(site)
    game = ana.make(modo="screen", rows="8", cols="8")
    with Listener(eva.http, f"/p/{game}/vivo") as stream:
        revision = int(stream.next("cambio").id)
        for jump in JUMPS * rounds:
            bea = Person(site)
            bea.make(modo="computer", nivel="facil")
            clock.ahead += jump
            assert bea.play("a1b1").status == 200
            assert bea.wait_for_turn().last >= 2
            assert ana.play(ana.look().free[0]).status == 200
            revision += 1
            assert int(stream.next("cambio").id) == revision
        assert ana.send("/rendirse").status == 200
        stream.ended()


def _everything_stays(site: RunningSite, clock: Clock) -> int:
    """A look for what is too old, with a clock set back by a year: nothing goes. How many games there are."""
    running = site.app.state.site
    count = "SELECT count(*) FROM games"
    there = site.rows(count)
    clock.ahead -= 366 * DAY
    with running.database.writing() as session:
        assert purge(session, running.settings, clock()) == Gone(0, 0, 0)
    clock.ahead += 366 * DAY
    assert site.rows(count) == there
    return int(there[0][0])


def _challenge_follows(site: RunningSite, clock: Clock) -> None:
    """Tomorrow's challenge opens when the clock says so, closes again, and is the same afterwards."""
    running = site.app.state.site
    clock.ahead = timedelta()
    tomorrow = day_of(clock() + DAY, running.settings.zone)
    made = {"day": tomorrow.isoformat(), "slug": "gusano", "line": BOARD, "seat": 0, "par": 5.0}
    with running.database.writing() as session:
        publish(session, running, made)
    visitor, path = site.client(), f"/reto/{tomorrow}/gusano"
    for clock.ahead, status in ((timedelta(), 404), (DAY, 200), (timedelta(), 404), (DAY, 200)):
        assert visitor.get(path).status_code == status
    clock.ahead = timedelta()


def figure(folder: Path, rounds: int) -> str:
    held, running = folder / "held", folder / "running"
    held.mkdir()
    running.mkdir()
    took = _lease_of_a_clock_that_was_ahead(held)
    clock = Clock()
    with RunningSite(running, clock=clock) as site:
        _goes_on(site, clock, rounds)
        games = _everything_stays(site, clock)
        _challenge_follows(site, clock)
    return (
        f"{rounds * len(JUMPS)} jumps of up to 400 days: computer and streams went on, {games} games kept, "
        f"a game held by a process a day ahead was answered {took:.1f} s after another one's start"
    )
