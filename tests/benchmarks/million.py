"""`python -m tests.benchmarks.million`: whether the site grows slow with the games it stores; the figures.

The same is measured with a thousand stored games and with a million, in turns: answers of a server over HTTP,
one after the other, and what every process does again and again. A million games take 6 GB in a
temporary folder and some minutes to make; `--folder` keeps them for the next time. `--games` makes fewer.
`--postgresql URL` measures in a schema of its own there, which is dropped.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median
from types import SimpleNamespace
from typing import Any, Final

import httpx
from sqlalchemy import make_url, text

from app.analysis.actions import Reviewer
from app.database import Database, now, upgrade
from app.expiry import purge
from app.games.computer import Computer
from app.jobs import Jobs
from app.settings import Settings
from app.turns import Rota
from tests.benchmarks.classroom import late, read
from tests.benchmarks.stored import DAYS, fill, game_id
from tests.reliability.servers import QUICK, free_port

FEW: Final = 1_000
MANY: Final = 1_000_000
SAMPLES: Final = 200
BOARD: Final = {"tablero": "", "rows": "5", "cols": "5", "modo": "screen", "empieza": "yo"}

Times = defaultdict[str, list[float]]


class _Undone(Exception):  # noqa: N818 - not a failure: what was deleted for a trial is kept
    pass


@contextmanager
def served(url: str, folder: Path) -> Iterator[httpx.Client]:
    """A server on this database, and a browser."""
    port = free_port()
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    environment = {**os.environ, **QUICK, "INGENIO_DATABASE_URL": url}
    with (folder / f"{port}.log").open("w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as web:
                _wait(web, server)
                yield web
        finally:
            server.terminate()
            server.wait(30)


def _wait(web: httpx.Client, server: subprocess.Popen[bytes]) -> None:
    while True:
        assert server.poll() is None, "the server ended"
        with suppress(httpx.TransportError):
            if web.get("/salud").status_code == 200:
                return
        time.sleep(0.2)


def measure_pages(web: httpx.Client, games: int, times: Times) -> Iterator[None]:
    """Seconds of answers: moves in a new game, pages of stored games, the front page, what somebody has."""
    random = Random(1)

    def ask(name: str, method: str, path: str, **options: Any) -> httpx.Response:
        begun = time.perf_counter()
        answer = web.request(method, path, **options)
        times[name].append(time.perf_counter() - begun)
        assert answer.status_code < 400, (path, answer.status_code)
        return answer

    path = shown = ""
    for sample in range(SAMPLES):
        if not shown or 'data-over="yes"' in shown:
            web.get("/juegos/timbiriche")
            path = web.post("/juegos/timbiriche", data=BOARD).headers["location"]
            shown = web.get(path).text
        free, version = read(shown)
        sent = {"move": random.choice(free), "version": version}
        shown = ask("a move", "POST", f"{path}/jugadas", data=sent, headers={"HX-Request": "true"}).text
        ask("a game's page", "GET", f"/p/{game_id(random.randrange(games))}")
        if sample % 4 == 0:
            ask("the front page", "GET", "/")
            ask("/yo", "GET", "/yo")
        yield


def measure_looks(url: str, games: int, times: Times) -> Iterator[None]:
    """Seconds of what every process does again and again."""
    settings = Settings(database_url=url)
    database = Database(url)
    site: Any = SimpleNamespace(
        settings=settings,
        database=database,
        clock=now,
        workers=SimpleNamespace(rota=Rota()),
        jobs=Jobs(settings, database),
    )
    looks: dict[str, Callable[[], object]] = {
        "analyses that are due": Reviewer(site).due,
        "games that wait for the computer": Computer(site)._left_over,
        "deleting what is too old": lambda: _purge(site),
    }
    for sample in range(SAMPLES // 4):
        for name, look in looks.items():
            begun = time.perf_counter()
            look()
            times[name].append(time.perf_counter() - begun)
        if sample % 5 == 0:
            times["deleting a game that is"].append(_purge_some(site, games))
        yield
    database.close()


def _purge_some(site: Any, games: int) -> float:
    """Seconds for each game, where a hundred or two are too old; nothing is stored."""
    later = now() + timedelta(days=400 - DAYS + 100 * DAYS / games)
    begun = time.perf_counter()
    gone = 0
    with suppress(_Undone), site.database.writing() as session:
        gone = purge(session, site.settings, later).games
        raise _Undone
    return (time.perf_counter() - begun) / gone


def _purge(site: Any) -> None:
    with site.database.writing() as session:
        purge(session, site.settings, now())


def prepare(url: str, games: int) -> None:
    """Fill a database, unless it is filled."""
    database = Database(url)
    upgrade(database)
    with database.reading() as session:
        there = session.scalar(text("SELECT count(*) FROM seat_keys"))
    if not there:
        begun = time.perf_counter()
        events = fill(database, games, now())
        took = time.perf_counter() - begun
        print(f"{games:,} games with {events / games:.0f} events each made in {took:.0f} s", flush=True)
    database.close()


def _tell(few: Times, many: Times, games: int) -> None:
    print(f"{'milliseconds: median (95 of 100 within)':<40} {FEW:>16,} {games:>18,} games   load {_load()}")
    for name in few:
        columns = [
            f"{1000 * median(each):6.1f} ({1000 * late(each):6.1f})" for each in (few[name], many[name])
        ]
        print(f"{name:<40} {columns[0]:>16} {columns[1]:>18}")


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


@contextmanager
def schema_of_its_own(url: str, name: str) -> Iterator[str]:
    """A schema of its own in a PostgreSQL database."""
    database = Database(url)
    with database.writing() as session:
        session.execute(text(f"DROP SCHEMA IF EXISTS {name} CASCADE"))
        session.execute(text(f"CREATE SCHEMA {name}"))
    try:
        options = {"options": f"-csearch_path={name}"}
        yield make_url(url).update_query_dict(options).render_as_string(hide_password=False)
    finally:
        with database.writing() as session:
            session.execute(text(f"DROP SCHEMA {name} CASCADE"))
        database.close()


def main() -> int:
    """Measure with few and with many games, and print both."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--games", type=int, default=MANY)
    options.add_argument("--folder", type=Path, help="where SQLite's files are kept")
    options.add_argument("--postgresql", metavar="URL")
    chosen = options.parse_args()
    sizes = (FEW, chosen.games)
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as ending:
        folder: Path = chosen.folder or Path(temporary)
        urls = [f"sqlite:///{folder}/stored-{games}.db" for games in sizes]
        if chosen.postgresql:
            urls = [
                ending.enter_context(schema_of_its_own(chosen.postgresql, f"stored_{games}"))
                for games in sizes
            ]
        for url, games in zip(urls, sizes, strict=True):
            prepare(url, games)
        found: list[Times] = [defaultdict(list) for _ in sizes]
        webs = [ending.enter_context(served(url, folder)) for url in urls]
        for _ in zip(*map(measure_pages, webs, sizes, found), strict=True):
            pass
        for _ in zip(*map(measure_looks, urls, sizes, found), strict=True):
            pass
        _tell(*found, chosen.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
