"""What the searches hold of a position: strings where most cells win, edges where fewest do.

Both kinds speak one language. A *mask* names a position that the search can reach; a `Branch` says what a
move gains and to which mask it leads. Values are what the mover gets from here on, in misère cells avoided.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engines.boards.tiling import Tiling
from engines.timbiriche.likeness.kernel import FACTS, GROUP_WORDS
from engines.timbiriche.misere import kernel as misere
from engines.timbiriche.misere.games import sample_edges
from engines.timbiriche.rules import State, bits
from engines.timbiriche.sampling.games import Judge, Sampled, Tried, sample_strings
from engines.timbiriche.strings import OUTSIDE, Web, inner_first, peel, web
from engines.timbiriche.strings import kernel as quiet
from engines.timbiriche.symmetry import byte_tables, symmetries
from engines.timbiriche.tables import plain_board

WIDEST = 64
"""Strings or edges that an exact search can hold."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What a move leads to: its mover gets gain + sign * f(v), where v is the worth of `mask` to its mover.

    f(v) is v, or |v + leaves| where the cells opened by the move let a side pass the turn.
    """

    gain: int
    sign: int
    leaves: int
    mask: int

    def value(self, worth: float) -> float:
        """What the mover gets if `mask` is worth so much."""
        return self.gain + self.sign * (abs(worth + self.leaves) if self.leaves else worth)

    def bounds(self, low: int, high: int) -> tuple[int, int]:
        """What the mover gets at least and at most if `mask` is worth `low` to `high` (of one parity)."""
        ends = {self.value(low), self.value(high)}
        if self.leaves and low < -self.leaves < high:
            ends.add(self.value(-self.leaves + (low + self.leaves) % 2))
        return int(min(ends)), int(max(ends))


class Position(Protocol):
    """A position in the words of its search."""

    @property
    def size(self) -> int:
        """Strings or edges."""

    @property
    def everything(self) -> int:
        """The position after all captures that stand open, as a mask."""

    @property
    def now(self) -> Branch:
        """What the mover has before he draws: captures that stand open, then `everything`."""

    def branch(self, edge: int) -> Branch:
        """Where drawing an undrawn edge leads."""

    def cells(self, mask: int) -> int:
        """The open cells of `mask`."""

    def replies(self, mask: int) -> tuple[int, ...]:
        """What is left of `mask` after each edge that gives nothing away."""

    def ask(
        self, mask: int, target: int, table: NDArray[np.uint64], control: NDArray[np.int64],
        flag: NDArray[np.int32],
    ) -> int:  # fmt: skip
        """Whether the mover of `mask` gets at least `target`: YES, NO or STOPPED."""

    def sample(
        self, table: NDArray[np.uint64] | None, nodes: int, seed: int, flag: NDArray[np.int32]
    ) -> Sampled:
        """Random games from `everything`."""

    def worths(self, sampled: Sampled) -> dict[int, Tried]:
        """What the sampled games say each mask is worth to its mover, and how often they saw it."""

    def opinion(self, mask: int) -> float:
        """A quick opinion on what a mask is worth to its mover."""


class StringPosition:
    """A position where most cells win."""

    def __init__(self, board: Tiling, undrawn: int) -> None:
        self._board = board
        self._undrawn = undrawn
        self._run = peel(board, undrawn)
        self._net = inner_first(web(board, self._run.rest))
        self._cells = [mask for mask in board.cell_masks if mask & undrawn]
        self._rows, self._joints = string_arrays(self._net)

    @property
    def size(self) -> int:
        """Strings of the quiet rest."""
        return len(self._net.strings)

    @property
    def everything(self) -> int:
        """All strings."""
        return (1 << self.size) - 1

    @property
    def now(self) -> Branch:
        """Take what stands open, or leave two or four cells of it."""
        return Branch(self._run.taken - self._run.leaves, 1, self._run.leaves, self.everything)

    @property
    def figure(self) -> tuple[NDArray[np.int64], int]:
        """The strings as rows, and the number of joints."""
        return self._rows, self._net.joints

    @property
    def joints(self) -> NDArray[np.uint64]:
        """For each joint the strings that end there, and those that both begin and end there."""
        return self._joints

    @property
    def safe(self) -> int:
        """How many strings can be drawn without offering a cell."""
        return sum(1 for each in self._net.strings if not each.cells)

    def mask(self, rest: int) -> int:
        """The strings whose edges are in `rest`."""
        return sum(1 << number for number, each in enumerate(self._net.strings) if each.edges & rest)

    def branch(self, edge: int) -> Branch:
        """Where drawing an undrawn edge leads once the next player has taken what it can."""
        after = self._undrawn & ~(1 << edge)
        closed = sum(1 for mask in self._cells if not mask & after)
        run = peel(self._board, after)
        if closed:
            return Branch(closed + run.taken - run.leaves, 1, run.leaves, self.mask(run.rest))
        return Branch(run.leaves - run.taken, -1, run.leaves, self.mask(run.rest))

    def cells(self, mask: int) -> int:
        """Cells with an undrawn edge in one of the strings."""
        edges = 0
        for number, each in enumerate(self._net.strings):
            if mask >> number & 1:
                edges |= each.edges
        return sum(1 for cell in self._cells if cell & edges)

    def replies(self, mask: int) -> tuple[int, ...]:
        """What is left after each safe string."""
        narrow = 0
        for through, closed in self._joints.tolist():
            if (mask & through).bit_count() + (mask & closed).bit_count() == 2:
                narrow |= through
        return tuple(
            mask ^ 1 << number for number in bits(mask & ~narrow) if not self._net.strings[number].cells
        )

    @cached_property
    def _images(self) -> NDArray[np.uint64]:
        return byte_tables(symmetries(self._rows, self._net.joints), self.size)

    @cached_property
    def _scratch(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]:
        stack = np.zeros(quiet.stack_words(self.size), dtype=np.uint64)
        return stack, np.zeros(GROUP_WORDS, dtype=np.uint64), np.zeros(FACTS, dtype=np.int64)

    def ask(
        self, mask: int, target: int, table: NDArray[np.uint64], control: NDArray[np.int64],
        flag: NDArray[np.int32],
    ) -> int:  # fmt: skip
        """Ask the search of quiet positions."""
        answer = quiet.reach(
            mask, target, self._rows, self._joints, self._images, table, *self._scratch, control, flag
        )
        return int(answer)

    def sample(
        self, table: NDArray[np.uint64] | None, nodes: int, seed: int, flag: NDArray[np.int32]
    ) -> Sampled:
        """Random safe edges, then an exact end where a table of proofs is given; none without safe edges."""
        if not self.safe:
            return Sampled(0, 0, {})
        return sample_strings(
            self._rows,
            self._net.joints,
            None if table is None else (self._joints, self._images, table),
            exact_below=4,
            nodes=nodes,
            seed=seed,
            flag=flag,
        )

    def worths(self, sampled: Sampled) -> dict[int, Tried]:
        """The whole, and what is left after each string that was tried."""
        worths = {self.everything: Tried(sampled.games, sampled.value)} if sampled.moves else {}
        for string, tried in sampled.moves.items():
            taken = self._net.strings[string].cells
            worths[self.everything & ~(1 << string)] = Tried(tried.visits, -taken - tried.value)
        return worths

    def opinion(self, mask: int) -> float:
        """The worth if both sides always open the smallest group; 0 while edges are safe."""
        if self.replies(mask):
            return 0.0
        return float(self._judge.worth(mask))

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self._rows, self._net.joints)


class EdgePosition:
    """A position where fewest cells win; masks are sets of undrawn edges."""

    def __init__(self, board: Tiling, undrawn: int) -> None:
        self._index = {edge: number for number, edge in enumerate(bits(undrawn))}
        self._masks, sides = plain_board(board, undrawn)
        self._rows = edge_rows(sides)

    @property
    def size(self) -> int:
        """Undrawn edges."""
        return len(self._index)

    @property
    def everything(self) -> int:
        """All undrawn edges."""
        return (1 << self.size) - 1

    @property
    def now(self) -> Branch:
        """Captures are choices like any other here."""
        return Branch(0, 1, 0, self.everything)

    def branch(self, edge: int) -> Branch:
        """Where drawing an undrawn edge leads."""
        after = self.everything ^ 1 << self._index[edge]
        closed = self.cells(self.everything) - self.cells(after)
        return Branch(-closed, 1 if closed else -1, 0, after)

    def cells(self, mask: int) -> int:
        """Cells with an undrawn edge in `mask`."""
        return sum(1 for cell in self._masks if cell & mask)

    def replies(self, mask: int) -> tuple[int, ...]:
        """What is left after each edge that closes nothing."""
        closing = 0
        for cell in self._masks:
            if (cell & mask).bit_count() == 1:
                closing |= cell & mask
        return tuple(mask ^ 1 << edge for edge in bits(mask & ~closing))

    @cached_property
    def _kernel_masks(self) -> NDArray[np.uint64]:
        return np.array(self._masks, dtype=np.uint64)

    @cached_property
    def _images(self) -> NDArray[np.uint64]:
        return byte_tables(symmetries(self._rows, len(self._masks)), self.size)

    def ask(
        self, mask: int, target: int, table: NDArray[np.uint64], control: NDArray[np.int64],
        flag: NDArray[np.int32],
    ) -> int:  # fmt: skip
        """Ask the plain search of edge sets."""
        answer = misere.reach_edges(
            mask, target, self._kernel_masks, self._rows, self._images, table, control, flag
        )
        return int(answer)

    def sample(
        self, table: NDArray[np.uint64] | None, nodes: int, seed: int, flag: NDArray[np.int32]
    ) -> Sampled:
        """Random edges that close nothing, until somebody has to take the rest."""
        return sample_edges(self._rows, len(self._masks), nodes=nodes, seed=seed, flag=flag)

    def worths(self, sampled: Sampled) -> dict[int, Tried]:
        """The whole, and what is left after each edge that was tried."""
        worths = {self.everything: Tried(sampled.games, sampled.value)} if sampled.moves else {}
        whole = self.cells(self.everything)
        for edge, tried in sampled.moves.items():
            mask = self.everything ^ 1 << edge
            closed = whole - self.cells(mask)
            worths[mask] = Tried(tried.visits, tried.value + closed if closed else -tried.value)
        return worths

    def opinion(self, mask: int) -> float:
        """Nothing is known."""
        return 0.0


def position_of(state: State) -> StringPosition | EdgePosition:
    """The position in the words of the search that its variant needs."""
    if state.layout.misere:
        return EdgePosition(state.board, state.undrawn)
    return StringPosition(state.board, state.undrawn)


def string_arrays(net: Web) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """The rows `strings` and, up to 64 strings, `joints` that the kernel reads."""
    rows = np.full((len(net.strings), 5), OUTSIDE, dtype=np.int64)
    joints = np.zeros((net.joints, 2), dtype=np.uint64)
    for number, each in enumerate(net.strings):
        rows[number, :4] = min(each.one, each.two), max(each.one, each.two), each.cells, each.closed
        if len(net.strings) <= WIDEST:
            for end in {each.one, each.two} - {OUTSIDE}:
                joints[end, 0] |= np.uint64(1 << number)
            if each.one == each.two != OUTSIDE:
                joints[each.one, 1] |= np.uint64(1 << number)
    _note_twins(rows)
    return rows, joints


def edge_rows(sides: NDArray[np.int64]) -> NDArray[np.int64]:
    """Edges in the shape of strings between cells."""
    rows = np.full((len(sides), 5), OUTSIDE, dtype=np.int64)
    rows[:, :2] = np.sort(sides, axis=1)
    rows[:, 2:4] = 0
    _note_twins(rows)
    return rows


def _note_twins(rows: NDArray[np.int64]) -> None:
    """Note for each string the one before it with the same ends and cells: they are interchangeable."""
    last: dict[tuple[int, ...], int] = {}
    for number, row in enumerate(rows.tolist()):
        key = tuple(row[:4])
        if max(key[0], key[1]) != OUTSIDE:
            rows[number, 4] = last.get(key, OUTSIDE)
            last[key] = number
