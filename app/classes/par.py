"""What the tasks of classes are worth: computed when they are published, one at a time, in slices.

After each slice what is proved so far is stored, so the teacher sees it come nearer; what a stopped or killed
process left is found in the table, whose leases say who works on what, here or on other machines.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Final, TypeVar

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from app import meters
from app.again import Again
from app.classes.tables import Assignment, SchoolClass
from app.classes.tasks import PAR, work_of
from app.database import is_over
from app.site import Site
from engines import registry
from engines.core.game import Evaluation
from engines.core.limit import Limit
from engines.core.match import Match

log = logging.getLogger("ingenio.classes")

Answer = TypeVar("Answer")

SLICES: Final = (0.5, 2.0, 8.0, 20.0)
"""Seconds of one search after another; what is not proved after the last is the best known."""
SOLUTION_SECONDS: Final = 4.0
"""What the search for each move of the solution may take."""
LOOK_SECONDS: Final = 2.0
AT_ONCE: Final = 500
"""Of how many tasks that wait the next one is chosen."""


@dataclass(frozen=True, slots=True)
class Par:
    """What a side gets with best play of both: proved if `exact`, else the best known, within bounds."""

    value: float | None
    exact: bool
    low: float | None
    high: float | None


class Valuer(Again):
    """Computes the pars that are waiting; what waits at a stop goes on at the next start."""

    def __init__(self, site: Site) -> None:
        super().__init__("pars", LOOK_SECONDS)
        self._site = site
        self._process = secrets.token_hex(8)
        self._lease = timedelta(seconds=site.settings.lease_seconds)
        self._limit = Limit()
        self._computing: tuple[int, float] | None = None
        """The task that is being computed here, and since when."""

    def percent(self, task_id: int) -> int | None:
        """How much of the time that a task's par may take is over; None if it is not computed here now."""
        if self._computing is None or self._computing[0] != task_id:
            return None
        return min(99, round(100 * (monotonic() - self._computing[1]) / sum(SLICES)))

    async def start(self) -> None:
        """Take up what waits."""
        if self._site.settings.alone:
            await asyncio.to_thread(self._release)
        await super().start()

    async def stop(self) -> None:
        """Stop, the search too; what is unfinished is free for the next process at once."""
        self._limit.stop()
        await super().stop()
        await asyncio.to_thread(self._release, self._process)

    async def ready(self) -> bool:
        """Searches need the compiled engines."""
        return await self._site.workers.until_warm()

    async def look(self) -> bool:
        """Compute the par of one task: of every class that waits for one, in turn, the oldest."""
        waiting = [work_of(each) for each in await asyncio.to_thread(self.due)]
        if not waiting:
            return False
        chosen = self._site.workers.rota.first(waiting)
        with self._site.workers.rota.asker(chosen).served():
            await self.work(chosen.removeprefix(work_of("")))
        return True

    async def work(self, name: str) -> None:
        """Compute the par of a task, unless it is done or another process works on it. `name`: its number."""
        task_id = int(name)
        found = await asyncio.to_thread(self._claim, task_id)
        if found is None:
            return
        renewing = asyncio.create_task(self._renew(task_id), name=f"lease of par {name}")
        try:
            await self._settle(task_id, *found)
        finally:
            renewing.cancel()
            with suppress(asyncio.CancelledError):
                await renewing

    def due(self) -> list[str]:
        """The numbers of tasks whose par nobody computes yet, the oldest first."""
        oldest = select(Assignment.id).where(*self._free()).order_by(Assignment.id).limit(AT_ONCE)
        with self._site.database.reading() as session:
            return [str(each) for each in session.scalars(oldest)]

    def _free(self) -> tuple[ColumnElement[bool], ...]:
        over = is_over(Assignment.lease_until, self._site.clock(), self._lease)
        return Assignment.par_state == "waiting", or_(Assignment.lease_until.is_(None), over)

    def _claim(self, task_id: int) -> tuple[Match, int] | None:
        """The position and the side of a task that nobody works on, now ours."""
        mine = select(Assignment).where(Assignment.id == task_id, *self._free())
        with self._site.database.writing() as session:
            row = session.scalar(mine.with_for_update(skip_locked=True))
            if row is None:
                return None
            if row.lease_by is not None:
                meters.jobs.labels("par", "redone").inc()
            meters.jobs.labels("par", "begun").inc()
            row.lease_by, row.lease_until = self._process, self._site.clock() + self._lease
            return registry.read_match(row.line), row.seat

    async def _renew(self, task_id: int) -> None:
        """Keep the others from a task for as long as this process lives: a search is longer than a lease."""
        while True:
            await asyncio.sleep(self._lease.total_seconds() / 3)
            with suppress(SQLAlchemyError):  # then it ends, and another process begins anew
                await asyncio.to_thread(self._extend, task_id)

    def _extend(self, task_id: int) -> None:
        with self._site.database.writing() as session:
            session.execute(
                update(Assignment)
                .where(Assignment.id == task_id, Assignment.lease_by == self._process)
                .values(lease_until=self._site.clock() + self._lease)
            )

    def _release(self, process: str | None = None) -> None:
        """Let go of what a process works on; of everything, where there is no other process."""
        held = Assignment.lease_by.is_not(None) if process is None else Assignment.lease_by == process
        with self._site.database.writing() as session:
            left = session.scalars(
                update(Assignment)
                .where(Assignment.par_state == "waiting", held)
                .values(lease_by=None, lease_until=None)
                .returning(Assignment.id)
            )
            for task_id in left.all():
                self._site.jobs.hand_over(session, PAR, str(task_id))

    async def _settle(self, task_id: int, match: Match, seat: int) -> None:
        begun = monotonic()
        self._computing = task_id, begun
        for seconds in SLICES:
            worth = await self._ponder(partial(self._evaluate, match, seconds))
            par = par_of(match, seat, worth)
            last = par.exact or seconds == SLICES[-1]
            line = await self._ponder(partial(self._play_out, match)) if par.exact else None
            stored = await asyncio.to_thread(self._store, task_id, match, par, last, line)
            if not stored or last:
                self._site.workers.rota.done(work_of(task_id))
                meters.jobs.labels("par", "done" if stored else "withdrawn").inc()
                if stored:
                    meters.took.labels("par").observe(monotonic() - begun)
                log.info("par computed", extra={"task": task_id, "exact": par.exact})
                return

    async def _ponder(self, think: Callable[[], Answer]) -> Answer:
        return await self._site.workers.ponder(think, about="par", patient=True)

    def _evaluate(self, match: Match, seconds: float) -> Evaluation:
        self._limit = Limit(seconds=seconds)
        with self._limit.clock() as running:
            worth: Evaluation = match.game.evaluate(match.state, running, False)
        return worth

    def _play_out(self, match: Match) -> str | None:
        """The match played on with best moves to its end, as long as each is proved."""
        while match.outcome is None:
            worth = self._evaluate(match, SOLUTION_SECONDS)
            if not worth.exact:
                return None
            match = match.play(worth.best[0])
        return match.to_text()

    def _store(self, task_id: int, match: Match, par: Par, done: bool, solution: str | None) -> bool:
        """Keep what is known. False if the task is gone, or another process has taken over."""
        mine = select(Assignment).where(Assignment.id == task_id, Assignment.lease_by == self._process)
        with self._site.database.writing() as session:
            row = session.scalar(mine.with_for_update())
            if row is None or row.line != match.to_text():  # its number may be another one's by now
                return False
            row.par, row.par_exact, row.par_low, row.par_high = par.value, par.exact, par.low, par.high
            row.par_state = "done" if done else "waiting"
            row.lease_until = self._site.clock() + self._lease
            row.solution = solution
            group = session.get(SchoolClass, row.class_id)
            assert group is not None
            group.revision += 1
        return True


def par_of(match: Match, seat: int, worth: Evaluation) -> Par:
    """What an evaluation says of a side: in the game's unit, or whether it wins (1) or loses (-1)."""
    game = match.game
    if game.favours is None:
        if not worth.exact:
            return Par(None, False, None, None)
        sign = 1.0 if worth.value > 0 else -1.0 if worth.value < 0 else 0.0
        value = sign if match.turn == seat else -sign
        return Par(value, True, value, value)
    sign = float(game.favours(match.state, seat))
    low, high = sorted((sign * worth.bound[0], sign * worth.bound[1]))
    value = sign * worth.value
    return Par(value if worth.exact else float(round(value)), worth.exact, low, high)  # an estimate has parts
