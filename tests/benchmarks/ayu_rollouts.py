"""The plain tree search that Ayu's engine is measured against: UCT whose leaves are played out at random."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from engines.ayu.bits import WIDE
from engines.ayu.desk import Desk
from engines.ayu.kernel import COUNTS, I64, MASKS, MOVES, STONES, U64, UNITS, generate, make
from engines.ayu.rules import State

LINKS = numba.types.Array(numba.types.int32, 2, "C")
TOTALS = numba.types.Array(numba.types.float64, 1, "C")

FIRST, COUNT, MOVE, VISITS = range(4)
LONGEST, DEEPEST, ROWS = 600, 100, 4_000_000
DARING = 1.0
"""The usual constant of UCT for results of -1 and 1."""


def compiled(signatures: list[Any]) -> Any:
    return numba.njit(signatures, nogil=True, cache=True, error_model="numpy")


@compiled([numba.types.void(UNITS, COUNTS, STONES, I64, I64)])
def copy(units: Any, counts: Any, stones: Any, source: Any, target: Any) -> None:
    """Write the position of one row into another."""
    for side in range(2):
        counts[target, side] = counts[source, side]
        for word in range(4):
            stones[target, side, word] = stones[source, side, word]
        for number in range(counts[source, side]):
            for word in range(4):
                units[target, side, number, word] = units[source, side, number, word]


@compiled([I64(UNITS, COUNTS, STONES, MASKS, MOVES, I64, I64, wide, wide, wide, U64) for wide in WIDE])
def play_out(
    units: Any,
    counts: Any,
    stones: Any,
    near: Any,
    moves: Any,
    ply: Any,
    colour: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> int:
    """Play at random from a row to the end: 1 if `colour`, which is to move, wins, else -1; 0 for no end."""
    copy(units, counts, stones, ply, ply + 1)
    mover = colour
    for _step in range(LONGEST):
        end = generate(units, counts, stones, near, ply + 1, mover, moves, 0, everything, first, last, size)
        if end == 0:
            return 1 if mover == colour else -1
        move = np.int64(moves[np.random.randint(0, end)])
        make(units, counts, stones, near, ply + 1, mover, move, everything)
        copy(units, counts, stones, ply + 2, ply + 1)
        mover = 1 - mover
    return 0


@compiled(
    [
        I64(UNITS, COUNTS, STONES, MASKS, MOVES, LINKS, TOTALS, I64, I64, I64, wide, wide, wide, U64)
        for wide in WIDE
    ]
)
def grow(
    units: Any,
    counts: Any,
    stones: Any,
    near: Any,
    moves: Any,
    links: Any,
    totals: Any,
    colour: Any,
    visits: Any,
    seed: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> int:
    """Visit the tree from row 0 on `visits` times and return the most visited move, stone * 256 + target."""
    np.random.seed(seed)
    path = np.zeros(DEEPEST + 1, dtype=np.int64)
    links[0, COUNT], links[0, VISITS], totals[0] = -1, 0, 0.0
    used = np.int64(1)
    for _visit in range(visits):
        node, ply, mover = np.int64(0), np.int64(0), colour
        while links[node, COUNT] > 0 and ply < DEEPEST:
            begin = np.int64(links[node, FIRST])
            logarithm = np.log(np.float64(links[node, VISITS]) + 1.0)
            best, chosen = -1e18, begin
            for child in range(begin, begin + links[node, COUNT]):
                number = np.float64(links[child, VISITS])
                if number == 0:
                    value = 1e6 + np.random.random()
                else:
                    value = -totals[child] / number + DARING * np.sqrt(logarithm / number)
                if value > best:
                    best, chosen = value, np.int64(child)
            make(units, counts, stones, near, ply, mover, np.int64(links[chosen, MOVE]), everything)
            node, ply, mover = chosen, ply + 1, 1 - mover
            path[ply] = node
        if links[node, COUNT] < 0 and (links[node, VISITS] > 0 or ply == 0):
            end = generate(units, counts, stones, near, ply, mover, moves, 0, everything, first, last, size)
            if used + end <= links.shape[0]:
                links[node, FIRST], links[node, COUNT] = used, end
                for place in range(end):
                    links[used + place, COUNT], links[used + place, VISITS] = -1, 0
                    links[used + place, MOVE] = moves[place]
                    totals[used + place] = 0.0
                used += end
        value = np.float64(
            play_out(units, counts, stones, near, moves, ply, mover, everything, first, last, size)
        )
        for step in range(ply, -1, -1):
            links[path[step], VISITS] += 1
            totals[path[step]] += value
            value = -value
    begin = np.int64(links[0, FIRST])
    best, chosen = np.int64(-1), begin
    for child in range(begin, begin + links[0, COUNT]):
        if links[child, VISITS] > best:
            best, chosen = np.int64(links[child, VISITS]), np.int64(child)
    return np.int64(links[chosen, MOVE])


class Rollouts:
    """A player that grows a new tree for each move."""

    def __init__(self, size: int, visits: int) -> None:
        self._desk = Desk(size, DEEPEST + 3)
        self._visits = visits
        self._links = np.empty((ROWS, 4), dtype=np.int32)
        self._totals = np.empty(ROWS, dtype=np.float64)

    def choose(self, state: State, seed: int) -> str:
        """The move it plays after so many visits."""
        desk = self._desk
        desk.put(state)
        move = grow(
            *desk.position,
            desk.moves,
            self._links,
            self._totals,
            state.colour,
            self._visits,
            seed,
            *desk.masks,
            np.uint64(state.size),
        )
        names = state.board.names
        return f"{names[int(move) >> 8]}-{names[int(move) & 255]}"
