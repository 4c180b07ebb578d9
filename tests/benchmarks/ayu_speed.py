"""Positions of Ayu reached, and their moves listed, in a second: `python -m tests.benchmarks.ayu_speed`.

All sequences of moves are counted from the first position and from positions in mid-game, on one core. A node
is a position reached by a move, with the list of its legal moves; seconds are those of the processor.
"""

from __future__ import annotations

from time import thread_time

from tests.engines.ayu.counting import sequences
from tests.engines.ayu.positions import opening, wandered

PLACES = ((7, 0, 5), (7, 12, 5), (9, 0, 4), (9, 20, 4), (9, 40, 6), (11, 0, 3), (11, 40, 4))
"""Size, random moves before the position, and the length of the sequences."""


def main() -> None:
    """Print one row for each position."""
    for size in (7, 15):
        sequences(opening(size), 1)
    for size, plies, depth in PLACES:
        state = wandered(size, 1, plies) if plies else opening(size)
        nodes = sum(sequences(state, length) for length in range(1, depth)) + 1
        began = thread_time()
        found = sequences(state, depth)
        seconds = thread_time() - began
        print(
            f"{size:2} x {size:<2} after {plies:2} moves: {found:11,} sequences of {depth}, {nodes:9,} nodes,"
            f" {seconds:6.2f} s, {nodes / seconds:9,.0f} nodes/s",
            flush=True,
        )


if __name__ == "__main__":
    main()
