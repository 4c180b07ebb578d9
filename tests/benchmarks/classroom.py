"""`python -m tests.benchmarks.classroom`: 35 pupils behind one address join and play at once; the figures.

The server is a process of its own with the usual settings. Each pupil is a browser: it loads what a page
links to, joins, begins the try, follows the game's stream, asks for the board when that says so, and thinks
for a moment before each move. The teacher's table is open all the time and asks again with every change.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from statistics import median

import httpx

from tests.people import SCRIPTED

PUPILS = 35
BOARD = "gusano board=hex side=3 start=c3"
THOUGHT = (1.0, 4.0)
"""Seconds that a pupil looks at the board before a move, from .. to: children in a hurry."""
SLOWEST_JOIN = 10.0
SLOWEST_MOVE = 0.5
PATIENCE = 60.0


class Figures:
    """Every answer with its status and its time, by what was asked."""

    def __init__(self) -> None:
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()
        self.joined: list[float] = []

    async def time(self, what: str, asked: Awaitable[httpx.Response]) -> httpx.Response:
        begun = time.perf_counter()
        answer = await asked
        self.times[what].append(time.perf_counter() - begun)
        self.statuses[answer.status_code] += 1
        return answer


def late(times: list[float]) -> float:
    """The time within which 95 of 100 answers came."""
    return sorted(times)[int(0.95 * (len(times) - 1))]


class Stream:
    """The latest revision that a stream told of."""

    def __init__(self) -> None:
        self._told = -1
        self._changed = asyncio.Event()

    def hear(self, revision: int) -> None:
        self._told = revision
        self._changed.set()

    async def later_than(self, shown: int) -> int:
        """Wait until there is something newer than what is shown; its revision."""
        while self._told <= shown:
            self._changed.clear()
            await self._changed.wait()
        return self._told


class Browser:
    """Somebody's browser: cookies, what it has loaded, and pages that keep up to date."""

    def __init__(self, address: str, figures: Figures) -> None:
        self.http = httpx.AsyncClient(base_url=address, timeout=PATIENCE, trust_env=False)
        self.figures = figures
        self.loaded: set[str] = set()

    async def open(self, what: str, path: str) -> str:
        """A page with all that it links to and that was not loaded before."""
        page = (await self.figures.time(what, self.http.get(path))).text
        linked = set(re.findall(r'(?:src|href)="(/a/[^"]+)"', page)) - self.loaded
        self.loaded |= linked
        for part in sorted(linked):
            await self.figures.time("file", self.http.get(part))
        return page

    async def send(self, what: str, path: str, scripted: bool = False, **form: str) -> httpx.Response:
        headers = SCRIPTED if scripted else {}
        return await self.figures.time(what, self.http.post(path, data=form, headers=headers))

    @contextmanager
    def following(self, path: str) -> Iterator[Stream]:
        """What the stream of a page says while the block runs."""
        stream = Stream()
        task = asyncio.create_task(self._follow(path, stream))
        try:
            yield stream
        finally:
            task.cancel()

    async def _follow(self, path: str, stream: Stream) -> None:
        async with self.http.stream("GET", path, timeout=None) as answer:
            self.figures.statuses[answer.status_code] += 1
            async for line in answer.aiter_lines():
                if line.startswith("id: "):
                    stream.hear(int(line.removeprefix("id: ")))


async def attend(browser: Browser, code: str, task: int, random: Random, think: bool) -> None:
    """One pupil's lesson."""
    begun = time.perf_counter()
    page = await browser.open("look", f"/clase/{code}")
    alias = re.search(r'name="alias" value="([^"]+)"', page)
    assert alias
    await browser.send("join", f"/clase/{code}/entrar", alias=alias[1])
    await browser.open("class", f"/clase/{code}")
    browser.figures.joined.append(time.perf_counter() - begun)
    answer = await browser.send("begin", f"/clase/{code}/retos/{task}/jugar")
    game = answer.headers["location"]
    shown = await browser.open("game", game)
    with browser.following(f"{game}/vivo") as stream:
        while 'data-over="yes"' not in shown:
            free, revision = read(shown)
            if free:
                await asyncio.sleep(random.uniform(*THOUGHT) if think else 0)
                version = re.search(r'name="version" value="(\d+)"', shown)
                assert version
                move = random.choice(free)
                sent = await browser.send(
                    "move", f"{game}/jugadas", scripted=True, move=move, version=version[1]
                )
                shown = sent.text
                continue
            await stream.later_than(revision)
            answer = await browser.figures.time(
                "board", browser.http.get(f"{game}/tablero", params={"revision": revision}, headers=SCRIPTED)
            )
            shown = answer.text if answer.status_code == 200 else shown


