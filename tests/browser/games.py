"""Games to be played in the tests, worked out by the engine: whose turn it is, and what it is called."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines import registry
from engines.core.match import Match

SMALL = "timbiriche rows=3 cols=3"


def whole_game(line: str = SMALL, seed: int = 23) -> Iterator[tuple[int, str, Match]]:
    """A game to its end, in an order that only the seed decides: who moves, the move, the match after it."""
    match = registry.read_match(line)
    moves = list(match.legal_moves())
    Random(seed).shuffle(moves)
    for move in moves:
        seat = match.turn
        assert seat is not None
        match = match.play(move)
        yield seat, move, match
    assert match.outcome is not None


def some_game(line: str, plies: int, seed: int = 23) -> Match:
    """A game of so many moves, each drawn by chance."""
    chance = Random(seed)
    match = registry.read_match(line)
    for _ in range(plies):
        match = match.play(chance.choice(match.legal_moves()))
    return match
