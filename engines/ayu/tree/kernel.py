"""Compiled tree search of Ayu: visits go where the estimate and the visits so far promise most (PUCT).

A leaf is worth what a quick game from it comes to, and a little what the estimate says of it. Positions
without a move are won, and proofs go up the tree: a move to a lost position wins, and a position from which
all moves lead to won ones is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.ayu.bits import WIDE, jit
from engines.ayu.kernel import (
    COUNTS,
    I64,
    MASKS,
    MOVES,
    SCALE,
    STONES,
    U64,
    UNITS,
    WEIGHTS,
    WIN,
    generate,
    judge,
    make,
)
from engines.ayu.playouts.kernel import play_out

from numba.core import types  # isort: skip

kernel = jit.kernel

FIRST, COUNT, MOVE, VISITS, PROOF = range(5)
"""Columns of `links`: a node's first child, how many children (-1: none yet), the move to it, visits, what is
proved of it."""
TOTAL, PRIOR, STATIC = range(3)
"""Columns of `worths`: the sum of the values of its visits, how promising its move looked, and what the
estimate says of the move. Values are from -1 to 1, those of a node from its side to move."""
NODES, MOST_NODES, USED = range(3)
"""Fields of `control`: positions judged or played through so far and at most, rows of the tree in use."""
WON, LOST, DRAWN = 1, -1, 2
"""What is proved of a node, for its side to move."""
DEEPEST = 120
"""Plies of the longest line."""

DARING, SHARPNESS, CAUTION = 1.3, 3.0, 0.1
"""How much an unvisited promising move weighs against a known value, how steeply promise follows the
estimate, and how much worse than its estimate a move is taken to be before its first visit."""
RIPE = 2
"""Visits after which a leaf gets children."""
QUICK = 2
"""Moves of a quick game for each point along an edge but one, if nobody has won before."""
PLAYED = 0.8
"""How much of a leaf's value is the end of a quick game from it; the rest is the estimate."""

F32 = types.float32
LINKS = types.Array(types.int32, 2, "C")
WORTHS = types.Array(F32, 2, "C")
WORDS = types.Array(U64, 1, "C")
ZOBRIST = types.Array(U64, 2, "C")
CONTROL = types.Array(I64, 1, "C")
FLAG = types.Array(types.int32, 1, "C")


@kernel(I64(LINKS, WORTHS, I64))
def descend(links: Any, worths: Any, node: Any) -> Any:
    """The child to visit next."""
    begin = np.int64(links[node, FIRST])
    root = np.sqrt(np.float64(links[node, VISITS]) + 1.0) * DARING
    best, chosen = -1e18, begin
    for child in range(begin, begin + links[node, COUNT]):
        visits = np.float64(links[child, VISITS])
        if links[child, PROOF] == WON:
            value = -1e9
        elif links[child, PROOF] == DRAWN:
            value = 0.0
        else:
            value = np.float64(worths[child, PRIOR]) * root
            value += np.float64(worths[child, STATIC]) - CAUTION - np.float64(worths[child, TOTAL])
            value /= 1.0 + visits
        if value > best:
            best, chosen = value, np.int64(child)
    return chosen


