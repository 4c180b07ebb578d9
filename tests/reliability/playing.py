"""Somebody who plays through the JSON API and remembers what was accepted."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

SMALL = "timbiriche rows=3 cols=3"


@dataclass
class Account:
    """What one player was told: every game, and every move that was accepted in it."""

    http: httpx.Client
    random: Random
    moves: dict[str, list[str]] = field(default_factory=dict)
    statuses: list[int] = field(default_factory=list)
    _game: str = ""
    _tokens: list[str] = field(default_factory=list)
    _legal: list[str] = field(default_factory=list)
    _turn: int | None = None

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        answer = self.http.request(method, path, **options)
        self.statuses.append(answer.status_code)
        return answer

    def step(self) -> httpx.Response:
        """Make a move; if there is no game, or it is over, make a game. The answer, whatever it is."""
        if self._turn is None:
            answer = self.ask("POST", "/api/v1/games", json={"match": SMALL, "seats": ["person", "person"]})
            if answer.status_code == 201:
                made = answer.json()
                self._game, self._tokens = made["id"], made["seat_tokens"]
                self.moves[self._game] = []
                self._legal, self._turn = made["legal_moves"], made["turn"]
            return answer
        move = self.random.choice(self._legal)
        answer = self.ask(
            "POST",
            f"/api/v1/games/{self._game}/moves",
            json={"move": move, "version": len(self.moves[self._game])},
            headers={"Authorization": f"Bearer {self._tokens[self._turn]}"},
        )
        if answer.status_code == 200:
            told = answer.json()
            self.moves[self._game].append(move)
            self._legal, self._turn = told["legal_moves"], told["turn"]
        return answer

    @property
    def count(self) -> int:
        """How many moves were accepted."""
        return sum(len(each) for each in self.moves.values())

    def check(self, lines: dict[str, str], exactly: bool = True) -> None:
        """Compare with what is stored: the moves of each game by its id."""
        for game, moves in self.moves.items():
            stored = lines[game].split()
            assert (stored if exactly else stored[: len(moves)]) == moves, (game, stored, moves)
