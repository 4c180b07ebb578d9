"""Tasks that are generated for one class when its teacher asks, one at a time, in a process aside."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import aclosing
from typing import Final
from uuid import uuid4

from app.asking import neighbours
from app.challenges.publisher import make_aside
from app.faults import NotReady
from app.site import Site
from app.words.challenges import THEMES

MOST_WAITING: Final = 8
"""Teachers who may wait at once, the one who is served included."""
MOST_NEIGHBOURS: Final = 2
"""Of them, those of one neighbourhood: nobody can take every place."""
MOST_SECONDS: Final = 300.0

_WANTED: Final = re.compile("nuevo/([a-z]{1,32})/([a-z]{1,32})")


class Maker:
    """Makes tasks for classes, in the order in which they are asked for."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()

    async def line(self, site: Site, wanted: str) -> str | None:
        """A line for a choice of the teacher's form; None if the choice is not about a new task.

        Raises NotReady while the engines are being prepared, and where too many wait.
        """
        found = _WANTED.fullmatch(wanted)
        if found is None or found[2] not in THEMES.get(found[1], {}):
            return None
        who = neighbours.get()
        crowded = self._waiting.total() >= MOST_WAITING or self._waiting[who] >= MOST_NEIGHBOURS
        if not site.workers.warm or crowded:
            raise NotReady
        self._waiting[who] += 1
        try:
            async with self._turn, asyncio.timeout(MOST_SECONDS):
                return await self._make(found[1], found[2])
        except TimeoutError:
            raise NotReady from None
        finally:
            self._waiting -= Counter([who])  # what is zero is forgotten

    async def _make(self, slug: str, theme: str) -> str:
        async with aclosing(make_aside([f"fresh/{slug}/{theme}/{uuid4().hex}"])) as making:
            async for made in making:
                return str(made["line"])
        raise NotReady
