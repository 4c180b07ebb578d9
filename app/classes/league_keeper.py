"""Keeps every league going as long as the server runs: pairs, stops who does not move, rings the bell."""

from __future__ import annotations

import asyncio
from typing import Final

from app.again import Again
from app.classes.league import keep, open_leagues
from app.site import Site

LOOK_SECONDS: Final = 1.0


class LeagueKeeper(Again):
    """Looks at the leagues that go on; what is due at a stop is due at the next start."""

    def __init__(self, site: Site) -> None:
        super().__init__("leagues", LOOK_SECONDS)
        self._site = site

    async def look(self) -> bool:
        """Pair, stop and ring whatever is due."""
        await asyncio.to_thread(self._look)
        return False

    def _look(self) -> None:
        with self._site.database.reading() as session:
            going_on = open_leagues(session)
        for league_id in going_on:
            keep(self._site, league_id)
