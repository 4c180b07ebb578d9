"""One site for the tests of the API, and people who play over it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.running import RunningSite, eventually

Json = dict[str, Any]
SMALL = "timbiriche rows=1 cols=1"
WARM_UP = 180.0
"""Seconds that loading the compiled engines may take on a busy machine."""
UNLIMITED = dict.fromkeys(("rate_address", "rate_creation", "rate_seat", "rate_hint"), "1000000/second")


@pytest.fixture(scope="session")
def warm_engines() -> None:
    """The engines are compiled, once for all tests: it takes a minute where no cache is."""
    subprocess.run([sys.executable, "-m", "engines.warm"], check=True, capture_output=True)


@contextmanager
def warm_site(folder: Path, **settings: Any) -> Iterator[RunningSite]:
    """A server whose engines are ready to judge; needs `warm_engines`."""
    with RunningSite(folder, warm_up=True, **settings) as site:
        with site.client() as web:
            eventually(lambda: web.get("/salud").json()["engines"]["warm"], WARM_UP)
        yield site


@pytest.fixture(scope="session")
def api_site(tmp_path_factory: pytest.TempPathFactory, warm_engines: None) -> Iterator[RunningSite]:
    """A server that counts no requests."""
    with warm_site(tmp_path_factory.mktemp("api"), watch_seconds=0.02, **UNLIMITED) as site:
        yield site


@pytest.fixture
def web(api_site: RunningSite) -> Iterator[httpx.Client]:
    with api_site.client() as asking:
        yield asking


@dataclass(frozen=True)
class Player:
    """Somebody who talks to one game, with a key or without."""

    web: httpx.Client
    game: str
    token: str | None = None

    def ask(self, what: str = "", body: Any = None, method: str = "POST", **headers: str) -> httpx.Response:
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        path = f"/api/v1/games/{self.game}{'/' if what else ''}{what}"
        return self.web.request(method, path, json=body, headers=headers)

    def move(self, move: str, version: int) -> httpx.Response:
        return self.ask("moves", {"move": move, "version": version})

    @property
    def state(self) -> Json:
        found: Json = self.ask(method="GET").json()
        return found


def make(web: httpx.Client, match: str = SMALL, *seats: str) -> tuple[Json, list[Player]]:
    """A new game as it was answered, and its seats' holders."""
    answer = web.post("/api/v1/games", json={"match": match, "seats": list(seats) or ["person", "person"]})
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made, [Player(web, made["id"], token) for token in made["seat_tokens"]]


def play_out(players: list[Player]) -> Json:
    """Play the first legal move until the game is over; the players hold seats 0 and 1."""
    state = players[0].state
    while state["turn"] is not None:
        answer = players[state["turn"]].move(state["legal_moves"][0], state["version"])
        assert answer.status_code == 200, answer.text
        state = answer.json()
    return state
