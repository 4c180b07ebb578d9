"""Compiled proofs of Ayu: whether a side wins within so many plies, whatever the other does.

Counting plies makes the answer independent of how a position came about: a shortest win never repeats a
position, because each of its positions is nearer to the end than the one before (README). So answers may be
kept in a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.ayu.bits import WIDE, jit
from engines.ayu.kernel import (
    COUNTS,
    I64,
    MASKS,
    MOST_MOVES,
    MOVES,
    STONES,
    U64,
    UNITS,
    WEIGHTS,
    WIN,
    generate,
    judge,
    make,
)

from numba.core import types  # isort: skip

kernel = jit.kernel

DEEPEST = 120
"""Plies of the longest win that is looked for."""
NODES, MOST_NODES, STOPPED = range(3)
"""Fields of `control`: positions judged so far and at most, and whether the search was cut short."""
NEVER = 127
"""More plies than are ever asked for: nothing is proved."""

WORDS = types.Array(U64, 1, "C")
ZOBRIST = types.Array(U64, 2, "C")
CONTROL = types.Array(I64, 1, "C")
KEYS = types.Array(I64, 1, "C")
TABLE = types.Array(U64, 2, "C")
FLAG = types.Array(types.int32, 1, "C")


@kernel(types.void(MOVES, KEYS, I64, I64))
def sort(moves: Any, keys: Any, begin: Any, end: Any) -> None:
    """Order moves by their keys, highest first; equal ones keep their order."""
    for place in range(begin + 1, end):
        move, key = moves[place], keys[place]
        back = place - 1
        while back >= begin and keys[back] < key:
            moves[back + 1] = moves[back]
            keys[back + 1] = keys[back]
            back -= 1
        moves[back + 1] = move
        keys[back + 1] = key


@kernel(
    [
        types.boolean(
            UNITS,
            COUNTS,
            STONES,
            MASKS,
            MASKS,
            MOVES,
            KEYS,
            WEIGHTS,
            ZOBRIST,
            WORDS,
            TABLE,
            CONTROL,
            FLAG,
            I64,
            I64,
            I64,
            types.boolean,
            U64,
            I64,
            wide,
            wide,
            wide,
            U64,
        )
        for wide in WIDE
    ]
)
def holds(
    units: Any,
    counts: Any,
    stones: Any,
    near: Any,
    scratch: Any,
    moves: Any,
    keys: Any,
    weights: Any,
    zobrist: Any,
    earlier: Any,
    table: Any,
    control: Any,
    flag: Any,
    ply: Any,
    colour: Any,
    plies: Any,
    wins: Any,
    key: Any,
    begin: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> bool:
    """Whether `colour`, to move in row `ply` and with a move, wins (if not `wins`: loses) within `plies`.

    A position whose key stands in `earlier` is a draw: neither won nor lost. The answer is only good while
    `control[STOPPED]` is 0.
    """
    if plies < (2 if wins else 1):
        return False
    if control[NODES] >= control[MOST_NODES] or flag[0] != 0:
        control[STOPPED] = 1
        return False
    # 1. What is known: (not) won within and (not) lost within so many plies, and a good move.
    row = np.int64(key & np.uint64(table.shape[0] - 1))
    known = np.int64(-1)
    won, not_won = np.int64(NEVER), np.int64(0)
    lost, not_lost = np.int64(NEVER), np.int64(0)
    if table[row, 0] == key:
        data = np.int64(table[row, 1])
        won, not_won = data & 127, data >> 8 & 127
        lost, not_lost = data >> 16 & 127, data >> 24 & 127
        known = data >> 32 & 0xFFFF
        if wins:
            if won <= plies:
                return True
            if not_won >= plies or lost < NEVER:
                return False
        else:
            if lost <= plies:
                return True
            if not_lost >= plies or won < NEVER:
                return False
    # 2. The moves, those first that look best for the side to move.
    end = generate(units, counts, stones, near, ply, colour, moves, begin, everything, first, last, size)
    control[NODES] += end - begin
    answer = not wins
    over = False
    for place in range(begin, end):
        make(units, counts, stones, near, ply, colour, np.int64(moves[place]), everything)
        score = judge(
            units, counts, stones, scratch, ply + 1, 1 - colour, weights, everything, first, last, size
        )
        keys[place] = -score
        if np.int64(moves[place]) == known:
            keys[place] = WIN
        if score == WIN:
            keys[place] = -WIN
        elif plies == 1:
            answer, over = False, True  # a move that does not lose at once
            break
    if end + MOST_MOVES > moves.shape[0]:
        control[STOPPED] = 1
        return False
    chosen = np.int64(moves[begin])
    if not over and plies > 1:
        sort(moves, keys, begin, end)
        for place in range(begin, end):
            if keys[place] == -WIN:
                break  # the other side is left without a move and wins, by this move and all that follow
            move = np.int64(moves[place])
            there = key ^ zobrist[colour, move >> 8] ^ zobrist[colour, move & 255] ^ zobrist[2, 0]
            drawn = False
            for number in range(earlier.shape[0]):
                drawn = drawn or earlier[number] == there
            reached = False
            if not drawn:
                make(units, counts, stones, near, ply, colour, move, everything)
                reached = holds(
                    units,
                    counts,
                    stones,
                    near,
                    scratch,
                    moves,
                    keys,
                    weights,
                    zobrist,
                    earlier,
                    table,
                    control,
                    flag,
                    ply + 1,
                    1 - colour,
                    plies - 1,
                    not wins,
                    there,
                    end,
                    everything,
                    first,
                    last,
                    size,
                )
                if control[STOPPED]:
                    return False
            if wins == reached:
                answer, chosen = wins, move
                break
    # 3. Keep the answer.
    if table[row, 0] != key:
        won, not_won = np.int64(NEVER), np.int64(0)
        lost, not_lost = np.int64(NEVER), np.int64(0)
    if wins and answer:
        won = min(won, plies)
    elif wins:
        not_won = max(not_won, plies)
    elif answer:
        lost = min(lost, plies)
    else:
        not_lost = max(not_lost, plies)
    table[row, 0] = key
    table[row, 1] = np.uint64(won | not_won << 8 | lost << 16 | not_lost << 24 | chosen << 32)
    return answer
