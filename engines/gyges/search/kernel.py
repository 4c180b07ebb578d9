"""The compiled search of Gygès: alpha-beta over all outcomes, to a depth that grows, with proofs of wins.

Values are the mover's: `WIN - k` wins in k plies, its negative loses in k, anything up to `MOST_ESTIMATE`
is an estimate. A position counts as a node when it is looked at: whether its mover wins at once, and what
it seems worth.

`control`: nodes so far, most nodes, whether the search was stopped, the variant, the best move at the root
and its value; then what belongs to the estimate, as `net` does: see `estimate/kernel.py`. `table` has two
rows a bucket, three words each: see `key_of` and `keep`. `buffers` has two rows a ply: moves, and scores to
order them by. `history` counts, by side and move, how often a move refuted another; then come a few moves a
ply that did so lately.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int32, int64, uint64
from numba.core import types

from engines.core.bits import ONE, ZERO
from engines.core.jit import kernel
from engines.gyges.board import SIZE
from engines.gyges.estimate.kernel import FACTS, PROVED, VARIANT, WIN, look
from engines.gyges.kernel import FIRST_COLUMN, generate, moved, wins

DEEPEST = 40
MOST_MOVES = 2048
NODES, LIMIT, STOPPED, ROOT_MOVE, ROOT_VALUE = 0, 1, 2, 4, 5
"""Places in `control`: beside those that belong to the estimate."""
EXACT, LOWER, UPPER = 1, 2, 3
MIX1 = np.uint64(0x9E3779B97F4A7C15)
MIX2 = np.uint64(0xC2B2AE3D27D4EB4F)
S1, S2, S3, S5, S8, S16, S28, S31, S34, S36, S42, S44 = (
    np.uint64(n) for n in (1, 2, 3, 5, 8, 16, 28, 31, 34, 36, 42, 44)
)
LOW28 = np.uint64((1 << 28) - 1)
LOW18 = np.uint64((1 << 18) - 1)
LOW16 = np.uint64((1 << 16) - 1)
LOW8 = np.uint64(255)
BIAS = 32_768
KILLERS = 1 << 19
"""In `history` after the counts by side and move: REFUTERS moves for each ply, the latest first."""
REFUTERS = 4
HISTORY = KILLERS + REFUTERS * (DEEPEST + 4)

words = uint64[:, ::1]
rows = int32[:, ::1]
counts = int64[::1]
flags = int32[::1]


@kernel(int64(uint64, uint64, uint64, int64, counts, int32[::1]))
def parried(occupied: Any, high: Any, three: Any, seat: Any, control: Any, moves: Any) -> Any:
    """Whether some move of the side to move, which cannot win at once, leaves the other no win at once."""
    made = generate(occupied, high, three, seat, control[VARIANT], moves)
    # Replacements to neighbouring cells have much in common: the moves are tried far apart.
    stride = 7
    while made % stride == 0:
        stride += 4
    at = 0
    for _ in range(made):
        move = moves[at]
        at += stride
        if at >= made:
            at %= made
        control[NODES] += 1
        if not wins(moved(occupied, move), moved(high, move), moved(three, move), 1 - seat, control[VARIANT]):
            return 1
    return 0


@kernel(int64(uint64, uint64, uint64, int64, counts, words, int32[::1], int64))
def settle(
    occupied: Any, high: Any, three: Any, seat: Any, control: Any, net: Any, moves: Any, low: Any
) -> Any:
    """The value of a leaf: a win at once, a threat that cannot be parried, or an estimate.

    If the estimate is no more than `low`, threats play no part: the answer is an upper bound.
    """
    control[NODES] += 1
    value = look(occupied, high, three, seat, control, net)
    if value >= PROVED or value <= low or control[FACTS + 12] == 0:
        return value
    return value if parried(occupied, high, three, seat, control, moves) else -(WIN - 2)


@kernel(uint64(uint64))
def mirrored(mask: Any) -> Any:
    """A set of cells with left and right exchanged."""
    return (
        (mask & FIRST_COLUMN) << S5
        | (mask & FIRST_COLUMN << S1) << S3
        | (mask & FIRST_COLUMN << S2) << S1
        | (mask >> S1) & FIRST_COLUMN << S2
        | (mask >> S3) & FIRST_COLUMN << S1
        | (mask >> S5) & FIRST_COLUMN
    )


@kernel(int64(int64))
def mirrored_move(move: Any) -> Any:
    """A move with left and right exchanged."""
    image = 0
    for place in range(3):
        cell = (move >> 6 * place) & 63
        if cell < SIZE * SIZE:
            cell += SIZE - 1 - 2 * (cell % SIZE)
        image |= cell << 6 * place
    return image


@kernel(types.UniTuple(uint64, 2)(uint64, uint64, uint64, int64))
def key_of(occupied: Any, high: Any, three: Any, seat: Any) -> Any:
    """A position in two words, and nothing else in them."""
    return occupied | (high & LOW28) << S36, (high >> S28) | three << S8 | uint64(seat + 1) << S44


@kernel(int64(words, uint64, uint64))
def bucket(table: Any, one: Any, two: Any) -> Any:
    """The first of the two rows in which a position may be kept."""
    word = (one ^ (two * MIX2)) * MIX1
    word ^= word >> S31
    word *= MIX2
    return int64((word >> S34) & uint64(table.shape[0] // 2 - 1)) * 2


@kernel(types.void(words, uint64, uint64, int64, int64, int64, int64))
def keep(table: Any, one: Any, two: Any, depth: Any, kind: Any, value: Any, move: Any) -> Any:
    """Note what is known of a position: the deepest of a bucket in its first row, then the latest."""
    spot = uint64(bucket(table, one, two))
    other = spot + ONE
    if table[spot, 0] != one or table[spot, 1] != two:
        if int64((table[spot, 2] >> S34) & LOW8) <= depth:
            table[other, 0] = table[spot, 0]
            table[other, 1] = table[spot, 1]
            table[other, 2] = table[spot, 2]
        else:
            spot = other
    table[spot, 0] = one
    table[spot, 1] = two
    table[spot, 2] = uint64(value + BIAS) | uint64(move) << S16 | uint64(depth) << S34 | uint64(kind) << S42


@kernel(uint64(words, uint64, uint64))
def known(table: Any, one: Any, two: Any) -> Any:
    """What is known of a position: value, move, depth and kind in one word; 0 for nothing."""
    spot = uint64(bucket(table, one, two))
    for place in (spot, spot + ONE):
        if table[place, 0] == one and table[place, 1] == two:
            return table[place, 2]
    return ZERO


@kernel(int64(int64, int64))
def from_root(value: Any, ply: Any) -> Any:
    """A value of a position `ply` plies after the root, with wins and losses counted from the root."""
    if value >= PROVED:
        return value - ply
    if value <= -PROVED:
        return value + ply
    return value


@kernel(types.void(int32[::1], int32[::1], int64, int64))
def lift(moves: Any, scores: Any, place: Any, made: Any) -> Any:
    """Bring the move with the highest score from `place` on to `place`."""
    best = place
    for other in range(place + 1, made):
        if scores[other] > scores[best]:
            best = other
    if best != place:
        moves[place], moves[best] = moves[best], moves[place]
        scores[place], scores[best] = scores[best], scores[place]


@kernel(
    int64(
        uint64,
        uint64,
        uint64,
        int64,
        int64,
        int64,
        int64,
        int64,
        words,
        words,
        rows,
        int32[::1],
        counts,
        flags,
    )
)
def search(
    occupied: Any,
    high: Any,
    three: Any,
    seat: Any,
    depth: Any,
    alpha: Any,
    beta: Any,
    ply: Any,
    table: Any,
    net: Any,
    buffers: Any,
    history: Any,
    control: Any,
    flag: Any,
) -> Any:
    """The value of a position whose mover cannot win at once, `depth` >= 1 plies deep, within alpha and beta.

    Fail-soft. Once `control[STOPPED]` is set the answer means nothing.
    """
    if control[NODES] >= control[LIMIT] or flag[0] != 0:
        control[STOPPED] = 1
        return 0
    # The mover cannot win at once, so it wins in three plies at best and loses in two at worst.
    alpha = max(alpha, ply + 2 - WIN)
    beta = min(beta, WIN - ply - 3)
    if alpha >= beta:
        return alpha
    # A position and its mirror image are one in the table.
    one, two = key_of(occupied, high, three, seat)
    other_one, other_two = key_of(mirrored(occupied), mirrored(high), mirrored(three), seat)
    flipped = other_one < one or (other_one == one and other_two < two)
    if flipped:
        one, two = other_one, other_two
    word = known(table, one, two)
    hint = -1
    if word != ZERO:
        hint = int64((word >> S16) & LOW18)
        if flipped:
            hint = mirrored_move(hint)
        value = int64(word & LOW16) - BIAS
        kind = int64(word >> S42) & 3
        far = value >= PROVED or value <= -PROVED
        value = from_root(value, ply)
        if far or int64((word >> S34) & LOW8) >= depth:
            if kind == EXACT and (not far or int64((word >> S34) & LOW8) >= depth):
                return value
            if kind == LOWER and value >= beta:
                return value
            if kind == UPPER and value <= alpha:
                return value
    moves = buffers[2 * ply]
    scores = buffers[2 * ply + 1]
    spare = buffers[2 * ply + 2]
    left = generate(occupied, high, three, seat, control[VARIANT], moves)
    best = -WIN
    best_move = -1
    low = alpha
    side = seat << 18
    # 1. First what was best here before, then what refuted other moves at this ply.
    ready = 0
    killers = KILLERS + REFUTERS * ply
    for choice in range(1 + REFUTERS):
        wanted = hint if choice == 0 else history[killers + choice - 1]
        for place in range(ready, left):
            if moves[place] == wanted:
                moves[place], moves[ready] = moves[ready], moves[place]
                ready += 1
                break
    place = 0
    while True:
        # 2. Then the rest: at the last ply by the history of moves, above it by what positions look like.
        if place == ready:
            last, left = left, place
            for other in range(place, last):
                move = moves[other]
                if depth == 1:
                    score = int64(history[side | move])
                else:
                    control[NODES] += 1
                    score = -look(
                        moved(occupied, move), moved(high, move), moved(three, move), 1 - seat, control, net
                    )
                    if score <= -PROVED:  # it lets the other side win at once
                        if best_move < 0:
                            best = ply + 2 - WIN
                            best_move = move
                        continue
                moves[left] = move
                scores[left] = score
                left += 1
        if place >= left:
            break
        if place >= ready and (depth > 1 or place < ready + 12):
            lift(moves, scores, place, left)
        # 3. Search: the first move with the whole window, the others to see whether they are better.
        move = moves[place]
        a, b, c = moved(occupied, move), moved(high, move), moved(three, move)
        if depth == 1:
            value = -from_root(
                settle(a, b, c, 1 - seat, control, net, spare, -beta if beta < PROVED else -WIN), ply + 1
            )
        elif place < ready and wins(a, b, c, 1 - seat, control[VARIANT]):
            value = ply + 2 - WIN
        else:
            narrow = best_move >= 0 and best != ply + 2 - WIN
            ceiling = low + 1 if narrow else beta
            value = -search(
                a,
                b,
                c,
                1 - seat,
                depth - 1,
                -ceiling,
                -low,
                ply + 1,
                table,
                net,
                buffers,
                history,
                control,
                flag,
            )
            if narrow and low < value < beta and control[STOPPED] == 0:
                value = -search(
                    a,
                    b,
                    c,
                    1 - seat,
                    depth - 1,
                    -beta,
                    -low,
                    ply + 1,
                    table,
                    net,
                    buffers,
                    history,
                    control,
                    flag,
                )
        if control[STOPPED] != 0:
            return 0
        if value > best:
            best = value
            best_move = move
            if ply == 0 and value > alpha:
                control[ROOT_MOVE] = move
                control[ROOT_VALUE] = value
            if value > low:
                low = value
        if low >= beta:
            history[side | move] += depth * depth
            spot = 0
            while spot < REFUTERS - 1 and history[killers + spot] != move:
                spot += 1
            while spot > 0:
                history[killers + spot] = history[killers + spot - 1]
                spot -= 1
            history[killers] = move
            break
        place += 1
    kind = EXACT if alpha < best < beta else LOWER if best >= beta else UPPER
    keep(
        table,
        one,
        two,
        depth,
        kind,
        from_root(best, -ply),
        mirrored_move(best_move) if flipped else best_move,
    )
    if ply == 0:
        control[ROOT_MOVE] = best_move
    return best
