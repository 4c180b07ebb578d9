"""Finished tries are analysed at once, so that their result is there when somebody asks for it."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from app.analysis.actions import Reviewer
from app.games.tables import Game
from app.site import Site
from engines import registry

log = logging.getLogger("ingenio.challenges")


class Judge:
    """Asks for the analysis of every game that was set as a task, when it ends in this process."""

    def __init__(self, site: Site, reviewer: Reviewer) -> None:
        self._site = site
        self._reviewer = reviewer
        self._asking: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen to what changes."""
        self._site.live.listen(self.hear)

    async def stop(self) -> None:
        """Stop asking."""
        for task in tuple(self._asking):
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)

    def hear(self, game_id: str) -> None:
        """A game changed: perhaps it is over."""
        task = asyncio.create_task(self._ask(game_id), name=f"judge {game_id}")
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, game_id: str) -> None:
        try:
            line = await asyncio.to_thread(self._line, game_id)
            if line is not None:
                await self._reviewer.ask(registry.read_match(line))
        except SQLAlchemyError:
            log.exception("a result could not be analysed yet", extra={"game": game_id})

    def _line(self, game_id: str) -> str | None:
        """The line of a task's game against the computer that is over."""
        with self._site.database.reading() as session:
            wanted = select(Game).where(
                Game.id == game_id,
                Game.task.is_not(None),
                Game.mode == "computer",
                Game.how.is_not(None),
            )
            game = session.scalar(wanted)
            return None if game is None else game.line
