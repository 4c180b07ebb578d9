"""What is kept no longer than the settings say is deleted by the server itself, once an hour."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from sqlalchemy.orm import Session

from app.again import Again
from app.analysis.expiry import purge_analyses
from app.classes.expiry import purge_classes
from app.games.expiry import purge_games
from app.settings import Settings
from app.site import Site

log = logging.getLogger("ingenio.expiry")

LOOK_SECONDS: Final = 3600.0
STEADY_SECONDS: Final = 60.0
"""How far the clock may have been set between two looks for its time to be believed."""


@dataclass(frozen=True, slots=True)
class Gone:
    """How many were deleted."""

    games: int
    classes: int
    analyses: int


def purge(session: Session, settings: Settings, moment: datetime) -> Gone:
    """Delete whatever is older than the settings keep it."""
    classes = purge_classes(session, settings, moment)
    games = purge_games(session, settings, moment)
    return Gone(games, classes, purge_analyses(session, settings, moment))


class Expiry(Again):
    """Deletes what is too old.

    Never at the first look, nor when the clock was set since the last one: a machine that starts with a wrong
    date must not delete everything before its clock is put right.
    """

    def __init__(self, site: Site, running: Callable[[], float] = monotonic) -> None:
        """`running`: seconds on a clock that nobody sets."""
        super().__init__("expiry", LOOK_SECONDS)
        self._site = site
        self._running = running
        self._last: tuple[datetime, float] | None = None

    async def look(self) -> bool:
        """Delete what is too old, if the clock can be believed."""
        last, moment, running = self._last, self._site.clock(), self._running()
        self._last = moment, running
        if last is None:
            return False
        drift = moment - last[0] - timedelta(seconds=running - last[1])
        if abs(drift) > timedelta(seconds=STEADY_SECONDS):
            log.warning("the clock was set by %s; nothing is deleted yet", drift)
            return False
        await asyncio.to_thread(self._purge, moment)
        return False

    def _purge(self, moment: datetime) -> None:
        with self._site.database.writing() as session:
            gone = purge(session, self._site.settings, moment)
        if gone != Gone(0, 0, 0):
            log.info("deleted what was too old: %s", gone)
