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
region under the symmetries that take the head to the first cell of its kind. What is proved of it goes into a
table, see `table/kernel.py`. To read the table is to wait for memory, so a node asks for the buckets of all
its moves and reads none before the last is asked for.
"""

from __future__ import annotations

from typing import Any

from numba import int8, int32, int64, uint64
from numba.core import types

from engines.core.bits import ONE, ZERO, count, lowest, prefetch, unowned
from engines.core.jit import kernel
from engines.gusano.table.kernel import BIAS, UNKNOWN, bucket, high_of, look, low_of, move_of, note

NODES, LIMIT, STATUS = 0, 1, 2
"""Places in `control`: nodes so far, most nodes allowed, how the search ended."""
DONE, STOPPED = 1, 0

CUT, LEAST, LAYERS, DEBTS, ENTRY = 0, 1, 2, 3, 4
"""Places in `facts`: 1 if far cells may be cut off; on boards of two colours the smallest positive worth of a
cell, else 0; how many positive and how many negative layers of `sets` are in use; words of an entry of the
table."""
FACTS = 5
DEBT, COLOUR, WORTH, SETS = 7, 11, 12, 13
"""Rows of `sets`: the first negative layer, one colour, all cells of positive worth; and their number."""

HEAD, MOVER, TARGET, VIEW, MOVES, NEXT, BEST, SINCE, FIRST = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""Columns of `frames`. VIEW: how the key sees the node, see `view`. SINCE: `control[NODES]` before the node.
From FIRST on the moves in the order of trying, as cell * SLOTS + slot."""
WORM = 1
SLOTS = 16
"""More neighbours than any cell has."""
DELAY, CELL, SEEN, SPOT, SCORE = (FIRST + part * SLOTS for part in range(1, 6))
"""Columns of `frames` where lists begin: how late to try each move in that order; and by slot the cell of the
move, the VIEW of the node after it, that node's row in the table, and how late to try the move."""
FRAME = FIRST + 6 * SLOTS
BELOW = 3
"""Words of `regions` a depth: the node's region and the first word of its key; from BELOW on the same by slot
for the node after each move."""
REGIONS = BELOW + 3 * SLOTS
SPIN = 256

FAR = 1 << 30
NONE = 127
LOWEST, HIGHEST = -BIAS, BIAS - 1
"""The bounds of a node of which nothing is proved."""

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
    missing0 = free0 & ~found0
    missing1 = free1 & ~found1
    while (edge0 | edge1) != ZERO and (missing0 | missing1) != ZERO and steps < radius:
        next0 = ZERO
        next1 = ZERO
        while edge0 != ZERO:
            at = uint64(lowest(edge0))
            edge0 &= edge0 - ONE
            next0 |= near[at, 0]
            next1 |= near[at, 1]
            if missing0 & ~next0 == ZERO and missing1 & ~next1 == ZERO:
                return free0, free1
        while edge1 != ZERO:
            at = uint64(lowest(edge1) + 64)
            edge1 &= edge1 - ONE
            next0 |= near[at, 0]
            next1 |= near[at, 1]
        edge0 = next0 & missing0
        edge1 = next1 & missing1
        missing0 &= ~edge0
        missing1 &= ~edge1
        steps += 1
    return free0 & ~missing0, free1 & ~missing1


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


@kernel(types.void(words, int64, permutations, row, counts, int64, int64, int64))
def keep(
    table: Any, entry: Any, turns: Any, regions: Any, frame: Any, value: Any, move: Any, effort: Any
) -> Any:
    """Note a proved bound of a node: a lower one if `value` reaches its target, else an upper one."""
    low, high = LOWEST, HIGHEST
    if value >= frame[TARGET]:
        low = value
    else:
        high = value
    tag = frame[VIEW] % SPIN * 2 + frame[MOVER]
    note(table, entry, regions[2], regions[1], tag, low, high, seen(turns, frame, move), effort)


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


