"""Exact searches: proved bounds for what the mover of a position gets from it, under a limit of nodes.

Two searches speak one language. Where most cells win, positions are sets of strings (see `strings`); in
misère they are sets of edges. Both answer "does the mover get at least this much?" and remember proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engines.boards.tiling import Tiling
from engines.timbiriche import kernel
from engines.timbiriche.strings import OUTSIDE, Peeled, Web, peel, web
from engines.timbiriche.symmetry import byte_tables, symmetries
from engines.timbiriche.tables import memory, plain_board

WIDEST = 64
"""Strings (in misère: edges) that a search can hold."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What a move leads to: its mover gets gain + sign * f(v), where v is the worth of `mask` to its mover.

    f(v) is v, or |v + leaves| where the cells opened by the move let the other side pass the turn.
    """

    gain: int
    sign: int
    leaves: int
    mask: int

    def value(self, worth: int) -> int:
        """What the mover gets if `mask` is worth so much."""
        return self.gain + self.sign * (abs(worth + self.leaves) if self.leaves else worth)

    def bounds(self, low: int, high: int) -> tuple[int, int]:
        """What the mover gets at least and at most if `mask` is worth `low` to `high`."""
        ends = {self.value(low), self.value(high)}
        if self.leaves and low < -self.leaves < high:
            ends.add(
                self.value(-self.leaves) if (low + self.leaves) % 2 == 0 else self.value(1 - self.leaves)
            )
        return min(ends), max(ends)


class Search(Protocol):
    """An exact search below one position."""

    @property
    def everything(self) -> int:
        """The position after the captures that stand open, as a mask."""

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""

    def branch(self, edge: int) -> Branch:
        """Where drawing an undrawn edge leads."""

    def prove(self, mask: int, target: int) -> bool | None:
        """Whether the mover of `mask` gets at least `target`; None when stopped."""

    def bounds(self, mask: int) -> tuple[int, int]:
        """What is proved so far about `mask`."""


class _Proofs:
    """Bounds by position, and the walk that closes them."""

    def __init__(self, limit: int | None) -> None:
        self.control = np.array([0, limit if limit is not None else 1 << 62, 0], dtype=np.int64)
        self._known: dict[int, tuple[int, int]] = {}

    @property
    def nodes(self) -> int:
        return int(self.control[kernel.NODES])

    def cells(self, mask: int) -> int:
        raise NotImplementedError

    def ask(self, mask: int, target: int) -> int:
        raise NotImplementedError

    def bounds(self, mask: int) -> tuple[int, int]:
        cells = self.cells(mask)
        return self._known.get(mask, (-cells, cells))

    def prove(self, mask: int, target: int) -> bool | None:
        low, high = self.bounds(mask)
        target += (target - low) % 2
        if target <= low:
            return True
        if target > high:
            return False
        answer = self.ask(mask, target)
        if answer == kernel.STOPPED:
            return None
        self._known[mask] = (target, high) if answer else (low, target - 2)
        return bool(answer)


def close(search: Search, mask: int, guess: int = 0) -> tuple[int, int]:
    """Narrow the bounds of `mask` from `guess` outwards until they meet or the search is stopped."""
    low, high = search.bounds(mask)
    target = guess
    while low < high:
        target = min(max(target, low + 2), high)
        target += (target - low) % 2
        if search.prove(mask, target) is None:
            break
        grows = search.bounds(mask)[0] > low
        low, high = search.bounds(mask)
        target = low + 2 if grows else high
    return low, high


def beats(search: Search, branch: Branch, target: int) -> bool | None:
    """Whether the move gets its mover at least `target`; None when stopped."""
    spare = (target - branch.gain) * branch.sign
    if not branch.leaves:
        answer = search.prove(branch.mask, spare if branch.sign > 0 else spare + 1)
        return answer if branch.sign > 0 or answer is None else not answer
    # |v + leaves| has to be at least (sign 1) or at most (sign -1) `spare`.
    least = spare if branch.sign > 0 else spare + 1
    far = least <= 0 or _far(search, branch, least)
    return far if branch.sign > 0 or far is None else not far


def _far(search: Search, branch: Branch, least: int) -> bool | None:
    """Whether |v + leaves| is at least `least`, a positive number."""
    above = search.prove(branch.mask, least - branch.leaves)
    if above is None or above:
        return above
    below = search.prove(branch.mask, 1 - least - branch.leaves)
    return None if below is None else not below


class StringSearch(_Proofs):
    """The search of quiet positions, for boards where most cells win. At most 64 strings."""

    def __init__(
        self, board: Tiling, undrawn: int, net: Web, table: NDArray[np.uint64], *, limit: int | None,
        flag: NDArray[np.int32],
    ) -> None:  # fmt: skip
        super().__init__(limit)
        self._board = board
        self._undrawn = undrawn
        self._net = net
        self._cells = [mask for mask in board.cell_masks if mask & undrawn]
        strings, joints = arrays(net)
        images = byte_tables(symmetries(strings, joints), len(strings))
        self._arguments = (
            strings, joints, images, table,
            np.zeros(kernel.STRIDE * (len(strings) + 2), dtype=np.uint64),
            np.zeros(kernel.MARK + 1, dtype=np.uint64),
            np.zeros(2, dtype=np.int64), self.control, flag,
        )  # fmt: skip

    @property
    def everything(self) -> int:
        """The position after the captures that stand open, as a mask."""
        return (1 << len(self._net.strings)) - 1

    def mask(self, rest: int) -> int:
        """The strings whose edges are in `rest`."""
        return sum(1 << number for number, each in enumerate(self._net.strings) if each.edges & rest)

    def branch(self, edge: int) -> Branch:
        """Where drawing an undrawn edge leads."""
        after = self._undrawn & ~(1 << edge)
        closed = sum(1 for mask in self._cells if mask & self._undrawn and not mask & after)
        found: Peeled = peel(self._board, after)
        rest = self.mask(found.rest)
        if closed:
            return Branch(closed + found.taken - found.leaves, 1, found.leaves, rest)
        return Branch(found.leaves - found.taken, -1, found.leaves, rest)

    def cells(self, mask: int) -> int:
        """The cells that are open in `mask`."""
        edges = 0
        for number, each in enumerate(self._net.strings):
            if mask >> number & 1:
                edges |= each.edges
        return sum(1 for cell in self._cells if cell & edges)

    def ask(self, mask: int, target: int) -> int:
        """The kernel's answer: YES, NO or STOPPED."""
        return int(kernel.reach(mask, target, 0, *self._arguments))


