"""Play by eye: one step seen, and a few steps seen with rounds played out by eye after them."""

from __future__ import annotations

from math import inf
from random import Random

from engines.gusano.rules import State
from engines.gusano.setup import Board

FUTURE = 3
"""Going on is worth as much as this many ordinary cells to whoever sees only one step."""

BROAD = 1_450
"""A board with so many ways of two steps is as broad as can be, one with half as many a quarter of that."""
LARGEST = 16
"""More exits than any cell has."""


def ways_of_two(board: Board) -> int:
    """How many ways of two steps a board has, there and back too: how much can be overlooked on it."""
    return sum(len(near) ** 2 for near in board.open_neighbours)


def breadth(board: Board) -> float:
    """From 0 to 1: how far whoever sees little falls behind whoever sees more, on a board."""
    return min(1.0, (ways_of_two(board) / BROAD) ** 2)


class Outlook:
    """One round of a board as whoever thinks without a solver sees it; sets of cells are bits of a number.

    What is counted are the points of the worm from now on.
    """

    def __init__(self, state: State, random: Random) -> None:
        board = state.board
        self._near = board.open_neighbours
        self._masks = [sum(1 << other for other in near) for near in self._near]
        self._values = board.values
        self._random = random
        worths = [worth for cell, worth in enumerate(board.values) if worth > 0 and cell not in board.blocked]
        self._future = FUTURE * sum(worths) / len(worths) if worths else 0.0

    def step(self, free: int, head: int, worm: bool, narrow: bool = False) -> int:
        """The best step by eye, or one of them: what its cell is worth, and whether the worm can go on.

        `narrow`: of equal steps that with fewest exits. -1 if there is no step.
        """
        best: list[int] = []
        most = -inf
        for cell in self._near[head]:
            if not free >> cell & 1:
                continue
            worth = self._values[cell] + (self._future if self._masks[cell] & free else 0.0)
            if not worm:
                worth = -worth
            if narrow:
                worth -= (self._masks[cell] & free).bit_count() / LARGEST
            if worth > most:
                most, best = worth, [cell]
            elif worth == most:
                best.append(cell)
        if not best:
            return -1
        return best[0] if len(best) == 1 else best[int(self._random.random() * len(best))]

    def play_out(self, free: int, head: int, worm: bool) -> int:
        """The points of a round played to its end by eye on both sides."""
        total = 0
        while (cell := self.step(free, head, worm)) >= 0:
            total += self._values[cell]
            free &= ~(1 << cell)
            head, worm = cell, not worm
        return total

    def look(
        self, free: int, head: int, worm: bool, depth: int, tries: int, low: float = -inf, high: float = inf
    ) -> float:
        """The points with best play for `depth` steps, and then the mean of `tries` rounds played out.

        Correct only from `low` to `high`; beyond, a bound.
        """
        exits = [cell for cell in self._near[head] if free >> cell & 1]
        if not exits:
            return 0.0
        if depth == 0:
            return sum(self.play_out(free, head, worm) for _ in range(tries)) / tries
        best = -inf if worm else inf
        for cell in exits:
            gain = self._values[cell]
            rest = self.look(free & ~(1 << cell), cell, not worm, depth - 1, tries, low - gain, high - gain)
            if worm:
                best = max(best, gain + rest)
                low = max(low, best)
            else:
                best = min(best, gain + rest)
                high = min(high, best)
            if low >= high:
                break
        return best
