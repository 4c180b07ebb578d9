"""Whoever hangs up is not worked for any more; whoever stays gets the answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import Request

from app.edge.hang_up import HUNG_UP, while_waiting
from app.edge.refusal import Refused


def request(gone: asyncio.Event) -> Request:
    """A request whose asker hangs up when `gone` is set."""
    begun = False

    async def receive() -> dict[str, Any]:
        nonlocal begun
        if not begun:
            begun = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "method": "GET", "path": "/", "headers": []}, receive)


def test_work_is_cancelled_when_the_one_who_asked_hangs_up() -> None:
    async def hang_up() -> bool:
        gone, cancelled = asyncio.Event(), False

        async def work() -> None:
            nonlocal cancelled
            gone.set()
            try:
                await asyncio.sleep(600)
            except asyncio.CancelledError:
                cancelled = True
                raise

        with pytest.raises(Refused) as refused:
            await while_waiting(request(gone), work())
        assert refused.value.status_code == HUNG_UP
        return cancelled

    assert asyncio.run(hang_up())


def test_whoever_stays_gets_the_answer_or_the_failure() -> None:
    async def answer() -> int:
        return 7

    async def fail() -> int:
        raise KeyError("seven")

    async def stay() -> None:
        stays = asyncio.Event()
        assert await while_waiting(request(stays), answer()) == 7
        with pytest.raises(KeyError):
            await while_waiting(request(stays), fail())

    asyncio.run(stay())
