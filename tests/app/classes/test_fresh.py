"""Who may wait for a new task: a few teachers, and of one neighbourhood fewer."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from app.asking import Asker
from app.classes.fresh import MOST_NEIGHBOURS, MOST_WAITING, Maker
from app.faults import NotReady

WANTED = "nuevo/timbiriche/timbiriche"
READY: Any = SimpleNamespace(workers=SimpleNamespace(warm=True))


async def ask(maker: Maker, who: str) -> asyncio.Task[str | None]:
    with Asker(who).served():
        asked = asyncio.create_task(maker.line(READY, WANTED))
        await asyncio.sleep(0)
    return asked


@pytest.mark.parametrize("alike", [True, False])
def test_so_many_wait_and_the_next_is_told_to_come_again(alike: bool) -> None:
    async def crowd() -> None:
        maker, most = Maker(), MOST_NEIGHBOURS if alike else MOST_WAITING
        async with maker._turn:  # nothing is made meanwhile
            waiting = [await ask(maker, "school" if alike else str(number)) for number in range(most)]
            assert not any(each.done() for each in waiting)
            with pytest.raises(NotReady):
                async with asyncio.timeout(5):
                    await (await ask(maker, "school"))
            for each in waiting:
                each.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            after = await ask(maker, "school")
            assert not after.done()  # whoever went made room
            after.cancel()

    asyncio.run(crowd())
