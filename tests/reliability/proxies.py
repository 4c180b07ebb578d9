"""A proxy between a browser and the site that does what networks do: holds streams, delays, loses.

With several servers behind it, it asks one after the other, and leaves out whoever does not answer.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Final, Literal, Self

Streams = Literal["pass", "hold", "blocks", "refuse"]
"""What happens to event streams: passed on; head passed and body kept for ever, as a buffer that never fills
does; passed on in blocks of `BLOCK` bytes, as a buffer that does; answered with an error, as by a filter."""

BLOCK: Final = 200
REFUSAL: Final = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy:
    """Forwards each request on a connection of its own. `latency`: seconds there and back again together.

    `loss`: the share of requests that break off, half of them before they arrive and half of them after.
    """

    def __init__(
        self, *targets: int, streams: Streams = "pass", latency: float = 0, loss: float = 0, seed: int = 0
    ) -> None:
        self._targets = deque(targets)
        self.passed: Counter[int] = Counter()
        """Requests that each port was asked."""
        self._streams = streams
        self._latency = latency
        self.loss = loss
        self._random = Random(seed)
        self.port = 0
        self.requests = self.lost = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(started)), daemon=True)
        self._thread.start()
        started.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(10)

    async def _run(self, started: threading.Event) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self._serving: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        await self._over.wait()
        server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            await self._forward(head, reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # somebody hung up
        finally:
            writer.close()

    async def _forward(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first, *fields = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
        size = next((int(each[15:]) for each in fields if each.lower().startswith(b"content-length:")), 0)
        kept = [each for each in fields if not each.lower().startswith((b"connection:", b"accept-encoding:"))]
        body = await reader.readexactly(size)
        self.requests += 1
        fate = self._random.random()
        if fate < self.loss:
            self.lost += 1
        await asyncio.sleep(self._latency / 2)
        if fate < self.loss / 2:
            return
        upstream, sending = await self._reach()
        try:
            sending.write(b"\r\n".join([first, *kept, b"Connection: close", b"", b""]) + body)
            answer = await upstream.readuntil(b"\r\n\r\n")
            stream = b"text/event-stream" in answer.lower()
            await asyncio.sleep(self._latency / 2)
            if fate < self.loss:
                await upstream.read()
                return
            if stream and self._streams == "refuse":
                writer.write(REFUSAL)
                return
            writer.write(answer)
            await self._pass_on(upstream, writer, self._streams if stream else "pass")
        finally:
            sending.close()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to whoever is next of those that are there."""
        for _ in range(len(self._targets) - 1):
            with suppress(OSError):
                return await self._next()
        return await self._next()

    async def _next(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._targets.rotate(-1)
        reached = await asyncio.open_connection("127.0.0.1", self._targets[0])
        self.passed[self._targets[0]] += 1
        return reached

    async def _pass_on(
        self, upstream: asyncio.StreamReader, writer: asyncio.StreamWriter, streams: Streams
    ) -> None:
        held = b""
        while some := await upstream.read(65_536):
            held += some
            if streams == "pass" or (streams == "blocks" and len(held) >= BLOCK):
                writer.write(held)
                await writer.drain()
                held = b""
        writer.write(held)
        await writer.drain()
