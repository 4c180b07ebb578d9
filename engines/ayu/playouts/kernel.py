"""Compiled quick games of Ayu: moves drawn at random, with a hand on the scales, then an estimate.

No list of moves is made: a unit is drawn, then a target, then the stone that goes there, units and stones
as the best of a few draws. What is better was found by how well the mean of 32 such games foretells the
winner of games that the engine played against itself (README). Every move drawn is legal, and a side of
which no unit has an open path has won, as the rules have it; only repetition is not looked for. A game that
is not over after so and so many moves is worth what the estimate says of where it has come to: that foretells
the winner as well as a whole game does, and varies less from one game to the next.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.ayu.bits import (
    WIDE,
    count,
    ends,
    flip,
    jit,
    join,
    less,
    lowest,
    meet,
    overlap,
    pack,
    point,
    some,
    spread,
    unpack,
)
from engines.ayu.kernel import (
    COUNTS,
    I64,
    MASKS,
    SCALE,
    STONES,
    U64,
    UNITS,
    WEIGHTS,
    WIN,
    approaches,
    is_connected,
    judge,
)

from numba.core import types  # isort: skip

kernel = jit.kernel

UNITS_DRAWN, STONES_DRAWN = 2, 8
"""Of how many units and stones the best is taken: the unit that is farther from the next one (what is near
can wait), and the stone that has fewest stones of the other side and, half as important, fewest empty points
beside it (who walls them in, stays)."""


@kernel([U64(U64)])
def drawn(seed: Any) -> Any:
    """The next of a row of random words (xorshift, G. Marsaglia, 2003); never 0 if the first was not."""
    seed ^= seed << np.uint64(13)
    seed ^= seed >> np.uint64(7)
    return seed ^ seed << np.uint64(17)


@kernel([I64(U64, I64)])
def below(seed: Any, most: Any) -> Any:
    """A number from 0 to `most` - 1 made of a random word."""
    return np.int64((seed >> np.uint64(33)) % np.uint64(most))


@kernel([wide(wide, I64) for wide in WIDE])
def nth(mask: Any, number: Any) -> Any:
    """The point of a mask that has `number` points below it, as a mask."""
    rest = mask
    for _ in range(number):
        rest = flip(rest, point(lowest(rest), rest))
    return point(lowest(rest), rest)


@kernel([types.Tuple((wide, U64))(wide, wide, wide, wide, U64, U64, wide, wide) for wide in WIDE])
def stone_of(
    unit: Any, there: Any, their: Any, empty: Any, seed: Any, size: Any, first: Any, last: Any
) -> Any:
    """A stone of a unit of several that may go to `there`: of some draws the one that walls in least."""
    seed = drawn(seed)
    grown = join(unit, there)
    # A stone with one neighbour joins nothing; only where there is none the others are tried.
    rest, later = meet(ends(grown, size, first, last), unit), less(unit, unit)
    ring = not some(rest)
    if ring:
        rest = unit
    for _ in range(below(seed, count(rest))):
        bit = point(lowest(rest), rest)
        rest, later = flip(rest, bit), flip(later, bit)
    chosen, least, tried = later, 1_000, 0
    while tried < STONES_DRAWN:
        if not some(rest):
            rest, later = later, rest
            if not some(rest):
                break
        bit = point(lowest(rest), rest)
        rest = flip(rest, bit)
        if not ring or is_connected(flip(grown, bit), size, first, last):
            tried += 1
            beside = spread(bit, size, first, last)
            missed = 2 * count(meet(beside, their)) + count(meet(beside, empty))
            if missed < least:
                chosen, least = bit, missed
    return chosen, seed


@kernel(
    [
        types.Tuple((types.float64, I64, U64))(
            UNITS, COUNTS, STONES, MASKS, WEIGHTS, I64, I64, I64, U64, wide, wide, wide, U64
        )
        for wide in WIDE
    ]
)
def play_out(
    units: Any,
    counts: Any,
    stones: Any,
    scratch: Any,
    weights: Any,
    ply: Any,
    colour: Any,
    most: Any,
    seed: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> Any:
    """Play up to `most` moves from a row: 1 if `colour`, which is to move, wins, -1 if it loses.

    If nobody has won by then, what `colour` may expect by the estimate, between the two. The row after `ply`
    is used up; `seed` is the last random word (not 0). Returned with the result: how many moves were played,
    and the last random word.
    """
    black = pack(stones[ply, 0, 0], stones[ply, 0, 1], stones[ply, 0, 2], stones[ply, 0, 3], everything)
    white = pack(stones[ply, 1, 0], stones[ply, 1, 1], stones[ply, 1, 2], stones[ply, 1, 3], everything)
    empty = less(everything, join(black, white))
    own, their = (black, white) if colour == 0 else (white, black)
    for side in range(2):
        for number in range(counts[ply, side]):
            for word in range(4):
                units[ply + 1, side, number, word] = units[ply, side, number, word]
    mine, yours = counts[ply, colour], counts[ply, 1 - colour]
    mover = colour
    for played in range(most):
        # 1. A unit: the first one drawn that has an open path, unless another one drawn is farther off.
        seed = drawn(seed)
        begin = below(seed, mine)
        chosen, distance = begin, -1
        unit = less(own, own)
        targets = unit
        for place in range(mine + UNITS_DRAWN - 1):
            if place < mine:
                if distance > 0:
                    continue
                number = begin + place if begin + place < mine else begin + place - mine
            else:
                seed = drawn(seed)
                number = below(seed, mine)
            row = units[ply + 1, mover, number]
            other = pack(row[0], row[1], row[2], row[3], everything)
            off, found = approaches(other, flip(own, other), empty, size, first, last)
            if off > distance:
                chosen, distance, unit, targets = number, off, other, found
        if distance < 0:
            return 1.0 if mover == colour else -1.0, played, seed
        # 2. Its target and its stone.
        seed = drawn(seed)
        there = nth(targets, below(seed, count(targets)))
        here = unit
        if count(unit) > 1:
            here, seed = stone_of(unit, there, their, empty, seed, size, first, last)
        united = join(less(unit, here), there)
        own = flip(own, join(here, there))
        empty = flip(empty, join(here, there))
        # 3. What the target touches becomes one with it.
        beside = meet(spread(there, size, first, last), less(own, united))
        words = unpack(united)
        if some(beside):
            mine -= 1
            for word in range(4):
                units[ply + 1, mover, chosen, word] = units[ply + 1, mover, mine, word]
            place = 0
            while place < mine:
                row = units[ply + 1, mover, place]
                other = pack(row[0], row[1], row[2], row[3], everything)
                if overlap(other, beside):
                    united = join(united, other)
                    mine -= 1
                    for word in range(4):
                        units[ply + 1, mover, place, word] = units[ply + 1, mover, mine, word]
                else:
                    place += 1
            words = unpack(united)
            chosen = mine
            mine += 1
        for word in range(4):
            units[ply + 1, mover, chosen, word] = words[word]
        own, their = their, own
        mine, yours = yours, mine
        mover = 1 - mover
    # 4. Nobody has won yet.
    other = 1 - mover
    counts[ply + 1, mover], counts[ply + 1, other] = mine, yours
    words, their_words = unpack(own), unpack(their)
    for word in range(4):
        stones[ply + 1, mover, word] = words[word]
        stones[ply + 1, other, word] = their_words[word]
    score = judge(units, counts, stones, scratch, ply + 1, mover, weights, everything, first, last, size)
    value = 1.0 if score == WIN else np.tanh(SCALE * score)
    return value if mover == colour else -value, most, seed
