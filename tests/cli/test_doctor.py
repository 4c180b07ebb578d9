"""doctor: everything is looked at, and whatever is broken is told in words, with an exit code."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from app.database import now
from tests.cli.conftest import Ran, Run

LINE = "timbiriche rows=2 cols=2"


def found(ran: Ran) -> dict[str, tuple[bool, str]]:
    """What was found by name; of several about one thing, the last that is wrong."""
    checks: list[dict[str, Any]] = ran.document["checks"]
    return {
        each["name"]: (each["ok"], each["message"])
        for each in sorted(checks, key=lambda each: not each["ok"])
    } | {each["name"]: (False, each["message"]) for each in checks if not each["ok"]}


@pytest.fixture
def stored(run: Run, database: Path) -> Path:
    """A database that is as it should be, with a game in it."""
    assert run("import", LINE).code == 0
    return database


def test_a_site_that_is_well_is_told_to_be(run: Run, stored: Path) -> None:
    before = stored.read_bytes()
    looked = found(run("doctor", "--json"))
    assert looked.keys() == {"settings", "secret", "database", "migrations", "cache", "engines", "clock"}
    assert {name for name, (well, _) in looked.items() if not well} <= {"engines"}
    assert stored.read_bytes() == before
    assert not (stored.parent / "secret").exists()
    told = run("doctor", lang="en_GB.UTF-8")
    assert "migrations: " in told.out
    assert len(told.lines) == len(run("doctor").lines) == 7


def test_a_database_that_is_not_there_is_not_made(run: Run, database: Path) -> None:
    ran = run("doctor", "--json")
    assert ran.code == 1
    assert found(ran)["database"] == (False, f"No existe {database}: «ingenio serve» lo crea.")
    assert not database.parent.exists()


def test_a_file_that_is_no_database_is_told(run: Run, database: Path) -> None:
    database.parent.mkdir()
    database.write_bytes(b"no database at all" * 1_000)
    looked = found(run("doctor", "--json"))
    assert looked["database"] == (False, "file is not a database")
    assert not looked["migrations"][0]


def test_little_room_on_the_disk_is_told(run: Run, stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cli.doctor.LEAST_ROOM", 1 << 40)
    well, said = found(run("doctor", "--json"))["database"]
    assert not well
    assert said.startswith("Queda poco sitio en el disco: ")


def test_a_database_of_another_version_is_told(run: Run, stored: Path) -> None:
    with closing(sqlite3.connect(stored)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
    ran = run("doctor")
    assert ran.code == 1
    assert "MAL  migraciones: Está en 0000; hace falta " in ran.out


@pytest.mark.parametrize("secret", ["short", None])
def test_a_secret_that_is_none_is_told(
    run: Run, stored: Path, monkeypatch: pytest.MonkeyPatch, secret: str | None
) -> None:
    if secret:
        monkeypatch.setenv("INGENIO_SECRET", secret)
    else:
        (stored.parent / "secret").write_text("k" * 40)
        (stored.parent / "secret").chmod(0o644)
    well, said = found(run("doctor", "--json"))["secret"]
    assert not well
    assert "k" * 40 not in said
    assert ("INGENIO_SECRET" if secret else "Otros usuarios pueden leer") in said


def test_production_without_a_secret_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INGENIO_ENVIRONMENT", "production")
    ran = run("doctor", "--json")
    assert ran.code == 1
    assert "INGENIO_SECRET" in found(ran)["settings"][1]


def test_a_clock_that_went_back_is_told(run: Run, stored: Path) -> None:
    with closing(sqlite3.connect(stored)) as connection, connection:
        connection.execute("UPDATE games SET updated_at = '2999-01-01 00:00:00.000000'")
    well, said = found(run("doctor", "--json"))["clock"]
    assert (well, "2999-01-01" in said) == (False, True)


@pytest.fixture
def elsewhere() -> Iterator[HTTPServer]:
    """A server whose clock is an hour late."""

    class Late(BaseHTTPRequestHandler):
        def date_time_string(self, timestamp: float | None = None) -> str:
            return format_datetime(now() - timedelta(hours=1), usegmt=True)

        def do_HEAD(self) -> None:
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Late) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_a_clock_that_another_server_s_contradicts_is_told(
    run: Run, stored: Path, elsewhere: HTTPServer
) -> None:
    url = f"http://127.0.0.1:{elsewhere.server_port}/"
    well, said = found(run("doctor", "--json", "--clock", url))["clock"]
    assert not well
    seconds = int(said.removeprefix("A ").split()[0])
    assert 3_590 <= seconds <= 3_700
    assert url in said


def test_whom_one_cannot_ask_for_the_time_is_told(
    run: Run, stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By name that is a mistake; the public address may be out of reach from here."""
    nobody = "http://127.0.0.1:9/"
    assert not found(run("doctor", "--json", "--clock", nobody))["clock"][0]
    monkeypatch.setenv("INGENIO_BASE_URL", nobody)
    checks = run("doctor", "--json").document["checks"]
    assert [each["ok"] for each in checks if nobody in each["message"]] == [True]


def test_engines_that_are_not_compiled_and_a_cache_that_cannot_be_used_are_told(
    program: Run, tmp_path: Path
) -> None:
    cold = found(program("doctor", "--json", INGENIO_CACHE_DIR=str(tmp_path / "cold")))
    assert cold["cache"][0]
    assert cold["engines"][1].startswith("Compilados: 0 de ")
    assert not cold["engines"][0]
    (tmp_path / "file").touch()
    well, said = found(program("doctor", "--json", INGENIO_CACHE_DIR=str(tmp_path / "file")))["cache"]
    assert not well
    assert str(tmp_path / "file") in said
