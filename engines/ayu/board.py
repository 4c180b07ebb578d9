"""The points of a board of any odd size as bit masks: names, neighbours, floods.

Point `index = row * size + column`, both counted from 0 at the bottom left, is bit `index` of a mask and is
called by its column's letter and its row's number: bit 0 is `a1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

SIZES = (5, 7, 9, 11, 13, 15)


class Board:
    """The geometry of one size. `board` keeps one of each."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.points = size * size
        self.everything = (1 << self.points) - 1
        self.names = tuple(
            f"{chr(ord('a') + index % size)}{index // size + 1}" for index in range(self.points)
        )
        self.index = {name: index for index, name in enumerate(self.names)}
        first_column = sum(1 << row * size for row in range(size))
        self._not_first = self.everything ^ first_column
        self._not_last = self.everything ^ first_column << size - 1
        self.near = tuple(self.around(1 << index) for index in range(self.points))
        """For each point the mask of the points next to it."""

    def around(self, mask: int) -> int:
        """The points next to those of a mask, and not in it."""
        beside = (mask & self._not_last) << 1 | (mask & self._not_first) >> 1
        above_and_below = mask << self.size | mask >> self.size
        return (beside | above_and_below) & self.everything & ~mask

    def flood(self, start: int, within: int) -> int:
        """The points of `within` that are connected to `start`, those of `start` included."""
        reached = start
        while grown := self.around(reached) & within:
            reached |= grown
        return reached

    def groups(self, mask: int) -> Iterator[int]:
        """The connected parts of a mask, each as a mask, in the order of their lowest points."""
        while mask:
            group = self.flood(mask & -mask, mask)
            yield group
            mask ^= group

    def is_connected(self, mask: int) -> bool:
        """Whether a mask that is not empty is of one piece."""
        return self.flood(mask & -mask, mask) == mask

    def named(self, mask: int) -> tuple[str, ...]:
        """The names of the points of a mask, row by row from the bottom."""
        return tuple(self.names[index] for index in bits(mask))


@cache
def board(size: int) -> Board:
    """The board of a size."""
    return Board(size)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
