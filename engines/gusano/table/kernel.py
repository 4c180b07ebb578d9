"""A table of proved bounds, in compiled code.

A row is a bucket of `LINE` words, as many as the processor fetches at once, so that a look-up waits for
memory only once. An entry takes `size` of them, 2 or 4: the first word of the key; *packed*, from the lowest
bit, the tag (8 bits: head and mover as the key sees them), the best move (8), the proved bounds plus `BIAS`
(16 each) and the nodes that they took (16); and if `size` is 4 the second word of the key.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numba.core import types

from engines.core.jit import kernel

LINE = 8
BIAS = 1 << 15
EFFORTS = 0xFFFF
MIX1 = np.uint64(0x9E3779B97F4A7C15)
MIX2 = np.uint64(0xC2B2AE3D27D4EB4F)
MIX3 = np.uint64(0xD6E8FEB86659FD93)
S8, S16, S32, S48 = np.uint64(8), np.uint64(16), np.uint64(32), np.uint64(48)
BYTE = np.uint64(0xFF)
LOW16 = np.uint64(0xFFFF)
UNKNOWN = np.uint64(0)
"""No packed word of an entry is this."""

words = uint64[:, ::1]


@kernel(int64(words, uint64, uint64, int64))
def bucket(table: Any, key0: Any, key1: Any, tag: Any) -> Any:
    """The row in which a key may be kept; their number is a power of two."""
    word = (key0 ^ (key1 * MIX2)) * MIX1 + uint64(tag) * MIX3
    word ^= word >> S32
    word *= MIX2
    return int64((word >> S32) & uint64(table.shape[0] - 1))


@kernel(uint64(words, int64, int64, uint64, uint64, int64))
def look(table: Any, size: Any, spot: Any, key0: Any, key1: Any, tag: Any) -> Any:
    """The packed word of a key whose bucket is `spot`, or UNKNOWN."""
    line = uint64(spot)
    at = 0
    while at < LINE:
        if table[line, uint64(at)] == key0:
            known = table[line, uint64(at + 1)]
            if known & BYTE == uint64(tag) and (size == 2 or table[line, uint64(at + 2)] == key1):
                return known
        at += size
    return UNKNOWN


@kernel(int64(uint64))
def low_of(known: Any) -> Any:
    """The proved lower bound in a packed word."""
    return int64((known >> S16) & LOW16) - BIAS


@kernel(int64(uint64))
def high_of(known: Any) -> Any:
    """The proved upper bound in a packed word."""
    return int64((known >> S32) & LOW16) - BIAS


@kernel(int64(uint64))
def move_of(known: Any) -> Any:
    """The best move in a packed word."""
    return int64((known >> S8) & BYTE)


@kernel(types.void(words, int64, uint64, uint64, int64, int64, int64, int64, int64))
def note(
    table: Any,
    size: Any,
    key0: Any,
    key1: Any,
    tag: Any,
    low: Any,
    high: Any,
    move: Any,
    effort: Any,
) -> Any:
    """Keep proved bounds and a best move that took `effort` nodes; what is known of the key already stays.

    A new key takes the place of what took the fewest nodes in its bucket.
    """
    line = uint64(bucket(table, key0, key1, tag))
    place, at, least = 0, 0, EFFORTS + 1
    while place < LINE:
        known = table[line, uint64(place + 1)]
        if (
            table[line, uint64(place)] == key0
            and known & BYTE == uint64(tag)
            and known != UNKNOWN
            and (size == 2 or table[line, uint64(place + 2)] == key1)
        ):
            low = max(low, low_of(known))
            high = min(high, high_of(known))
            at = place
            break
        took = int64(known >> S48)
        if took < least:
            least, at = took, place
        place += size
    packed = uint64(tag) | (uint64(move) << S8)
    packed |= (uint64(low + BIAS) << S16) | (uint64(high + BIAS) << S32)
    table[line, uint64(at)] = key0
    table[line, uint64(at + 1)] = packed | (uint64(min(effort, EFFORTS)) << S48)
    if size == 4:
        table[line, uint64(at + 2)] = key1
