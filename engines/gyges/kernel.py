"""Compiled moving: where pieces may end, whether a side wins at once, all moves of a position.

A position is three masks of cells: `occupied`, those with a piece; `high`, with a piece of two rings or
three; `three`, of three. A move is a number: start, end (36 and 37 are the goals) and the cell to which the
replaced piece goes (`NO_DROP` for none), six bits each, the lowest first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, int64, uint64
from numba.core import types

from engines.core.bits import ONE, ZERO, count, lowest
from engines.core.jit import kernel
from engines.gyges.board import CELLS, GOALS, KINDS, LEGS, SIZE

_FLAT = [leg for cell in range(CELLS) for rings in KINDS for leg in LEGS[cell][rings]]
_SIZES = [len(LEGS[cell][rings]) if rings else 0 for cell in range(CELLS) for rings in range(4)]
FIRST = np.cumsum([0, *_SIZES]).astype(np.int64)
"""FIRST[4 * cell + rings] to the next: the legs of that many steps from a cell."""
LINK = np.array([leg.links for leg in _FLAT], dtype=np.uint64)
MID = np.array([leg.between for leg in _FLAT], dtype=np.uint64)
END = np.array([leg.end for leg in _FLAT], dtype=np.int64)
BIT = np.array([1 << leg.end for leg in _FLAT], dtype=np.uint64)

BOARD = np.uint64((1 << CELLS) - 1)
ROW = np.uint64(63)
SIX, TWELVE = np.uint64(6), np.uint64(12)
GOAL0, GOAL1 = np.uint64(1 << GOALS[0]), np.uint64(1 << GOALS[1])
FIRST_ROW, LAST_ROW = ROW, np.uint64(63 << SIZE * (SIZE - 1))
FIRST_COLUMN = np.uint64(sum(1 << SIZE * row for row in range(SIZE)))
LAST_COLUMN = np.uint64(sum(1 << SIZE * row + SIZE - 1 for row in range(SIZE)))
NO_DROP = 63
MOST_MOVES = 2_048
"""More outcomes than a position has: six pieces, eleven to replace, 25 cells to drop on."""
REPLACE, BACK = 1, 2
"""Bits of a variant: replacing is allowed, returning is allowed."""

moves_t = int32[::1]


@kernel(int64(uint64, uint64, int64))
def rings_in(high: Any, three: Any, cell: Any) -> Any:
    """The rings of the piece in a cell."""
    at = uint64(cell)
    return int64(ONE + ((high >> at) & ONE) + ((three >> at) & ONE))


@kernel(uint64(uint64))
def beside(cells: Any) -> Any:
    """The neighbours of some cells."""
    return (
        cells >> SIX | (cells << SIX) & BOARD | (cells & ~LAST_COLUMN) << ONE | (cells & ~FIRST_COLUMN) >> ONE
    )


@kernel(types.UniTuple(uint64, 2)(uint64, uint64, uint64, int64, uint64))
def leg_ends(closed: Any, high: Any, three: Any, cell: Any, barred: Any) -> Any:
    """Where a leg may end that begins with the piece in a cell, and from where its last step is taken.

    The first step does not go to a `barred` cell. Ends are cells and goals.
    """
    home = ONE << uint64(cell)
    last = home
    ends = beside(home) & ~barred
    if high & home != ZERO:
        near = ends & ~closed
        if three & home == ZERO:
            last = near
            ends = beside(near) & ~home
        else:
            last = beside(near) & ~closed & ~home
            # The step back to a near cell needs another near cell to come from: only corners have two.
            rows = near & (home << SIX | home >> SIX)
            corners = last & beside(rows) & beside(near & ~rows)
            ends = beside(last) & ~near | beside(corners) & near
    if last & FIRST_ROW != ZERO:
        ends |= GOAL1
    if last & LAST_ROW != ZERO:
        ends |= GOAL0
    return ends, last


@kernel(uint64(uint64, uint64, uint64, int64, uint64, uint64))
def relaxed(closed: Any, high: Any, three: Any, start: Any, found: Any, last: Any) -> Any:
    """Where a piece might land if links could be used again: no fewer landings than there are.

    Only the link by which a piece is reached is not used to leave it at once. `found` is where the first leg
    ends, `last` from where its last step is taken.
    """
    south = (last << SIX) & closed  # pieces reached from the south
    north = (last >> SIX) & closed
    west = ((last & ~LAST_COLUMN) << ONE) & closed
    east = ((last & ~FIRST_COLUMN) >> ONE) & closed
    done = ONE << uint64(start)  # left by all links
    tried = done  # left by all links but one
    while True:
        several = (south | north) & (west | east) | south & north | west & east
        ahead = several & ~done | (south | north | west | east) & ~tried
        if ahead == ZERO:
            return found
        cell = lowest(ahead)
        bit = ONE << uint64(cell)
        barred = ZERO
        tried |= bit
        if several & bit != ZERO:
            done |= bit
        elif south & bit != ZERO:
            barred = bit >> SIX
        elif north & bit != ZERO:
            barred = bit << SIX
        elif west & bit != ZERO:
            barred = bit >> ONE
        else:
            barred = bit << ONE
        ends, last = leg_ends(closed, high, three, cell, barred)
        found |= ends
        south |= (last << SIX) & closed
        north |= (last >> SIX) & closed
        west |= ((last & ~LAST_COLUMN) << ONE) & closed
        east |= ((last & ~FIRST_COLUMN) >> ONE) & closed


@kernel(uint64(int64, uint64, uint64, uint64, uint64, uint64, uint64, uint64))
def explore(
    cell: Any, used: Any, bounced: Any, closed: Any, high: Any, three: Any, found: Any, most: Any
) -> Any:
    """`found`, and every landing that a moving piece standing in `cell` gets to.

    `used` are the links taken so far, `bounced` the pieces bounced on (a second bounce on one adds nothing).
    Ends early once all of `most` is found.
    """
    spot = 4 * cell + rings_in(high, three, cell)
    for i in range(FIRST[spot], FIRST[spot + 1]):
        if (MID[i] & closed) | (LINK[i] & used) == ZERO:
            found |= BIT[i]
            if BIT[i] & closed & ~bounced != ZERO:
                found = explore(END[i], used | LINK[i], bounced | BIT[i], closed, high, three, found, most)
            if found == most:
                return found
    return found


@kernel(uint64(uint64, uint64, uint64, int64, int64))
def landings(occupied: Any, high: Any, three: Any, seat: Any, start: Any) -> Any:
    """Where the piece in `start` may land: cells, and the far goal as the bit of its number."""
    closed = occupied & ~(ONE << uint64(start))
    found, last = leg_ends(closed, high, three, start, ZERO)
    if found & closed != ZERO:
        most = relaxed(closed, high, three, start, found, last)
        if found != most:
            found = explore(start, ZERO, ZERO, closed, high, three, found, most)
    return found & ~(GOAL1 if seat == 0 else GOAL0)


@kernel(int64(uint64, int64, int64))
def row_from(occupied: Any, seat: Any, after: Any) -> Any:
    """The number of a seat's nearest row with a piece beyond row `after`, -1 if there is none.

    To begin with, `after` is -1 for seat 0 and 6 for seat 1.
    """
    if seat == 0:
        for row in range(after + 1, SIZE):
            if (occupied >> (SIX * uint64(row))) & ROW != ZERO:
                return row
    else:
        for row in range(after - 1, -1, -1):
            if (occupied >> (SIX * uint64(row))) & ROW != ZERO:
                return row
    return -1


@kernel(uint64(uint64, int64))
def drop_zone(occupied: Any, seat: Any) -> Any:
    """The cells up to the opponent's nearest row with a piece, that row included."""
    row = uint64(row_from(occupied, 1 - seat, 6 if seat == 0 else -1))
    if seat == 0:
        return (ONE << (SIX * (row + ONE))) - ONE
    return BOARD & ~((ONE << (SIX * row)) - ONE)


