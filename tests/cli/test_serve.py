"""`ingenio serve` as a process of its own: migrates, prints where it is, serves, stops when told to."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest
import uvicorn

from app import cli
from tests.cli.conftest import PROGRAM, Run

PATIENCE = 1_200
"""Looks at a server that is starting, 50 ms apart."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server with an empty database in `folder`, and the first line it printed."""
    environment = {
        **os.environ,
        "LANG": "es_ES.UTF-8",
        "INGENIO_DATABASE_URL": f"sqlite:///{folder / 'new' / 'ingenio.db'}",
        "INGENIO_WARM_UP": "false",
    }
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            [PROGRAM, "serve", *options],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.terminate()
            process.wait(60)


def answer(process: subprocess.Popen[str], address: str) -> httpx.Response:
    """The first answer of a server that is starting."""
    pause = Event()
    for _ in range(PATIENCE):
        try:
            return httpx.get(address)
        except httpx.TransportError:
            assert process.poll() is None, "the server ended by itself"
            pause.wait(0.05)
    raise AssertionError("the server does not answer")


@pytest.mark.parametrize("workers", [(), ("--workers", "2")], ids=["one", "two"])
def test_serve_migrates_prints_its_address_and_serves(tmp_path: Path, workers: tuple[str, ...]) -> None:
    port = str(free_port())
    with serving(tmp_path, "--port", port, *workers) as (process, line):
        assert line == f"Ingenio te espera en http://127.0.0.1:{port} (Ctrl+C para terminar)"
        health = answer(process, f"http://127.0.0.1:{port}/salud")
        assert health.status_code == 200
        assert health.json()["database"]["revision"] == health.json()["database"]["expected"]
        assert "Ingenio" in httpx.get(f"http://127.0.0.1:{port}/").text
        process.send_signal(signal.SIGTERM)
        # Uvicorn ends by the signal it was sent, after it has closed everything.
        assert process.wait(60) in (0, -signal.SIGTERM)
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_serve_tells_its_address_as_a_document(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--port", str(port), "--json", "--host", "localhost") as (process, line):
        assert json.loads(line) == {"url": f"http://localhost:{port}", "workers": 1}
        assert answer(process, f"http://localhost:{port}/salud").status_code == 200


PROXIES_KEEP = 120
"""Seconds for which Caddy keeps a connection on which nothing is asked; nginx keeps it for 60."""


def test_a_connection_is_kept_for_longer_than_proxies_keep_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever closes first must be the one who asks: a move sent meanwhile would be lost."""
    told: dict[str, Any] = {}
    monkeypatch.setenv("INGENIO_DATABASE_URL", f"sqlite:///{tmp_path / 'ingenio.db'}")
    monkeypatch.setenv("INGENIO_MIGRATE_AT_START", "false")
    monkeypatch.setattr(uvicorn, "run", lambda application, **given: told.update(given, app=application))
    assert cli.main(["serve", "--port", str(free_port())]) == 0
    assert uvicorn.Config(**told).timeout_keep_alive > PROXIES_KEEP


@pytest.mark.slow
def test_a_move_after_a_long_thought_arrives_on_the_same_connection(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--port", str(port)) as (process, _):
        answer(process, f"http://127.0.0.1:{port}/salud")
        with socket.create_connection(("127.0.0.1", port), 60) as kept:
            for thought in (6, 0):
                kept.sendall(b"GET /salud HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert kept.recv(65_536).startswith(b"HTTP/1.1 200 OK")
                Event().wait(thought)


@pytest.mark.parametrize("host", ["127.0.0.1", "no-such-host.invalid", "192.0.2.1"])
def test_an_address_that_cannot_be_listened_on_is_named(program: Run, tmp_path: Path, host: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        database = f"sqlite:///{tmp_path / 'ingenio.db'}"
        ran = program("serve", "--host", host, "--port", port, INGENIO_DATABASE_URL=database)
    assert ran.code == 2
    assert host in ran.err
    assert port in ran.err
    assert "Traceback" not in ran.err
    assert not (tmp_path / "ingenio.db").exists()
