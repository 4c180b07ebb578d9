"""What a server does again and again as long as it runs, whatever goes wrong meanwhile."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from contextlib import suppress

log = logging.getLogger("ingenio.again")


class Again(ABC):
    """Looks for something to do, does it, and looks again after a pause."""

    def __init__(self, name: str, seconds: float) -> None:
        """`name`: how the logs call it; `seconds` from one look to the next when there is nothing to do."""
        self._name = name
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin, with a look at once."""
        self._task = asyncio.create_task(self._go_on(), name=self._name)

    async def stop(self) -> None:
        """Stop, in the middle of a look too: what is left must be found again at the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def ready(self) -> bool:
        """Wait for what is needed; False if it will never be there."""
        return True

    @abstractmethod
    async def look(self) -> bool:
        """Do what is to be done; whether to look again at once. What it raises is logged, and no end."""

    async def pause(self) -> None:
        """What is between two looks."""
        await asyncio.sleep(self._seconds)

    async def _go_on(self) -> None:
        if not await self.ready():
            log.warning("%s: never begins, the engines are not compiled", self._name)
            return
        while True:
            more = False
            try:
                more = await self.look()
            except Exception:
                log.exception("%s: something went wrong; trying again", self._name)
            if not more:
                await self.pause()
