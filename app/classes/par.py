"""What the tasks of classes are worth: computed when they are published, one at a time, in slices.

After each slice what is proved so far is stored, so the teacher sees it come nearer; a stopped server goes on
where the table says that something is waiting.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Final, TypeVar

from sqlalchemy import select

from app import meters
from app.again import Again
from app.classes.tables import Assignment, SchoolClass
from app.classes.tasks import work_of
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
        self._limit = Limit()
        self._computing: tuple[int, float] | None = None
        """The task that is being computed here, and since when."""

    def percent(self, task_id: int) -> int | None:
        """How much of the time that a task's par may take is over; None if it is not computed here now."""
        if self._computing is None or self._computing[0] != task_id:
            return None
        return min(99, round(100 * (monotonic() - self._computing[1]) / sum(SLICES)))

    async def stop(self) -> None:
        """Stop, the search too."""
        self._limit.stop()
        await super().stop()

    async def ready(self) -> bool:
        """Searches need the compiled engines."""
        return await self._site.workers.until_warm()

    async def look(self) -> bool:
        """Compute the par of one task."""
        found = await asyncio.to_thread(self._next)
        if found is None:
            return False
        with self._site.workers.rota.asker(work_of(found[0])).served():
            await self._settle(*found)
        return True

    def _next(self) -> tuple[int, Match, int] | None:
        """Of every class that waits for a par, in turn, the oldest task."""
        waiting = select(Assignment.id).where(Assignment.par_state == "waiting").order_by(Assignment.id)
        with self._site.database.reading() as session:
            found = [work_of(each) for each in session.scalars(waiting.limit(AT_ONCE))]
            if not found:
                return None
            chosen = self._site.workers.rota.first(found)
            row = session.get(Assignment, int(chosen.removeprefix(work_of(""))))
            return None if row is None else (row.id, registry.read_match(row.line), row.seat)

    async def _settle(self, task_id: int, match: Match, seat: int) -> None:
        self._computing = task_id, monotonic()
        for seconds in SLICES:
            worth = await self._ponder(partial(self._evaluate, match, seconds))
            par = par_of(match, seat, worth)
            last = par.exact or seconds == SLICES[-1]
            line = await self._ponder(partial(self._play_out, match)) if par.exact else None
            stored = await asyncio.to_thread(self._store, task_id, match, par, last, line)
            if not stored or last:
                self._site.workers.rota.done(work_of(task_id))
                meters.jobs.labels("par", "done" if stored else "withdrawn").inc()
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
        """Keep what is known. False if the task is gone; its number may be another one's by now."""
        with self._site.database.writing() as session:
            row = session.get(Assignment, task_id)
            if row is None or row.line != match.to_text():
                return False
            row.par, row.par_exact, row.par_low, row.par_high = par.value, par.exact, par.low, par.high
            row.par_state = "done" if done else "waiting"
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
    return Par(sign * worth.value, worth.exact, low, high)
