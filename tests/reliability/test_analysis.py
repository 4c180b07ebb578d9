"""kill -9 in the middle of an analysis: what was stored stays, and the next server goes on from there."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from engines.registry import read_match
from tests.running import eventually

LINE = "timbiriche rows=5 cols=5"
START = 180.0
"""Seconds that a server may take until its engines are ready."""


def answer(web: httpx.Client, method: str, path: str, **more: Any) -> httpx.Response | None:
    try:
        return web.request(method, path, **more)
    except httpx.TransportError:
        return None


@contextmanager
def server(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    settings = {
        "INGENIO_DATABASE_URL": f"sqlite:///{folder}/kill.db",
        "INGENIO_REVIEW_SECONDS": "0.8",
        "INGENIO_RESUME_SECONDS": "0.2",
    }
    command = [sys.executable, "-m", "app", "serve", "--port", str(port)]
    process = subprocess.Popen(command, env={**os.environ, **settings}, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait(timeout=20)


def warm(web: httpx.Client) -> bool:
    found = answer(web, "GET", "/salud")
    return found is not None and bool(found.json()["engines"]["warm"])


@pytest.mark.slow
def test_an_analysis_survives_the_death_of_its_server(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    match = read_match(LINE)
    for move in match.legal_moves()[:20:2]:
        match = match.play(move)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20, trust_env=False) as web:
        with server(tmp_path, port) as first:
            eventually(lambda: warm(web), START)
            made = web.post(
                "/api/v1/games", json={"match": match.to_text(), "seats": ["person", "person"]}
            ).json()
            key = {"Authorization": f"Bearer {made['seat_tokens'][0]}"}
            web.post(f"/api/v1/games/{made['id']}/resign", headers=key)
            path = f"/p/{made['id']}/analisis"
            assert web.post(path).status_code == 303
            told = eventually(lambda: (some := web.get(f"{path}/datos.json").json())["moves"] and some)
            os.kill(first.pid, signal.SIGKILL)
        assert told["status"] == "running"
        with server(tmp_path, port):
            eventually(lambda: warm(web), START)
            kept = web.get(f"{path}/datos.json").json()["moves"]
            assert [each for each in kept if each in told["moves"]] == told["moves"]
            whole = eventually(
                lambda: (some := web.get(f"{path}/datos.json").json())["status"] == "done" and some, 120
            )
        assert len(whole["moves"]) == match.ply
        assert whole["moves"][-len(told["moves"]) :] == told["moves"]
