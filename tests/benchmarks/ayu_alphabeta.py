"""The other searcher that was tried for Ayu: alpha-beta with a table, late moves less deep, same estimate.

Measured against the tree of visits that the engine uses (`python -m tests.benchmarks.ayu`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.ayu.bits import WIDE, jit
from engines.ayu.desk import WEIGHTS as USUAL
from engines.ayu.desk import Desk
from engines.ayu.kernel import (
    COUNTS,
    I64,
    MASKS,
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
from engines.ayu.rules import State
from engines.ayu.solver import key_of, zobrist

from numba.core import types  # isort: skip

kernel = jit.kernel

DEEPEST = 127
"""Plies of the longest line that is searched."""
PROVED = 20_000
"""Scores beyond this are proved wins."""

NODES, MOST_NODES, STOPPED, HISTORY, BEST, AGE = range(6)
"""Fields of `control`: nodes so far and at most, whether the search was cut short, how many earlier positions
stand in `path`, the best move found at the root, and the number of the search."""

EXACT, LOWER, UPPER = 1, 2, 3

ONE = np.uint64(1)
WORDS = types.Array(U64, 1, "C")
ZOBRIST = types.Array(U64, 2, "C")
TABLE = types.Array(U64, 2, "C")
CONTROL = types.Array(I64, 1, "C")
PAST = types.Array(I64, 3, "C")
KEYS = types.Array(I64, 1, "C")
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
        I64(
            UNITS,
            COUNTS,
            STONES,
            MASKS,
            MASKS,
            MOVES,
            KEYS,
            ZOBRIST,
            WORDS,
            TABLE,
            PAST,
            WEIGHTS,
            CONTROL,
            FLAG,
            I64,
            I64,
            I64,
            I64,
            I64,
            I64,
            wide,
            wide,
            wide,
            U64,
        )
        for wide in WIDE
    ]
)
def alphabeta(
    units: Any,
    counts: Any,
    stones: Any,
    near: Any,
    scratch: Any,
    moves: Any,
    keys: Any,
    zobrist: Any,
    path: Any,
    table: Any,
    past: Any,
    weights: Any,
    control: Any,
    flag: Any,
    ply: Any,
    colour: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    begin: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> int:
    """The worth of row `ply` to `colour`, searched `depth` plies deep, within the window.

    `path` holds the keys of the earlier positions and of the line, this position's own included. The row is
    known to leave the side to move a move.
    """
    control[NODES] += 1
    if control[NODES] >= control[MOST_NODES] or (control[NODES] & 255 == 0 and flag[0] != 0):
        control[STOPPED] = 1
        return 0
    here = control[HISTORY] + ply
    key = path[here]
    root = ply == 0
    if not root:
        # A position that was there before, in the game or in this line, is a draw.
        back = here - 2
        while back >= 0:
            if path[back] == key:
                return 0
            back -= 2
    low = -(WIN - ply - 1)
    high = WIN - ply - 2
    if alpha < low:
        alpha = low
    if beta > high:
        beta = high
    if alpha >= beta:
        return alpha
    # 1. What is known.
    row = np.int64(key & np.uint64(table.shape[0] - 1))
    known = np.int64(-1)
    if table[row, 0] == key:
        data = np.int64(table[row, 1])
        known = data & 0xFFFF
        if not root and (data >> 16 & 0xFF) >= depth:
            score = (data >> 32 & 0xFFFF) - 32_768
            if score > PROVED:
                score -= ply
            elif score < -PROVED:
                score += ply
            bound = data >> 24 & 0xFF
            if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                return score
    # 2. The moves, each with the estimate of where it leads.
    end = generate(units, counts, stones, near, ply, colour, moves, begin, everything, first, last, size)
    best, chosen = -WIN, np.int64(moves[begin])
    for place in range(begin, end):
        make(units, counts, stones, near, ply, colour, np.int64(moves[place]), everything)
        value = -judge(
            units, counts, stones, scratch, ply + 1, 1 - colour, weights, everything, first, last, size
        )
        if value == -WIN:
            value += ply + 1
        keys[place] = value
        if value > best:
            best, chosen = value, np.int64(moves[place])
    control[NODES] += (end - begin) >> 2
    if depth <= 1 or ply >= DEEPEST - 2 or end + 12_700 > moves.shape[0]:
        if root:
            control[BEST] = chosen
        return best
    for place in range(begin, end):
        move = np.int64(moves[place])
        if move == known:
            keys[place] = 1_000_000
        elif keys[place] > -PROVED:
            keys[place] += past[colour, move >> 8, move & 255] >> 6
    sort(moves, keys, begin, end)
    # 3. Search them, the first with the whole window, the others to see that they are no better.
    floor = alpha
    best = -WIN
    chosen = np.int64(moves[begin])
    number = np.int64(0)
    for place in range(begin, end):
        move = np.int64(moves[place])
        number += 1
        if keys[place] <= -PROVED and place > begin:
            break  # it and all that follow let the other side win at once
        if keys[place] <= -PROVED:
            score = -(WIN - ply - 1)
        else:
            make(units, counts, stones, near, ply, colour, move, everything)
            path[here + 1] = key ^ zobrist[colour, move >> 8] ^ zobrist[colour, move & 255] ^ zobrist[2, 0]
            cut = np.int64(0)
            if depth >= 3 and number > 3:
                cut = 1
                if number > 10:
                    cut += 1
                if number > 25 and depth >= 5:
                    cut += 1
            elif depth == 2 and number > 12:
                cut = 1
            if number == 1:
                score = -alphabeta(
                    units,
                    counts,
                    stones,
                    near,
                    scratch,
                    moves,
                    keys,
                    zobrist,
                    path,
                    table,
                    past,
                    weights,
                    control,
                    flag,
                    ply + 1,
                    1 - colour,
                    depth - 1,
                    -beta,
                    -alpha,
                    end,
                    everything,
                    first,
                    last,
                    size,
                )
            else:
                score = -alphabeta(
                    units,
                    counts,
                    stones,
                    near,
                    scratch,
                    moves,
                    keys,
                    zobrist,
                    path,
                    table,
                    past,
                    weights,
                    control,
                    flag,
                    ply + 1,
                    1 - colour,
                    depth - 1 - cut,
                    -alpha - 1,
                    -alpha,
                    end,
                    everything,
                    first,
                    last,
                    size,
                )
                if score > alpha and (cut or score < beta) and control[STOPPED] == 0:
                    make(units, counts, stones, near, ply, colour, move, everything)
                    score = -alphabeta(
                        units,
                        counts,
                        stones,
                        near,
                        scratch,
                        moves,
                        keys,
                        zobrist,
                        path,
                        table,
                        past,
                        weights,
                        control,
                        flag,
                        ply + 1,
                        1 - colour,
                        depth - 1,
                        -beta,
                        -alpha,
                        end,
                        everything,
                        first,
                        last,
                        size,
                    )
            if control[STOPPED]:
                return best
        if score > best:
            best, chosen = score, move
            if root:
                control[BEST] = move
            if score > alpha:
                alpha = score
                if score >= beta:
                    past[colour, move >> 8, move & 255] += depth * depth
                    if past[colour, move >> 8, move & 255] > 6_400:
                        for a in range(past.shape[1]):
                            for b in range(past.shape[2]):
                                past[colour, a, b] >>= 1
                    break
    # 4. Keep what was found.
    bound = EXACT
    if best >= beta:
        bound = LOWER
    elif best <= floor:
        bound = UPPER
    score = best
    if score > PROVED:
        score += ply
    elif score < -PROVED:
        score -= ply
    old = np.int64(table[row, 1])
    if table[row, 0] == key or (old >> 48 & 0xFF) != control[AGE] or (old >> 16 & 0xFF) <= depth:
        table[row, 0] = key
        table[row, 1] = np.uint64(
            chosen | depth << 16 | np.int64(bound) << 24 | (score + 32_768) << 32 | control[AGE] << 48
        )
    return best


class AlphaBeta:
    """A player that searches ever deeper until its positions are used up."""

    def __init__(self, size: int, nodes: int) -> None:
        self._desk = Desk(size, DEEPEST + 2)
        self._nodes = nodes
        self._table = np.zeros((1 << 18, 2), dtype=np.uint64)
        self._past = np.zeros((2, size * size, size * size), dtype=np.int64)
        self._keys = np.zeros(len(self._desk.moves), dtype=np.int64)
        self._path = np.zeros(2 * DEEPEST, dtype=np.uint64)
        self._control = np.zeros(6, dtype=np.int64)
        self._age = 0

    def choose(self, state: State, seed: int) -> str:
        """The best move of the deepest search that was begun."""
        desk, control = self._desk, self._control
        desk.put(state)
        self._age = (self._age + 1) & 255
        control[:] = 0
        control[MOST_NODES], control[AGE] = self._nodes, self._age
        self._path[0] = key_of(state.stones, state.colour)
        self._past >>= 2
        best = 0
        for depth in range(1, DEEPEST // 2):
            control[BEST] = 0
            value = alphabeta(
                *desk.position,
                desk.scratch,
                desk.moves,
                self._keys,
                zobrist(),
                self._path,
                self._table,
                self._past,
                USUAL,
                control,
                np.zeros(1, dtype=np.int32),
                0,
                state.colour,
                depth,
                -WIN,
                WIN,
                0,
                *desk.masks,
                np.uint64(state.size),
            )
            best = int(control[BEST]) or best
            if control[STOPPED] or abs(value) > PROVED:
                break
        names = state.board.names
        return f"{names[best >> 8]}-{names[best & 255]}"
