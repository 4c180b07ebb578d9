"""Boards of those who only watch: painted once for all who see the same.

What a watcher sees depends on the game, on who is there, on the language and on two preferences. So each such
board is kept until something of that changes, and whoever asks for it while it is being painted waits for it.
Nobody who holds a seat, or came by a key, is ever shown one.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Final, NamedTuple

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from app import meters
from app.edge.streams import Event, event
from app.faults import UnknownGame
from app.games.queries import glance, presence
from app.games.view import GameView
from app.site import Site

log = logging.getLogger("ingenio.boards")

MOST_KEPT: Final = 200
"""Boards kept at once, of 20 to 100 KB each, those asked for last."""
TURNS: Final = 64


class Look(NamedTuple):
    """How somebody who only watches wants to see games."""

    language: str
    helping: bool
    digits: bool

    @property
    def name(self) -> str:
        """What pages compare, to know whether a board is theirs."""
        return self.language + ("+ayuda" if self.helping else "") + ("+cifras" if self.digits else "")


@dataclass(frozen=True)
class Board:
    """A painted board: that of a revision, while those are there whom `present` tells of."""

    revision: int
    present: str
    holders: frozenset[str]
    """The players who hold a seat: this board is not for them."""
    html: str

    @cached_property
    def event(self) -> Event:
        """The board as streams send it."""
        return event("tablero", self.html, self.revision)


Paint = Callable[[Site, str, Look], tuple[GameView, str]]
"""Paints a game for somebody who only watches. Raises UnknownGame."""
Key = tuple[str, Look]


class Boards:
    """The boards that one process keeps."""

    def __init__(self, site: Site, paint: Paint) -> None:
        self._site = site
        self._paint = paint
        self._kept: OrderedDict[Key, Board] = OrderedDict()
        self._keeping = Lock()
        self._turns = tuple(Lock() for _ in range(TURNS))
        self._coming: dict[tuple[Key, int, str], asyncio.Task[Board]] = {}

    def board(self, game_id: str, look: Look, revision: int) -> Board:
        """The board of a game at `revision` or later. For any thread; one paints it, others wait.

        Raises UnknownGame.
        """
        key = (game_id, look)
        with self._turns[hash(key) % TURNS]:
            found = self._find(key, revision)
            meters.cached.labels("board", "hit" if found else "miss").inc()
            if found is not None:
                return found
            view, html = self._paint(self._site, game_id, look)
            # Read after the painting: whoever sat down meanwhile is among them.
            seen = glance(self._site.database, game_id)
            painted = Board(view.revision, view.present, seen.holders, html)
            self._keep(key, painted)
            return painted

    async def coming(self, game_id: str, look: Look, revision: int) -> Board | None:
        """The same for streams, on the loop; None if it cannot be painted now."""
        key = (game_id, look)
        found = self._find(key, revision)
        if found is not None:
            return found
        wanted = (key, revision, presence(self._site, game_id, ()))
        task = self._coming.get(wanted)
        if task is None:
            task = asyncio.create_task(run_in_threadpool(self.board, game_id, look, revision))
            self._coming[wanted] = task
            task.add_done_callback(lambda _: self._coming.pop(wanted))
        try:
            return await asyncio.shield(task)
        except (UnknownGame, SQLAlchemyError):
            log.warning("a board could not be painted for those who watch", exc_info=True)
            return None

    def _find(self, key: Key, revision: int) -> Board | None:
        with self._keeping:
            found = self._kept.get(key)
            if found is None or found.revision < revision:
                return None
            if found.present != presence(self._site, key[0], ()):
                return None
            self._kept.move_to_end(key)
            return found

    def _keep(self, key: Key, painted: Board) -> None:
        with self._keeping:
            self._kept[key] = painted
            self._kept.move_to_end(key)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
