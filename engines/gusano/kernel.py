"""The compiled search of Gusano: can the worm still get `target` more points from here?

Cells are numbered 0..127 at the root of a search; a set of cells is two words. A node is the *region* (free
cells that the head can still reach), the head, who moves, and the target. A score is the sum of what is
filled from the node on. Answers are fail-soft: a number that is at least the target is a proved lower bound
of the node's value, a smaller one a proved upper bound.

Where every cell is worth at least 1 the worm needs at most `target` steps, so cells farther away than that
cannot matter and are cut off the region: many more positions become equal.

Rows of `sets`: the cells whose worth has bit k set (0..6 of what is positive, then 7..10 of what is negative,
its size), one of the two colours of a board on which every step changes the colour, and all cells of positive
worth. `turns` are symmetries of the board: turns[k, cell] is where the k-th takes a cell. The one numbered
like a cell takes it to the first cell of its kind, and those from spans[cell, 0] to spans[cell, 1] keep that
one; there are none if `turns` is empty. A node is kept under its *key*: the smallest of the images of its
region under the symmetries that take the head to the first cell of its kind. `table` has two rows a bucket,
three words each: the key, and packed together head, mover and best move (as the key sees them) and bounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int8, int32, int64, uint64
from numba.core import types

from engines.core.bits import ONE, ZERO, count, lowest
from engines.core.jit import kernel

NODES, LIMIT, STATUS, MOVE = 0, 1, 2, 3
"""Places in `control`: nodes so far, most nodes allowed, how the search ended, the move that settled it."""
DONE, STOPPED = 1, 0

CUT, LEAST, LAYERS, DEBTS = 0, 1, 2, 3
"""Places in `facts`: 1 if far cells may be cut off; on boards of two colours the smallest positive worth of a
cell, else 0; how many positive and how many negative layers of `sets` are in use."""
DEBT, COLOUR, WORTH, SETS = 7, 11, 12, 13
"""Rows of `sets`: the first negative layer, one colour, all cells of positive worth; and their number."""

HEAD, MOVER, TARGET, VIEW, MOVES, NEXT, BEST, FIRST = 0, 1, 2, 3, 4, 5, 6, 7
"""Columns of `frames`. VIEW: how the key sees the node, see `view`. From FIRST on the moves in the order of
trying, as cell * SLOTS + slot; then how late to try each; then by slot the VIEW of the node after it."""
WORM = 1
SLOTS = 16
"""More neighbours than any cell has."""
FRAME = FIRST + 3 * SLOTS
REGIONS = 3 + 3 * SLOTS
"""Words of `regions` a depth: the node's region and the first word of its key; then the same by slot for the
node after each move."""
SPIN = 256

FAR = 1 << 30
NONE = 127
BIAS = 1 << 15
MIX1 = np.uint64(0x9E3779B97F4A7C15)
MIX2 = np.uint64(0xC2B2AE3D27D4EB4F)
MIX3 = np.uint64(0xD6E8FEB86659FD93)
S16, S32, S48 = np.uint64(16), np.uint64(32), np.uint64(48)
BYTE = np.uint64(0xFF)
LOW16 = np.uint64(0xFFFF)

words = uint64[:, ::1]
numbers = int64[:, ::1]
counts = int64[::1]
row = uint64[::1]
pair = types.UniTuple(uint64, 2)
permutations = int8[:, ::1]


@kernel(pair(words, uint64, uint64, int64, int64))
def flood(near: Any, free0: Any, free1: Any, cell: Any, radius: Any) -> Any:
    """The cells of `free` that a walk of at most `radius` steps from `cell` can reach."""
    at = uint64(cell)
    edge0 = near[at, 0] & free0
    edge1 = near[at, 1] & free1
    found0 = edge0
    found1 = edge1
    steps = 1
    while (edge0 | edge1) != ZERO and steps < radius:
        next0 = ZERO
        next1 = ZERO
        while edge0 != ZERO:
            at = uint64(lowest(edge0))
            edge0 &= edge0 - ONE
            next0 |= near[at, 0]
            next1 |= near[at, 1]
        while edge1 != ZERO:
            at = uint64(lowest(edge1) + 64)
            edge1 &= edge1 - ONE
            next0 |= near[at, 0]
            next1 |= near[at, 1]
        edge0 = next0 & free0 & ~found0
        edge1 = next1 & free1 & ~found1
        found0 |= edge0
        found1 |= edge1
        steps += 1
    return found0, found1


@kernel(int64(words, uint64, uint64, int64, int64))
def weigh(sets: Any, region0: Any, region1: Any, first: Any, layers: Any) -> Any:
    """The sum of the worths in a region that `layers` rows of `sets` from `first` on tell."""
    total = 0
    for layer in range(layers):
        at = uint64(first + layer)
        total += (count(region0 & sets[at, 0]) + count(region1 & sets[at, 1])) << layer
    return total


@kernel(int64(words, counts, uint64, uint64, int64))
def most(sets: Any, facts: Any, region0: Any, region1: Any, head: Any) -> Any:
    """An upper bound of what a worm with this head can still get from its region.

    On a board of two colours a path visits at most one cell more of the next colour than there are cells of
    the other, and no more of the other than of the next.
    """
    total = weigh(sets, region0, region1, 0, facts[LAYERS])
    if facts[LEAST] == 0:
        return total
    colour0, colour1 = region0 & sets[COLOUR, 0], region1 & sets[COLOUR, 1]
    ahead = count(colour0) + count(colour1)
    ahead_worth = count(colour0 & sets[WORTH, 0]) + count(colour1 & sets[WORTH, 1])
    behind = count(region0) + count(region1) - ahead
    behind_worth = count(region0 & sets[WORTH, 0]) + count(region1 & sets[WORTH, 1]) - ahead_worth
    if (sets[COLOUR, uint64(head >> 6)] >> uint64(head & 63)) & ONE != ZERO:
        ahead, behind = behind, ahead
        ahead_worth, behind_worth = behind_worth, ahead_worth
    spare = max(ahead_worth - behind - 1, behind_worth - ahead)
    return total - spare * facts[LEAST] if spare > 0 else total


@kernel(uint64(permutations, int64, uint64))
def turned(turns: Any, k: Any, region: Any) -> Any:
    """The image of a region under the k-th symmetry."""
    at = uint64(k)
    image = ZERO
    while region != ZERO:
        image |= ONE << uint64(turns[at, uint64(lowest(region))])
        region &= region - ONE
    return image


@kernel(types.Tuple((uint64, int64))(permutations, numbers, uint64, int64))
def view(turns: Any, spans: Any, region: Any, head: Any) -> Any:
    """The first word of a node's key, and how the key sees the node: the head's image, and times SPIN the
    number of the symmetry that comes after the head's own (0: none).
    """
    if turns.shape[0] == 0:
        return region, head
    at = uint64(head)
    moved = turned(turns, head, region)
    best = moved
    spin = 0
    for k in range(spans[at, 0], spans[at, 1]):
        image = turned(turns, k, moved)
        if image < best:
            best = image
            spin = k
    return best, int64(turns[at, at]) + spin * SPIN


@kernel(int64(permutations, counts, int64))
def seen(turns: Any, frame: Any, cell: Any) -> Any:
    """A cell as the node's key sees it."""
    if turns.shape[0] == 0 or cell >= NONE:
        return cell
    image = int64(turns[uint64(frame[HEAD]), uint64(cell)])
    spin = frame[VIEW] // SPIN
    return int64(turns[uint64(spin), uint64(image)]) if spin > 0 else image


