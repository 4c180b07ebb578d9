"""kill -9 at random points of scripted games: no accepted move is lost, none is stored twice."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

PAUSE = threading.Event()
"""Never set: waiting for it is a pause between two tries."""
GAME = "timbiriche rows=3 cols=3"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Phoenix:
    """The parent process of tests.reliability.phoenix, and its newest child."""

    def __init__(self, folder: Path) -> None:
        self.port = _free_port()
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.reliability.phoenix",
                str(self.port),
                f"sqlite:///{folder}/kill.db",
            ],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            text=True,
        )
        self.child = self._next_child()

    def _next_child(self) -> int:
        assert self.process.stdout is not None
        return int(self.process.stdout.readline())

    def kill(self) -> None:
        """SIGKILL to the server; returns when the next one has been forked."""
        os.kill(self.child, signal.SIGKILL)
        self.child = self._next_child()

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def phoenix(tmp_path: Path) -> Iterator[Phoenix]:
    server = Phoenix(tmp_path)
    yield server
    server.end()


def _insist(client: httpx.Client, method: str, path: str, **options: Any) -> httpx.Response:
    """Send a request until an answer arrives: the server may be dead, dying or not yet listening."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            return client.request(method, path, **options)
        except httpx.TransportError:
            PAUSE.wait(0.01)
    raise AssertionError(f"no answer to {method} {path}")


def _new_game(client: httpx.Client) -> tuple[str, list[str]]:
    answer = _insist(client, "POST", "/api/v1/games", json={"match": GAME, "seats": ["person", "person"]})
    assert answer.status_code == 201, answer.text
    document = answer.json()
    tokens = document["seat_tokens"]
    return document["id"], [tokens[key] for key in sorted(tokens)] if isinstance(tokens, dict) else tokens


def _moves_of(line: str) -> list[str]:
    return line.partition(" : ")[2].split()


def _play_through_kills(server: Phoenix, kills: int, seed: int) -> int:
    """Play games with kills at random moments; returns the number of moves stored."""
    random = Random(seed)
    stored = 0
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=10, trust_env=False) as client:
        done = 0
        while done < kills:
            game, tokens = _new_game(client)
            accepted: list[str] = []
            while True:
                now = _insist(client, "GET", f"/api/v1/games/{game}").json()
                assert _moves_of(now["match"]) == accepted, "an accepted move was lost or doubled"
                assert now["version"] == len(accepted)
                if now["turn"] is None:
                    break
                move = random.choice(now["legal_moves"])
                killer: threading.Timer | None = None
                if done < kills and random.random() < 0.6:
                    # From before the request arrives until after its answer has been read.
                    killer = threading.Timer(random.uniform(0, 0.03), server.kill)
                    killer.start()
                    done += 1
                answer = _insist(
                    client,
                    "POST",
                    f"/api/v1/games/{game}/moves",
                    json={"move": move, "version": now["version"]},
                    headers={"Authorization": f"Bearer {tokens[now['turn']]}"},
                )
                # A lost answer is asked for again: the same move once more must be the same move.
                assert answer.status_code == 200, answer.text
                accepted.append(move)
                if killer is not None:
                    killer.join()
            stored += len(accepted)
    return stored


def test_no_accepted_move_is_lost_or_doubled_by_kill_9(phoenix: Phoenix) -> None:
    assert _play_through_kills(phoenix, kills=15, seed=9) >= 15


@pytest.mark.slow
def test_no_accepted_move_is_lost_or_doubled_by_a_hundred_kills(phoenix: Phoenix) -> None:
    assert _play_through_kills(phoenix, kills=100, seed=2026) >= 100
