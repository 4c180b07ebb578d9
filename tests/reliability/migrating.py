"""kill -9 in the middle of the migrations: nothing is stored by halves, and the next start completes them."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Engine, event, text

from app.database import Database, upgrade
from engines import registry
from tests.reliability.copying import everything
from tests.reliability.kills import LINES
from tests.reliability.nursery import Nursery
from tests.reliability.servers import Server

OLDEST = "0001"
MOMENT = "2026-01-01 12:00:00.000000"
GAME = """INSERT INTO games (id, entry, slug, setup, rules_version, moves, mode, version, revision, turn,
    undone, reason, created_at, updated_at, computer_due) VALUES (:id, :slug, :slug, :setup, :rules, :moves,
    'link', :version, :version, :turn, 0, '', :moment, :moment, 0)"""
EVENT = """INSERT INTO events (game_id, revision, kind, seat, at_version, version, move, created_at)
    VALUES (:id, :version, 'move', 0, :version - 1, :version, :move, :moment)"""
SEAT = "INSERT INTO seats (game_id, seat, kind, player_id) VALUES (:id, :seat, 'person', :player)"
KEY = "INSERT INTO seat_keys (key_hash, game_id, seat, created_at) VALUES (:key, :id, 0, :moment)"


def _old(file: Path, games: int, seed: int) -> list[str]:
    """A database of the first edition with games that are going on; their ids."""
    random = Random(seed)
    database = Database(f"sqlite:///{file}")
    upgrade(database, OLDEST)
    names = []
    with database.writing() as session:
        for number in range(games):
            match = registry.read_match(LINES[random.choice(list(LINES))])
            for _ in range(6):
                moves = match.legal_moves()
                if moves:
                    match = match.play(random.choice(moves))
            name = f"old{number:09d}"
            names.append(name)
            values: dict[str, Any] = {
                "id": name,
                "slug": match.game.slug,
                "setup": match.game.write_setup(match.setup),
                "rules": match.game.rules_version,
                "moves": " ".join(match.moves),
                "version": match.ply,
                "turn": match.turn,
                "moment": MOMENT,
            }
            session.execute(text(GAME), values)
            for version, move in enumerate(match.moves, start=1):
                session.execute(text(EVENT), {**values, "version": version, "move": move})
            for seat in (0, 1):
                session.execute(text(SEAT), {"id": name, "seat": seat, "player": f"player{seat}"})
            session.execute(text(KEY), {**values, "key": f"hash of {name}"})
    database.close()
    return names


def _rows_and_tables(file: Path) -> list[list[str]]:
    """Everything in it; constraints and indexes, of which SQLAlchemy keeps no order, are put in one."""
    return sorted(sorted(line.rstrip(", ") for line in each.split("\n")) for each in everything(file))


def _migrated(file: Path) -> int:
    """Migrate without an interruption; how many statements that takes."""
    count = 0

    @event.listens_for(Engine, "before_cursor_execute")
    def executing(*_: Any) -> None:
        nonlocal count
        count += 1

    try:
        database = Database(f"sqlite:///{file}")
        upgrade(database)
        database.close()
    finally:
        event.remove(Engine, "before_cursor_execute", executing)
    return count


def figure(nursery: Nursery, folder: Path, games: int, points: int, seed: int) -> str:
    """Kill at so many statements of the migrations, all of them if there are fewer."""
    old, whole = folder / "old.db", folder / "whole.db"
    names = _old(old, games, seed)
    before = _rows_and_tables(old)
    shutil.copy(old, whole)
    statements = _migrated(whole)
    expected = _rows_and_tables(whole)
    assert expected != before
    chosen = sorted(Random(seed).sample(range(1, statements + 1), min(points, statements)))
    server = Server(nursery, folder)
    for number in chosen:
        for stale in folder.glob("ingenio.db*"):
            stale.unlink()
        shutil.copy(old, server.file)
        server.start({"kind": "die migrating", "statement": number})
        assert server.ended() == -signal.SIGKILL, server.said()
        assert _rows_and_tables(server.file) == before
        with server, server.client() as http:
            server.ready(http)
            assert http.get(f"/api/v1/games/{names[number % games]}").status_code == 200
        assert _rows_and_tables(server.file) == expected
    return (
        f"killed in place of {len(chosen)} of the {statements} statements from {OLDEST} on, {games} games: "
        f"nothing stored by halves, the next start completed it {len(chosen)} times, all rows the same"
    )
