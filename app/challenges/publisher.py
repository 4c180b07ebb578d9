"""Publishing challenges days ahead: what is missing is made in a process aside, proved there, and stored."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from datetime import date, timedelta
from time import monotonic
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app import meters
from app.again import Again
from app.challenges.calendar import day_of
from app.challenges.making import due
from app.challenges.tables import Challenge
from app.site import Site
from app.workers import NICENESS

log = logging.getLogger("ingenio.challenges")

LOOK_SECONDS: Final = 900.0
"""How often it is looked for days that have no challenge yet."""


class Publisher(Again):
    """Keeps the challenges of the days around today in the database; the next start makes what is left."""

    def __init__(self, site: Site) -> None:
        super().__init__("challenges", LOOK_SECONDS)
        self._site = site

    async def start(self) -> None:
        """Begin, unless the settings say not to."""
        if self._site.settings.publish_challenges:
            await super().start()

    async def ready(self) -> bool:
        """Boards are proved by the compiled engines."""
        return await self._site.workers.until_warm()

    async def look(self) -> bool:
        """Make what is missing."""
        await self.publish()
        return False

    async def publish(self) -> int:
        """Make what is missing, today's first; the number of challenges stored."""
        missing = await asyncio.to_thread(self._missing)
        if not missing:
            return 0
        with self._site.database.alone("challenges", self._site.settings.companion) as mine:
            return await self._make(missing) if mine else 0

    async def _make(self, missing: list[str]) -> int:
        stored, begun = 0, monotonic()
        async with aclosing(make_aside(missing)) as making:
            async for made in making:
                meters.took.labels("challenge").observe(monotonic() - begun)
                stored += await asyncio.to_thread(self._store, made)
                begun = monotonic()
        return stored

    def _missing(self) -> list[str]:
        """What to make, as `day/slug`: today, the days to come, then the archive from its latest day on."""
        settings = self._site.settings
        today = day_of(self._site.clock(), settings.zone)
        ahead = range(settings.challenges_ahead + 1)
        back = range(-1, -settings.challenges_back - 1, -1)
        days = [today + timedelta(days=number) for number in (*ahead, *back)]
        with self._site.database.reading() as session:
            there = {tuple(row) for row in session.execute(select(Challenge.day, Challenge.slug))}
        wanted = [(day.isoformat(), game.slug) for day in days for game in due(day)]
        return ["/".join(each) for each in wanted if each not in there]

    def _store(self, made: dict[str, Any]) -> bool:
        with self._site.database.writing() as session:
            return publish(session, self._site, made)


async def make_aside(wanted: Sequence[str]) -> AsyncGenerator[dict[str, Any], None]:
    """What `app.challenges.making` makes, one after the other, in a process that stands back."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app.challenges.making", *wanted, stdout=asyncio.subprocess.PIPE
    )
    made = 0
    try:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, child.pid, NICENESS)
        assert child.stdout is not None
        async for line in child.stdout:
            made += 1
            yield json.loads(line)
        if await child.wait() != 0:
            meters.jobs.labels("challenge", "failed").inc()
            log.error("making challenges failed after %s of %s", made, len(wanted))
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()


def publish(session: Session, site: Site, made: dict[str, Any]) -> bool:
    """Store a challenge unless the day has one: what was published is never changed."""
    date.fromisoformat(made["day"])
    if session.get(Challenge, (made["day"], made["slug"])) is not None:
        return False
    meters.jobs.labels("challenge", "done").inc()
    session.add(Challenge(**made, made_at=site.clock()))
    return True