@kernel(
    [
        I64(
            UNITS,
            COUNTS,
            STONES,
            MASKS,
            MASKS,
            MOVES,
            LINKS,
            WORTHS,
            WEIGHTS,
            ZOBRIST,
            WORDS,
            CONTROL,
            FLAG,
            I64,
            U64,
            wide,
            wide,
            wide,
            U64,
        )
        for wide in WIDE
    ]
)
def grow(
    units: Any,
    counts: Any,
    stones: Any,
    near: Any,
    scratch: Any,
    moves: Any,
    links: Any,
    worths: Any,
    weights: Any,
    zobrist: Any,
    earlier: Any,
    control: Any,
    flag: Any,
    colour: Any,
    key: Any,
    everything: Any,
    first: Any,
    last: Any,
    size: Any,
) -> int:
    """Visit the tree until something is proved of its root, the limit is reached or the rows are used up.

    Row 0 of the tree is the position in row 0 of the desk, of which `key` is the key; `colour` is to move and
    has a move. A position whose key stands in `earlier` is a draw. Returns the number of visits.
    """
    path = np.zeros(DEEPEST + 2, dtype=np.int64)
    keys = np.zeros(DEEPEST + 2, dtype=np.uint64)
    keys[0] = key
    links[0, FIRST], links[0, COUNT], links[0, VISITS], links[0, PROOF] = 0, -1, 0, 0
    worths[0, TOTAL], worths[0, STATIC] = 0.0, 0.0
    control[USED] = 1
    seed = key | np.uint64(1)
    quick = QUICK * (np.int64(size) - 1)
    visits = 0
    while links[0, PROOF] == 0 and flag[0] == 0 and control[NODES] < control[MOST_NODES]:
        node, ply, mover = np.int64(0), np.int64(0), colour
        path[0] = 0
        # 1. Down to a leaf.
        while links[node, COUNT] > 0 and links[node, PROOF] == 0 and ply < DEEPEST:
            node = descend(links, worths, node)
            move = np.int64(links[node, MOVE])
            make(units, counts, stones, near, ply, mover, move, everything)
            keys[ply + 1] = keys[ply] ^ zobrist[mover, move >> 8] ^ zobrist[mover, move & 255] ^ zobrist[2, 0]
            ply += 1
            mover = 1 - mover
            path[ply] = node
        # 2. Judge it, by the best of its moves once it has children, and play a quick game from it.
        value = 0.0
        proof = links[node, PROOF]
        if proof in (WON, LOST):
            value = np.float64(proof)
        elif proof == 0 and ply < DEEPEST:
            value = -np.float64(worths[node, STATIC])
            ripe = links[node, VISITS] >= RIPE or ply == 0
            if ripe:
                end = generate(
                    units, counts, stones, near, ply, mover, moves, 0, everything, first, last, size
                )
            if ripe and control[USED] + end <= links.shape[0]:
                used = control[USED]
                links[node, FIRST], links[node, COUNT] = used, end
                control[USED] = used + end
                control[NODES] += end
                total, value = 0.0, -1.0
                for place in range(end):
                    child = used + place
                    move = np.int64(moves[place])
                    make(units, counts, stones, near, ply, mover, move, everything)
                    score = judge(
                        units,
                        counts,
                        stones,
                        scratch,
                        ply + 1,
                        1 - mover,
                        weights,
                        everything,
                        first,
                        last,
                        size,
                    )
                    proof = 0
                    if score == WIN:
                        proof = WON
                    elif earlier.shape[0]:
                        there = (
                            keys[ply] ^ zobrist[mover, move >> 8] ^ zobrist[mover, move & 255] ^ zobrist[2, 0]
                        )
                        for number in range(earlier.shape[0]):
                            if earlier[number] == there:
                                proof = DRAWN
                                score = 0
                    worth = -1.0 if proof == WON else -np.tanh(SCALE * score)
                    links[child, COUNT], links[child, MOVE], links[child, VISITS] = -1, move, 0
                    links[child, PROOF] = proof
                    worths[child, TOTAL] = 0.0
                    worths[child, STATIC] = worth
                    worths[child, PRIOR] = np.exp(SHARPNESS * worth)
                    total += np.float64(worths[child, PRIOR])
                    value = max(value, worth)
                for child in range(used, used + end):
                    worths[child, PRIOR] = np.float64(worths[child, PRIOR]) / total
            result, played, seed = play_out(
                units,
                counts,
                stones,
                scratch,
                weights,
                ply,
                mover,
                quick,
                seed,
                everything,
                first,
                last,
                size,
            )
            control[NODES] += played
            value = PLAYED * result + (1.0 - PLAYED) * value
        # 3. Up again.
        news = True
        for step in range(ply, -1, -1):
            node = path[step]
            links[node, VISITS] += 1
            worths[node, TOTAL] += value
            if news and links[node, PROOF] == 0 and links[node, COUNT] > 0:
                begin = np.int64(links[node, FIRST])
                lost = True
                for child in range(begin, begin + links[node, COUNT]):
                    if links[child, PROOF] == LOST:
                        links[node, PROOF] = WON
                        lost = False
                        break
                    if links[child, PROOF] != WON:
                        lost = False
                if lost:
                    links[node, PROOF] = LOST
                news = links[node, PROOF] != 0
            value = -value
        control[NODES] += 1
        visits += 1
    return visits