@kernel(int64(uint64, uint64, uint64, int64, int64, moves_t))
def generate(occupied: Any, high: Any, three: Any, seat: Any, variant: Any, moves: Any) -> Any:
    """Write all moves; how many there are. Goal moves come first within a piece."""
    goal = GOALS[0] if seat == 0 else GOALS[1]
    zone = drop_zone(occupied, seat)
    total = 0
    row = row_from(occupied, seat, -1 if seat == 0 else 6)
    while row >= 0 and total == 0:
        starts = occupied & (ROW << (SIX * uint64(row)))
        while starts != ZERO:
            start = lowest(starts)
            home = ONE << uint64(start)
            starts &= starts - ONE
            closed = occupied & ~home
            found = landings(occupied, high, three, seat, start)
            if variant & BACK == 0:
                found &= ~home
            if found >> uint64(goal) & ONE != ZERO:
                moves[total] = start | goal << 6 | NO_DROP << 12
                total += 1
            ends = found & BOARD & ~closed
            while ends != ZERO:
                moves[total] = start | lowest(ends) << 6 | NO_DROP << 12
                total += 1
                ends &= ends - ONE
            if variant & REPLACE != 0:
                ends = found & closed
                while ends != ZERO:
                    end = lowest(ends)
                    ends &= ends - ONE
                    drops = zone & ~closed
                    while drops != ZERO:
                        moves[total] = start | end << 6 | lowest(drops) << 12
                        total += 1
                        drops &= drops - ONE
        row = row_from(occupied, seat, row)
    return total


