"""Many who only watch one game, each on a connection of its own, in little of the machine's time.

Each takes apart what arrives as a browser does: HTTP, gzip, events. It counts a board as shown when the event
is whole and the board in it says the revision that its id says.
"""

from __future__ import annotations

import asyncio
import re
import time
import zlib
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import httptools

HEADERS: Final = "Accept: text/event-stream\r\nAccept-Encoding: gzip\r\nHX-Request: true"
BOARD: Final = re.compile(
    rb'event: tablero\n.*<section id="partida"[^>]* data-revision="(\d+)".*</section>\n.*id: (\d+)\Z',
    re.DOTALL,
)
NUMBER: Final = re.compile(rb"event: cambio\n.*id: (\d+)\Z", re.DOTALL)
AT_ONCE: Final = 50
"""Connections that are opened at the same time."""


class Watcher(asyncio.Protocol):
    """One open stream, and what it has told so far."""

    def __init__(self, host: str, path: str) -> None:
        self._asking = f"GET {path}/vivo?tablero=si HTTP/1.1\r\nHost: {host}\r\n{HEADERS}\r\n\r\n".encode()
        self._parser = httptools.HttpResponseParser(self)
        self._unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._begun = b""
        self.opened = asyncio.Event()
        """Set once the stream has told the present revision."""
        self.shown: dict[int, float] = {}
        """When each board was there, by its revision."""
        self.received = 0
        """Bytes so far, as they came."""
        self.transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._asking)

    def data_received(self, data: bytes) -> None:
        """What the network brings."""
        self.received += len(data)
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Headers: the stream is there, and compressed."""
        assert name.lower() != b"content-encoding" or value == b"gzip"

    def on_headers_complete(self) -> None:
        """The status."""
        assert self._parser.get_status_code() == 200

    def on_body(self, body: bytes) -> None:
        """A part of the stream: any number of whole events, and perhaps the begin of one."""
        *whole, self._begun = (self._begun + self._unpacker.decompress(body)).split(b"\n\n")
        for text in whole:
            if found := BOARD.match(text):
                assert found[1] == found[2]
                self.shown.setdefault(int(found[1]), time.perf_counter())
            elif NUMBER.match(text):
                self.opened.set()


def _itself(watcher: Watcher) -> Watcher:
    return watcher


class Crowd:
    """So many watchers of one game."""

    def __init__(self, address: str, path: str) -> None:
        where = urlsplit(address)
        assert where.hostname
        assert where.port
        self._host, self._port = where.hostname, where.port
        self._path = path
        self._watchers: list[Watcher] = []

    async def come(self, number: int) -> None:
        """Open so many streams, some at a time, and wait until all have told something."""
        loop = asyncio.get_running_loop()
        for _ in range(0, number, AT_ONCE):
            fresh = [Watcher(f"{self._host}:{self._port}", self._path) for _ in range(AT_ONCE)]
            for each in fresh:
                await loop.create_connection(partial(_itself, each), self._host, self._port)
            await asyncio.gather(*(each.opened.wait() for each in fresh))
            self._watchers += fresh

    async def shown(self, revision: int, patience: float = 120.0) -> float:
        """When the last of them had the board of a revision, or a later one."""
        until = time.perf_counter() + patience
        while any(max(each.shown, default=-1) < revision for each in self._watchers):
            assert time.perf_counter() < until, "somebody was never sent the board"
            await asyncio.sleep(0.02)
        return max(
            min(when for told, when in each.shown.items() if told >= revision) for each in self._watchers
        )

    @property
    def received(self) -> int:
        """Bytes that all of them got."""
        return sum(each.received for each in self._watchers)

    def leave(self) -> None:
        """Close every stream."""
        for each in self._watchers:
            if each.transport is not None:
                each.transport.close()
