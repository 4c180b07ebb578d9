"""What a machine does that serves no pages: the analyses, pars and challenges of the whole site.

Any number of such machines take jobs from the queue (`jobs.py`), and may be killed at any time. Each also
looks regularly at the rows: whatever is due and waits in no queue is handed over again, so a job that died
with its machine is done by another one as soon as its lease is over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status

from app import meters
from app.again import Again
from app.analysis.actions import ANALYSIS, Reviewer
from app.challenges.publisher import Publisher
from app.classes.par import Valuer
from app.classes.tasks import PAR
from app.database import Database
from app.games.queries import read_news
from app.jobs import Jobs, waiting_as
from app.live import Live
from app.players.session import Sessions
from app.settings import Settings
from app.site import Site
from app.workers import Workers
from engines.registry import GAMES

if TYPE_CHECKING:
    from procrastinate import App

log = logging.getLogger("ingenio.work")

HEARTBEATS: Final = 3
"""How often a machine says that it lives, within the time after which it counts as dead."""


class Doer(Protocol):
    """Does one kind of work, one row at a time."""

    def due(self) -> list[str]:
        """The names of rows that wait and that nobody works on."""

    async def work(self, name: str) -> None:
        """Do what a row asks for, unless it is done or somebody else does it."""

    async def stop(self) -> None:
        """Let go of what was begun."""


KINDS: Final[dict[str, Callable[[Site], Doer]]] = {ANALYSIS: Reviewer, PAR: Valuer}
"""Who does what: for every job somebody of its own."""


@dataclass(frozen=True, slots=True)
class Working:
    """A machine at work."""

    site: Site
    queue: App

    async def do(self, kind: str, name: str) -> None:
        """A job. Whatever ends it before its time leaves the row free for the next machine."""
        doer = KINDS[kind](self.site)
        try:
            await doer.work(name)
        finally:
            await doer.stop()


class Sweep(Again):
    """Hands over what is due in the rows and waits in no queue, and forgets the jobs of dead machines."""

    def __init__(self, site: Site, queue: App) -> None:
        super().__init__("sweep", site.settings.resume_seconds)
        self._site = site
        self._jobs = queue.job_manager
        self._doers = {kind: made(site) for kind, made in KINDS.items()}

    async def look(self) -> bool:
        """Compare the rows with the queue."""
        for job in await self._jobs.get_stalled_jobs(
            seconds_since_heartbeat=self._site.settings.lease_seconds
        ):
            log.warning("a machine has died; its job is done again when the lease is over")
            with suppress(ConnectorException):  # another machine was quicker
                await self._jobs.finish_job(job, Status.FAILED, delete_job=True)
                meters.died.inc()
        waiting = {job.queueing_lock for job in await self._jobs.list_jobs_async(status=Status.TODO.value)}
        for kind, doer in self._doers.items():
            due = await asyncio.to_thread(doer.due)
            lost = [name for name in due if waiting_as(kind, name) not in waiting]
            if lost:
                await asyncio.to_thread(self._hand_over, kind, lost)
        return False

    def _hand_over(self, kind: str, names: Sequence[str]) -> None:
        with self._site.database.writing() as session:
            for name in names:
                self._site.jobs.hand_over(session, kind, name)


async def work(settings: Settings, at_once: int) -> None:
    """Take jobs, `at_once` side by side, until told to stop (SIGTERM or SIGINT)."""
    database = Database(settings.database_url)
    jobs = Jobs(settings, database)
    await asyncio.to_thread(jobs.prepare)
    live = Live(database, partial(read_news, database), settings.watch_seconds, alone=False)
    workers = Workers(settings, [name for game in GAMES for name in game.kernels], aside=at_once)
    site = Site(settings, database, live, workers, Sessions(settings.signing_secret()), jobs)
    try:
        await workers.start()
        if await workers.until_warm():
            await _take_jobs(site, jobs.working(), at_once)
        else:
            log.error("no work is done: the engines are not compiled")
    finally:
        await workers.stop()
        database.close()


async def _take_jobs(site: Site, queue: App, at_once: int) -> None:
    dead_after = site.settings.lease_seconds
    machine = Working(site, queue)
    for kind in KINDS:
        queue.task(name=kind, queue=kind)(partial(machine.do, kind))
    sweep, publisher = Sweep(site, queue), Publisher(site)
    async with queue.open_async():
        await sweep.start()
        await publisher.start()
        try:
            await queue.run_worker_async(
                queues=list(KINDS),
                concurrency=at_once,
                fetch_job_polling_interval=site.settings.resume_seconds,
                abort_job_polling_interval=dead_after,
                shutdown_graceful_timeout=0,
                delete_jobs="always",
                update_heartbeat_interval=dead_after / HEARTBEATS,
                stalled_worker_timeout=dead_after,
            )
        finally:
            await publisher.stop()
            await sweep.stop()
