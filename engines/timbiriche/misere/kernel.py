"""Compiled search and sampling of sets of edges, for misère: the fewest cells win.

The rules by which `strings` folds captures do not hold here, so every edge is a move of its own. Values count
what the mover avoids: the other side's cells minus his.
"""

from __future__ import annotations

from typing import Any

from numba import int64, uint64

from engines.core.bits import ONE, ZERO, count, lowest
from engines.core.jit import kernel
from engines.timbiriche.kernel import (
    BYTE,
    EIGHT,
    LIMIT,
    MIX1,
    NO,
    NODES,
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
from engines.timbiriche.sampling.kernel import (
    FIRST,
    GAIN,
    MOVE,
    SIGN,
    SIZE,
    VISITS,
    floats,
    learn,
    pick,
    roll,
)


@kernel(int64(uint64, int64, line, numbers, cube, words, counts, flags))
def reach_edges(
    undrawn: Any, target: Any, cells: Any, sides: Any, images: Any, table: Any, control: Any, flag: Any
) -> Any:
    """Whether the mover takes at least `target` cells fewer than the other side where fewest win.

    A plain search of edge sets: the capture rules of `reach` do not hold here. `sides` holds the two cells
    of each edge in columns 0 and 1 (the outside first) and, in column 4, the edge before it that is
    interchangeable with it.
    YES, NO, or STOPPED.
    """
    control[NODES] += 1
    if control[NODES] >= control[LIMIT] or (control[NODES] & 0x3FF == 0 and flag[0] != 0):
        return STOPPED
    undrawn = settle(undrawn, undrawn, sides)
    closing = ZERO
    left = 0
    for cell in range(cells.shape[0]):
        missing = cells[cell] & undrawn
        if missing != ZERO:
            left += 1
            if missing & (missing - ONE) == ZERO:
                closing |= missing
    if (target - left) & 1 != 0:
        target += 1
    if target <= -left:
        return YES
    if target > left:
        return NO
    if closing == undrawn:
        # Every edge closes a cell: the mover has to take all that is left.
        return NO
    key = canonical(undrawn, images) if images.shape[0] > 0 else undrawn
    mixed = (key ^ (key >> S31)) * MIX1
    slot = int64((mixed ^ (mixed >> S30)) & uint64(table.shape[0] - 1)) & ~1
    low = -left
    high = left
    for k in range(2):
        if table[slot + k, 0] == key:
            low = int64(table[slot + k, 1] & BYTE) - 128
            high = int64((table[slot + k, 1] >> EIGHT) & BYTE) - 128
            if low >= target:
                return YES
            if high < target:
                return NO
            break
    answer = NO
    for turn in range(2):
        rest = undrawn & ~closing if turn == 0 else closing
        while rest != ZERO and answer == NO:
            bit = rest & (ZERO - rest)
            edge = lowest(rest)
            rest ^= bit
            if sides[edge, 4] >= 0 and (undrawn >> uint64(sides[edge, 4])) & ONE != ZERO:
                continue
            after = undrawn ^ bit
            if turn == 0:
                got = reach_edges(after, 1 - target, cells, sides, images, table, control, flag)
                if got == NO:
                    answer = YES
            else:
                closed = 0
                if sides[edge, 0] >= 0 and cells[sides[edge, 0]] & after == ZERO:
                    closed += 1
                if cells[sides[edge, 1]] & after == ZERO:
                    closed += 1
                got = reach_edges(after, target + closed, cells, sides, images, table, control, flag)
                if got == YES:
                    answer = YES
            if got == STOPPED:
                return STOPPED
    if answer == YES:
        low = max(low, target)
    else:
        high = min(high, target - 2)
    keep = slot
    if table[slot, 0] != key and count(table[slot, 0]) > count(key):
        keep = slot + 1
    table[keep, 0] = key
    table[keep, 1] = uint64(low + 128) | (uint64(high + 128) << EIGHT)
    return answer


@kernel(int64(int64, counts, numbers))
def closes(edge: Any, ends: Any, sides: Any) -> Any:
    """How many cells this edge would close."""
    closed = 0
    for side in range(2):
        if sides[edge, side] >= 0 and ends[sides[edge, side]] == 1:
            closed += 1
    return closed


@kernel(int64(int64, counts, counts, numbers))
def draw_edge(edge: Any, alive: Any, ends: Any, sides: Any) -> Any:
    """Draw an edge."""
    alive[edge] = 0
    for side in range(2):
        if sides[edge, side] >= 0:
            ends[sides[edge, side]] -= 1
    return 0


@kernel(int64(int64, int64, counts, counts, numbers, numbers))
def grow(row: Any, used: Any, alive: Any, ends: Any, sides: Any, tree: Any) -> Any:
    """Add every edge, one of interchangeable ones, as an answer to a row; returns the rows used."""
    tree[row, FIRST] = used
    for edge in range(alive.shape[0]):
        if alive[edge] == 0 or (sides[edge, 4] >= 0 and alive[sides[edge, 4]] != 0):
            continue
        closed = closes(edge, ends, sides)
        tree[used, MOVE] = edge
        tree[used, VISITS] = 0
        tree[used, GAIN] = -closed
        tree[used, SIGN] = 1 if closed > 0 else -1
        tree[used, FIRST] = 0
        used += 1
    tree[row, SIZE] = used - tree[row, FIRST]
    return used


@kernel(int64(counts, counts, numbers, counts, line))
def play(alive: Any, ends: Any, sides: Any, open_edges: Any, seed: Any) -> Any:
    """Draw random edges that close nothing; whoever has none left takes all. The worth for the mover."""
    found = 0
    for edge in range(alive.shape[0]):
        if alive[edge] != 0:
            open_edges[found] = edge
            found += 1
    sign = 1
    while found > 0:
        place = roll(found, seed)
        edge = open_edges[place]
        found -= 1
        open_edges[place] = open_edges[found]
        if closes(edge, ends, sides) == 0:
            draw_edge(edge, alive, ends, sides)
            sign = -sign
    left = 0
    for cell in range(ends.shape[0]):
        if ends[cell] > 0:
            left += 1
    return -left * sign


@kernel(int64(numbers, numbers, int64, counts, flags, numbers, floats, counts, line))
def sample(
    start: Any,
    sides: Any,
    cells: Any,
    control: Any,
    flag: Any,
    tree: Any,
    totals: Any,
    scratch: Any,
    seed: Any,
) -> Any:
    """As `sample`, where fewest cells win; rows of `sides` are edges as in `reach_edges`."""
    count, width = sides.shape[0], start.shape[1]
    alive = scratch[0:count]
    ends = scratch[width : width + cells]
    open_edges = scratch[2 * width : 3 * width]
    path = scratch[3 * width : 4 * width]
    alive[:] = start[0, :count]
    ends[:] = start[1, :cells]
    used = grow(0, 1, alive, ends, sides, tree)
    games = 0
    while control[NODES] < control[LIMIT] and flag[0] == 0:
        control[NODES] += (count >> 3) + 1
        alive[:] = start[0, :count]
        ends[:] = start[1, :cells]
        row = 0
        path[0] = 0
        length = 1
        while True:
            if tree[row, FIRST] == 0 and tree[row, VISITS] > 0 and used + count < tree.shape[0]:
                used = grow(row, used, alive, ends, sides, tree)
            if tree[row, FIRST] <= 0 or tree[row, SIZE] == 0:
                break
            row = pick(row, tree, totals, seed)
            if tree[row, VISITS] == 0:
                totals[row] = 0.0
            draw_edge(tree[row, MOVE], alive, ends, sides)
            path[length] = row
            length += 1
        learn(path, length, float(play(alive, ends, sides, open_edges, seed)), tree, totals)
        games += 1
    return games
