"""kill -9 at chosen and at random points of running games of every kind: no move is lost or doubled."""

from __future__ import annotations

import signal
import socket
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

from engines.registry import entries
from tests.reliability.nursery import Nursery
from tests.reliability.sabotage import POINTS
from tests.reliability.servers import PAUSE, Server

LINES = {entry.slug: entry.picture.partition(" : ")[0] for entry, _ in entries()} | {
    "timbiriche": "timbiriche rows=2 cols=2"
}
"""An empty board of each of the five; one is so small that its games come to their end."""


@dataclass
class Played:
    """A game that is going on, and what its server has accepted."""

    id: str
    tokens: dict[int, str]
    moves: list[str] = field(default_factory=list)
    sockets: list[socket.socket] = field(default_factory=list)


class Round:
    """One person who plays games of every kind at once, while their server dies again and again."""

    def __init__(self, nursery: Nursery, folder: Path, kills: int, seed: int) -> None:
        self.random = Random(seed)
        self.server = Server(nursery, folder)
        self.kills = kills
        self.points: Counter[str] = Counter()
        # Every point comes before any comes again.
        self.plan = [POINTS[number % len(POINTS)] for number in range(kills)]
        self.playing: dict[str, Played] = {}
        self.accepted: dict[str, Played] = {}

    def play(self) -> str:
        """Play until the server has died so often; then look at everything. The figures, in words."""
        self.server.start()
        with self.server.client() as self.client:
            self.server.ready(self.client)
            self.server.kill()
            self._rise()
            while sum(self.points.values()) < self.kills or self.point:
                for kind in LINES:
                    self._move(kind)
            moves = self._check_everything()
        self._hang_up()
        self.server.kill()
        where = ", ".join(f"{point} {number}" for point, number in sorted(self.points.items()))
        return (
            f"{self.kills} kills ({where}) in {len(self.accepted)} games of {len(LINES)} kinds: "
            f"{moves} moves accepted, 0 lost, 0 doubled"
        )

    def _rise(self) -> None:
        """The next server, which will die at the next point of the plan, if any is left."""
        self.point = self.plan.pop() if self.plan else ""
        fault = None
        if self.point:
            times = self.random.randint(1, 4)
            fault = {"kind": "die", "point": self.point, "times": times, "seed": self.random.random()}
        self.server.start(fault, migrated=True)
        self._hang_up()

    def _hang_up(self) -> None:
        for played in self.playing.values():
            while played.sockets:
                played.sockets.pop().close()

    def _insist(self, method: str, path: str, **options: Any) -> httpx.Response:
        while True:
            try:
                return self.client.request(method, path, **options)
            except httpx.TransportError:
                if self.server.runs:
                    PAUSE.wait(0.005)
                    continue
                assert self.server.ended() == -signal.SIGKILL, self.server.said()[-3000:]
                self.points[self.point] += 1
                self._rise()

    def _watch(self, played: Played) -> None:
        """Keep a stream of the game open, so that there is somebody to tell; it is not read."""
        if played.sockets:
            return
        with suppress(OSError):
            stream = socket.create_connection(("127.0.0.1", self.server.port), timeout=5)
            stream.sendall(f"GET /p/{played.id}/vivo HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            stream.recv(1)
            played.sockets.append(stream)

    def _begin(self, kind: str) -> Played:
        """A new game: every third against the computer."""
        against = len(self.accepted) % 3 == 2
        seats = ["person", "computer:facil" if against else "person"]
        answer = self._insist("POST", "/api/v1/games", json={"match": LINES[kind], "seats": seats})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        tokens = dict(enumerate(made["seat_tokens"]))
        played = Played(made["id"], tokens)
        self.playing[kind] = self.accepted[played.id] = played
        return played

    def _move(self, kind: str) -> None:
        played = self.playing.get(kind) or self._begin(kind)
        if self.point == "broadcast":
            self._watch(played)
        now = self._insist("GET", f"/api/v1/games/{played.id}").json()
        moves = now["match"].partition(" : ")[2].split()
        assert moves[: len(played.moves)] == played.moves, "an accepted move was lost or changed"
        assert now["version"] == len(moves)
        if len(played.tokens) == 2:
            assert len(moves) == len(played.moves), "a move was doubled"
        played.moves = moves
        if now["turn"] is None:
            self._hang_up()
            del self.playing[kind]
            return
        if now["turn"] not in played.tokens:
            return  # the computer is thinking: look again the next time
        move = self.random.choice(now["legal_moves"])
        answer = self._insist(
            "POST",
            f"/api/v1/games/{played.id}/moves",
            json={"move": move, "version": now["version"]},
            headers={"Authorization": f"Bearer {played.tokens[now['turn']]}"},
        )
        # A lost answer is asked for again: the same move once more must be the same move.
        assert answer.status_code == 200, answer.text
        played.moves.append(move)

    def _check_everything(self) -> int:
        """Compare what was accepted with the rows and events that are stored; how many moves that is."""
        with closing(sqlite3.connect(self.server.file)) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            for played in self.accepted.values():
                stored = database.execute("SELECT moves FROM games WHERE id = ?", (played.id,)).fetchone()[0]
                assert stored.split()[: len(played.moves)] == played.moves
                events = database.execute(
                    "SELECT version, move FROM events WHERE game_id = ? AND kind = 'move' ORDER BY version",
                    (played.id,),
                ).fetchall()
                assert events == list(enumerate(stored.split(), start=1)), "events and moves differ"
        return sum(len(played.moves) for played in self.accepted.values())


def figure(nursery: Nursery, folder: Path, kills: int, seed: int) -> str:
    return Round(nursery, folder, kills, seed).play()
