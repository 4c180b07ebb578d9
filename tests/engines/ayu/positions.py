"""Positions for tests: drawn as text, or reached by random moves."""

from __future__ import annotations

from random import Random

from engines.ayu import GAME
from engines.ayu.rules import State


def drawn(rows: str, turn: int = 0, pie: str = "no") -> State:
    """The position of rows written from the top, one a line."""
    lines = rows.split()
    setup = {"size": str(len(lines)), "position": "/".join(lines), "turn": str(turn), "pie": pie}
    return GAME.start(GAME.read_setup(setup))


def opening(size: int, **settings: str) -> State:
    """The position before the first move."""
    return GAME.start(GAME.read_setup({"size": str(size), **settings}))


def wandered(size: int, seed: int, plies: int) -> State:
    """The position after so many random moves, or after fewer if the game ends."""
    random = Random(seed)
    state = opening(size)
    for _ in range(plies):
        if state.turn is None:
            break
        state = state.play(random.choice(state.legal_moves()))
    return state


def scattered(size: int, seed: int) -> State:
    """Stones thrown on the board at random, as no game may ever leave them."""
    random = Random(seed)
    black, white = random.uniform(0.05, 0.4), random.uniform(0.05, 0.4)
    marks = [
        "b" if chance < black else "w" if chance < black + white else "."
        for chance in (random.random() for _ in range(size * size))
    ]
    return drawn("\n".join("".join(marks[row * size : (row + 1) * size]) for row in range(size)), seed % 2)
