"""Thinking away from the requests: a few threads, in which the engines' compiled code runs side by side."""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from app import meters
from app.database import file_lock_tried
from app.settings import Settings
from app.turns import Rota, Turns

log = logging.getLogger("ingenio.workers")

Answer = TypeVar("Answer")

NICENESS: Final = 10
"""How far the compiling process stands back behind everything else."""
ASIDE: Final = 2
"""Threads aside: one may analyse a finished game while the other answers somebody who waits."""
MOST_THINKING: Final = 256
"""Moves and hints of one neighbourhood that are thought about or wait: more than a school plays at once."""
MOST_PONDERING: Final = 16
"""The same aside, where each takes seconds."""


class Workers:
    """The threads that think, and whether the compiled levels are ready.

    Compiling takes a minute or more and holds the interpreter's lock, so it happens in a process of its own;
    what it leaves in the cache is then loaded here in a moment.
    """

    def __init__(self, settings: Settings, kernels: Sequence[str], aside: int = ASIDE) -> None:
        """`aside`: threads for what no game waits for."""
        self._settings = settings
        self._kernels = tuple(dict.fromkeys(kernels))
        self._turns = Turns("think", settings.thinkers, MOST_THINKING)
        self._aside = Turns("ponder", aside, MOST_PONDERING)
        self.rota = Rota()
        """Whose work is done next, of what waits in tables."""
        self._warming: asyncio.Task[None] | None = None
        self._warm = False
        self.progress: tuple[int, int] = (0, len(self._kernels))
        """How many kernels are compiled, of how many."""

    @property
    def warm(self) -> bool:
        """Whether the compiled levels can play."""
        return self._warm

    async def start(self) -> None:
        """Begin to warm up, unless the settings say not to."""
        if self._settings.warm_up:
            self._warming = asyncio.create_task(self._warm_up(), name="warm-up")

    async def stop(self) -> None:
        """Stop warming up; searches still running are not waited for (their flags end them)."""
        if self._warming is not None:
            self._warming.cancel()
            with suppress(asyncio.CancelledError):
                await self._warming
        self._turns.stop()
        self._aside.stop()

    async def until_warm(self) -> bool:
        """Sleep until the compiled levels can play; False at once if nobody is preparing them."""
        if self._warming is not None and not self._warming.done():
            await asyncio.wait({self._warming})
        return self.warm

    async def run(self, think: Callable[[], Answer], about: str = "") -> Answer:
        """Run `think` when it is the turn of the one who asks, and of the game it is about. Raises Busy."""
        return await asyncio.wrap_future(self._turns.ask(think, about))

    async def ponder(self, think: Callable[[], Answer], about: str = "", patient: bool = False) -> Answer:
        """The same in one of a few threads aside: no game waits for it. `patient` work is never refused."""
        return await asyncio.wrap_future(self._aside.ask(think, about, patient))

    @property
    def share(self) -> float:
        """What part of the usual time a search may take, where many games wait for one."""
        return self._turns.share()

    async def _warm_up(self) -> None:
        lock = self._settings.companion / "warm-up.lock"
        compiled = False
        while not compiled:
            with file_lock_tried(lock) as mine:  # of several server processes one compiles, the others load
                compiled = mine
                if mine and not await self._compile():
                    return
            if not mine:
                await asyncio.sleep(0.5)
        await asyncio.to_thread(self._load)
        self._warm = True
        meters.warm.set(1)
        log.info("the compiled levels are ready")

    async def _compile(self) -> bool:
        """Compile every kernel into the cache, in a process that stands back; whether all went well."""
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "engines.warm", stdout=asyncio.subprocess.PIPE
        )
        try:
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, child.pid, NICENESS)
            assert child.stdout is not None
            async for line in child.stdout:
                self._say(line.decode(errors="replace").strip())
            if await child.wait() == 0:
                return True
            log.error("compiling failed: the levels that need it are played by weaker ones")
            return False
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()

    def _say(self, line: str) -> None:
        count, _, _ = line.partition(" ")
        done, _, total = count.partition("/")
        if done.isdigit() and total.isdigit():
            self.progress = (int(done), int(total))
        print(f"preparing the strong levels: {line}", file=sys.stderr, flush=True)

    def _load(self) -> None:
        for name in self._kernels:
            importlib.import_module(name)
