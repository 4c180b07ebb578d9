"""Asking for an analysis, and the worker that computes what was asked for, one position at a time.

The table says what there is to do, here or on other machines: whatever a stopped or killed process left
unfinished is found there and goes on from the last verdict that was stored. Moves are judged from the last to
the first (`engines.core.review`).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Final, cast

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.exc import IntegrityError

from app import meters
from app.again import Again
from app.analysis.pace import Pace
from app.analysis.queries import (
    ATTEMPTS,
    Analysis,
    Status,
    engines_version,
    find_analysis,
    key_of,
    read_verdicts,
    write_verdicts,
)
from app.analysis.tables import Review
from app.database import is_over
from app.site import Site
from engines import registry
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.review import first_look, judge
from engines.core.story import Verdict

log = logging.getLogger("ingenio.analysis")

ANALYSIS: Final = "analysis"
"""How the queue between machines calls this work."""
AT_ONCE: Final = 500
"""Of how many analyses that wait the next one is chosen."""
STORE_SECONDS: Final = 0.5
"""How far apart the verdicts of a running analysis are stored, at least."""


class Reviewer(Again):
    """Computes the analyses of this process one by one, in a thread aside: no game waits for it."""

    def __init__(self, site: Site) -> None:
        super().__init__("analyses", site.settings.resume_seconds)
        self._site = site
        self._process = secrets.token_hex(8)
        self._asked = asyncio.Event()
        self._asked_for = site.workers.rota
        self._limit = Limit()
        self._key: str | None = None
        """The analysis that is being computed here."""

    async def start(self) -> None:
        """Take up what is unfinished, then wait for more."""
        if self._site.settings.alone:
            await asyncio.to_thread(self._forget_leases)
        await super().start()

    async def stop(self) -> None:
        """Stop; what is unfinished is free for the next process at once."""
        self._key = None
        self._limit.stop()
        await super().stop()
        await asyncio.to_thread(self._release)

    async def ask(self, match: Match, *, insist: bool = False) -> Analysis:
        """The analysis of a match, begun if nobody asked for it before, taken up again if it was stopped.

        `insist`: also if it was given up.
        """
        found = await asyncio.to_thread(self._find_or_add, match, insist)
        meters.cached.labels("analysis", "hit" if found.status == "done" else "miss").inc()
        if found.status == "waiting":
            self._asked_for.note(key_of(match))
            self._asked.set()
        return found

    async def cancel(self, match: Match) -> None:
        """Stop the analysis of a match, for everybody; the verdicts that were stored stay."""
        key = key_of(match)
        await asyncio.to_thread(self._mark_stopped, key)
        if self._key == key:
            self._key = None
            self._limit.stop()

    def _mark_stopped(self, key: str) -> None:
        going = Review.status.in_(("waiting", "running"))
        with self._site.database.writing() as session:
            session.execute(
                update(Review)
                .where(Review.key == key, going)
                .values(status="failed", attempts=0, lease_by=None, lease_until=None)
            )

    def _find_or_add(self, match: Match, insist: bool) -> Analysis:
        with self._site.database.reading() as session:
            found = find_analysis(session, match)
        resumable = ("stopped", "failed") if insist else ("stopped",)
        if found is not None and found.status not in resumable:
            return found
        with self._site.database.writing() as session:
            # Somebody else may have asked meanwhile, so look again.
            found = find_analysis(session, match)
            moment = self._site.clock()
            if found is not None and found.status in resumable:
                again = {"status": "waiting", "attempts": 0, "created_at": moment, "updated_at": moment}
                session.execute(update(Review).where(Review.key == key_of(match)).values(**again))
                self._site.jobs.hand_over(session, ANALYSIS, key_of(match))
                return Analysis(status="waiting", total=found.total, verdicts=found.verdicts)
            if found is not None:
                return found
            row = Review(
                key=key_of(match),
                line=match.to_text(),
                engines=engines_version(),
                status="done" if match.ply == 0 else "waiting",
                total=match.ply,
                created_at=moment,
                updated_at=moment,
            )
            asked = Analysis(status=cast(Status, row.status), total=match.ply, verdicts=())
            try:
                with session.begin_nested():
                    session.add(row)
            except IntegrityError:  # on PostgreSQL writers do not wait: another process was quicker
                return asked
            if match.ply:
                self._site.jobs.hand_over(session, ANALYSIS, key_of(match))
        return asked

    async def ready(self) -> bool:
        """Judging uses the compiled engines; compiling them here would hold the interpreter's lock."""
        return await self._site.workers.until_warm()

    async def look(self) -> bool:
        """Compute one analysis, of everybody who waits for one, in turn, the oldest.

        One that fails is tried again when its lease is over.
        """
        self._asked.clear()
        waiting = await asyncio.to_thread(self.due)
        if not waiting:
            return False
        key = self._asked_for.first(waiting)
        with self._asked_for.asker(key).served():
            await self.work(key)
        return True

    async def work(self, key: str) -> None:
        """Compute the analysis with this key, unless it is done or another process works on it."""
        claimed = await asyncio.to_thread(self._claim, key)
        if claimed is not None:
            await self._compute(key, *claimed)

    def due(self) -> list[str]:
        """The keys of analyses that nobody works on, the oldest first."""
        oldest = select(Review.key).where(*self._free()).order_by(Review.created_at).limit(AT_ONCE)
        with self._site.database.reading() as session:
            return list(session.scalars(oldest))

    async def pause(self) -> None:
        """Until somebody asks, or it is time to look for what another process left."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._asked.wait(), self._seconds)

    def _free(self) -> tuple[ColumnElement[bool], ...]:
        over = is_over(Review.lease_until, self._site.clock(), self._lease)
        return (
            Review.status.in_(("waiting", "running")),
            or_(Review.status == "waiting", over),
            Review.engines == engines_version(),
        )

    def _claim(self, key: str) -> tuple[Match, list[Verdict]] | None:
        """An analysis that nobody works on, now ours; None if it is not to be had."""
        moment = self._site.clock()
        mine = select(Review).where(Review.key == key, *self._free())
        with self._site.database.writing() as session:
            row = session.scalar(mine.with_for_update(skip_locked=True))
            if row is None:
                return None
            if row.status == "running":
                meters.jobs.labels("analysis", "redone").inc()
            row.attempts += 1
            row.status = "running" if row.attempts <= ATTEMPTS else "failed"
            row.lease_by = self._process
            row.lease_until = moment + self._lease
            if row.status == "failed":
                meters.jobs.labels("analysis", "failed").inc()
                return None
            meters.jobs.labels("analysis", "begun").inc()
            return registry.read_match(row.line), list(read_verdicts(row.verdicts))

    async def _compute(self, key: str, match: Match, verdicts: list[Verdict]) -> None:
        """Judge the moves that are left; `verdicts` are those on the last ones, in the order of the moves."""
        settings = self._site.settings
        run = partial(self._site.workers.ponder, about="analysis", patient=True)
        left = match.ply - len(verdicts)
        pace = Pace(settings.review_seconds, settings.review_match_seconds * left / max(match.ply, 1))
        self._key = key
        fresh = left == match.ply
        begun = stored = monotonic()
        for ply in reversed(range(left)):
            verdict = await run(partial(self._judge, match, ply, pace, verdicts[0] if verdicts else None))
            if self._key != key:
                return
            verdicts.insert(0, verdict)
            if fresh or monotonic() - stored >= STORE_SECONDS:
                if not await asyncio.to_thread(self._store, key, verdicts, "running"):
                    return
                stored = monotonic()
            if fresh:  # something is there to be seen: time for what serves all the other moves
                fresh = False
                await run(partial(self._look, match, pace))
        if await asyncio.to_thread(self._store, key, verdicts, "done"):
            self._asked_for.done(key)
            meters.jobs.labels("analysis", "done").inc()
            meters.took.labels("analysis").observe(monotonic() - begun)
            log.info("analysed", extra={"moves": match.ply, "seconds": round(monotonic() - begun, 1)})

    def _look(self, match: Match, pace: Pace) -> None:
        self._limit = pace.glance()
        first_look(match, self._limit)

    def _judge(self, match: Match, ply: int, pace: Pace, later: Verdict | None) -> Verdict:
        return judge(match, ply, partial(self._spend, pace, ply + 1), later)

    def _spend(self, pace: Pace, left: int) -> Limit:
        """The limit of the search that runs now, so that it can be stopped."""
        self._limit = pace.limit(left)
        if self._key is None:
            self._limit.stop()
        return self._limit

    def _store(self, key: str, verdicts: list[Verdict], status: str) -> bool:
        """Keep what there is. False if another process has taken over."""
        moment = self._site.clock()
        with self._site.database.writing() as session:
            kept = session.scalar(
                update(Review)
                .where(Review.key == key, Review.lease_by == self._process)
                .values(
                    verdicts=write_verdicts(verdicts),
                    status=status,
                    attempts=0,
                    updated_at=moment,
                    lease_until=moment + self._lease,
                )
                .returning(Review.key)
            )
        return kept is not None

    def _forget_leases(self) -> None:
        """With one process, a lease from before the start belongs to nobody."""
        with self._site.database.writing() as session:
            session.execute(update(Review).where(Review.status == "running").values(status="waiting"))

    def _release(self) -> None:
        with self._site.database.writing() as session:
            left = session.scalars(
                update(Review)
                .where(Review.lease_by == self._process, Review.status == "running")
                .values(status="waiting", attempts=Review.attempts - 1)
                .returning(Review.key)
            )
            for key in left.all():
                self._site.jobs.hand_over(session, ANALYSIS, key)

    @property
    def _lease(self) -> timedelta:
        return timedelta(seconds=self._site.settings.lease_seconds + self._site.settings.review_seconds)
