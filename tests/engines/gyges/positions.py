"""Positions to test with: drawn as text, from the cases, or by chance."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engines import registry
from engines.gyges.board import CELLS, EACH, KINDS, SIZE
from engines.gyges.rules import State, Variant

HERE = Path(__file__).parent / "cases"
CASES: Mapping[str, dict[str, Any]] = {
    case["name"]: case for case in map(json.loads, (HERE / "gyges.jsonl").read_text().splitlines())
}
"""Positions with their numbers of outcomes, as two other programs found them, and the rules' sample game."""


def see(drawing: str, mover: int = 0, *, replace: bool = True, back: bool = True) -> State:
    """A position from a drawing: rows 6 to 1, rings of pieces, a dot for an empty cell."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert [len(row) for row in rows] == [SIZE] * SIZE
    board = tuple(0 if mark == "." else int(mark) for row in reversed(rows) for mark in row)
    return State(board, mover, Variant(replace, back))


def state_of(line: str) -> State:
    """The position at the end of a match line."""
    state: State = registry.read_match(line).state
    return state


def scattered(random: Random, **variant: bool) -> State:
    """Twelve pieces anywhere: few positions of games look like that, but all of them are positions."""
    board = [0] * CELLS
    places = random.sample(range(CELLS), len(KINDS) * EACH)
    for place, rings in zip(places, KINDS * EACH, strict=True):
        board[place] = rings
    return State(tuple(board), random.randrange(2), Variant(**variant))


def mirrored(state: State) -> State:
    """The same position with left and right exchanged."""
    rows = [state.board[row * SIZE : (row + 1) * SIZE][::-1] for row in range(SIZE)]
    return State(tuple(rings for row in rows for rings in row), state.mover, state.variant)


def turned(state: State) -> State:
    """The same position as the other player sees it from the other side of the board."""
    return State(state.board[::-1], 1 - state.mover, state.variant)
