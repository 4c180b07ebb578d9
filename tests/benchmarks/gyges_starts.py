"""Facts about all 8100 starts: `python -m tests.benchmarks.gyges_starts` counts them through.

From no start can seat 0 force a win within three plies; from 8066 at least one of its first moves loses at
once; 4.3 % of all first moves do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import process_time

import numpy as np

from engines.gyges import kernel
from engines.gyges.estimate import kernel as looking
from engines.gyges.rules import Variant
from engines.gyges.search import kernel as searching
from engines.gyges.setup import ROWS, board_from
from engines.gyges.thinking import Thinking, moved, position_of, variant_of


@dataclass(slots=True)
class Facts:
    """What was counted."""

    starts: int = 0
    forced: int = 0
    """Starts from which seat 0 wins at once or whatever is answered to some first move."""
    with_blunder: int = 0
    moves: int = 0
    blunders: int = 0

    @property
    def share(self) -> float:
        """Blunders among all first moves, in per cent."""
        return 100 * self.blunders / self.moves


def all_starts() -> Iterator[tuple[str, str]]:
    """Every pair of rows."""
    return ((south, north) for south in ROWS for north in ROWS)


def count(starts: Iterable[tuple[str, str]]) -> Facts:
    """Go through first moves, and answers until one is found that leaves no win at once."""
    facts, thinking, variant = Facts(), Thinking(Variant(), bits=4), variant_of(Variant())
    control = np.zeros(looking.CONTROL, dtype=np.int64)
    control[looking.VARIANT] = variant
    moves = np.zeros(kernel.MOST_MOVES, dtype=np.int32)
    for south, north in starts:
        position = position_of(board_from(south, north), 0)
        sifted = thinking.sift(position)
        won = bool(sifted.wins) or not all(
            searching.parried(*moved(position, move), control, moves) for move in sifted.safe
        )
        facts.starts += 1
        facts.forced += won
        facts.with_blunder += bool(sifted.losing)
        facts.moves += len(sifted.wins) + len(sifted.safe) + len(sifted.losing)
        facts.blunders += len(sifted.losing)
    return facts


def main() -> None:
    """Count all starts."""
    began = process_time()
    facts = count(all_starts())
    print(f"{facts.starts} starts, {facts.forced} with a forced win within three plies")
    print(f"{facts.with_blunder} with a first move that loses at once")
    print(f"{facts.blunders} of {facts.moves} first moves lose at once: {facts.share:.1f} %")
    print(f"{process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
