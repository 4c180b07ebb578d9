"""SIGTERM while many streams are open: the process ends within five seconds, and every client catches up."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from random import Random

from tests.reliability.nursery import Nursery
from tests.reliability.playing import Account
from tests.reliability.servers import PATIENCE, Server

MOST_SECONDS = 5.0


class Watcher:
    """One page's stream: it reads what it is told, and comes back when it was cut off."""

    def __init__(self, port: int, game: str) -> None:
        self.port, self.game = port, game
        self.revision = -1
        self.cuts = 0
        self.told = asyncio.Event()

    async def follow(self) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(0.05)
                continue
            try:
                writer.write(f"GET /p/{self.game}/vivo HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                while line := await reader.readline():
                    if found := re.match(rb"id: (\d+)", line):
                        self.revision = int(found[1])
                        self.told.set()
            except OSError:
                pass
            finally:
                writer.close()
            self.cuts += 1

    async def reach(self, revision: int) -> None:
        while self.revision < revision:
            self.told.clear()
            await self.told.wait()


async def _stop_and_catch_up(server: Server, player: Account, streams: int) -> tuple[float, float]:
    """Seconds until the process was gone, and seconds from the new start until everybody had caught up."""
    [game] = player.moves
    watchers = [Watcher(server.port, game) for _ in range(streams)]
    following = [asyncio.create_task(watcher.follow()) for watcher in watchers]
    try:
        revision = await asyncio.to_thread(_revision, player, game)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(watcher.reach(revision) for watcher in watchers))
        took = await asyncio.to_thread(server.end)
        began = time.monotonic()
        server.start()
        await asyncio.to_thread(server.ready, player.http)
        for _ in range(2):  # what they miss while they are coming back
            assert (await asyncio.to_thread(player.step)).status_code == 200
        revision = await asyncio.to_thread(_revision, player, game)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(watcher.reach(revision) for watcher in watchers))
        caught_up = time.monotonic() - began
        assert all(watcher.cuts for watcher in watchers)
    finally:
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    return took, caught_up


def _revision(player: Account, game: str) -> int:
    return int(player.ask("GET", f"/api/v1/games/{game}").json()["revision"])


def figure(nursery: Nursery, folder: Path, streams: int) -> str:
    with Server(nursery, folder) as server, server.client() as http:
        server.ready(http)
        player = Account(http, Random(streams))
        for _ in range(4):
            player.step()
        took, caught_up = asyncio.run(_stop_and_catch_up(server, player, streams))
        assert took < MOST_SECONDS, took
        assert "Traceback" not in server.said(), server.said()
    return f"{streams} open streams: ended in {took:.2f} s, all caught up {caught_up:.2f} s after a start"
