"""`python -m tests.benchmarks.processes [--postgresql URL]`: what one and two server processes can do.

streams    memory of a process at rest, and what each of 1,000 open streams adds
games      new games, as fast as eight callers ask for them
moves      16 games on one screen, a move in each as soon as the one before is answered
active     60 games on one screen, a move in each every five seconds
watchers   a game with 100 watchers, who all fetch the new board after each move

The clients share the machine, so what can be compared best is the processor's time for each answer, which is
counted in the server's processes alone: it says how many cores so many people need.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import httpx

from engines.registry import read_match
from tests.benchmarks.classroom import late
from tests.benchmarks.million import schema_of_its_own
from tests.reliability.servers import QUICK, free_port

SECONDS: Final = 12.0
BUSY: Final = 16
ACTIVE: Final = 60
PAUSE: Final = 5.0
"""Seconds between two moves of a game that people play."""
WATCHERS: Final = 100
STREAMS: Final = 1_000
BOARD: Final = {"tablero": "", "rows": "5", "cols": "5", "modo": "screen", "empieza": "yo"}
EDGES: Final = tuple(read_match("timbiriche rows=5 cols=5").legal_moves())
TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class Processes:
    """The server's processes."""

    def __init__(self, ports: list[int], roots: list[int]) -> None:
        self.ports = ports
        self._roots = roots

    @property
    def all(self) -> list[int]:
        """Those that were started, and theirs."""
        found = list(self._roots)
        for process in found:
            children = Path(f"/proc/{process}/task/{process}/children").read_text()
            found += [int(child) for child in children.split()]
        return found

    def seconds(self) -> float:
        """Processor time of all of them so far."""
        fields = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in self.all]
        return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS

    def megabytes(self) -> float:
        """Memory that is theirs alone."""
        pages = [Path(f"/proc/{each}/statm").read_text().split() for each in self.all]
        return sum(int(each[1]) - int(each[2]) for each in pages) * PAGE / 2**20


class Caller:
    """A connection that asks one thing after the other; much cheaper than a whole HTTP client."""

    def __init__(self, port: int, cookie: str) -> None:
        self._port = port
        self._cookie = cookie

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)

    async def ask(self, method: str, path: str, body: str = "") -> bytes:
        """The body of the answer. Fails if it is an error."""
        self._send(method, path, body)
        head = await self._head()
        size = next(
            int(line[15:]) for line in head.lower().split("\r\n") if line.startswith("content-length:")
        )
        return await self._reader.readexactly(size)

    async def follow(self, path: str) -> None:
        """Open a stream; `told` waits for its events."""
        self._send("GET", path, "")
        await self._head()

    async def told(self) -> None:
        """Until the stream tells of a change."""
        while not (await self._reader.readline()).startswith(b"event: cambio"):
            pass

    def _send(self, method: str, path: str, body: str) -> None:
        self._writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {self._cookie}\r\n"
            f"HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )

    async def _head(self) -> str:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        assert head[9:10] in "23", head
        return head

    def close(self) -> None:
        self._writer.close()


@contextmanager
def served(url: str, number: int, folder: Path) -> Iterator[Processes]:
    """So many server processes: with SQLite of one server, with PostgreSQL servers of their own."""
    apart = number if url.startswith("postgresql") else 1
    ports = [free_port() for _ in range(apart)]
    settings = {**QUICK, "INGENIO_DATABASE_URL": url, "INGENIO_HOSTS": str(apart)}
    with ExitStack() as ending:
        servers = []
        for port in ports:
            log = ending.enter_context((folder / f"{port}.log").open("w"))
            command = [
                sys.executable,
                "-m",
                "app",
                "serve",
                "--port",
                str(port),
                "--workers",
                str(number // apart),
            ]
            server = subprocess.Popen(command, env={**os.environ, **settings}, stdout=log, stderr=log)
            ending.callback(server.wait, 30)
            ending.callback(server.terminate)
            servers.append(server.pid)
        for port in ports:
            _wait(port)
        yield Processes(ports, servers)


def _wait(port: int) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until:
        with suppress(httpx.TransportError):
            if httpx.get(f"http://127.0.0.1:{port}/salud", trust_env=False).status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError("the server did not start")


def new_game(web: httpx.Client) -> str:
    """The address of a new game of two on one screen."""
    if not web.cookies:
        web.get("/juegos/timbiriche")
    made = web.post("/juegos/timbiriche", data=BOARD)
    assert made.status_code == 303, made.text[:300]
    return str(made.headers["location"])


def cookie_of(web: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in web.cookies.items())


async def make(processes: Processes, web: httpx.Client) -> list[float]:
    """New games and their pages."""
    times: list[float] = []
    body = "&".join(f"{name}={value}" for name, value in BOARD.items())
    cookie = cookie_of(web)

    async def one(number: int) -> None:
        caller = Caller(processes.ports[number % len(processes.ports)], cookie)
        await caller.open()
        while time.perf_counter() < until:
            begun = time.perf_counter()
            await caller.ask("POST", "/juegos/timbiriche", body)
            times.append(time.perf_counter() - begun)
        caller.close()

    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(one(number) for number in range(8)))
    return times


