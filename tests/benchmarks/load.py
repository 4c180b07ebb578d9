"""`python -m tests.benchmarks.load [games|idle|crowd|ramp ...]`: the site under load; the figures.

games   100 games between people, a move in each every 5 seconds, while the strongest level plays itself in as
        many games as there are threads that think: 95 of 100 answers to a move within 200 ms.
idle    1,000 open streams in which nothing happens, and somebody who plays meanwhile.
crowd   one game with 1,000 watchers: seconds from a move until the last of them has the board.
ramp    games with a move every 5 seconds, twice as many each time, until 5 in 100 answers take longer.

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
from collections.abc import Callable, Coroutine
from random import Random
from statistics import median

from tests.benchmarks.classroom import Browser, Figures, late, read, served
from tests.benchmarks.crowd import Crowd

BOARD = {"tablero": "", "rows": "5", "cols": "5", "modo": "screen", "empieza": "yo"}
HARD = "gusano rows=8 cols=8 start=d4"
PAUSE = 5.0
"""Seconds between two moves of a game."""
SECONDS = 30.0
"""How long games are played in one measurement."""
STREAMS = 1_000
MOVES = 10
"""Moves that the watchers see."""
SLOWEST_MOVE = 0.2
SLOWEST_CROWD = 1.0


async def begin(browser: Browser, slug: str, form: dict[str, str]) -> tuple[str, str]:
    """Make a game; its address and its page."""
    if not browser.http.cookies:
        await browser.http.get(f"/juegos/{slug}")
    answer = await browser.http.post(f"/juegos/{slug}", data=form)
    assert answer.status_code == 303, answer.text[:500]
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
    return sent.text


async def play(browser: Browser, random: Random, until: float) -> None:
    """A game after the other, by two at one screen."""
    while time.perf_counter() < until:
        path, shown = await begin(browser, "timbiriche", BOARD)
        while 'data-over="yes"' not in shown and time.perf_counter() < until:
            await asyncio.sleep(random.uniform(0.5, 1.5) * PAUSE)
            shown = await move(browser, path, shown, random)


async def play_many(address: str, figures: Figures, games: int) -> None:
    """So many games at once."""
    browsers = [Browser(address, figures) for _ in range(games)]
    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(play(each, Random(number), until) for number, each in enumerate(browsers)))
    for each in browsers:
        await each.http.aclose()


async def games(address: str) -> bool:
    """100 games while the engines are busy."""
    figures = Figures()
    machines = Browser(address, Figures())
    for _ in range(2 * (os.cpu_count() or 1)):
        made = await machines.http.post(
            "/api/v1/games", json={"match": HARD, "seats": ["computer:perfecto", "computer:perfecto"]}
        )
        assert made.status_code == 201, made.text
    await play_many(address, figures, 100)
    moves = figures.times["move"]
    print(
        f"games   100 at once, engines busy: {len(moves)} moves, median {1000 * median(moves):.0f} ms,"
        f" p95 {1000 * late(moves):.0f} ms, slowest {1000 * max(moves):.0f} ms, {_statuses(figures)}"
    )
    return late(moves) <= SLOWEST_MOVE and _sound(figures)


async def idle(address: str) -> bool:
    """Streams in which nothing happens cost nobody anything."""
    figures = Figures()
    player = Browser(address, figures)
    path, _ = await begin(player, "timbiriche", BOARD)
    watching = Crowd(address, path)
    await watching.come(STREAMS)
    await play(player, Random(1), time.perf_counter() + 10)
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
    number = 25
    while number <= 1_600:
        figures = Figures()
        await play_many(address, figures, number)
        moves = figures.times["move"]
        print(
            f"ramp    {number} games: {len(moves) / SECONDS:.0f} moves a second, median"
            f" {1000 * median(moves):.0f} ms, p95 {1000 * late(moves):.0f} ms, {_statuses(figures)}",
            flush=True,
        )
        if late(moves) > PAUSE or not _sound(figures):
            break
        number *= 2
    return True


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