class EdgeSearch(_Proofs):
    """The plain search of edge sets, for misère. At most 64 undrawn edges; values count cells not taken."""

    def __init__(
        self, board: Tiling, undrawn: int, table: NDArray[np.uint64], *, limit: int | None,
        flag: NDArray[np.int32],
    ) -> None:  # fmt: skip
        super().__init__(limit)
        self._index = {edge: number for number, edge in enumerate(_bits(undrawn))}
        self._masks, sides = plain_board(board, undrawn)
        strings, joints = edge_arrays(sides, len(self._masks))
        images = byte_tables(symmetries(strings, joints), len(strings))
        self._arguments = (self._masks, strings, images, table, self.control, flag)

    @property
    def everything(self) -> int:
        """The position after the captures that stand open, as a mask."""
        return (1 << len(self._index)) - 1

    def branch(self, edge: int) -> Branch:
        """Where drawing an undrawn edge leads."""
        after = self.everything ^ 1 << self._index[edge]
        closed = self.cells(self.everything) - self.cells(after)
        return Branch(-closed, 1 if closed else -1, 0, after)

    def cells(self, mask: int) -> int:
        """The cells that are open in `mask`."""
        return sum(1 for cell in self._masks.tolist() if cell & mask)

    def ask(self, mask: int, target: int) -> int:
        """The kernel's answer: YES, NO or STOPPED."""
        return int(kernel.reach_misere(mask, target, *self._arguments))


def arrays(net: Web) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """The rows `strings` and `joints` that the kernel reads."""
    rows = np.full((len(net.strings), 5), OUTSIDE, dtype=np.int64)
    joints = np.zeros((net.joints, 2), dtype=np.uint64)
    for number, each in enumerate(net.strings):
        rows[number, :4] = min(each.one, each.two), max(each.one, each.two), each.cells, each.closed
        for end in {each.one, each.two} - {OUTSIDE}:
            joints[end, 0] |= np.uint64(1 << number)
        if each.one == each.two != OUTSIDE:
            joints[each.one, 1] |= np.uint64(1 << number)
    _twins(rows)
    return rows, joints


def edge_arrays(sides: NDArray[np.int64], cells: int) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Edges and cells in the shape of strings and joints."""
    rows = np.full((len(sides), 5), OUTSIDE, dtype=np.int64)
    rows[:, :2] = np.sort(sides, axis=1)
    rows[:, 2:4] = 0
    joints = np.zeros((cells, 2), dtype=np.uint64)
    for number, ends in enumerate(sides.tolist()):
        for end in set(ends) - {OUTSIDE}:
            joints[end, 0] |= np.uint64(1 << number)
    _twins(rows)
    return rows, joints


def _twins(rows: NDArray[np.int64]) -> None:
    """Note for each string the one before it with the same ends and cells: they are interchangeable."""
    last: dict[tuple[int, ...], int] = {}
    for number, row in enumerate(rows.tolist()):
        key = tuple(row[:4])
        if max(key[0], key[1]) != OUTSIDE:
            rows[number, 4] = last.get(key, OUTSIDE)
            last[key] = number


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@contextmanager
def searching(
    board: Tiling, undrawn: int, misere: bool, *, limit: int | None, flag: NDArray[np.int32]
) -> Iterator[StringSearch | EdgeSearch | None]:
    """An exact search below a position for the block; None where it has too many strings or edges."""
    size = undrawn.bit_count()
    if misere:
        if size > WIDEST:
            yield None
            return
        with memory.lend(entries(size)) as table:
            yield EdgeSearch(board, undrawn, table, limit=limit, flag=flag)
        return
    net = web(board, peel(board, undrawn).rest)
    if len(net.strings) > WIDEST:
        yield None
        return
    with memory.lend(entries(len(net.strings))) as table:
        yield StringSearch(board, undrawn, net, table, limit=limit, flag=flag)


def entries(size: int) -> int:
    """Entries of the table for a search of so many strings or edges: 16 MB at most."""
    return 1 << min(max(size - 6, 10), 20)
