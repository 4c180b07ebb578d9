"""Two servers and a machine that works, over one PostgreSQL database and behind one proxy: one site.

People meet in a game whichever server answers them; each hears of the other's moves; one server is killed in
the middle, and nobody loses a move or a seat.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import httpx

from tests.listening import Listener
from tests.reliability.machines import Yard
from tests.reliability.nursery import Nursery
from tests.reliability.proxies import Proxy
from tests.reliability.servers import PATIENCE, Server

BOARD = "timbiriche rows=2 cols=3"


def figure(nursery: Nursery, folder: Path, games: int, seed: int) -> str:
    yard = Yard(nursery, folder, seed)
    logs = [folder / "one.log", folder / "two.log"]
    one, two = (Server(nursery, folder, log, **yard.settings) for log in logs)
    moves = 0
    with one, two:
        for server in (one, two):
            with server.client() as near:
                server.ready(near)
        with (
            Proxy(one.port, two.port) as proxy,
            httpx.Client(base_url=proxy.address, timeout=PATIENCE, trust_env=False) as web,
        ):
            yard.start()
            for number in range(games):
                game = _Game(web, Random(seed + number))
                near = [server.client() for server in (one, two) if server.runs]
                streams = [Listener(http, f"{game.path}/vivo") for http in near]
                for stream in streams:
                    stream.__enter__()
                while game.turn is not None:
                    moves += 1
                    revision = game.play()
                    for stream in streams:  # each server hears of it, whichever was asked
                        while int(stream.next("cambio").id) < revision:
                            pass
                for stream, http in zip(streams, near, strict=True):
                    stream.__exit__()
                    http.close()
                if number == 0:
                    assert min(proxy.passed[each.port] for each in (one, two)) > 2, proxy.passed
                    one.kill()
                game.ask_for_its_analysis()
            yard.wait()
            assert web.get(f"{game.path}/analisis").status_code == 200
        yard.look_at_everything()
        for machine in yard.machines:
            machine.end()
    yard.database.close()
    return f"{games} games over 2 servers, one of them killed: {moves} moves, all told to both and kept"


class _Game:
    """Two people who play each other through the API, with what they were told."""

    def __init__(self, web: httpx.Client, random: Random) -> None:
        self._web = web
        self._random = random
        made = web.post("/api/v1/games", json={"match": BOARD, "seats": ["person", "person"]})
        assert made.status_code == 201, made.text
        self._told = made.json()
        self._tokens = self._told["seat_tokens"]
        self._moves: list[str] = []
        self.path = f"/p/{self._told['id']}"

    @property
    def turn(self) -> int | None:
        seat: int | None = self._told["turn"]
        return seat

    def play(self) -> int:
        """One move; the revision that it led to."""
        move = self._random.choice(self._told["legal_moves"])
        answer = self._web.post(
            f"/api/v1/games/{self.path.removeprefix('/p/')}/moves",
            json={"move": move, "version": len(self._moves)},
            headers={"Authorization": f"Bearer {self._tokens[self.turn]}"},
        )
        assert answer.status_code == 200, answer.text
        self._told = answer.json()
        self._moves.append(move)
        assert self._told["match"].endswith(" : " + " ".join(self._moves))
        return int(self._told["revision"])

    def ask_for_its_analysis(self) -> None:
        assert self._web.post(f"{self.path}/analisis").status_code == 303
