"""`python -m tests.benchmarks.startup`: how soon a new server plays, and the memory it takes at rest.

In an empty folder, without even Python's bytecode, and then once more with all of it. Each row is a server of
its own, `ingenio serve` with its default settings except that it makes no challenges, asked over HTTP:

answers    the front page is there
Fácil      a game of each kind is made and Fácil has answered a move in all of them
warm       the strong levels can play
memory     at rest and warm: all of the process, and what is its own (its compiler has ended)

Seconds of the clock since the start, and of the processor until warm, of all its processes.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import httpx

from engines.registry import read_match
from tests.reliability.servers import free_port

PATIENCE: Final = 600.0
LINES: Final = (
    "timbiriche rows=3 cols=3",
    "sueco",
    "gusano board=square4 rows=4 cols=4 start=b2",
    "ayu size=7",
    "gyges setup=312231/132213",
)
MEGABYTE: Final = 2**20


def until(holds: Callable[[], bool]) -> float:
    """The moment at which something was true."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)
    return time.monotonic()


@contextmanager
def server(folder: Path, cache: Path) -> Iterator[tuple[int, str]]:
    """The process and the address of a server that was just started and may not answer yet."""
    port = free_port()
    settings = {
        "INGENIO_DATABASE_URL": f"sqlite:///{folder}/ingenio.db",
        "INGENIO_CACHE_DIR": str(cache),
        "INGENIO_PUBLISH_CHALLENGES": "false",
        "PYTHONPYCACHEPREFIX": str(cache / "bytecode"),
        "PYTHONDONTWRITEBYTECODE": "",  # some machines set it: then every start compiles all of Python anew
    }
    with (folder / "server.log").open("w") as log:
        command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
        child = subprocess.Popen(command, env={**os.environ, **settings}, stdout=log, stderr=log)
        try:
            yield child.pid, f"http://127.0.0.1:{port}"
        finally:
            child.terminate()
            child.wait(30)


def answers(web: httpx.Client) -> bool:
    """Whether the front page is there."""
    with suppress(httpx.TransportError):
        return web.get("/").status_code == 200
    return False


def play_facil(web: httpx.Client) -> None:
    """A game of each kind in which Fácil answers a move."""
    for line in LINES:
        state = read_match(line).state
        seats = ["computer:facil", "computer:facil"]
        seats[state.turn or 0] = "person"
        made = web.post("/api/v1/games", json={"match": line, "seats": seats})
        assert made.status_code == 201, made.text
        game, (token, *_) = made.json(), made.json()["seat_tokens"]
        where, held = f"/api/v1/games/{game['id']}", {"Authorization": f"Bearer {token}"}
        move = {"move": read_match(line).legal_moves()[0], "version": game["version"]}
        played = web.post(f"{where}/moves", json=move, headers=held)
        assert played.status_code == 200, played.text
        until(lambda where=where, least=game["version"] + 2: web.get(where).json()["version"] >= least)


def memory(process: int) -> tuple[float, float]:
    """Megabytes of a process: all of it, and what is its own."""
    _, resident, shared, *_ = map(int, Path(f"/proc/{process}/statm").read_text().split())
    page = os.sysconf("SC_PAGE_SIZE")
    return resident * page / MEGABYTE, (resident - shared) * page / MEGABYTE


def measure(folder: Path, cache: Path, name: str) -> None:
    """Start a server and print its row."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.monotonic()
    with (
        server(folder, cache) as (process, address),
        httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False) as web,
    ):
        first = until(lambda: answers(web)) - begun
        play_facil(web)
        easy = time.monotonic() - begun
        warm = until(lambda: bool(web.get("/salud").json()["engines"]["warm"])) - begun
        whole, own = memory(process)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    times = f"{first:8.1f} {easy:8.1f} {warm:8.1f} {processor:10.1f}"
    print(f"{name:18} {times} {whole:8.0f} {own:8.0f}", flush=True)


def main() -> None:
    """Print the table."""
    print(f"{'':18} {'answers':>8} {'Fácil':>8} {'warm':>8} {'processor':>10} {'memory':>8} {'own':>8}")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for row in ("an empty folder", "once more"):
            measure(place, place / "cache", row)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