@kernel(int64(uint64, uint64, uint64, int64, int64))
def count_moves(occupied: Any, high: Any, three: Any, seat: Any, variant: Any) -> Any:
    """How many moves there are."""
    zone = drop_zone(occupied, seat)
    goal = GOAL0 if seat == 0 else GOAL1
    total = 0
    row = row_from(occupied, seat, -1 if seat == 0 else 6)
    while row >= 0 and total == 0:
        starts = occupied & (ROW << (SIX * uint64(row)))
        while starts != ZERO:
            start = lowest(starts)
            home = ONE << uint64(start)
            starts &= starts - ONE
            closed = occupied & ~home
            found = landings(occupied, high, three, seat, start)
            if variant & BACK == 0:
                found &= ~home
            total += count(found & (BOARD | goal) & ~closed)
            if variant & REPLACE != 0:
                total += count(found & closed) * count(zone & ~closed)
        row = row_from(occupied, seat, row)
    return total


@kernel(int64(int64, uint64, uint64, uint64, uint64, uint64, uint64))
def enters(cell: Any, used: Any, bounced: Any, closed: Any, high: Any, three: Any, goal: Any) -> Any:
    """Whether a piece standing in `cell` gets to a goal, as `explore` goes: 1 or 0."""
    spot = 4 * cell + rings_in(high, three, cell)
    for i in range(FIRST[spot], FIRST[spot + 1]):
        if (MID[i] & closed) | (LINK[i] & used) == ZERO:
            if BIT[i] & goal != ZERO:
                return 1
            if BIT[i] & closed & ~bounced != ZERO and enters(
                END[i], used | LINK[i], bounced | BIT[i], closed, high, three, goal
            ):
                return 1
    return 0


@kernel(types.UniTuple(uint64, 2)(uint64, uint64, uint64, int64, int64))
def roughly(occupied: Any, high: Any, three: Any, seat: Any, start: Any) -> Any:
    """Where the piece in `start` may land, and perhaps a little more; its goal only if it truly gets there.

    Then those that are certain.
    """
    closed = occupied & ~(ONE << uint64(start))
    goal, own = (GOAL0, GOAL1) if seat == 0 else (GOAL1, GOAL0)
    certain, last = leg_ends(closed, high, three, start, ZERO)
    found = certain
    if certain & closed != ZERO:
        found = relaxed(closed, high, three, start, certain, last)
        if found & ~certain & goal != ZERO:
            if enters(start, ZERO, ZERO, closed, high, three, goal):
                certain |= goal
            else:
                found &= ~goal
    return found & ~own, certain & ~own


@kernel(uint64(uint64, int64, uint64, int64))
def legal(found: Any, variant: Any, closed: Any, start: Any) -> Any:
    """The landings that may be ends: replacing and returning can be barred."""
    if variant & BACK == 0:
        found &= ~(ONE << uint64(start))
    return found if variant & REPLACE != 0 else found & ~closed


@kernel(int64(uint64, uint64, uint64, int64, int64))
def wins(occupied: Any, high: Any, three: Any, seat: Any, variant: Any) -> Any:
    """Whether `seat`, to move, can enter its goal at once: 1 or 0."""
    goal = GOAL0 if seat == 0 else GOAL1
    row = row_from(occupied, seat, -1 if seat == 0 else 6)
    while row >= 0:
        starts = occupied & (ROW << (SIX * uint64(row)))
        stuck = True
        while starts != ZERO:
            start = lowest(starts)
            starts &= starts - ONE
            found, certain = roughly(occupied, high, three, seat, start)
            if certain & goal != ZERO:
                return 1
            # Only a piece with no landing at all, or with none that may be an end, is stuck.
            if stuck:
                closed = occupied & ~(ONE << uint64(start))
                stuck = legal(certain, variant, closed, start) == ZERO
                if stuck and legal(found, variant, closed, start) != ZERO:
                    found = landings(occupied, high, three, seat, start)
                    stuck = legal(found, variant, closed, start) == ZERO
        if not stuck:
            return 0
        row = row_from(occupied, seat, row)
    return 0


@kernel(uint64(uint64, int64))
def moved(kind: Any, move: Any) -> Any:
    """A mask of some of the pieces after a move that does not score."""
    start, end, drop = uint64(move & 63), uint64((move >> 6) & 63), uint64((move >> 12) & 63)
    piece = (kind >> start) & ONE
    kind &= ~(ONE << start)
    replaced = (kind >> end) & ONE
    kind &= ~(ONE << end)
    kind |= piece << end
    if drop < uint64(CELLS):
        kind |= replaced << drop
    return kind


@kernel(int64(uint64, uint64, uint64, int64, int64, int64, int32[:, ::1]))
def perft(occupied: Any, high: Any, three: Any, seat: Any, variant: Any, depth: Any, buffers: Any) -> Any:
    """Move sequences of length `depth`; a finished game has no continuation."""
    if depth == 1:
        return count_moves(occupied, high, three, seat, variant)
    moves = buffers[depth]
    total = 0
    made = generate(occupied, high, three, seat, variant, moves)
    for place in range(made):
        move = moves[place]
        if (move >> 6) & 63 < CELLS:
            after_occupied = moved(occupied, move)
            after_high = moved(high, move)
            after_three = moved(three, move)
            total += perft(after_occupied, after_high, after_three, 1 - seat, variant, depth - 1, buffers)
    return total
