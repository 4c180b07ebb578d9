"""Compiled sampling: a tree of quiet positions grown by random play (UCT), for what is too large to solve.

Plain random play hides what matters, the number of long chains. So a random game is played with safe edges
only, and its end is judged: exactly where few safe edges are left, else by opening the smallest group first.

Rows of `tree` are moves: the string or edge drawn, visits, what the mover gains at once and whether the
other side moves next (-1) or the mover again (1), and the first and the number of the moves that answer it.
`totals` adds up what the position after the move was worth to the side that moves in it. A random game walks
on `alive`, 1 for each string (edge) that is left, and `ends`, the undrawn edges of each joint (cell).
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np
from numba import float64, int64, uint64

from engines.core.bits import ONE, ZERO
from engines.core.jit import kernel
from engines.timbiriche.kernel import (
    LIMIT,
    NODES,
    STOPPED,
    YES,
    counts,
    cube,
    flags,
    line,
    numbers,
    words,
)
from engines.timbiriche.strings.kernel import UNKNOWN, reach

MOVE, VISITS, GAIN, SIGN, FIRST, SIZE = 0, 1, 2, 3, 4, 5
CLOSED = -2
SETTLED = -1
"""In place of the first answer: the position is judged for good."""
EXPLORE = 4.0
"""Cells by which a move that was hardly tried may look better than it did."""

LEAF_NODES = 4_000
"""Nodes that the exact judgement of one random game may take."""

RUN_SIZE, RUN_ONE, RUN_TWO, RUN_LEAVES = 0, 1, 2, 3
"""What `trace` and `open_group` say: cells, both ends, and the cells that can be left to pass the turn."""

TOP53 = np.uint64(11)
X12, X25, X27 = np.uint64(12), np.uint64(25), np.uint64(27)
STAR = np.uint64(2685821657736338717)

floats = float64[::1]


@kernel(int64(int64, line))
def roll(sides: Any, seed: Any) -> Any:
    """A random number from 0 to `sides` - 1; `seed[0]` moves on (xorshift64*)."""
    word = seed[0]
    word ^= word >> X12
    word ^= word << X25
    word ^= word >> X27
    seed[0] = word
    return int64(float((word * STAR) >> TOP53) * (1.0 / 9007199254740992.0) * sides)


@kernel(int64(int64, numbers, floats, line))
def pick(parent: Any, tree: Any, totals: Any, seed: Any) -> Any:
    """The answer to try next: one never tried, at random, else the highest mean plus what it may hide."""
    first = tree[parent, FIRST]
    size = tree[parent, SIZE]
    best = -1
    unseen = 0
    top = 0.0
    spread = log(float(tree[parent, VISITS] + 1))
    for row in range(first, first + size):
        visits = tree[row, VISITS]
        if visits == 0:
            unseen += 1
            if roll(unseen, seed) == 0:
                best = row
        elif unseen == 0:
            mean = tree[row, GAIN] + tree[row, SIGN] * totals[row] / visits
            hope = mean + EXPLORE * sqrt(spread / visits)
            if best < 0 or hope > top:
                best = row
                top = hope
    return best


@kernel(int64(counts, int64, float64, numbers, floats))
def learn(path: Any, length: Any, value: Any, tree: Any, totals: Any) -> Any:
    """Add what the last position of `path` is worth to its mover to all rows on the way."""
    for place in range(length - 1, -1, -1):
        row = path[place]
        tree[row, VISITS] += 1
        totals[row] += value
        value = tree[row, GAIN] + tree[row, SIGN] * value
    return 0


@kernel(int64(int64, counts, counts, numbers, numbers, counts, counts))
def trace(string: Any, alive: Any, ends: Any, strings: Any, beside: Any, members: Any, run: Any) -> Any:
    """Follow a string through joints with two edges left; returns how many strings the run has."""
    members[0] = string
    length = 1
    run[RUN_SIZE] = strings[string, 2]
    run[RUN_ONE] = run[RUN_TWO] = CLOSED
    if strings[string, 3] != 0:
        return length
    for side in range(2):
        here = strings[string, side]
        current = string
        while here >= 0 and ends[here] == 2:
            run[RUN_SIZE] += 1
            following = -1
            for place in range(beside.shape[1]):
                other = beside[here, place]
                if other >= 0 and other != current and alive[other] != 0:
                    following = other
            if following < 0 or following == string:
                return length
            members[length] = following
            length += 1
            run[RUN_SIZE] += strings[following, 2]
            here = strings[following, 1] if strings[following, 0] == here else strings[following, 0]
            current = following
        run[RUN_ONE + side] = here
    return length


@kernel(int64(int64, counts, counts, numbers, counts))
def erase(length: Any, alive: Any, ends: Any, strings: Any, members: Any) -> Any:
    """Remove the strings of a run."""
    for place in range(length):
        member = members[place]
        alive[member] = 0
        for side in range(2):
            if strings[member, side] >= 0:
                ends[strings[member, side]] -= 1
    return 0


@kernel(int64(int64, counts, counts, numbers, numbers, counts, counts))
def open_group(string: Any, alive: Any, ends: Any, strings: Any, beside: Any, members: Any, run: Any) -> Any:
    """Open the group of a string and let the other side take it all; returns the cells it takes."""
    length = trace(string, alive, ends, strings, beside, members, run)
    size = run[RUN_SIZE]
    one, two = run[RUN_ONE], run[RUN_TWO]
    erase(length, alive, ends, strings, members)
    leaves = 0
    if one == CLOSED:
        leaves = 4 if size >= 4 else 0
    elif size >= 3:
        leaves = 2
    if one >= 0 and one == two and ends[one] == 1:
        # A loop on a stalk: the joint and the stalk go with it.
        for place in range(beside.shape[1]):
            other = beside[one, place]
            if other >= 0 and alive[other] != 0:
                length = trace(other, alive, ends, strings, beside, members, run)
                size += 1 + run[RUN_SIZE]
                erase(length, alive, ends, strings, members)
                break
        leaves = 2
    run[RUN_LEAVES] = leaves
    return size


@kernel(int64(int64, counts, numbers))
def is_safe(string: Any, ends: Any, strings: Any) -> Any:
    """1 if drawing this string offers no cell."""
    if strings[string, 2] != 0:
        return 0
    one, two = strings[string, 0], strings[string, 1]
    return 1 if (one < 0 or ends[one] > 2) and (two < 0 or ends[two] > 2) else 0


@kernel(int64(counts, counts, numbers, numbers, counts, counts, counts, counts))
def judge(
    alive: Any, ends: Any, strings: Any, beside: Any, members: Any, run: Any, gifts: Any, control: Any
) -> Any:
    """What the mover gets if no edge is safe and both sides always open the smallest group."""
    opened = 0
    while True:
        smallest = -1
        least = 0
        for string in range(alive.shape[0]):
            if alive[string] == 1:
                length = trace(string, alive, ends, strings, beside, members, run)
                if smallest < 0 or run[RUN_SIZE] < least:
                    smallest = string
                    least = run[RUN_SIZE]
                for place in range(length):
                    alive[members[place]] = 2
        if smallest < 0:
            break
        for string in range(alive.shape[0]):
            if alive[string] != 0:
                alive[string] = 1
        size = open_group(smallest, alive, ends, strings, beside, members, run)
        gifts[2 * opened] = size
        gifts[2 * opened + 1] = run[RUN_LEAVES]
        opened += 1
        control[NODES] += alive.shape[0] >> 2
    value = 0
    for place in range(opened - 1, -1, -1):
        size, leaves = gifts[2 * place], gifts[2 * place + 1]
        value = -(size - leaves + abs(value + leaves)) if leaves > 0 else -(size + value)
    return value


@kernel(int64(counts, counts, numbers, words, cube, words, line, line, counts, counts, flags, int64))
def pin(
    alive: Any,
    ends: Any,
    strings: Any,
    joints: Any,
    images: Any,
    table: Any,
    stack: Any,
    groups: Any,
    facts: Any,
    control: Any,
    flag: Any,
    guess: Any,
) -> Any:
    """The exact worth of a position of at most 64 strings, from `guess` outwards; UNKNOWN if too hard."""
    mask = ZERO
    cells = 0
    for string in range(alive.shape[0]):
        if alive[string] != 0:
            mask |= ONE << uint64(string)
            cells += strings[string, 2]
    for joint in range(ends.shape[0]):
        if ends[joint] > 0:
            cells += 1
    most = control[LIMIT]
    control[LIMIT] = min(most, control[NODES] + LEAF_NODES)
    low, high = -cells, cells
    target = guess
    while low < high:
        target = min(max(target, low + 2), high)
        target += (target - low) & 1
        got = reach(
            mask, target, strings, joints, images, table, stack, groups, facts, control, flag
        )  # fmt: skip
        if got == STOPPED:
            control[LIMIT] = most
            return UNKNOWN
        if got == YES:
            low = target
            target = low + 2
        else:
            high = target - 2
            target = high
    control[LIMIT] = most
    return low


@kernel(int64(counts, counts, numbers, counts))
def list_safe(alive: Any, ends: Any, strings: Any, safe: Any) -> Any:
    """Write the safe strings to `safe`; returns how many there are."""
    found = 0
    for string in range(alive.shape[0]):
        if alive[string] != 0 and is_safe(string, ends, strings) != 0:
            safe[found] = string
            found += 1
    return found


@kernel(int64(int64, counts, counts, numbers, counts, line))
def draw_safe(found: Any, alive: Any, ends: Any, strings: Any, safe: Any, seed: Any) -> Any:
    """Draw one of the `found` safe strings at random; returns how many are left."""
    string = safe[roll(found, seed)]
    alive[string] = 0
    for side in range(2):
        if strings[string, side] >= 0:
            ends[strings[string, side]] -= 1
    left = 0
    for place in range(found):
        other = safe[place]
        if other != string and is_safe(other, ends, strings) != 0:
            safe[left] = other
            left += 1
    return left


@kernel(int64(int64, int64, counts, counts, numbers, numbers, numbers, counts, counts))
def grow(
    row: Any, used: Any, alive: Any, ends: Any, strings: Any, beside: Any, tree: Any, members: Any, run: Any
) -> Any:
    """Add the answers to a row: safe strings, and the groups that leave no choice; returns the rows used."""
    tree[row, FIRST] = used
    for string in range(alive.shape[0]):
        if alive[string] != 1:
            continue
        gain = 0
        if is_safe(string, ends, strings) != 0:
            before = strings[string, 4]
            if before >= 0 and alive[before] != 0:
                continue
        else:
            length = trace(string, alive, ends, strings, beside, members, run)
            for place in range(length):
                alive[members[place]] = 2
            gain = -run[RUN_SIZE]
            if gain < -3 or (gain == -3 and run[RUN_ONE] != CLOSED):
                continue
            if run[RUN_ONE] >= 0 and run[RUN_ONE] == run[RUN_TWO]:
                continue
        tree[used, MOVE] = string
        tree[used, VISITS] = 0
        tree[used, GAIN] = gain
        tree[used, SIGN] = -1
        tree[used, FIRST] = 0
        used += 1
    tree[row, SIZE] = used - tree[row, FIRST]
    for string in range(alive.shape[0]):
        if alive[string] == 2:
            alive[string] = 1
    return used


@kernel(
    int64(
        numbers, numbers, numbers, words, cube, words, line, line, counts, counts, flags,
        numbers, floats, counts, line, int64,
    )
)  # fmt: skip
def sample(
    start: Any,
    strings: Any,
    beside: Any,
    joints: Any,
    images: Any,
    table: Any,
    stack: Any,
    groups: Any,
    facts: Any,
    control: Any,
    flag: Any,
    tree: Any,
    totals: Any,
    scratch: Any,
    seed: Any,
    exact_below: Any,
) -> Any:
    """Play random games from a quiet position until the nodes are spent; returns how many were played.

    `start`: row 0 `alive`, row 1 `ends`. Positions of at most `exact_below` safe strings are judged exactly
    (-1: none, for more than 64 strings). `scratch` has room for eight rows as long as the longer of these.
    """
    count, width = strings.shape[0], start.shape[1]
    alive = scratch[0:count]
    ends = scratch[width : width + joints.shape[0]]
    members = scratch[2 * width : 3 * width]
    safe = scratch[3 * width : 4 * width]
    path = scratch[4 * width : 5 * width]
    gifts = scratch[5 * width : 7 * width]
    run = scratch[7 * width : 7 * width + 4]
    tree[0, VISITS] = 0
    totals[0] = 0.0
    alive[:] = start[0, :count]
    ends[:] = start[1, : joints.shape[0]]
    used = grow(0, 1, alive, ends, strings, beside, tree, members, run)
    games = 0
    guess = 0
    while control[NODES] < control[LIMIT] and flag[0] == 0:
        control[NODES] += count >> 1
        alive[:] = start[0, :count]
        ends[:] = start[1, : joints.shape[0]]
        row = 0
        path[0] = 0
        length = 1
        while True:
            if tree[row, FIRST] == 0 and tree[row, VISITS] > 0 and used + count < tree.shape[0]:
                used = grow(row, used, alive, ends, strings, beside, tree, members, run)
            if tree[row, FIRST] <= 0 or tree[row, SIZE] == 0:
                break
            row = pick(row, tree, totals, seed)
            if tree[row, VISITS] == 0:
                totals[row] = 0.0
            open_group(tree[row, MOVE], alive, ends, strings, beside, members, run)
            path[length] = row
            length += 1
        if tree[row, FIRST] == SETTLED:
            learn(path, length, totals[row] / tree[row, VISITS], tree, totals)
            games += 1
            continue
        found = list_safe(alive, ends, strings, safe)
        settled = True
        sign = 1
        value = UNKNOWN
        while True:
            if found <= exact_below:
                value = pin(
                    alive, ends, strings, joints, images, table, stack, groups, facts, control, flag, guess
                )
                if value != UNKNOWN:
                    guess = value
                    break
            if found == 0:
                value = judge(alive, ends, strings, beside, members, run, gifts, control)
                break
            found = draw_safe(found, alive, ends, strings, safe, seed)
            sign = -sign
            settled = False
        if settled and row != 0:
            tree[row, FIRST] = SETTLED
        learn(path, length, float(sign * value), tree, totals)
        games += 1
    return games