@kernel(int64(words, permutations, row, counts, int64))
def seen_back(near: Any, turns: Any, regions: Any, frame: Any, image: Any) -> Any:
    """The exit that the node's key sees as `image`, or NONE."""
    if turns.shape[0] == 0:
        return image
    exits = near[uint64(frame[HEAD]), 0] & regions[0]
    while exits != ZERO:
        cell = lowest(exits)
        exits &= exits - ONE
        if seen(turns, frame, cell) == image:
            return cell
    return NONE


@kernel(int64(words, uint64, uint64, int64, int64))
def bucket(table: Any, region0: Any, region1: Any, head: Any, mover: Any) -> Any:
    """The first of the two rows in which a node may be kept."""
    word = (region0 ^ (region1 * MIX2)) * MIX1 + uint64(head * 2 + mover) * MIX3
    word ^= word >> S32
    word *= MIX2
    return int64((word >> S32) & uint64(table.shape[0] // 2 - 1)) * 2


@kernel(uint64(words, uint64, uint64, int64, int64))
def probe(table: Any, region0: Any, region1: Any, head: Any, mover: Any) -> Any:
    """What is known of a node: its packed word, or 0."""
    spot = bucket(table, region0, region1, head, mover)
    tag = uint64(head * 2 + mover + 1)
    for at in range(spot, spot + 2):
        known = table[uint64(at), 2]
        if known & LOW16 == tag and table[uint64(at), 0] == region0 and table[uint64(at), 1] == region1:
            return known
    return ZERO


@kernel(types.void(words, permutations, row, counts, int64, int64))
def keep(table: Any, turns: Any, regions: Any, frame: Any, value: Any, move: Any) -> Any:
    """Note a proved bound of a node: a lower one if `value` reaches its target, else an upper one.

    The first row of a bucket keeps the node with the larger region, the second the latest of the others.
    """
    region0, region1 = regions[2], regions[1]
    head, mover = frame[VIEW] % SPIN, frame[MOVER]
    spot = bucket(table, region0, region1, head, mover)
    tag = uint64(head * 2 + mover + 1)
    low, high = 0, 2 * BIAS - 1
    at = -1
    for place in range(spot, spot + 2):
        known = table[uint64(place), 2]
        if known & LOW16 == tag and table[uint64(place), 0] == region0 and table[uint64(place), 1] == region1:
            at = place
            low = int64((known >> S16) & LOW16)
            high = int64((known >> S32) & LOW16)
    if at < 0:
        first = uint64(spot)
        size = count(table[first, 0]) + count(table[first, 1])
        at = spot if count(region0) + count(region1) >= size else spot + 1
        if at == spot and table[first, 2] != ZERO:
            table[first + ONE, 0] = table[first, 0]
            table[first + ONE, 1] = table[first, 1]
            table[first + ONE, 2] = table[first, 2]
    if value >= frame[TARGET]:
        low = max(low, value + BIAS)
    else:
        high = min(high, value + BIAS)
    hint = uint64(seen(turns, frame, move)) << S48
    packed = tag | (uint64(low) << S16) | (uint64(high) << S32) | hint
    table[uint64(at), 0] = region0
    table[uint64(at), 1] = region1
    table[uint64(at), 2] = packed


@kernel(int64(words, uint64, uint64, int64, int64))
def order(near: Any, region0: Any, region1: Any, cell: Any, mover: Any) -> Any:
    """How late to try a move after which the region is this: small numbers first.

    The worm tries few exits first, and of these the move after which the worst second step has most exits;
    the bird the move after which the best second step has fewest exits.
    """
    exits0 = near[uint64(cell), 0] & region0
    exits1 = near[uint64(cell), 1] & region1
    exits = count(exits0) + count(exits1)
    least, largest = 99, 0
    while (exits0 | exits1) != ZERO:
        if exits0 != ZERO:
            at = uint64(lowest(exits0))
            exits0 &= exits0 - ONE
        else:
            at = uint64(lowest(exits1) + 64)
            exits1 &= exits1 - ONE
        degree = count(near[at, 0] & region0) + count(near[at, 1] & region1)
        least = min(least, degree)
        largest = max(largest, degree)
    if mover == WORM:
        return exits * 16 - least
    return largest * 16 + exits


@kernel(int64(words, counts, words, counts, words, permutations, numbers, row, counts, int64))
def expand(
    near: Any,
    values: Any,
    sets: Any,
    facts: Any,
    table: Any,
    turns: Any,
    spans: Any,
    regions: Any,
    frame: Any,
    hint: Any,
) -> Any:
    """List the moves of a node that are not settled at once. Returns 1 if one of them settles the node.

    Then `frame[BEST]` is the answer and `frame[NEXT]` the move; else BEST is what the settled moves gave.
    """
    mover, target = frame[MOVER], frame[TARGET]
    region0, region1 = regions[0], regions[1]
    around = uint64(frame[HEAD])
    worm = mover == WORM
    best = -FAR if worm else FAR
    exits0, exits1 = near[around, 0] & region0, near[around, 1] & region1
    found = 0
    while (exits0 | exits1) != ZERO:
        if exits0 != ZERO:
            cell = lowest(exits0)
            exits0 &= exits0 - ONE
        else:
            cell = lowest(exits1) + 64
            exits1 &= exits1 - ONE
        at = uint64(cell)
        worth = values[at]
        left = target - worth
        free0, free1 = region0, region1
        key, seen_as = ZERO, 0
        if cell < 64:
            free0 &= ~(ONE << at)
        else:
            free1 &= ~(ONE << uint64(cell - 64))
        if ((near[at, 0] & free0) | (near[at, 1] & free1)) == ZERO:
            low = high = 0
            after0 = after1 = ZERO
        elif left <= 0 and facts[DEBTS] == 0:
            low, high = 0, FAR
            after0 = after1 = ZERO
        else:
            after0, after1 = flood(near, free0, free1, cell, left if facts[CUT] != 0 else FAR)
            high = most(sets, facts, after0, after1, cell)
            low = 1 if facts[CUT] != 0 else -weigh(sets, after0, after1, DEBT, facts[DEBTS])
            if low < left <= high:
                key, seen_as = view(turns, spans, after0, cell)
                known = probe(table, key, after1, seen_as % SPIN, 1 - mover)
                if known != ZERO:
                    low = max(low, int64((known >> S16) & LOW16) - BIAS)
                    high = min(high, int64((known >> S32) & LOW16) - BIAS)
        if low >= left:
            if worm:
                frame[BEST], frame[NEXT] = worth + low, cell
                return 1
            best = min(best, worth + low)
        elif high < left:
            if not worm:
                frame[BEST], frame[NEXT] = worth + high, cell
                return 1
            best = max(best, worth + high)
        else:
            score = order(near, after0, after1, cell, mover)
            if worm and score % 16 == 0 and facts[CUT] != 0 and facts[LAYERS] == 1:
                # Every cell is worth 1, and the bird can enter a dead end.
                best = max(best, 2)
                continue
            if cell == hint:
                score = -FAR
            regions[uint64(3 + 3 * found)] = after0
            regions[uint64(4 + 3 * found)] = after1
            regions[uint64(5 + 3 * found)] = key
            frame[uint64(FIRST + 2 * SLOTS + found)] = seen_as
            place = found
            while place > 0 and frame[uint64(FIRST + SLOTS + place - 1)] > score:
                frame[uint64(FIRST + SLOTS + place)] = frame[uint64(FIRST + SLOTS + place - 1)]
                frame[uint64(FIRST + place)] = frame[uint64(FIRST + place - 1)]
                place -= 1
            frame[uint64(FIRST + SLOTS + place)] = score
            frame[uint64(FIRST + place)] = cell * SLOTS + found
            found += 1
    frame[MOVES], frame[NEXT], frame[BEST] = found, 0, best
    return 0


@kernel(int64(words, counts, words, counts, words, permutations, numbers, words, numbers, counts, int32[::1]))
def search(
    near: Any,
    values: Any,
    sets: Any,
    facts: Any,
    table: Any,
    turns: Any,
    spans: Any,
    regions: Any,
    frames: Any,
    control: Any,
    flag: Any,
) -> Any:
    """Answer the question of the root, which is in `regions[0]` and `frames[0]`.

    Returns a proved bound, see the top of this file. `control[STATUS]` is STOPPED, and the number without
    meaning, if the node limit or the flag ended the search.
    """
    depth = 0
    entering = True
    answer = 0
    control[STATUS] = DONE
    regions[0, 2], frames[0, VIEW] = view(turns, spans, regions[0, 0], frames[0, HEAD])
    while True:
        at = uint64(depth)
        frame = frames[at]
        if entering:
            target = frame[TARGET]
            known = probe(table, regions[at, 2], regions[at, 1], frame[VIEW] % SPIN, frame[MOVER])
            hint = NONE + 1
            settled = 0
            if known != ZERO:
                low = int64((known >> S16) & LOW16) - BIAS
                high = int64((known >> S32) & LOW16) - BIAS
                hint = seen_back(near, turns, regions[at], frame, int64((known >> S48) & BYTE))
                if low >= target or high < target:
                    answer = low if low >= target else high
                    settled = 2
                    frame[NEXT] = hint
            if settled == 0:
                control[NODES] += 1
                if (control[NODES] & 1023 == 0 and flag[0] != 0) or control[NODES] > control[LIMIT]:
                    control[STATUS] = STOPPED
                    return 0
                settled = expand(near, values, sets, facts, table, turns, spans, regions[at], frame, hint)
                if settled == 0 and frame[MOVES] == 0:
                    settled = 1
                    frame[NEXT] = NONE
                if settled == 1:
                    answer = frame[BEST]
                    keep(table, turns, regions[at], frame, answer, frame[NEXT])
            if settled == 0:
                entering = True
            else:
                control[MOVE] = frame[NEXT]
                entering = False
                depth -= 1
                if depth < 0:
                    return answer
                continue
        else:
            packed = frame[uint64(FIRST + frame[NEXT])]
            cell = packed // SLOTS
            value = values[uint64(cell)] + answer
            reached = value >= frame[TARGET]
            worm = frame[MOVER] == WORM
            frame[NEXT] += 1
            if reached != worm:
                frame[BEST] = max(frame[BEST], value) if worm else min(frame[BEST], value)
            if reached == worm or frame[NEXT] == frame[MOVES]:
                answer = value if reached == worm else frame[BEST]
                move = cell if reached == worm else NONE
                keep(table, turns, regions[at], frame, answer, move)
                control[MOVE] = move
                depth -= 1
                if depth < 0:
                    return answer
                continue
        packed = frame[uint64(FIRST + frame[NEXT])]
        cell = packed // SLOTS
        slot = uint64(3 + 3 * (packed % SLOTS))
        below = at + ONE
        regions[below, 0] = regions[at, slot]
        regions[below, 1] = regions[at, slot + ONE]
        regions[below, 2] = regions[at, slot + ONE + ONE]
        frames[below, HEAD] = cell
        frames[below, VIEW] = frame[uint64(FIRST + 2 * SLOTS + packed % SLOTS)]
        frames[below, MOVER] = 1 - frame[MOVER]
        frames[below, TARGET] = frame[TARGET] - values[uint64(cell)]
        depth += 1
        entering = True
