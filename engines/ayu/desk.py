"""The arrays on which the kernels of Ayu work: geometry in words, positions by ply, room for moves."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.ayu import kernel
from engines.ayu.board import board
from engines.ayu.rules import BLACK, WHITE, Colour, State, units

WEIGHTS = np.array((19, 22, 19, 167, 274, 15), dtype=np.int64)
"""What the parts of the estimate weigh: see README."""
ROOM = 100_000
"""Moves of one line that can be kept; a search goes no deeper than they reach."""


def words(mask: int, count: int = 4) -> tuple[np.uint64, ...]:
    """A mask as 64-bit words, lowest first."""
    return tuple(np.uint64(mask >> 64 * place & (1 << 64) - 1) for place in range(count))


@cache
def _geometry(size: int) -> tuple[NDArray[np.uint64], tuple[Any, ...]]:
    """The neighbours of each point, and as wide masks the board, its first and its last column."""
    geometry = board(size)
    wide = 2 if geometry.points <= 128 else 4
    column = sum(1 << row * size for row in range(size))
    masks = tuple(words(mask, wide) for mask in (geometry.everything, column, column << size - 1))
    return np.array([words(mask) for mask in geometry.near], dtype=np.uint64), masks


class Desk:
    """Working arrays for boards of one size; used by one search at a time."""

    def __init__(self, size: int, plies: int) -> None:
        self.near, self.masks = _geometry(size)
        self.size = size
        self.units = np.zeros((plies + 1, 2, kernel.MOST_UNITS, 4), dtype=np.uint64)
        self.counts = np.zeros((plies + 1, 2), dtype=np.int64)
        self.stones = np.zeros((plies + 1, 2, 4), dtype=np.uint64)
        self.scratch = np.zeros((2 * kernel.MOST_UNITS, 4), dtype=np.uint64)
        self.moves = np.zeros(ROOM, dtype=np.int32)

    @property
    def position(self) -> tuple[Any, ...]:
        """The arrays of positions, and the neighbours of each point."""
        return self.units, self.counts, self.stones, self.near

    def put(self, state: State, ply: int = 0) -> None:
        """Write a position into a row."""
        for colour in (BLACK, WHITE):
            found = units(state.size, state.stones[colour])
            self.stones[ply, colour] = words(state.stones[colour])
            self.counts[ply, colour] = len(found)
            for number, unit in enumerate(found):
                self.units[ply, colour, number] = words(unit)

    def generate(self, ply: int, colour: Colour) -> list[tuple[int, int]]:
        """The legal (stone, target) of a colour in a row, in the kernel's order."""
        end = kernel.generate(*self.position, ply, colour, self.moves, 0, *self.masks, np.uint64(self.size))
        return [(int(move) >> 8, int(move) & 255) for move in self.moves[:end]]

    def make(self, ply: int, colour: Colour, stone: int, target: int) -> None:
        """Write the position after a legal move of a row's colour into the next row."""
        kernel.make(*self.position, ply, colour, stone << 8 | target, self.masks[0])

    def remaining(self, ply: int, colour: Colour) -> int:
        """The points of a colour's shortest tree of open paths in a row."""
        total, _apart = kernel.remaining(
            self.units,
            self.counts,
            self.stones,
            self.scratch,
            ply,
            colour,
            *self.masks,
            np.uint64(self.size),
        )
        return int(total)
