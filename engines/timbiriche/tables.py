"""Full tables: the worth of every set of undrawn edges, and the memory in which searches keep proofs.

All 16.7 million sets of 24 edges fill 16 MB in well under a second and answer every move at once. A table
serves every later position of its game, because their undrawn edges are subsets.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from engines.boards.tiling import Tiling
from engines.timbiriche import kernel
from engines.timbiriche.rules import bits

MOST_EDGES = 24
"""Undrawn edges up to which a full table is filled."""

MOST_KEPT = 64 << 20
"""Bytes of full tables that are kept for later positions."""


class EdgeTable:
    """The future difference of cells for the mover, times -1 in misère, for every subset of some edges."""

    __slots__ = ("_index", "board", "misere", "undrawn", "values")

    def __init__(self, board: Tiling, undrawn: int, misere: bool, values: NDArray[np.int8]) -> None:
        self.board = board
        self.undrawn = undrawn
        self.misere = misere
        self.values = values
        self._index = {edge: number for number, edge in enumerate(bits(undrawn))}

    def covers(self, board: Tiling, undrawn: int, misere: bool) -> bool:
        """Whether this table knows that position."""
        return self.board is board and self.misere == misere and undrawn & ~self.undrawn == 0

    def worth(self, undrawn: int) -> int:
        """What the mover gets from here on."""
        return int(self.values[sum(1 << self._index[edge] for edge in bits(undrawn))])


def fill(board: Tiling, undrawn: int, misere: bool, flag: NDArray[np.int32]) -> EdgeTable | None:
    """The full table of at most 24 undrawn edges, or None if the flag stopped it."""
    cells, sides = plain_board(board, undrawn)
    values = np.zeros(1 << len(sides), dtype=np.int8)
    done = kernel.fill(np.array(cells, dtype=np.uint64), sides, -1 if misere else 1, values, flag)
    return EdgeTable(board, undrawn, misere, values) if done else None


def plain_board(board: Tiling, undrawn: int) -> tuple[list[int], NDArray[np.int64]]:
    """The undrawn edges of each open cell, and the open cells beside each undrawn edge (-1: none)."""
    index = {edge: number for number, edge in enumerate(bits(undrawn))}
    number: dict[int, int] = {}
    masks: list[int] = []
    for cell, mask in enumerate(board.cell_masks):
        if mask & undrawn:
            number[cell] = len(masks)
            masks.append(sum(1 << index[edge] for edge in bits(mask & undrawn)))
    sides = np.full((len(index), 2), -1, dtype=np.int64)
    for edge, row in index.items():
        for place, cell in enumerate(board.edge_cells[edge]):
            sides[row, place] = number[cell]
    return masks, sides


class Shelf:
    """The full tables made lately; safe to use from several threads. A table is filled once at a time."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._tables: list[EdgeTable] = []

    def find(self, board: Tiling, undrawn: int, misere: bool) -> EdgeTable | None:
        """A table that knows the position, if one is kept."""
        with self._lock:
            return self._find(board, undrawn, misere)

    def table(self, board: Tiling, undrawn: int, misere: bool, flag: NDArray[np.int32]) -> EdgeTable | None:
        """A table that knows the position, filled now if need be; None if the flag stopped it."""
        with self._lock:
            found = self._find(board, undrawn, misere)
            if found is not None:
                return found
            made = fill(board, undrawn, misere, flag)
            if made is not None:
                self._tables.append(made)
                while sum(table.values.nbytes for table in self._tables) > self._most:
                    self._tables.pop(0)
            return made

    def _find(self, board: Tiling, undrawn: int, misere: bool) -> EdgeTable | None:
        for table in self._tables:
            if table.covers(board, undrawn, misere):
                self._tables.remove(table)
                self._tables.append(table)
                return table
        return None


shelf = Shelf()


class Memory:
    """Tables of proofs for running searches: each is lent to one search at a time, and a few are kept."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._lock = threading.Lock()
        self._free: list[NDArray[np.uint64]] = []

    @contextmanager
    def lend(self, entries: int) -> Iterator[NDArray[np.uint64]]:
        """An empty table of so many entries (a power of two) for the block."""
        with self._lock:
            fitting = [table for table in self._free if len(table) == entries]
            if fitting:
                table = fitting[0]
                self._free = [other for other in self._free if other is not table]
        if fitting:
            table.fill(0)
        else:
            table = np.zeros((entries, 2), dtype=np.uint64)
        try:
            yield table
        finally:
            with self._lock:
                self._free.append(table)
                while len(self._free) > self._kept:
                    self._free.pop(0)


memory = Memory(kept=3)
