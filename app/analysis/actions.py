"""Asking for an analysis, and the one worker that computes what was asked for, one position at a time.

The table is the queue: whatever a stopped or killed server left unfinished is found there and goes on from
the last verdict that was stored.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Final

from sqlalchemy import or_, select, update

from app.analysis.queries import (
    Analysis,
    engines_version,
    find_analysis,
    key_of,
    read_verdicts,
    write_verdicts,
)
from app.analysis.tables import Review
from app.database import now
from app.site import Site
from engines import registry
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.review import Verdict, judge

log = logging.getLogger("ingenio.analysis")

ATTEMPTS: Final = 5
"""After so many beginnings without an end an analysis is given up."""
STORE_SECONDS: Final = 1.0
"""How far apart the verdicts of a running analysis are stored, at least."""


class Reviewer:
    """Computes the analyses of this process one by one; a computer's move slips in between two positions."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._name = secrets.token_hex(8)
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._limit = Limit()

    async def start(self) -> None:
        """Take up what is unfinished, then wait for more."""
        if self._site.settings.workers == 1:
            await asyncio.to_thread(self._forget_leases)
        self._task = asyncio.create_task(self._work(), name="reviewer")

    async def stop(self) -> None:
        """Stop; what is unfinished is free for the next process at once."""
        self._limit.stop()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            await asyncio.to_thread(self._release)

    async def ask(self, match: Match) -> Analysis:
        """The analysis of a match, begun if nobody asked for it before."""
        found = await asyncio.to_thread(self._find_or_add, match)
        if found.status == "waiting":
            self._asked.set()
        return found

    def _find_or_add(self, match: Match) -> Analysis:
        with self._site.database.reading() as session:
            found = find_analysis(session, match)
        if found is not None:
            return found
        with self._site.database.writing() as session:
            # Somebody else may have asked meanwhile; writers wait for each other, so look again.
            found = find_analysis(session, match)
            if found is not None:
                return found
            moment = now()
            session.add(
                Review(
                    key=key_of(match),
                    line=match.to_text(),
                    engines=engines_version(),
                    status="done" if match.ply == 0 else "waiting",
                    total=match.ply,
                    created_at=moment,
                    updated_at=moment,
                )
            )
        return Analysis(status="done" if match.ply == 0 else "waiting", total=match.ply, verdicts=())

    async def _work(self) -> None:
        # Judging uses the compiled engines, and compiling them here would hold the interpreter's lock.
        if not await self._site.workers.until_warm():
            log.warning("nothing is analysed: the engines are not compiled")
            return
        while True:
            self._asked.clear()
            claimed = await asyncio.to_thread(self._claim)
            if claimed is not None:
                try:
                    await self._compute(*claimed)
                except Exception:
                    log.exception("an analysis failed; it is tried again when its lease is over")
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), self._site.settings.resume_seconds)

    def _claim(self) -> tuple[str, Match, list[Verdict]] | None:
        """The oldest analysis that nobody works on, now ours; None if there is none."""
        moment = now()
        free = or_(Review.status == "waiting", Review.lease_until < moment)
        oldest = (
            select(Review)
            .where(Review.status.in_(("waiting", "running")), free, Review.engines == engines_version())
            .order_by(Review.created_at)
            .limit(1)
        )
        with self._site.database.reading() as session:
            if session.scalar(oldest) is None:
                return None
        with self._site.database.writing() as session:
            row = session.scalar(oldest.with_for_update(skip_locked=True))
            if row is None:
                return None
            row.attempts += 1
            row.status = "running" if row.attempts <= ATTEMPTS else "failed"
            row.lease_by = self._name
            row.lease_until = moment + self._lease
            if row.status == "failed":
                return None
            return row.key, registry.read_match(row.line), list(read_verdicts(row.verdicts))

    async def _compute(self, key: str, match: Match, verdicts: list[Verdict]) -> None:
        stored = monotonic()
        for ply in range(len(verdicts), match.ply):
            verdicts.append(await self._site.workers.run(partial(self._judge, match, ply)))
            if monotonic() - stored >= STORE_SECONDS:
                if not await asyncio.to_thread(self._store, key, verdicts, "running"):
                    return
                stored = monotonic()
        await asyncio.to_thread(self._store, key, verdicts, "done")

    def _judge(self, match: Match, ply: int) -> Verdict:
        self._limit = Limit(seconds=self._site.settings.review_seconds)
        with self._limit.clock() as running:
            return judge(match, ply, running)

    def _store(self, key: str, verdicts: list[Verdict], status: str) -> bool:
        """Keep what there is. False if another process has taken over."""
        moment = now()
        with self._site.database.writing() as session:
            kept = session.scalar(
                update(Review)
                .where(Review.key == key, Review.lease_by == self._name)
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
            session.execute(
                update(Review)
                .where(Review.lease_by == self._name, Review.status == "running")
                .values(status="waiting", attempts=Review.attempts - 1)
            )

    @property
    def _lease(self) -> timedelta:
        return timedelta(seconds=self._site.settings.lease_seconds + self._site.settings.review_seconds)
