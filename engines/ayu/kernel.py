"""Compiled moves of Ayu: units kept along, distances by floods, legal moves, what remains to be done.

A position is a row `ply` of four arrays (`Desk` in solver.py makes them): the stones of each colour, their
units and how many there are. Nothing here is a rule of its own: tests compare it with rules.py. Masks come in
two widths (`bits.WIDE`), so each function is compiled twice.
"""

from __future__ import annotations

from typing import Any

from engines.ayu.bits import (
    WIDE,
    count,
    differ,
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

from numba.core import types  # isort: skip

kernel = jit.kernel

MOST_UNITS = 120
"""More than 113, the most single stones of one colour that fit on the largest board."""
MOST_MOVES = 12_700
"""More than there can be: stones times empty points, at most 112 * 113."""

I64 = types.int64
U64 = types.uint64
MASKS = types.Array(U64, 2, "C")
UNITS = types.Array(U64, 4, "C")
STONES = types.Array(U64, 3, "C")
COUNTS = types.Array(I64, 2, "C")
MOVES = types.Array(types.int32, 1, "C")
WEIGHTS = types.Array(I64, 1, "C")

WIN = 30_000
"""The worth of a position in which the side to move has no move, and has won."""
SCALE = 0.005
"""tanh(SCALE * estimate) is what a side may expect, from -1 to 1: estimates are in hundredths of the
logarithm of the odds."""


@kernel([types.Tuple((I64, wide))(wide, wide, wide, U64, wide, wide) for wide in WIDE])
def approaches(unit: Any, others: Any, empty: Any, size: Any, first: Any, last: Any) -> Any:
    """The distance of a unit to the nearest of `others`, and the points beside it that shorten it.

    -1 and no points without an open path. See rules.approaches.
    """
    beside = meet(spread(unit, size, first, last), empty)
    nothing = less(unit, unit)
    if not some(beside):
        return -1, nothing
    front = meet(spread(others, size, first, last), empty)
    reached = front
    distance = 1
    while some(front):
        found = meet(front, beside)
        if some(found):
            return distance, found
        front = less(meet(spread(front, size, first, last), empty), reached)
        reached = join(reached, front)
        distance += 1
    return -1, nothing


@kernel([types.boolean(wide, U64, wide, wide) for wide in WIDE])
def is_connected(mask: Any, size: Any, first: Any, last: Any) -> bool:
    """Whether a mask that is not empty is of one piece."""
    reached = point(lowest(mask), mask)
    while True:
        grown = join(reached, meet(spread(reached, size, first, last), mask))
        if not differ(grown, reached):
            return not differ(grown, mask)
        reached = grown


@kernel([wide(wide, MASKS, U64, wide, wide) for wide in WIDE])
def loose(unit: Any, near: Any, size: Any, first: Any, last: Any) -> Any:
    """The stones of a unit of several without which the rest is still of one piece."""
    leaves = less(unit, unit)
    rest = unit
    ends = 0
    while some(rest):
        stone = lowest(rest)
        bit = point(stone, unit)
        rest = flip(rest, bit)
        beside = count(meet(pack(near[stone, 0], near[stone, 1], near[stone, 2], near[stone, 3], unit), unit))
        ends += beside
        if beside == 1:
            leaves = join(leaves, bit)
    if ends == 2 * (count(unit) - 1):
        return leaves  # no ring: every other stone joins two parts
    rest = less(unit, leaves)
    while some(rest):
        bit = point(lowest(rest), unit)
        rest = flip(rest, bit)
        if is_connected(flip(unit, bit), size, first, last):
            leaves = join(leaves, bit)
    return leaves


@kernel([I64(UNITS, COUNTS, STONES, MASKS, I64, I64, MOVES, I64, wide, wide, wide, U64) for wide in WIDE])
def generate(
    units: Any,
    counts: Any,
    stones: Any,
    near: Any,
    ply: Any,
    colour: Any,
    moves: Any,
    begin: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> int:
    """Write the legal moves of a colour, stone * 256 + target, from `begin` on; return where they end."""
    black = pack(stones[ply, 0, 0], stones[ply, 0, 1], stones[ply, 0, 2], stones[ply, 0, 3], everything)
    white = pack(stones[ply, 1, 0], stones[ply, 1, 1], stones[ply, 1, 2], stones[ply, 1, 3], everything)
    own = black if colour == 0 else white
    empty = less(everything, join(black, white))
    end = begin
    for number in range(counts[ply, colour]):
        row = units[ply, colour, number]
        unit = pack(row[0], row[1], row[2], row[3], everything)
        _distance, targets = approaches(unit, flip(own, unit), empty, size, first, last)
        if not some(targets):
            continue
        if count(unit) == 1:
            stone = lowest(unit)
            while some(targets):
                target = lowest(targets)
                targets = flip(targets, point(target, targets))
                moves[end] = stone << 8 | target
                end += 1
            continue
        free = loose(unit, near, size, first, last)
        while some(targets):
            target = lowest(targets)
            there = point(target, targets)
            targets = flip(targets, there)
            beside = pack(near[target, 0], near[target, 1], near[target, 2], near[target, 3], everything)
            contacts = meet(beside, unit)
            firm = less(unit, free)
            going = free
            if count(contacts) == 1:
                going = less(free, contacts)
                firm = less(unit, unit)
            while some(going):
                stone = lowest(going)
                going = flip(going, point(stone, going))
                moves[end] = stone << 8 | target
                end += 1
            # A target that touches the unit twice can hold together what a stone leaves apart.
            while some(firm):
                stone = lowest(firm)
                here = point(stone, firm)
                firm = flip(firm, here)
                if is_connected(flip(unit, join(here, there)), size, first, last):
                    moves[end] = stone << 8 | target
                    end += 1
    return end


@kernel([types.void(UNITS, COUNTS, STONES, MASKS, I64, I64, I64, wide) for wide in WIDE])
def make(
    units: Any, counts: Any, stones: Any, near: Any, ply: Any, colour: Any, move: Any, everything: Any
) -> None:
    """Write the position after a legal move of `colour` into the row `ply` + 1."""
    stone, target = move >> 8, move & 255
    here, there = point(stone, everything), point(target, everything)
    other = 1 - colour
    for word in range(4):
        stones[ply + 1, other, word] = stones[ply, other, word]
    counts[ply + 1, other] = counts[ply, other]
    for number in range(counts[ply, other]):
        for word in range(4):
            units[ply + 1, other, number, word] = units[ply, other, number, word]
    own = pack(
        stones[ply, colour, 0],
        stones[ply, colour, 1],
        stones[ply, colour, 2],
        stones[ply, colour, 3],
        everything,
    )
    words = unpack(flip(own, join(here, there)))
    for word in range(4):
        stones[ply + 1, colour, word] = words[word]
    # The moved unit and all that the target touches become one; the others stay as they are.
    touched = join(here, pack(near[target, 0], near[target, 1], near[target, 2], near[target, 3], everything))
    united = there
    kept = 0
    for number in range(counts[ply, colour]):
        row = units[ply, colour, number]
        unit = pack(row[0], row[1], row[2], row[3], everything)
        if overlap(unit, touched):
            united = join(united, less(unit, here))
        else:
            for word in range(4):
                units[ply + 1, colour, kept, word] = row[word]
            kept += 1
    words = unpack(united)
    for word in range(4):
        units[ply + 1, colour, kept, word] = words[word]
    counts[ply + 1, colour] = kept + 1


@kernel(
    [types.UniTuple(I64, 2)(UNITS, COUNTS, STONES, MASKS, I64, I64, wide, wide, wide, U64) for wide in WIDE]
)
def remaining(
    units: Any,
    counts: Any,
    stones: Any,
    scratch: Any,
    ply: Any,
    colour: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> Any:
    """The points of the shortest tree of open paths over a colour's units, and the parts that stay apart.

    The same as outlook.remaining. `scratch` has two rows for each unit.
    """
    black = pack(stones[ply, 0, 0], stones[ply, 0, 1], stones[ply, 0, 2], stones[ply, 0, 3], everything)
    white = pack(stones[ply, 1, 0], stones[ply, 1, 1], stones[ply, 1, 2], stones[ply, 1, 3], everything)
    empty = less(everything, join(black, white))
    groups = counts[ply, colour]
    for number in range(groups):
        for word in range(4):
            scratch[2 * number, word] = units[ply, colour, number, word]
    total = 0
    steps = 0
    while groups > 1:
        # Grow each group by a step. First merge those of which one reaches into the other as it was:
        # 2 * steps points lie between them. Then those whose growths meet: one point more.
        grew = False
        for number in range(groups):
            row = scratch[2 * number]
            group = pack(row[0], row[1], row[2], row[3], everything)
            grown = join(group, meet(spread(group, size, first, last), empty))
            grew = grew or differ(group, grown)
            words = unpack(grown)
            for word in range(4):
                scratch[2 * number + 1, word] = words[word]
        if not grew:
            break
        for parity in range(0 if steps else 1, 2):
            left = 0
            for number in range(groups):
                row, wider = scratch[2 * number], scratch[2 * number + 1]
                group = pack(row[0], row[1], row[2], row[3], everything)
                grown = pack(wider[0], wider[1], wider[2], wider[3], everything)
                place = 0
                while place < left:
                    row, wider = scratch[2 * place], scratch[2 * place + 1]
                    other = pack(row[0], row[1], row[2], row[3], everything)
                    other_grown = pack(wider[0], wider[1], wider[2], wider[3], everything)
                    if overlap(grown, other_grown if parity else other):
                        group = join(group, other)
                        grown = join(grown, other_grown)
                        left -= 1
                        for word in range(4):
                            scratch[2 * place, word] = scratch[2 * left, word]
                            scratch[2 * place + 1, word] = scratch[2 * left + 1, word]
                    else:
                        place += 1
                words, more = unpack(group), unpack(grown)
                for word in range(4):
                    scratch[2 * left, word] = words[word]
                    scratch[2 * left + 1, word] = more[word]
                left += 1
            total += (groups - left) * (2 * steps + parity)
            groups = left
        for number in range(groups):
            for word in range(4):
                scratch[2 * number, word] = scratch[2 * number + 1, word]
        steps += 1
    return total, groups


@kernel([I64(UNITS, COUNTS, STONES, MASKS, I64, I64, WEIGHTS, wide, wide, wide, U64) for wide in WIDE])
def judge(
    units: Any,
    counts: Any,
    stones: Any,
    scratch: Any,
    ply: Any,
    colour: Any,
    weights: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> int:
    """What a position is worth to `colour`, which is to move: `WIN` if it has no move, else an estimate.

    The estimate is the logarithm of the odds, in hundredths: what remains to each side, the tempo, units,
    parts that no path joins, and empty points beside the stones, weighed as games of the engine against
    itself taught (README).
    """
    mine, apart = remaining(units, counts, stones, scratch, ply, colour, everything, first, last, size)
    if mine == 0:
        return WIN
    other = 1 - colour
    theirs, their_apart = remaining(units, counts, stones, scratch, ply, other, everything, first, last, size)
    own = pack(
        stones[ply, colour, 0],
        stones[ply, colour, 1],
        stones[ply, colour, 2],
        stones[ply, colour, 3],
        everything,
    )
    their = pack(
        stones[ply, other, 0], stones[ply, other, 1], stones[ply, other, 2], stones[ply, other, 3], everything
    )
    empty = less(everything, join(own, their))
    room = count(meet(spread(own, size, first, last), empty))
    their_room = count(meet(spread(their, size, first, last), empty))
    lead = theirs - mine
    return (
        weights[0] * lead
        + weights[1]
        + weights[2] * (counts[ply, other] - counts[ply, colour])
        + weights[3] * (their_apart - apart)
        + weights[4] * lead // (mine + theirs + 2)
        + weights[5] * (room - their_room)
    )
