"""What a server does again and again: it survives whatever goes wrong, and it stops."""

from __future__ import annotations

import asyncio
import logging

import pytest

from app.again import Again


class Looking(Again):
    """Finds something at each of its first looks, then fails, then finds nothing."""

    def __init__(self, finds: int, needed: bool = True) -> None:
        super().__init__("looking", 0.001)
        self.finds = finds
        self.needed = needed
        self.looks = 0
        self.pauses = 0
        self.enough = asyncio.Event()

    async def ready(self) -> bool:
        return self.needed

    async def look(self) -> bool:
        self.looks += 1
        if self.looks == self.finds + 1:
            raise OSError("the disk")
        return self.looks <= self.finds

    async def pause(self) -> None:
        self.pauses += 1
        if self.pauses == 3:
            self.enough.set()
        await super().pause()


def test_it_looks_at_once_while_there_is_something_and_goes_on_after_a_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene() -> Looking:
        looking = Looking(finds=4)
        await looking.start()
        await looking.enough.wait()
        await looking.stop()
        return looking

    with caplog.at_level(logging.ERROR, "ingenio.again"):
        looking = asyncio.run(scene())
    assert (looking.looks, looking.pauses) == (7, 3)  # four finds, the failure, and two that found nothing
    assert [record.getMessage() for record in caplog.records] == [
        "looking: something went wrong; trying again"
    ]


def test_it_never_begins_without_what_it_needs() -> None:
    async def scene() -> Looking:
        looking = Looking(finds=1, needed=False)
        await looking.start()
        await asyncio.sleep(0.01)
        await looking.stop()
        return looking

    assert asyncio.run(scene()).looks == 0


def test_what_never_began_can_be_stopped() -> None:
    asyncio.run(Looking(finds=1).stop())
