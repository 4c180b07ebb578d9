"""Many writers with mixed reads, through two server processes on one SQLite file: no 5xx, nothing locked."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

from tests.reliability.nursery import Nursery
from tests.reliability.playing import Account
from tests.reliability.servers import Server

READS = ("/api/v1/games/{}", "/p/{}", "/p/{}/tablero", "/salud", "/yo")


def stored(file: Path) -> dict[str, str]:
    """The moves of every stored game by its id; the file is whole."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return dict(database.execute("SELECT id, moves FROM games").fetchall())


def write_and_read(server: Server, seed: int, over: threading.Event) -> tuple[Account, list[float]]:
    """Play until it is over, with a read between moves; the seconds that each move took."""
    random, took = Random(seed), []
    with server.client() as http:
        account = Account(http, random)
        while not over.is_set():
            began = time.monotonic()
            account.step()
            took.append(time.monotonic() - began)
            account.ask("GET", random.choice(READS).format(random.choice(list(account.moves) or ["x"])))
    return account, took


def figure(nursery: Nursery, folder: Path, writers: int, seconds: float) -> str:
    over = threading.Event()
    with ExitStack() as stack:
        servers = [stack.enter_context(Server(nursery, folder, INGENIO_WORKERS="1")) for _ in range(2)]
        for server in servers:
            with server.client() as http:
                server.ready(http)
        pool = stack.enter_context(ThreadPoolExecutor(writers))
        playing = [
            pool.submit(write_and_read, servers[number % 2], number, over) for number in range(writers)
        ]
        over.wait(seconds)
        over.set()
        played = [each.result() for each in playing]
        said = "".join(server.said() for server in servers)
    counts = Counter(status for account, _took in played for status in account.statuses)
    assert not [status for status in counts if status >= 500], counts
    assert "locked" not in said, said[-3000:]
    assert "Traceback" not in said, said[-3000:]
    lines = stored(servers[0].file)
    for account, _took in played:
        account.check(lines)
    moves = sum(account.count for account, _took in played)
    took = sorted(each for _account, times in played for each in times)
    return (
        f"{writers} writers, 2 processes, {seconds:g} s: {sum(counts.values())} answers, {moves} moves, "
        f"0 5xx, 0 locked; move p50 {took[len(took) // 2]:.2f} s, p95 {took[len(took) * 95 // 100]:.2f} s"
    )
