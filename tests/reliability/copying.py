"""`ingenio backup` while people play, and the copy put back on an empty folder: everything is as it was."""

from __future__ import annotations

import re
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx

from tests.reliability.nursery import Nursery
from tests.reliability.servers import Server
from tests.reliability.writing import stored, write_and_read


def everything(file: Path) -> list[str]:
    """The whole database as statements."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
        return list(database.iterdump())


def _shown(http: httpx.Client, games: list[str]) -> list[str]:
    """Pages and API answers of games, without what belongs to one visit or address."""
    pages = [http.get(path.format(game)) for game in games for path in ("/p/{}", "/api/v1/games/{}")]
    assert {page.status_code for page in pages} <= {200}
    return [re.sub(r"127\.0\.0\.1:\d+", "", page.text) for page in pages]


def figure(nursery: Nursery, folder: Path, players: int, backups: int, seed: int) -> str:
    over = threading.Event()
    first = folder / "first"
    first.mkdir()
    with Server(nursery, first, INGENIO_SECRET="x" * 32) as server, server.client() as http:
        server.ready(http)
        with ThreadPoolExecutor(players) as pool:
            playing = [pool.submit(write_and_read, server, seed + number, over) for number in range(players)]
            copies = []
            for number in range(backups):
                earlier = stored(server.file)
                copy = folder / f"backup-{number}.db"
                server.command("backup", str(copy))
                copies.append((earlier, stored(copy)))
                over.wait(0.3)
            over.set()
            accounts = [each.result()[0] for each in playing]
        last = stored(server.file)
        for account in accounts:
            account.check(last)
        for earlier, copied in copies:
            # One moment: nothing from before it is missing, and nothing is there that never was.
            assert set(earlier) <= set(copied) <= set(last)
            for game, moves in copied.items():
                assert moves.startswith(earlier.get(game, ""))
                assert last[game].startswith(moves)
        final = folder / "final.db"
        server.command("backup", str(final))
        games = sorted(last)[:10]
        shown = _shown(http, games)
        before = everything(server.file)
    empty = folder / "empty"
    empty.mkdir()
    (empty / "ingenio.db").write_bytes(final.read_bytes())
    with Server(nursery, empty, INGENIO_SECRET="x" * 32) as restored, restored.client() as http:
        restored.ready(http)
        assert _shown(http, games) == shown
        assert everything(restored.file) == before
        # It is the same player who goes on: keys and seats came along.
        account = accounts[0]
        account.http = http
        assert account.step().status_code in (200, 201)
    moves = sum(account.count for account in accounts)
    return (
        f"{backups} backups while {players} players made {moves} moves in {len(last)} games; "
        f"restored on an empty folder: {len(before)} statements and {2 * len(games)} pages identical"
    )
