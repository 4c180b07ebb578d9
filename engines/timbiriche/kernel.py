"""Compiled functions that all searches share, and the table of all edge sets.

A set of up to 64 edges or strings is a word. `sides` and `strings` have five columns: two ends (cells or
joints, -1 for the outside, the lower first), three and four for the strings alone, and the row before it that
is interchangeable with it, or -1. `images[k, byte, value]` holds the k-th symmetry of the root as lookup
tables. Proof tables have two words per entry: a key, and bounds in the low bytes of the second. `control`:
nodes so far, most nodes allowed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int8, int32, int64, uint64

from engines.core.bits import ONE, ZERO, lowest
from engines.core.jit import kernel

OUTSIDE = -1
NODES, LIMIT = 0, 1
YES, NO, STOPPED = 1, 0, -1

BYTE = np.uint64(0xFF)
EIGHT = np.uint64(8)
MIX1 = np.uint64(0x9E3779B97F4A7C15)
S30, S31 = np.uint64(30), np.uint64(31)

words = uint64[:, ::1]
numbers = int64[:, ::1]
cube = uint64[:, :, ::1]
line = uint64[::1]
counts = int64[::1]
flags = int32[::1]


@kernel(int64(uint64[::1], int64[:, ::1], int64, int8[::1], int32[::1]))
def fill(cells: Any, sides: Any, sign: Any, table: Any, flag: Any) -> Any:
    """Fill `table[undrawn]` with the cells still to come for the mover minus the other's, times `sign`.

    `cells[c]` is the set of edges of cell c, `sides[e]` the cells of edge e; sign is -1 where fewest wins,
    so that the mover always wants the most. Returns 1, or 0 when the flag stopped it.
    """
    edges = sides.shape[0]
    table[0] = 0
    for undrawn in range(1, 1 << edges):
        if undrawn & 0xFFFF == 0 and flag[0] != 0:
            return 0
        left = uint64(undrawn)
        best = -127
        rest = left
        while rest != ZERO:
            edge = lowest(rest)
            bit = ONE << uint64(edge)
            rest &= rest - ONE
            closed = 0
            first, second = sides[edge, 0], sides[edge, 1]
            if first >= 0 and cells[first] & left == bit:
                closed += 1
            if second >= 0 and cells[second] & left == bit:
                closed += 1
            value = int64(table[left ^ bit])
            value = closed * sign + value if closed > 0 else -value
            best = max(best, value)
        table[undrawn] = best
    return 1


@kernel(uint64(uint64, uint64, numbers))
def settle(alive: Any, twins: Any, strings: Any) -> Any:
    """The same position with the lowest numbers among interchangeable strings.

    `twins`: the strings that have an interchangeable one before them, or more.
    """
    moved = True
    while moved:
        moved = False
        rest = alive & twins
        while rest != ZERO:
            string = lowest(rest)
            rest &= rest - ONE
            before = strings[string, 4]
            if before >= 0:
                bit = ONE << uint64(before)
                if alive & bit == ZERO:
                    alive ^= bit | (ONE << uint64(string))
                    moved = True
    return alive


@kernel(uint64(uint64, cube))
def canonical(alive: Any, images: Any) -> Any:
    """The smallest of the position's images under the symmetries of the root."""
    best = alive
    for k in range(images.shape[0]):
        image = ZERO
        for byte in range(8):
            image |= images[k, byte, (alive >> uint64(8 * byte)) & BYTE]
        best = min(best, image)
    return best