def read(html: str) -> tuple[list[str], int]:
    """The places that can be pressed, and the revision that is shown."""
    found = re.search(r'<section id="partida"[^>]* data-revision="(\d+)"', html)
    assert found, html[:300]
    return re.findall(r'<button id="b-([^"]+)"(?![^>]*aria-disabled)', html), int(found[1])


async def teach(browser: Browser, desk: str) -> None:
    """The teacher's page: asked for again with every change."""
    shown = -1
    with browser.following(f"{desk}/vivo") as stream:
        while True:
            shown = await stream.later_than(shown)
            await browser.figures.time("table", browser.http.get(desk))


async def lesson(address: str, figures: Figures, think: bool) -> float:
    """A class, a task, and all pupils at once; the seconds it took."""
    teacher = Browser(address, figures)
    made = (await teacher.http.post("/profe", data={}, follow_redirects=True)).text
    desk = re.search(r'value="http[^"]*(/profe/[^"]+)"', made)
    code = re.search(r"/clase/([A-Z0-9]+)", made)
    assert desk
    assert code
    told = await teacher.http.post(desk[1] + "/retos", data={"partida": BOARD, "intentos": "1"})
    task = re.search(r"reto=(\d+)", told.headers["location"])
    assert task
    teaching = asyncio.create_task(teach(teacher, desk[1]))
    begun = time.perf_counter()
    browsers = [Browser(address, figures) for _ in range(PUPILS)]
    await asyncio.gather(
        *(
            attend(browser, code[1], int(task[1]), Random(number), think)
            for number, browser in enumerate(browsers)
        )
    )
    taken = time.perf_counter() - begun
    teaching.cancel()
    with suppress(asyncio.CancelledError):
        await teaching
    for browser in (teacher, *browsers):
        await browser.http.aclose()
    return taken


@contextmanager
def served(folder: str) -> Iterator[str]:
    """The site as anybody starts it, with an empty database; its address once its engines are ready."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {
        "INGENIO_DATABASE_URL": f"sqlite:///{folder}/class.db",
        "INGENIO_LOG_LEVEL": "WARNING",
        "INGENIO_PUBLISH_CHALLENGES": "false",  # they are made at night, not while a class plays
    }
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    server = subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        while not _warm(address):
            assert server.poll() is None, "the server ended"
            time.sleep(0.5)
        yield address
    finally:
        server.terminate()
        server.wait(30)


def _warm(address: str) -> bool:
    with suppress(httpx.TransportError):
        answer = httpx.get(f"{address}/salud", timeout=PATIENCE, trust_env=False)
        return bool(answer.json()["engines"]["warm"])
    return False


def main() -> int:
    """Run the lesson and print its figures. Returns 1 if it was too slow or anything was refused."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rush", action="store_true", help="pupils press the first place at once")
    rush = options.parse_args().rush
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder, served(folder) as address:
        before = os.getloadavg()[0]
        taken = asyncio.run(lesson(address, figures, not rush))
    print(f"{PUPILS} pupils, {taken:.1f} s in all; {os.cpu_count()} cores, load before {before:.1f}")
    print(f"slowest join {max(figures.joined):.2f} s")
    for what, times in figures.times.items():
        print(
            f"{what:6} {len(times):4} asked  median {median(times) * 1000:6.0f} ms"
            f"  p95 {late(times) * 1000:6.0f} ms  slowest {max(times) * 1000:6.0f} ms"
        )
    print(f"statuses {dict(sorted(figures.statuses.items()))}")
    bad = [status for status in figures.statuses if status == 429 or status >= 500]
    slow = max(figures.joined) > SLOWEST_JOIN or late(figures.times["move"]) > SLOWEST_MOVE
    return int(bool(bad) or slow)


if __name__ == "__main__":
    sys.exit(main())
