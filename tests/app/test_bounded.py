"""Nobody occupies the engines: whoever hangs up a real connection frees them, and everybody gets a turn."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from pathlib import Path

import httpx
import pytest

from app.workers import Workers
from tests.app.api.conftest import UNLIMITED, make, warm_engines
from tests.app.health.test_health import figure
from tests.running import RunningSite, eventually

__all__ = ["warm_engines"]

HARD = "gyges setup=231123/321123"
"""For a hint a move is chosen, which ends by itself, and then judged, for as long as there is time."""
HINT = "/api/v1/games/{}/hint"
LONG = 300.0
"""Seconds for a hint; half of them are for judging, which is longer than the test waits."""
SHORT = 0.4
LEFT = 'ingenio_requests_total{method="POST",route="/api/v1/games/{game_id}/hint",status="499"}'
ENDED = 'ingenio_engine_seconds_count{line="think"}'
MANY = 12


@pytest.fixture(autouse=True)
def ready(warm_engines: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled is loaded when it is used: of all engines one is enough here."""
    monkeypatch.setattr(Workers, "warm", True)


def site_of(folder: Path, seconds: float) -> RunningSite:
    """A site that thinks about one thing at a time."""
    return RunningSite(
        folder, thinking_seconds=seconds, thinking_threads=1, trusted_proxies=("127.0.0.1",), **UNLIMITED
    )


def told(web: httpx.Client, name: str) -> float:
    return figure(web.get("/metrics").text, name)


def busy(web: httpx.Client) -> float:
    return told(web, 'ingenio_engine_queue{line="think"}')


def hard_game(web: httpx.Client) -> tuple[str, str]:
    """A game in which a hint takes all of its time; its number and the key of the seat that is to move."""
    made, players = make(web, HARD, "person", "computer:facil")
    assert players[0].token
    eventually(lambda: players[0].state["turn"] == 0)  # the computer may have had to begin
    return made["id"], players[0].token


def test_whoever_hangs_up_frees_the_engines(tmp_path: Path) -> None:
    with site_of(tmp_path, LONG) as site, site.client() as web:
        game, key = hard_game(web)
        before, done = told(web, LEFT), told(web, ENDED)
        with socket.create_connection(("127.0.0.1", site.port)) as asking:
            asking.sendall(
                f"POST {HINT.format(game)} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n"
                "Content-Length: 0\r\n\r\n".encode()
            )
            eventually(lambda: told(web, ENDED) == done + 1 and busy(web) == 1)
        eventually(lambda: told(web, LEFT) == before + 1)
        eventually(lambda: told(web, ENDED) == done + 2)  # the search itself, not only the wait for it
        assert busy(web) == 0


def test_one_neighbourhood_that_asks_for_much_holds_up_no_other(tmp_path: Path) -> None:
    with site_of(tmp_path, SHORT) as site, site.client() as web:
        games = [hard_game(web) for _ in range(MANY + 1)]
        answered: Counter[str] = Counter()

        def ask(where: str, game: str, key: str) -> None:
            headers = {"Authorization": f"Bearer {key}", "X-Forwarded-For": where}
            with site.client() as asking:
                assert asking.post(HINT.format(game), headers=headers).status_code == 200
            answered[where] += 1

        asking = [threading.Thread(target=ask, args=("192.0.2.1", *game)) for game in games[:MANY]]
        for each in asking:
            each.start()
        eventually(lambda: busy(web) >= MANY - 1)
        ask("198.51.100.1", *games[MANY])
        assert answered["192.0.2.1"] < MANY / 2
        for each in asking:
            each.join()
        assert answered["192.0.2.1"] == MANY
