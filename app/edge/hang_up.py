"""Whoever hangs up needs no answer any more: the work for it is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from starlette.requests import Request

from app.edge.refusal import Refused

Answer = TypeVar("Answer")

HUNG_UP: Final = 499
"""The status in logs and figures of a request whose asker has gone; nobody receives it."""


async def while_waiting(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """What `work` gives, cancelled as soon as the one who asks has gone. Raises Refused then.

    Only for work that may be left unfinished, once the body of the request is read.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        leaving.result()
        raise Refused(HUNG_UP, "unavailable")
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
