"""export, import, backup, purge: on a real SQLite file."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from app.cli.backup import copy_database
from app.database import Database, now
from app.games.tables import Event, Game, Seat
from tests.cli.conftest import Run

LINE = "timbiriche rows=2 cols=2 : a1b1 b1c1 a1a2"
OVER = "timbiriche rows=1 cols=1 : a1b1 a1a2 a2b2 b1b2"


def rows(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def test_a_match_goes_in_and_comes_out_again(run: Run, database: Path) -> None:
    stored = run("import", LINE)
    assert stored.code == 0
    game_id = stored.out.strip()
    assert len(game_id) == 12
    assert run("export", game_id).out == LINE + "\n"
    assert run("export", game_id, "--json").document == {"id": game_id, "match": LINE}
    assert database.is_file()


def test_an_imported_game_has_two_free_seats(run: Run, database: Path) -> None:
    answer = run("import", LINE, "--json").document
    assert answer["url"] == f"/p/{answer['id']}"
    with closing_database(database) as kept, kept.reading() as session:
        game = session.get(Game, answer["id"])
        assert game is not None
        assert [(seat.seat, seat.kind) for seat in game.seats] == [(0, "open"), (1, "open")]
        assert (game.mode, game.version, game.turn) == ("link", 3, 1)


def test_many_matches_are_imported_in_one_run(run: Run, database: Path) -> None:
    ran = run("import", "-", stdin=f"{LINE}\nchess\n{OVER}\n")
    first, second, third = ran.documents
    assert second["error"]["code"] == "bad-match"
    assert run("export", first["id"]).out.strip() == LINE
    assert run("export", third["id"]).out.strip() == OVER
    assert rows(database, "games") == 2


def test_an_illegal_match_is_not_imported(run: Run, database: Path) -> None:
    assert run("import", LINE + " a1b1").code == 1
    assert not database.exists()


@pytest.mark.parametrize("game_id", ["AAAAAAAAAAAA", "", "x", "../../etc/passwd", "ñ" * 12, "1" * 400])
def test_a_game_that_is_not_there_cannot_be_exported(run: Run, database: Path, game_id: str) -> None:
    ran = run("export", game_id)
    assert ran.code == 2
    assert ran.out == ""
    assert f"«{game_id}»" in ran.err


def test_a_backup_is_a_whole_database_in_one_file(run: Run, database: Path, tmp_path: Path) -> None:
    run("import", LINE)
    copy = tmp_path / "copy.db"
    ran = run("backup", str(copy))
    assert ran.code == 0
    assert rows(copy, "games") == 1
    assert rows(copy, "events") == 3
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "var"]
    assert run("backup", str(tmp_path / "b.db"), "--json").document["bytes"] == copy.stat().st_size


def test_a_backup_never_overwrites(run: Run, database: Path, tmp_path: Path) -> None:
    run("import", LINE)
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    ran = run("backup", str(copy))
    assert ran.code == 2
    assert "copy.db" in ran.err
    assert copy.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "var"]


def test_what_is_not_there_cannot_be_copied(run: Run, database: Path, tmp_path: Path) -> None:
    ran = run("backup", str(tmp_path / "copy.db"))
    assert ran.code == 2
    assert "ingenio.db" in ran.err
    assert not (tmp_path / "copy.db").exists()


def test_another_kind_of_database_is_not_copied(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIO_DATABASE_URL", "postgresql+psycopg://somewhere/ingenio")
    ran = run("backup", "copy.db")
    assert ran.code == 2
    assert "SQLite" in ran.err


def test_a_backup_made_while_games_are_written_is_one_moment(
    run: Run, database: Path, tmp_path: Path
) -> None:
    """Each transaction adds a game with three events: in a copy no game is without all of its own."""
    run("import", LINE)
    done = threading.Event()
    written: list[int] = []

    def write() -> None:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=30)) as connection:
            columns = [row[1] for row in connection.execute("PRAGMA table_info(games)")]
            names = ", ".join(column for column in columns if column != "id")
            number = 0
            while not done.is_set():
                number += 1
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(
                    f"INSERT INTO games (id, {names}) SELECT ?, {names} FROM games LIMIT 1",
                    (f"{number:012}",),
                )
                connection.execute(
                    "INSERT INTO events"
                    " (game_id, revision, kind, seat, at_version, version, move, created_at)"
                    " SELECT ?, revision, kind, seat, at_version, version, move, created_at FROM events"
                    " WHERE game_id = (SELECT game_id FROM events LIMIT 1)",
                    (f"{number:012}",),
                )
                connection.execute("COMMIT")
                written.append(number)

    writer = threading.Thread(target=write)
    writer.start()
    counts = []
    try:
        for number in range(10):
            copy = tmp_path / f"copy{number}.db"
            seen = len(written)
            copy_database(database, copy)
            games, events = rows(copy, "games"), rows(copy, "events")
            assert events == 3 * games
            assert games >= seen
            counts.append(games)
            with closing(sqlite3.connect(copy)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        done.set()
        writer.join()
    assert counts == sorted(counts)
    assert rows(database, "games") == len(written) + 1


class closing_database:  # noqa: N801 - used like a function
    """A database that is closed when the block ends."""

    def __init__(self, path: Path) -> None:
        self._database = Database(f"sqlite:///{path}")

    def __enter__(self) -> Database:
        return self._database

    def __exit__(self, *_: object) -> None:
        self._database.close()


def age(path: Path, game_id: str, days: float) -> None:
    """Let a game have been touched for the last time so many days ago."""
    with closing_database(path) as database, database.writing() as session:
        moment = now() - timedelta(days=days)
        session.execute(update(Game).where(Game.id == game_id).values(updated_at=moment))


def test_what_nobody_touched_for_long_is_purged(
    run: Run, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INGENIO_KEEP_UNFINISHED_DAYS", "10")
    monkeypatch.setenv("INGENIO_KEEP_FINISHED_DAYS", "20")
    names = {}
    for name, line, days in (
        ("young", LINE, 9.9),
        ("old", LINE, 10.1),
        ("young-over", OVER, 19.9),
        ("old-over", OVER, 20.1),
    ):
        names[name] = run("import", line).out.strip()
        age(database, names[name], days)
    assert run("purge").out == "2 partidas borradas\n0 clases borradas\n0 análisis borrados\n"
    assert [run("export", names[name]).code for name in names] == [0, 2, 0, 2]
    with closing_database(database) as kept, kept.reading() as session:
        left = {names["young"], names["young-over"]}
        assert {row.game_id for row in session.query(Event)} == left
        assert {row.game_id for row in session.query(Seat)} == left
    assert run("purge", "--json").document == {"games": 0, "classes": 0, "analyses": 0}


def test_a_rematch_outlives_the_game_before_it(run: Run, database: Path) -> None:
    first, second = (run("import", OVER).out.strip() for _ in range(2))
    with closing_database(database) as kept, kept.writing() as session:
        session.execute(update(Game).where(Game.id == second).values(previous_id=first))
    age(database, first, 10_000)
    assert run("purge").out == "1 partida borrada\n0 clases borradas\n0 análisis borrados\n"
    assert run("export", second).out.strip() == OVER


@pytest.mark.parametrize(
    ("name", "value"),
    [("INGENIO_KEEP_FINISHED_DAYS", "0"), ("INGENIO_WORKERS", "many"), ("INGENIO_ENVIRONMENT", "x")],
)
def test_a_bad_setting_is_named(
    run: Run, database: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    for command in (["purge"], ["serve"], ["backup", "copy.db"], ["export", "A" * 12], ["import", LINE]):
        ran = run(*command)
        assert ran.code == 2
        assert name in ran.err
        assert "Traceback" not in ran.err


def test_production_without_a_secret_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIO_ENVIRONMENT", "production")
    monkeypatch.delenv("INGENIO_SECRET", raising=False)
    ran = run("serve")
    assert ran.code == 2
    assert "INGENIO_SECRET" in ran.err


@pytest.mark.parametrize("command", [("purge",), ("export", "A" * 12), ("import", LINE), ("serve",)])
@pytest.mark.parametrize("place", ["sqlite:///{}/file/games.db", "sqlite:///{}/file", "nonsense", "x://y"])
def test_a_database_that_cannot_be_opened_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: tuple[str, ...], place: str
) -> None:
    (tmp_path / "file").write_text("this is no database, whatever its address says " * 50)
    monkeypatch.setenv("INGENIO_DATABASE_URL", place.format(tmp_path))
    ran = run(*command, *(("--port", "47113") if command == ("serve",) else ()))
    assert ran.code == 2
    assert ran.err.startswith("ingenio: INGENIO_DATABASE_URL: ")
    assert len(ran.err.splitlines()) == 1


def test_a_refused_copy_names_the_files_that_were_given(run: Run, database: Path, tmp_path: Path) -> None:
    run("import", LINE)
    there = tmp_path / "there.db"
    there.touch()
    assert run("backup", str(there)).err.startswith(f"ingenio: {there}: ")
    nowhere = tmp_path / "nowhere" / "copy.db"
    assert run("backup", str(nowhere)).err.startswith(f"ingenio: {nowhere}: ")
    database.with_name("ingenio.db-wal").unlink(missing_ok=True)
    database.write_bytes(b"this is no database" * 100)
    ran = run("backup", str(tmp_path / "copy.db"))
    assert (ran.code, ran.err.startswith(f"ingenio: {database}: ")) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["there.db", "var"]
