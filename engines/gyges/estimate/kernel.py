"""The compiled estimate: what a position looks like to its mover, without moving.

It is a sum: facts about the position, times a weight each, and what a small network says.

The facts are differences, what the mover has minus what the other side has: 1 cells that only it can land
in, 2 pieces that only it can land on, 3 all landings together, 4 landings piece by piece, 5 pieces it could
move, 6 pieces of its rows that are stuck, 7 how far away its nearest row is, 8 to 10 its nearest pieces of
one, two and three rings, 11 pieces with a clear way into its goal. 0 is one always; 12 is one if the other
side would win if it were to move. Landings are looked at roughly, as if links could be used again; only wins
at once, and whether a piece can move at all, are always true.

The network has sixteen units. Each adds up what belongs to it: a bias, the facts times a weight each, and for
each cell a weight if a piece of one, two or three rings stands there, or if a side could land there, on a
piece or not. What a unit has between 0 and `FULL` counts, times its output weight. The last eight units see
the first eight's board with left and right exchanged, and seat 1 sees the board turned, so that equal
positions are judged alike.

A row of `net` holds what one input gives to the units: four in a word, sixteen bits each, as the one number
that is the sum of their weights, shifted. Sums and multiples of such numbers are those of all four weights,
as long as no unit's sum leaves the sixteen bits; then only the estimate would be wrong. `net` may be empty.

`control` is the search's; here it gives the variant, the weights of the facts and of the units, and is told
the facts and the landings of both sides.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, uint64
from numba.core import types

from engines.core.bits import ONE, ZERO, count, lowest
from engines.core.jit import kernel
from engines.gyges.board import CELLS, SIZE
from engines.gyges.kernel import (
    BOARD,
    FIRST_ROW,
    GOAL0,
    GOAL1,
    LAST_ROW,
    ROW,
    SIX,
    beside,
    landings,
    legal,
    roughly,
    row_from,
)

WIN = 30_000
PROVED = 29_000
MOST_ESTIMATE = 9_000

UNITS = 16
LANES = 4
"""Units in a word."""
FULL = 2_048
"""What a unit has at most: one, as a whole number."""
GROUPS = 7
"""Kinds of inputs of a cell: pieces of one, two and three rings; landings of the mover on an empty cell and
on a piece; the same of the other side."""
INPUTS = GROUPS * CELLS

VARIANT = 3
WEIGHTS = 8
FEATURES = 13
FACTS = WEIGHTS + FEATURES
MINE, THEIRS = FACTS + FEATURES, FACTS + FEATURES + 1
OUTPUT = FACTS + FEATURES + 2
CONTROL = OUTPUT + UNITS
"""Places in `control`, and how many there are."""

LANE = np.uint64(16)
LOW = np.uint64(0xFFFF)
HALF = 0x8000
HALVES = np.uint64(0x8000_8000_8000_8000)

words = uint64[:, ::1]
counts = int64[::1]
four = types.UniTuple(uint64, LANES)


@kernel(int64(uint64, uint64, uint64, int64, int64, counts, int64))
def survey(occupied: Any, high: Any, three: Any, seat: Any, sign: Any, control: Any, landed: Any) -> Any:
    """Add what `seat` has, times `sign`, to the facts, and note its landings. 1 if it could win, else 0."""
    variant = control[VARIANT]
    goal = GOAL0 if seat == 0 else GOAL1
    row = row_from(occupied, seat, -1 if seat == 0 else 6)
    nearest = row
    reach = ZERO
    pairs = 0
    movable = 0
    stuck = 0
    won = 0
    while row >= 0 and movable == 0:
        starts = occupied & (ROW << (SIX * uint64(row)))
        while starts != ZERO:
            start = lowest(starts)
            starts &= starts - ONE
            closed = occupied & ~(ONE << uint64(start))
            found, certain = roughly(occupied, high, three, seat, start)
            if certain & goal != ZERO:
                won = 1
                if sign > 0:
                    return 1
            found = legal(found, variant, closed, start)
            if found != ZERO and legal(certain, variant, closed, start) == ZERO:
                found = legal(landings(occupied, high, three, seat, start), variant, closed, start)
            if found == ZERO:
                stuck += 1
            else:
                movable += 1
                reach |= found
                pairs += count(found)
        row = row_from(occupied, seat, row)
    control[landed] = int64(reach)
    front = occupied & (ROW << (SIX * uint64(nearest)))
    control[FACTS + 4] += sign * pairs
    control[FACTS + 5] += sign * movable
    control[FACTS + 6] += sign * stuck
    control[FACTS + 7] += sign * (nearest if seat == 0 else SIZE - 1 - nearest)
    control[FACTS + 8] += sign * count(front & ~high)
    control[FACTS + 9] += sign * count(front & high & ~three)
    control[FACTS + 10] += sign * count(front & three)
    # A clear way into the goal leads over empty cells only, so none of its steps can be a step back.
    last = LAST_ROW if seat == 0 else FIRST_ROW
    before = beside(last & ~occupied)
    gates = last & ~high | before & high & ~three | beside(before & ~occupied) & three
    control[FACTS + 11] += sign * count(gates & occupied)
    return won


@kernel(four(uint64, int64, words, uint64, uint64, uint64, uint64))
def gathered(cells: Any, row: Any, net: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """The sums with what some cells add, the first of which belongs to `row`."""
    while cells != ZERO:
        place = row + lowest(cells)
        cells &= cells - ONE
        a += net[place, 0]
        b += net[place, 1]
        c += net[place, 2]
        d += net[place, 3]
    return a, b, c, d


@kernel(int64(uint64, counts, int64))
def counted(word: Any, control: Any, output: Any) -> Any:
    """What four units count."""
    word += HALVES
    value = 0
    for lane in range(LANES):
        has = int64(word & LOW) - HALF
        value += min(max(has, 0), FULL) * control[output + lane]
        word >>= LANE
    return value


@kernel(int64(uint64, uint64, uint64, int64, counts, words))
def judged(occupied: Any, high: Any, three: Any, seat: Any, control: Any, net: Any) -> Any:
    """What the network says, once the facts and the landings are known."""
    a, b, c, d = net[0, 0], net[0, 1], net[0, 2], net[0, 3]
    for place in range(1, FEATURES):
        fact = uint64(control[FACTS + place])
        a += fact * net[place, 0]
        b += fact * net[place, 1]
        c += fact * net[place, 2]
        d += fact * net[place, 3]
    row = FEATURES + seat * INPUTS
    empty = BOARD & ~occupied
    mine, theirs = uint64(control[MINE]), uint64(control[THEIRS])
    a, b, c, d = gathered(occupied & ~high, row, net, a, b, c, d)
    a, b, c, d = gathered(high & ~three, row + CELLS, net, a, b, c, d)
    a, b, c, d = gathered(three, row + 2 * CELLS, net, a, b, c, d)
    a, b, c, d = gathered(mine & empty, row + 3 * CELLS, net, a, b, c, d)
    a, b, c, d = gathered(mine & occupied, row + 4 * CELLS, net, a, b, c, d)
    a, b, c, d = gathered(theirs & empty, row + 5 * CELLS, net, a, b, c, d)
    a, b, c, d = gathered(theirs & occupied, row + 6 * CELLS, net, a, b, c, d)
    value = counted(a, control, OUTPUT) + counted(b, control, OUTPUT + LANES)
    value += counted(c, control, OUTPUT + 2 * LANES) + counted(d, control, OUTPUT + 3 * LANES)
    return value // FULL


@kernel(int64(uint64, uint64, uint64, int64, counts, words))
def look(occupied: Any, high: Any, three: Any, seat: Any, control: Any, net: Any) -> Any:
    """What a position looks like to its mover, without moving: a win at once, or an estimate."""
    for place in range(FEATURES):
        control[FACTS + place] = 0
    if survey(occupied, high, three, seat, 1, control, MINE) != 0:
        return WIN - 1
    control[FACTS + 12] = survey(occupied, high, three, 1 - seat, -1, control, THEIRS)
    mine, theirs = uint64(control[MINE]), uint64(control[THEIRS])
    control[FACTS] = 1
    control[FACTS + 1] = count(mine & ~theirs & ~occupied & BOARD) - count(theirs & ~mine & ~occupied & BOARD)
    control[FACTS + 2] = count(mine & ~theirs & occupied) - count(theirs & ~mine & occupied)
    control[FACTS + 3] = count(mine & BOARD) - count(theirs & BOARD)
    value = 0
    for place in range(FEATURES):
        value += control[WEIGHTS + place] * control[FACTS + place]
    if net.shape[0] != 0:
        value += judged(occupied, high, three, seat, control, net)
    return min(max(value, -MOST_ESTIMATE), MOST_ESTIMATE)
