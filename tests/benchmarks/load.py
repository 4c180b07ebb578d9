"""`python -m tests.benchmarks.load [games|idle|crowd|ramp ...]`: the site under load; the figures.

games   100 games between people, a move in each every 5 seconds, while the strongest level plays itself in as
        many games as there are threads that think: 95 of 100 answers to a move within 200 ms.
idle    1,000 open streams in which nothing happens, and somebody who plays meanwhile.
crowd   one game with 1,000 watchers: seconds from a move until the last of them has the board.
ramp    games with a move every 5 seconds, twice as many each time, until that is too much: 5 in 100 answers
        take longer, something is refused, or an answer never comes.

The server is a process of its own with the usual settings; the clients share its machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import TypeVar

import httpx

from tests.benchmarks.classroom import Browser, Figures, late, read, served
from tests.benchmarks.crowd import Crowd
from tests.benchmarks.processes import Processes

BOARD = {"tablero": "", "rows": "5", "cols": "5", "modo": "screen", "empieza": "yo"}
HARD = "gusano rows=8 cols=8 start=d4"
PAUSE = 5.0
"""Seconds between two moves of a game."""
SECONDS = 30.0
"""How long games are played in one measurement."""
STREAMS = 1_000
MOVES = 10
"""Moves that the watchers see."""
FEWEST, MOST = 25, 1_600
"""Games with which the ramp begins, and ends if nothing has become too much by then."""
SLOWEST_MOVE = 0.2
SLOWEST_CROWD = 1.0

Found = TypeVar("Found")


class Refusal(Exception):  # noqa: N818 - what the site says, no mistake
    """The site answered, but not with what was asked for."""


async def begin(browser: Browser, slug: str, form: dict[str, str]) -> tuple[str, str]:
    """Make a game; its address and its page."""
    if not browser.http.cookies:
        await browser.http.get(f"/juegos/{slug}")
    answer = await browser.http.post(f"/juegos/{slug}", data=form)
    if answer.status_code != 303:
        raise Refusal(f"{answer.status_code} to a new game")
    path = answer.headers["location"]
    return path, (await browser.http.get(path)).text


async def move(browser: Browser, path: str, shown: str, random: Random) -> str:
    """Play any place that is free; the board after it."""
    free, _ = read(shown)
    version = re.search(r'name="version" value="(\d+)"', shown)
    assert version
    sent = await browser.send(
        "move", f"{path}/jugadas", scripted=True, move=random.choice(free), version=version[1]
    )
    if sent.status_code != 200:
        raise Refusal(f"{sent.status_code} to a move")
    return sent.text


async def play(browser: Browser, begun: tuple[str, str], random: Random, until: float) -> None:
    """A game by two at one screen, then others."""
    path, shown = begun
    while True:
        while 'data-over="yes"' not in shown:
            await asyncio.sleep(random.uniform(0.5, 1.5) * PAUSE)
            if time.perf_counter() >= until:
                return
            shown = await move(browser, path, shown, random)
        path, shown = await begin(browser, "timbiriche", BOARD)


@dataclass(frozen=True, slots=True)
class Played:
    """What came of many games at once."""

    moves: list[float]
    """How long each answer to a move took."""
    lost: Counter[str]
    """Games that could not be made or could not go on, by what happened."""
    each: float
    """Processor time of the server for each move, in seconds."""
    seconds: float
    """Until the last answer came."""

    def __str__(self) -> str:
        if not self.moves:
            return f"no moves; lost {dict(self.lost)}"
        return (
            f"{len(self.moves) / self.seconds:.0f} moves a second, median {1000 * median(self.moves):.0f} ms,"
            f" p95 {1000 * late(self.moves):.0f} ms, slowest {1000 * max(self.moves):.0f} ms,"
            f" {1000 * self.each:.1f} ms of the processor each, games lost {dict(self.lost)},"
            f" load {os.getloadavg()[0]:.1f}"
        )

    def within(self, seconds: float) -> bool:
        """Whether every game went on, with 95 of 100 answers as quick as this."""
        return bool(self.moves) and late(self.moves) <= seconds and not self.lost


async def play_many(address: str, games: int) -> Played:
    """So many games at once: first all are made, a few at a time, then moves are counted."""
    figures, lost = Figures(), Counter[str]()
    browsers = [Browser(address, figures) for _ in range(games)]
    doors = asyncio.Semaphore(8)

    async def made(browser: Browser) -> tuple[str, str]:
        async with doors:
            return await begin(browser, "timbiriche", BOARD)

    ready = [
        (browser, begun)
        for browser, begun in zip(browsers, await _each(lost, map(made, browsers)), strict=True)
        if begun is not None
    ]
    server = Processes([], [_server()])
    busy, first = server.seconds(), time.perf_counter()
    await _each(
        lost,
        (
            play(browser, begun, Random(number), first + SECONDS)
            for number, (browser, begun) in enumerate(ready)
        ),
    )
    taken, spent = time.perf_counter() - first, server.seconds() - busy
    for browser in browsers:
        await browser.http.aclose()
    moves = figures.times["move"]
    return Played(moves, lost, spent / max(len(moves), 1), taken)


async def _each(lost: Counter[str], asked: Iterable[Coroutine[None, None, Found]]) -> list[Found | None]:
    """What came of each; None for those that a refusal or a broken connection ended, which are counted."""
    found: list[Found | None] = []
    for came in await asyncio.gather(*asked, return_exceptions=True):
        if isinstance(came, Refusal | httpx.TransportError):
            lost[str(came) if isinstance(came, Refusal) else type(came).__name__] += 1
            found.append(None)
        elif isinstance(came, BaseException):
            raise came
        else:
            found.append(came)
    return found


def _server() -> int:
    """The process that `served` has started: the only child of this one."""
    [child] = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return int(child)


async def games(address: str) -> bool:
    """100 games while the engines are busy."""
    machines = Browser(address, Figures())
    for _ in range(2 * (os.cpu_count() or 1)):
        made = await machines.http.post(
            "/api/v1/games", json={"match": HARD, "seats": ["computer:perfecto", "computer:perfecto"]}
        )
        assert made.status_code == 201, made.text
    played = await play_many(address, 100)
    print(f"games   100 at once, engines busy: {played}")
    return played.within(SLOWEST_MOVE)


async def idle(address: str) -> bool:
    """Streams in which nothing happens cost nobody anything."""
    figures = Figures()
    player = Browser(address, figures)
    path, shown = await begin(player, "timbiriche", BOARD)
    watching = Crowd(address, path)
    await watching.come(STREAMS)
    await play(player, (path, shown), Random(1), time.perf_counter() + 4 * PAUSE)
    watching.leave()
    moves = figures.times["move"]
    print(f"idle    {STREAMS} streams: a move takes {1000 * median(moves):.0f} ms, {_statuses(figures)}")
    return _sound(figures)


async def crowd(address: str) -> bool:
    """All watchers of a game have its new board soon after a move."""
    player = Browser(address, Figures())
    path, shown = await begin(player, "timbiriche", BOARD)
    watching = Crowd(address, path)
    slowest = []
    await watching.come(STREAMS)
    random = Random(1)
    before = watching.received
    for revision in range(1, MOVES + 1):
        begun = time.perf_counter()
        shown = await move(player, path, shown, random)
        slowest.append(await watching.shown(revision) - begun)
    size = (watching.received - before) / STREAMS / MOVES
    watching.leave()
    print(
        f"crowd   {STREAMS} watchers: the last has the board {median(slowest):.2f} s after a move,"
        f" {max(slowest):.2f} s at worst of {MOVES}; {size / 1000:.1f} KB each"
    )
    return max(slowest) <= SLOWEST_CROWD


async def ramp(address: str) -> bool:
    """Twice as many games again and again, until moves take too long."""
    number, good = FEWEST, 0
    while number <= MOST:
        played = await play_many(address, number)
        print(f"ramp    {number} games: {played}", flush=True)
        if not played.within(PAUSE):
            break
        number, good = 2 * number, number
    print(f"ramp    {good} games went well" + (f", {number} were too many" if number <= MOST else ""))
    return good > 0


def _statuses(figures: Figures) -> str:
    return f"statuses {dict(sorted(figures.statuses.items()))}"


def _sound(figures: Figures) -> bool:
    return all(status < 400 for status in figures.statuses)


SCENES: dict[str, Callable[[str], Coroutine[None, None, bool]]] = {
    "games": games,
    "idle": idle,
    "crowd": crowd,
    "ramp": ramp,
}


def main() -> int:
    """Play the scenes that are named, or all; 1 if one of them was too slow or anything was refused."""
    plain = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    options.add_argument("scenes", nargs="*", metavar="SCENE", help="all if none is named")
    chosen = options.parse_args().scenes or list(SCENES)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the server inherits it
    good = True
    for scene in chosen:
        with tempfile.TemporaryDirectory() as folder, served(folder) as address:
            good &= asyncio.run(SCENES[scene](address))
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
