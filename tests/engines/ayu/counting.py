"""Move sequences counted in compiled code, so that the kernel can be held to long counts and timed."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.ayu.bits import WIDE, jit
from engines.ayu.desk import Desk
from engines.ayu.kernel import COUNTS, I64, MASKS, MOVES, STONES, U64, UNITS, generate, make
from engines.ayu.rules import State

DEEPEST = 12
"""Plies of the longest sequences."""


@jit.kernel(
    [I64(UNITS, COUNTS, STONES, MASKS, MOVES, I64, I64, I64, I64, wide, wide, wide, U64) for wide in WIDE]
)
def count(
    units: Any,
    counts: Any,
    stones: Any,
    near: Any,
    moves: Any,
    ply: Any,
    colour: Any,
    depth: Any,
    begin: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> Any:
    """The sequences of `depth` moves from a row on; the moves of a line are kept from `begin` on."""
    end = generate(units, counts, stones, near, ply, colour, moves, begin, everything, first, last, size)
    if depth == 1:
        return end - begin
    total = 0
    for place in range(begin, end):
        make(units, counts, stones, near, ply, colour, np.int64(moves[place]), everything)
        total += count(
            units,
            counts,
            stones,
            near,
            moves,
            ply + 1,
            1 - colour,
            depth - 1,
            end,
            everything,
            first,
            last,
            size,
        )
    return total


def sequences(state: State, depth: int) -> int:
    """The number of move sequences of a length: one move list is made for each one move shorter."""
    desk = Desk(state.size, DEEPEST)
    desk.put(state)
    return int(
        count(*desk.position, desk.moves, 0, state.colour, depth, 0, *desk.masks, np.uint64(state.size))
    )
