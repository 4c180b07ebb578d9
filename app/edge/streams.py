"""Event streams: what many read at once is written and compressed once.

Compressed, a stream is one gzip file to whoever reads it. Each event in it is a run of deflate blocks that
refers to nothing before it and ends at a whole byte, so the same bytes stand in every stream. Nothing secret
may be in an event that also holds what a stranger chose: the length of what is compressed tells of both.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cached_property
from struct import pack
from typing import Final

from fastapi.sse import format_sse_event
from starlette.requests import HTTPConnection
from starlette.responses import StreamingResponse

PING_SECONDS: Final = 15.0
"""How long a stream may say nothing before a comment shows proxies that it lives."""
HEADERS: Final = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
"""Nobody on the way keeps a stream or waits for its end."""

_BEGIN: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_END: Final = b"\x03\x00"
_LEVEL: Final = 6


@dataclass(frozen=True)
class Event:
    """One event as it is sent; every stream that tells it may share this value."""

    written: bytes

    @cached_property
    def packed(self) -> bytes:
        """The same as deflate blocks that stand for themselves."""
        packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        return packer.compress(self.written) + packer.flush(zlib.Z_FULL_FLUSH)


def event(
    name: str | None = None,
    data: str | None = None,
    number: int | None = None,
    retry: int | None = None,
    comment: str | None = None,
) -> Event:
    """An event with its name, its text, its id and the milliseconds before a lost stream is opened again."""
    told = None if number is None else str(number)
    return Event(format_sse_event(data_str=data, event=name, id=told, retry=retry, comment=comment))


PING: Final = event(comment="ping")


def may_pack(connection: HTTPConnection) -> bool:
    """Whether the one who asks can read what is compressed."""
    return "gzip" in connection.headers.get("accept-encoding", "")


class EventStream(StreamingResponse):
    """Sends events as they come. The next one is taken only when those before it are on their way: whoever
    reads slowly is told less often, holds up nobody, and few events wait for him."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[Event], packed: bool = False) -> None:
        """`packed`: compress it, which only those can read who say so (`may_pack`)."""
        super().__init__(_packed(events) if packed else _written(events), headers=HEADERS)
        if packed:
            self.headers["Content-Encoding"] = "gzip"
            self.headers.add_vary_header("Accept-Encoding")


async def _written(events: AsyncIterator[Event]) -> AsyncIterator[bytes]:
    async for each in events:
        yield each.written


async def _packed(events: AsyncIterator[Event]) -> AsyncIterator[bytes]:
    check, size = 0, 0
    begin = _BEGIN
    async for each in events:
        check, size = zlib.crc32(each.written, check), size + len(each.written)
        yield begin + each.packed
        begin = b""
    yield begin + _END + pack("<II", check, size & 0xFFFFFFFF)
