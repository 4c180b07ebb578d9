"""Event streams: the same bytes for everybody, compressed once, and nothing piled up for who reads slowly."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator

from starlette.types import Message

from app.edge.streams import PING, Event, EventStream, event

EVENTS = [event("tablero", "<p>ñandú\n\n¿sí?</p>" * 50, 7), PING, event("fin", "7", retry=10_000)]


async def told(events: list[Event]) -> AsyncIterator[Event]:
    for each in events:
        yield each


async def never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError


async def sent_by(stream: EventStream) -> bytes:
    sent: list[bytes] = []

    async def send(message: Message) -> None:
        sent.append(message.get("body", b""))

    await stream({"type": "http"}, never, send)
    return b"".join(sent)


def test_events_are_written_as_the_standard_says() -> None:
    assert event("cambio", "3", 3).written == b"event: cambio\ndata: 3\nid: 3\n\n"
    assert event("tablero", "a\nb", 4).written == b"event: tablero\ndata: a\ndata: b\nid: 4\n\n"


def test_compressed_or_not_a_stream_says_the_same() -> None:
    plain = asyncio.run(sent_by(EventStream(told(EVENTS))))
    packed = asyncio.run(sent_by(EventStream(told(EVENTS), packed=True)))
    assert plain == b"".join(each.written for each in EVENTS)
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 4
    assert gzip.decompress(asyncio.run(sent_by(EventStream(told([]), packed=True)))) == b""


def test_only_what_is_compressed_says_so() -> None:
    assert "content-encoding" not in EventStream(told([])).headers
    packed = EventStream(told([]), packed=True).headers
    assert (packed["content-encoding"], packed["vary"]) == ("gzip", "Accept-Encoding")


def test_whoever_reads_slowly_is_not_written_for_ahead() -> None:
    """Events are made when they can be sent: one that reads nothing has none waiting."""
    made: list[int] = []

    async def making() -> AsyncIterator[Event]:
        for number in range(100):
            made.append(number)
            yield event("cambio", number=number)

    async def read_little() -> None:
        written = asyncio.Event()

        async def send(message: Message) -> None:
            if message.get("body"):
                written.set()
                await asyncio.Event().wait()

        sending = asyncio.create_task(EventStream(making())({"type": "http"}, never, send))
        await written.wait()
        for _ in range(10):
            await asyncio.sleep(0)
        sending.cancel()

    asyncio.run(read_little())
    assert made == [0]
