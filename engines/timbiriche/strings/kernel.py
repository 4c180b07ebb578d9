"""Compiled search of quiet positions as strings and coins.

A *quiet* position has no cell with one undrawn edge. Its cells with three or more undrawn edges are
*joints*; the runs of cells with two undrawn edges between joints and the outside are *strings*, numbered
0..63 at the root of a search. Every later quiet position is a set of the root's strings, because whoever
opens a string lets the other side take the whole of it.

Rows of `strings`: both ends, cells on it, 1 for a closed loop, the interchangeable string before it. Rows of
`joints`: the strings that end there, and those that both begin and end there. In the table of proofs, an
entry's key is the strings that hang on joints or, where few joints are left, a hash of how they hang
together; its second word has a hash of the lone chains and loops (and another one of the key) above three
bytes: how many groups there are, and the proved bounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64

from engines.core.bits import ONE, ZERO, count, lowest, unowned
from engines.core.jit import kernel
from engines.timbiriche.kernel import (
    BYTE,
    EIGHT,
    LIMIT,
    MIX1,
    NO,
    NODES,
    OUTSIDE,
    S30,
    S31,
    STOPPED,
    YES,
    canonical,
    counts,
    cube,
    flags,
    line,
    numbers,
    settle,
    words,
)
from engines.timbiriche.likeness.kernel import (
    CELLS,
    CLOSED,
    LEFT,
    LONE,
    MARK,
    MIX2,
    MIX3,
    MOST_JOINTS,
    NUMBER,
    OTHER,
    TWINS,
    likeness,
)

STRIDE = 128
"""Words of `stack` that one depth of the search uses: up to 64 moves of two words."""

RECENT_BITS = 17
RECENT = 2 << RECENT_BITS
"""Words at the beginning of `stack` for sets of strings that were met lately and what is proved of them."""

UNKNOWN = 127
HALTED = -1000
SIXTEEN = np.uint64(16)
S24, S27 = np.uint64(24), np.uint64(27)
AWAY = np.uint64(64 - RECENT_BITS)


def stack_words(depth: int) -> int:
    """The length of `stack` for a search so deep."""
    return RECENT + STRIDE * (depth + 2)


@kernel(uint64(int64, int64))
def stamp(cells: Any, loop: Any) -> Any:
    """A hash of a lone chain or loop of so many cells; the sum of stamps stands for a set of them."""
    word = uint64(cells * 2 + loop + 1) * MIX1
    word = (word ^ (word >> S30)) * MIX2
    word = (word ^ (word >> S27)) * MIX3
    return word ^ (word >> S31)


@kernel(int64(uint64, numbers, words, line, counts))
def survey(alive: Any, strings: Any, joints: Any, groups: Any, facts: Any) -> Any:
    """Find the groups of a quiet position: runs of strings that one opening gives away together.

    Group i: `groups[4 * i]` its strings, then its cells, and its two ends plus one (0: the outside; for a
    closed one the first end is CLOSED). `groups[LONE]`: the strings of lone groups, `groups[MARK]` their
    stamps. `facts`: all cells, the joints that are left, and their numbers. Returns the number of groups.
    """
    passes = ZERO
    through = ZERO
    cells = 0
    left = 0
    for joint in range(joints.shape[0]):
        ends = alive & joints[joint, 0]
        both = count(ends) + count(alive & joints[joint, 1])
        if both == 2:
            passes |= ONE << uint64(joint)
            through |= ends
        elif both > 2:
            facts[NUMBER + joint] = left
            left += 1
            cells += 1
    lone = ZERO
    mark = ZERO
    found = 0
    rest = alive & ~through
    while rest != ZERO:
        string = lowest(rest)
        bit = rest & (ZERO - rest)
        rest ^= bit
        one, two, size = strings[string, 0], strings[string, 1], strings[string, 2]
        cells += size
        groups[4 * found] = bit
        groups[4 * found + 1] = uint64(size)
        groups[4 * found + 2] = uint64(one + 1)
        groups[4 * found + 3] = uint64(two + 1)
        found += 1
        if strings[string, 3] != 0:
            groups[4 * found - 2] = CLOSED
            lone |= bit
            mark += stamp(size, 1)
        elif one < 0 and two < 0:
            lone |= bit
            mark += stamp(size, 0)
    while passes != ZERO:
        start = lowest(passes)
        passes &= passes - ONE
        ends = alive & joints[start, 0]
        first = lowest(ends)
        size = 1
        bits = ZERO
        one = OUTSIDE
        two = OUTSIDE
        closed = False
        ways = 2
        while ways > 0 and not closed:
            string = first if ways == 2 else lowest(ends & (ends - ONE))
            ways -= 1
            here = start
            while True:
                bit = ONE << uint64(string)
                bits |= bit
                size += strings[string, 2]
                here = strings[string, 1] if strings[string, 0] == here else strings[string, 0]
                if here == start:
                    closed = True
                    break
                if here < 0 or (passes >> uint64(here)) & ONE == ZERO:
                    break
                passes ^= ONE << uint64(here)
                size += 1
                string = lowest((alive & joints[here, 0]) ^ bit)
            if ways == 1:
                one = here
            else:
                two = here
        cells += size
        groups[4 * found] = bits
        groups[4 * found + 1] = uint64(size)
        groups[4 * found + 2] = uint64(one + 1)
        groups[4 * found + 3] = uint64(two + 1)
        found += 1
        if closed:
            groups[4 * found - 2] = CLOSED
            lone |= bits
            mark += stamp(size, 1)
        elif one < 0 and two < 0:
            lone |= bits
            mark += stamp(size, 0)
    facts[CELLS] = cells
    facts[LEFT] = left
    groups[LONE] = lone
    groups[MARK] = mark
    return found


@kernel(int64(uint64, int64, int64, numbers, words, line, line))
def openings(alive: Any, found: Any, base: Any, strings: Any, joints: Any, groups: Any, stack: Any) -> Any:
    """List the moves worth trying in a quiet position, one of each kind, the cheapest first.

    Move i: `stack[base + 2 * i]` the strings that are gone when the other side has taken what it can, then
    the cells it takes, with 256 for each cell it may leave instead to pass the turn. Returns their number.
    """
    moves = 0
    chains = ZERO
    loops = ZERO
    for i in range(found):
        gone = groups[4 * i]
        size = int64(groups[4 * i + 1])
        leaves = 0
        if size == 0:
            if strings[lowest(gone), 4] >= 0:
                continue
        elif groups[4 * i + 2] == CLOSED:
            bit = ONE << uint64(min(size, 63))
            if loops & bit != ZERO and size < 63:
                continue
            loops |= bit
            leaves = 4 if size >= 4 else 0
        elif gone & groups[LONE] != ZERO:
            bit = ONE << uint64(min(size, 63))
            if chains & bit != ZERO and size < 63:
                continue
            chains |= bit
            leaves = 2 if size >= 3 else 0
        else:
            leaves = 2 if size >= 3 else 0
            end = int64(groups[4 * i + 2]) - 1
            if end >= 0 and end == int64(groups[4 * i + 3]) - 1:
                ends = alive & joints[end, 0] & ~gone
                if count(ends) == 1 and alive & joints[end, 1] & ~gone == ZERO:
                    # A loop on a stalk: the joint and the stalk go with it.
                    for k in range(found):
                        if groups[4 * k] & ends != ZERO:
                            gone |= groups[4 * k]
                            size += 1 + int64(groups[4 * k + 1])
                            leaves = 2
                            break
        word = uint64(size + 256 * leaves)
        place = moves
        while place > 0 and int64(stack[base + 2 * place - 1] & BYTE) > size:
            stack[base + 2 * place] = stack[base + 2 * place - 2]
            stack[base + 2 * place + 1] = stack[base + 2 * place - 1]
            place -= 1
        stack[base + 2 * place] = gone
        stack[base + 2 * place + 1] = word
        moves += 1
    return moves


@kernel(int64(line, int64))
def lone_value(groups: Any, found: Any) -> Any:
    """What the opener gets from lone chains of 3 or more and lone loops of 4 or more, or UNKNOWN.

    Whoever answers keeps control and nets c = sum(chain - 4) + sum(loop - 8) + bonus if that is 2 or more
    (Berlekamp; Buzzard and Ciere 2014).
    """
    total = 0
    chains = 0
    threes = 0
    loops = 0
    for i in range(found):
        size = int64(groups[4 * i + 1])
        if groups[4 * i + 2] == CLOSED:
            if size < 4:
                return UNKNOWN
            loops += 1
            total += size - 8
        else:
            if size < 3:
                return UNKNOWN
            chains += 1
            threes += 1 if size == 3 else 0
            total += size - 4
    if chains == 0:
        total += 8
    elif loops == 0 or threes < chains:
        total += 4
    else:
        total += 6
    return -total if total >= 2 else UNKNOWN


@kernel(int64(uint64, int64, int64, numbers, words, cube, words, line, line, counts, counts, flags))
def descend(
    alive: Any,
    target: Any,
    depth: Any,
    strings: Any,
    joints: Any,
    images: Any,
    table: Any,
    stack: Any,
    groups: Any,
    facts: Any,
    control: Any,
    flag: Any,
) -> Any:
    """A proved bound of what the mover of a quiet position gets: from below if it is at least `target`, else
    from above. HALTED when stopped. The arrays are held by the caller.
    """
    control[NODES] += 1
    if control[NODES] >= control[LIMIT] or (control[NODES] & 0x3FF == 0 and flag[0] != 0):
        return HALTED
    if groups[TWINS] != ZERO:
        alive = settle(alive, groups[TWINS], strings)
    place = int64((((alive ^ (alive >> S31)) * MIX1) >> AWAY) << ONE)
    if stack[place] == alive and stack[place + 1] != ZERO:
        low = int64(stack[place + 1] & BYTE) - 128
        if low >= target:
            return low
        high = int64(stack[place + 1] >> EIGHT) - 128
        if high < target:
            return high
    found = survey(alive, strings, joints, groups, facts)
    cells = facts[CELLS]
    if (target - cells) & 1 != 0:
        target += 1
    if target <= -cells:
        return -cells
    if target > cells:
        return cells
    hung = alive & ~groups[LONE]
    mark = groups[MARK]
    if facts[LEFT] == 0:
        known = lone_value(groups, found)
        if known != UNKNOWN:
            return known
    elif facts[LEFT] <= MOST_JOINTS:
        hung = likeness(found, groups, facts)
        mark += groups[OTHER]
    elif images.shape[0] > 0:
        hung = canonical(hung, images)
    mixed = (hung ^ (hung >> S31) ^ mark) * MIX1
    slot = int64((mixed ^ (mixed >> S30)) & uint64(table.shape[0] - 1)) & ~1
    low = -cells
    high = cells
    for k in range(2):
        if table[slot + k, 0] == hung and (table[slot + k, 1] ^ mark) >> S24 == ZERO:
            low = int64(table[slot + k, 1] & BYTE) - 128
            high = int64((table[slot + k, 1] >> EIGHT) & BYTE) - 128
            if low >= target or high < target:
                stack[place] = alive
                stack[place + 1] = (uint64(high + 128) << EIGHT) | uint64(low + 128)
                return low if low >= target else high
            break
    weight = uint64(found)
    base = RECENT + depth * STRIDE
    moves = openings(alive, found, base, strings, joints, groups, stack)
    best = -cells
    # Perhaps what is left after a move was met lately and settles the matter.
    for i in range(moves):
        if stack[base + 2 * i + 1] >> EIGHT != ZERO:
            break
        rest = alive & ~stack[base + 2 * i]
        if groups[TWINS] != ZERO:
            rest = settle(rest, groups[TWINS], strings)
        near = int64((((rest ^ (rest >> S31)) * MIX1) >> AWAY) << ONE)
        if stack[near] == rest and stack[near + 1] != ZERO:
            worth = 128 - int64(stack[near + 1] >> EIGHT) - int64(stack[base + 2 * i + 1] & BYTE)
            if worth >= target:
                best = worth
                break
    if best >= target:
        moves = 0
    for i in range(moves):
        rest = alive & ~stack[base + 2 * i]
        taken = int64(stack[base + 2 * i + 1] & BYTE)
        leaves = int64(stack[base + 2 * i + 1] >> EIGHT)
        if leaves == 0:
            # The other side gets taken + v; that must be at most -target.
            got = descend(
                rest, 1 - target - taken, depth + 1,
                strings, joints, images, table, stack, groups, facts, control, flag,
            )  # fmt: skip
            if got == HALTED:
                return HALTED
            worth = -taken - got
        else:
            # The other side gets taken - leaves + |v + leaves|; that must be at most -target.
            most = leaves - target - taken
            worth = leaves - taken
            if most >= 0:
                got = descend(
                    rest, -most - leaves, depth + 1,
                    strings, joints, images, table, stack, groups, facts, control, flag,
                )  # fmt: skip
                if got == HALTED:
                    return HALTED
                if got < -most - leaves:
                    worth += got + leaves
                else:
                    least = got
                    got = descend(
                        rest, most - leaves + 1, depth + 1,
                        strings, joints, images, table, stack, groups, facts, control, flag,
                    )  # fmt: skip
                    if got == HALTED:
                        return HALTED
                    if got > most - leaves:
                        worth -= got + leaves
                    else:
                        worth -= max(abs(least + leaves), abs(got + leaves))
        best = max(best, worth)
        if best >= target:
            break
    # Worths have the parity of the cells.
    if best >= target:
        best += (best - cells) & 1
        low = max(low, best)
        best = low
    else:
        best -= (best - cells) & 1
        high = min(high, best)
        best = high
    proved = (uint64(high + 128) << EIGHT) | uint64(low + 128)
    stack[place] = alive
    stack[place + 1] = proved
    keep = slot
    if not (table[slot, 0] == hung and (table[slot, 1] ^ mark) >> S24 == ZERO) and (
        (table[slot, 1] >> SIXTEEN) & BYTE > weight
    ):
        keep = slot + 1
    table[keep, 0] = hung
    table[keep, 1] = (mark >> S24 << S24) | (weight << SIXTEEN) | proved
    return best


@kernel(int64(uint64, int64, numbers, words, cube, words, line, line, counts, counts, flags))
def reach(
    alive: Any,
    target: Any,
    strings: Any,
    joints: Any,
    images: Any,
    table: Any,
    stack: Any,
    groups: Any,
    facts: Any,
    control: Any,
    flag: Any,
) -> Any:
    """Whether the mover of a quiet position gets at least `target` more cells from it than the other side.

    YES, NO, or STOPPED (by the flag or the most nodes allowed). Only sound where most cells win.
    """
    twins = ZERO
    for string in range(strings.shape[0]):
        if strings[string, 4] >= 0:
            twins |= ONE << uint64(string)
    groups[TWINS] = twins
    got = descend(
        alive, target, 0,
        unowned(strings), unowned(joints), unowned(images), unowned(table), unowned(stack), unowned(groups),
        unowned(facts), unowned(control), unowned(flag),
    )  # fmt: skip
    if got == HALTED:
        return STOPPED
    return YES if got >= target else NO
