"""Open pages learn that something changed.

The one mechanism is the database. While somebody watches, it is looked ten times a second whether any process
has stored anything (`database.Changes`); if so, the revisions of the watched games are read, and only the
streams of games that changed wake up. A stream that is still busy with what came before hears of the latest
only.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from app import meters
from app.database import Changes, Database

log = logging.getLogger("ingenio.live")

Seat = int
Watcher = Seat | None
"""Which seat a stream belongs to; None for somebody who only watches."""


class News(NamedTuple):
    """What a stream needs to know of its game."""

    revision: int
    over: bool


ReadNews = Callable[[Collection[str]], Mapping[str, News]]
"""Reads games by id; a game that is gone is left out."""

LONGEST_WAIT: Final = 2.0
"""Seconds between two tries while the database cannot be reached."""
GATHERED_SECONDS: Final = 0.01
"""For how long comings and goings of those who only watch are gathered, for each stream that is to hear of
them: with 1,000 of them for 10 seconds, since each coming would otherwise be told to all the others."""
GRACE_SECONDS: Final = 2.0
"""Seconds for which somebody whose stream broke still counts as there, so that a reload does not flicker."""


@dataclass(eq=False, slots=True)
class Stream:
    """One open page. `wait` ends when the game changes, when people come or go, or when the server stops."""

    game_id: str
    watcher: Watcher
    news: News | None = None
    """The latest that was read since the stream opened; None until something changes."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self, seconds: float | None = None) -> bool:
        """Sleep until there may be something to tell; False if there was nothing for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self.woken.wait()
        except TimeoutError:
            return False
        self.woken.clear()
        return True


class Live:
    """The streams of this process, and who is connected through them."""

    def __init__(self, database: Database, read_news: ReadNews, interval: float, alone: bool) -> None:
        """`alone`: no other process serves the site, so who is not connected here is not connected."""
        self._database = database
        self._read_news = read_news
        self._interval = interval
        self._alone = alone
        self._streams: dict[str, set[Stream]] = defaultdict(set)
        self._present: dict[str, Counter[Watcher]] = defaultdict(Counter)
        self._watchers: dict[str, int] = {}
        self._gathering: set[str] = set()
        self._known: dict[str, News] = {}
        self._watched = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[str], None]] = []
        self.closing = False

    async def start(self) -> None:
        """Begin to look at the database."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._look(), name="live")

    async def stop(self) -> None:
        """End every stream and stop looking."""
        self.close()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def close(self) -> None:
        """Tell every stream that the server stops. Only on the loop."""
        self.closing = True
        for streams in self._streams.values():
            for stream in streams:
                stream.woken.set()

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` on the loop with the id of each game that this process changes."""
        self._listeners.append(listener)

    def announce(self, game_id: str) -> None:
        """Say, from any thread and after the commit, that this process changed a game."""
        if self._loop is None or self._loop.is_closed():
            return
        for listener in self._listeners:
            with suppress(RuntimeError):  # the loop may close while a last request ends
                self._loop.call_soon_threadsafe(listener, game_id)

    @contextmanager
    def watching(self, game_id: str, watcher: Watcher) -> Iterator[Stream]:
        """A stream of one game, open while the block runs. Only on the loop."""
        stream = Stream(game_id, watcher)
        self._streams[game_id].add(stream)
        self._watched.set()
        self._come(game_id, watcher)
        meters.streams.inc()
        try:
            yield stream
        finally:
            meters.streams.dec()
            self._streams[game_id].discard(stream)
            if not self._streams[game_id]:
                del self._streams[game_id]
                self._known.pop(game_id, None)
            if not self._streams:
                self._watched.clear()
            if self._loop is not None:
                self._loop.call_later(GRACE_SECONDS, self._go, game_id, watcher)

    def connected(self, game_id: str, seat: Seat) -> bool | None:
        """Whether the holder of a seat has the game open; None if only another process may know."""
        if self._present.get(game_id, Counter())[seat]:
            return True
        return False if self._alone else None

    def watchers(self, game_id: str) -> int:
        """How many pages of this process have the game open without a seat, as streams were last told."""
        return self._watchers.get(game_id, 0)

    def _come(self, game_id: str, watcher: Watcher) -> None:
        self._present[game_id][watcher] += 1
        self._tell(game_id, watcher)

    def _go(self, game_id: str, watcher: Watcher) -> None:
        present = self._present[game_id]
        present[watcher] -= 1
        if not +present:
            del self._present[game_id]
        self._tell(game_id, watcher)

    def _tell(self, game_id: str, watcher: Watcher) -> None:
        """Let streams hear that somebody came or went: of players at once, of watchers together."""
        if watcher is not None:
            self._wake(game_id)
        elif game_id not in self._gathering and self._loop is not None:
            self._gathering.add(game_id)
            wait = GATHERED_SECONDS * len(self._streams.get(game_id, ()))
            self._loop.call_later(wait, self._count, game_id)

    def _count(self, game_id: str) -> None:
        self._gathering.discard(game_id)
        if watchers := self._present.get(game_id, Counter())[None]:
            self._watchers[game_id] = watchers
        else:
            self._watchers.pop(game_id, None)
        self._wake(game_id)

    def _wake(self, game_id: str) -> None:
        for stream in self._streams.get(game_id, ()):
            stream.woken.set()

    async def _look(self) -> None:
        changes = Changes(self._database)
        wait = self._interval
        try:
            while True:
                await self._watched.wait()
                try:
                    if await self._moved(changes):
                        await self._wake_changed()
                    wait = self._interval
                except changes.errors:
                    log.exception("the database could not be looked at; trying again")
                    changes.forget()
                    wait = min(2 * wait, LONGEST_WAIT)
                await asyncio.sleep(wait)
        finally:
            changes.close()

    async def _moved(self, changes: Changes) -> bool:
        if changes.is_open:
            return changes.moved()
        return await asyncio.to_thread(changes.moved)  # connecting may take its time

    async def _wake_changed(self) -> None:
        watched = tuple(self._streams)
        found = await asyncio.to_thread(self._read_news, watched)
        for game_id, news in found.items():
            if self._known.get(game_id) != news and game_id in self._streams:
                self._known[game_id] = news
                for stream in self._streams[game_id]:
                    stream.news = news
                self._wake(game_id)