async def play(processes: Processes, web: httpx.Client, games: int, pause: float) -> list[float]:
    """Moves in many games at once, in each with so many seconds between them."""
    paths = [new_game(web) for _ in range(games)]
    cookie, times = cookie_of(web), []

    async def one(number: int) -> None:
        random, path = Random(number), paths[number]
        caller = Caller(processes.ports[number % len(processes.ports)], cookie)
        await caller.open()
        moves = random.sample(EDGES, len(EDGES))
        for version, move in enumerate(moves):
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))
            if time.perf_counter() > until:
                break
            begun = time.perf_counter()
            await caller.ask("POST", f"{path}/jugadas", f"move={move}&version={version}")
            times.append(time.perf_counter() - begun)
        caller.close()

    until = time.perf_counter() + SECONDS
    await asyncio.gather(*(one(number) for number in range(games)))
    return times


async def watch(processes: Processes, web: httpx.Client) -> list[float]:
    """Until everybody who watches has the board after a move."""
    path, cookie, times = new_game(web), cookie_of(web), []

    async def one(number: int) -> None:
        port = processes.ports[number % len(processes.ports)]
        stream, caller = Caller(port, ""), Caller(port, "")
        await stream.open()
        await caller.open()
        await stream.follow(f"{path}/vivo")
        await stream.told()  # the present state, at once
        ready.release()
        with suppress(asyncio.CancelledError):
            while True:
                await stream.told()
                await caller.ask("GET", f"{path}/tablero")
                times.append(time.perf_counter() - moved)
        stream.close()
        caller.close()

    ready = asyncio.Semaphore(0)
    watching = [asyncio.create_task(one(number)) for number in range(WATCHERS)]
    for _ in watching:
        await ready.acquire()
    mover = Caller(processes.ports[0], cookie)
    await mover.open()
    for version, move in enumerate(EDGES[: int(SECONDS / 1.5)]):
        moved = time.perf_counter()
        await mover.ask("POST", f"{path}/jugadas", f"move={move}&version={version}")
        await asyncio.sleep(1.5)
    for each in watching:
        each.cancel()
    await asyncio.gather(*watching)
    mover.close()
    return times


async def hold(processes: Processes, web: httpx.Client) -> float:
    """Kilobytes that an open stream takes."""
    path = new_game(web)
    before = processes.megabytes()
    callers = [Caller(processes.ports[number % len(processes.ports)], "") for number in range(STREAMS)]
    for caller in callers:
        await caller.open()
        await caller.follow(f"{path}/vivo")
    after = processes.megabytes()
    for caller in callers:
        caller.close()
    return 1024 * (after - before) / STREAMS


Scene = Callable[[Processes, httpx.Client], Awaitable[list[float]]]
SCENES: Final[dict[str, Scene]] = {
    "games": make,
    "moves": partial(play, games=BUSY, pause=0.0),
    "active": partial(play, games=ACTIVE, pause=PAUSE),
    "watchers": watch,
}


def measure(url: str, number: int, folder: Path, database: str) -> None:
    """Every scene with so many processes; prints what was found."""
    with (
        served(url, number, folder) as processes,
        httpx.Client(base_url=f"http://127.0.0.1:{processes.ports[0]}", timeout=60, trust_env=False) as web,
    ):
        new_game(web)
        print(
            f"{database}, {number} processes: {processes.megabytes() / number:.0f} MB each at rest",
            flush=True,
        )
        print(f"  streams   {asyncio.run(hold(processes, web)):.0f} kB each", flush=True)
        for name, scene in SCENES.items():
            busy, begun = processes.seconds(), time.perf_counter()
            times = asyncio.run(scene(processes, web))  # type: ignore[arg-type]
            spent, took = processes.seconds() - busy, time.perf_counter() - begun
            print(
                f"  {name:<9} {len(times) / took:6.0f} a second, median {1000 * median(times):.0f} ms,"
                f" 95 of 100 within {1000 * late(times):.0f} ms;"
                f" {1000 * spent / len(times):.1f} ms of processor time each; load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
        print(f"  memory    {processes.megabytes() / number:.0f} MB each at the end")


def main() -> int:
    """Measure with SQLite and, where its address is given, with PostgreSQL."""
    plain = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    options.add_argument("--postgresql", metavar="URL")
    address = options.parse_args().postgresql
    for number in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            measure(f"sqlite:///{folder}/load.db", number, Path(folder), "SQLite")
        if address:
            with tempfile.TemporaryDirectory() as folder, schema_of_its_own(address, f"load_{number}") as url:
                measure(url, number, Path(folder), "PostgreSQL")
    return 0


if __name__ == "__main__":
    sys.exit(main())