@kernel(int64(counts, words, int64, row, counts, int64))
def recall(values: Any, table: Any, entry: Any, regions: Any, frame: Any, slots: Any) -> Any:
    """Put the moves of a node that the table does not settle in order. Returns 1 if one settles the node.

    The moves are those of the first `slots` slots; for the rest see `expand`.
    """
    mover, best = frame[MOVER], frame[BEST]
    worm = mover == WORM
    found = 0
    for slot in range(slots):
        cell = frame[uint64(CELL + slot)]
        known = look(
            table,
            entry,
            frame[uint64(SPOT + slot)],
            regions[uint64(BELOW + 3 * slot + 2)],
            regions[uint64(BELOW + 3 * slot + 1)],
            frame[uint64(SEEN + slot)] % SPIN * 2 + 1 - mover,
        )
        if known != UNKNOWN:
            worth = values[uint64(cell)]
            low, high = worth + low_of(known), worth + high_of(known)
            if low >= frame[TARGET] or high < frame[TARGET]:
                reached = low >= frame[TARGET]
                value = low if reached else high
                if reached == worm:
                    frame[BEST], frame[NEXT] = value, cell
                    return 1
                best = max(best, value) if worm else min(best, value)
                continue
        score = frame[uint64(SCORE + slot)]
        place = found
        while place > 0 and frame[uint64(DELAY + place - 1)] > score:
            frame[uint64(DELAY + place)] = frame[uint64(DELAY + place - 1)]
            frame[uint64(FIRST + place)] = frame[uint64(FIRST + place - 1)]
            place -= 1
        frame[uint64(DELAY + place)] = score
        frame[uint64(FIRST + place)] = cell * SLOTS + slot
        found += 1
    frame[MOVES], frame[NEXT], frame[BEST] = found, 0, best
    return 0


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
    slots = 0
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
        if cell < 64:
            free0 &= ~(ONE << at)
        else:
            free1 &= ~(ONE << uint64(cell - 64))
        score = 0
        if ((near[at, 0] & free0) | (near[at, 1] & free1)) == ZERO:
            low = high = 0
            after0 = after1 = ZERO
        elif left <= 0 and facts[DEBTS] == 0:
            low, high = 0, FAR
            after0 = after1 = ZERO
        else:
            score = order(near, free0, free1, cell, mover)
            if worm and score % 16 == 0 and facts[CUT] != 0 and facts[LAYERS] == 1 and left > 1:
                # Every cell is worth 1, and the bird can enter a dead end.
                low = high = 1
                after0 = after1 = ZERO
            else:
                after0, after1 = flood(near, free0, free1, cell, left if facts[CUT] != 0 else FAR)
                high = most(sets, facts, after0, after1, cell)
                low = 1 if facts[CUT] != 0 else -weigh(sets, after0, after1, DEBT, facts[DEBTS])
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
            key, seen_as = view(turns, spans, after0, cell)
            spot = bucket(table, key, after1, seen_as % SPIN * 2 + 1 - mover)
            prefetch(table, spot)
            regions[uint64(BELOW + 3 * slots)] = after0
            regions[uint64(BELOW + 3 * slots + 1)] = after1
            regions[uint64(BELOW + 3 * slots + 2)] = key
            frame[uint64(CELL + slots)] = cell
            frame[uint64(SEEN + slots)] = seen_as
            frame[uint64(SPOT + slots)] = spot
            frame[uint64(SCORE + slots)] = -FAR if cell == hint else score
            slots += 1
    frame[BEST] = best
    return 1 if recall(values, table, facts[ENTRY], regions, frame, slots) else 0


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
    near, values, sets, facts = unowned(near), unowned(values), unowned(sets), unowned(facts)
    table, turns, spans = unowned(table), unowned(turns), unowned(spans)
    regions, frames, control, flag = unowned(regions), unowned(frames), unowned(control), unowned(flag)
    depth = 0
    entering = True
    answer = 0
    control[STATUS] = DONE
    entry = facts[ENTRY]
    regions[0, 2], frames[0, VIEW] = view(turns, spans, regions[0, 0], frames[0, HEAD])
    while True:
        at = uint64(depth)
        frame = frames[at]
        if entering:
            target = frame[TARGET]
            tag = frame[VIEW] % SPIN * 2 + frame[MOVER]
            spot = bucket(table, regions[at, 2], regions[at, 1], tag)
            known = look(table, entry, spot, regions[at, 2], regions[at, 1], tag)
            hint = NONE + 1
            settled = 0
            if known != UNKNOWN:
                low, high = low_of(known), high_of(known)
                hint = seen_back(near, turns, regions[at], frame, move_of(known))
                if low >= target or high < target:
                    answer = low if low >= target else high
                    settled = 2
                    frame[NEXT] = hint
            if settled == 0:
                frame[SINCE] = control[NODES]
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
                    keep(table, entry, turns, regions[at], frame, answer, frame[NEXT], 1)
            if settled == 0:
                entering = True
            else:
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
                keep(table, entry, turns, regions[at], frame, answer, move, control[NODES] - frame[SINCE])
                depth -= 1
                if depth < 0:
                    return answer
                continue
        packed = frame[uint64(FIRST + frame[NEXT])]
        cell = packed // SLOTS
        slot = uint64(BELOW + 3 * (packed % SLOTS))
        below = at + ONE
        regions[below, 0] = regions[at, slot]
        regions[below, 1] = regions[at, slot + ONE]
        regions[below, 2] = regions[at, slot + ONE + ONE]
        frames[below, HEAD] = cell
        frames[below, VIEW] = frame[uint64(SEEN + packed % SLOTS)]
        frames[below, MOVER] = 1 - frame[MOVER]
        frames[below, TARGET] = frame[TARGET] - values[uint64(cell)]
        depth += 1
        entering = True
