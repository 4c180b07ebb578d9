"""The packs of lessons, made once: one lesson at a time, in a process that gives way to everything else."""

from __future__ import annotations

import asyncio
import gzip
import os
import sys
from contextlib import suppress
from typing import Final

from app.learn.course import course_of
from app.workers import NICENESS

PACKING: Final = "app.offline.packing"
LONGEST_LINE: Final = 32 * 1024 * 1024
"""Bytes of a pack before it is compressed; the largest has a tenth of it."""

Lesson = tuple[str, str, int]
"""Language, entry, side."""


class NoPackError(RuntimeError):
    """A pack could not be made."""


class Packs:
    """What was made since the server started, compressed: a few hundred kilobytes for each lesson."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._steps: dict[Lesson, list[asyncio.Future[bytes]]] = {}
        self._work: set[asyncio.Task[None]] = set()

    async def get(self, lesson: Lesson, number: int) -> bytes:
        """The pack of a step, counted from 1, compressed with gzip.

        Whoever asks while it is being made waits for the same one. Raises NoPackError.
        """
        steps = self._steps.get(lesson)
        if steps is None:
            _, entry, _ = lesson
            loop = asyncio.get_running_loop()
            steps = self._steps[lesson] = [loop.create_future() for _step in course_of(entry).steps]
            work = asyncio.create_task(self._make(lesson, steps), name="packs")
            self._work.add(work)
            work.add_done_callback(self._work.discard)
        return await asyncio.shield(steps[number - 1])

    async def stop(self) -> None:
        """Give up what is being made."""
        for work in self._work:
            work.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)

    async def _make(self, lesson: Lesson, steps: list[asyncio.Future[bytes]]) -> None:
        try:
            async with self._turn:
                await self._run(lesson, steps)
        finally:
            missing = [step for step in steps if not step.done()]
            if missing:
                self._steps.pop(lesson)  # the next one who asks begins anew
            for step in missing:
                step.set_exception(NoPackError(lesson))
                step.exception()  # nobody may be waiting for it

    async def _run(self, lesson: Lesson, steps: list[asyncio.Future[bytes]]) -> None:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            PACKING,
            *map(str, lesson),
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        try:
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, child.pid, NICENESS)
            assert child.stdout is not None
            for step in steps:
                line = await child.stdout.readline()
                if not line.endswith(b"\n"):
                    return
                step.set_result(await asyncio.to_thread(gzip.compress, line, 6))
            await child.wait()
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
