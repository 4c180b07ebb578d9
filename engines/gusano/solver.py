"""Exact play: the worth of a position and of each move, proved by the compiled search.

The worth of a position is the points of the worm of this round at its end, filled cells included. A search
keeps proved bounds of each move and asks the kernel questions until they meet or the limit ends it. Targets
come from below, where questions are cheap; while they are dear, a few nodes go to questions from above, so
that a search that is stopped knows something from both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.core.limit import Limit
from engines.gusano import kernel
from engines.gusano.rules import State
from engines.gusano.symmetry import symmetries, views
from engines.gusano.table.kernel import LINE

GLANCE = 30_000
"""Nodes after which a search is long enough to look for all symmetries of its board."""
PATIENCE = 2_000_000
"""Nodes that a question from below may take at first before ones from above are tried."""
ABOVE = 8
"""Questions from above get this part of the nodes."""
UNLIMITED = 1 << 60
LARGEST_TABLE = 21
"""Power of two of the entries of the largest table: 32 megabytes, taken as they are touched."""


@dataclass(slots=True)
class Prospect:
    """A move and proved bounds of what the worm gets from it on: all cells filled from now, this one too.

    `twins` are the moves that lead to the same position but for a symmetry of the board.
    """

    cell: int
    twins: tuple[int, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What is proved of a position that is not over, in final points of the worm; cells as on the board.

    `complete`: the value is known and `best` is every move that keeps it. Else `best` are all moves, the
    most promising first.
    """

    low: int
    high: int
    bounds: dict[int, tuple[int, int]]
    best: tuple[int, ...]
    complete: bool
    nodes: int


def solve(state: State, limit: Limit, every_move: bool = False) -> Solution:
    """Find the worth of a position that is not over, as far as the limit allows."""
    with limit.clock():
        return _Solver(state, limit).solve(every_move)


class _Position:
    """A position in the form of the kernel: the free cells in reach in the board's order, then the head."""

    def __init__(self, state: State) -> None:
        board = state.board
        region = sorted(state.within(state.path))
        self.cells = (*region, state.head)
        self.head = len(region)
        number = {cell: place for place, cell in enumerate(self.cells)}
        near = [
            [number[other] for other in board.open_neighbours[cell] if other in number] for cell in self.cells
        ]
        self.near_lists = near
        self.exits = near[self.head]
        self.worths = [board.values[cell] for cell in self.cells]
        self.symmetries = symmetries(near, self.worths, self.head)
        self.near = np.array([_words(other for other in each if other != self.head) for each in near])
        self.values = np.array(self.worths, dtype=np.int64)
        self.free = _words(range(self.head))
        self.sets, self.facts = self._weights(_two_colours(near))
        self.turns = np.zeros((0, len(near)), dtype=np.int8)
        self.spans = np.zeros((0, 2), dtype=np.int64)

    def find_views(self) -> None:
        """From now on see positions that are equal but for a symmetry of the board as one."""
        found = views(self.near_lists, self.worths) if len(self.cells) <= 64 else None
        if found is not None:
            self.turns = np.array(found.turns, dtype=np.int8)
            self.spans = np.array(found.spans, dtype=np.int64)

    def _weights(self, colour: Iterable[int] | None) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The kernel's `sets` and `facts`."""
        worths = dict(enumerate(self.worths[: self.head]))
        positive = {cell: worth for cell, worth in worths.items() if worth > 0}
        negative = {cell: -worth for cell, worth in worths.items() if worth < 0}
        sets = np.zeros((kernel.SETS, 2), dtype=np.uint64)
        for first, sizes in ((0, positive), (kernel.DEBT, negative)):
            for layer in range(max(sizes.values(), default=0).bit_length()):
                sets[first + layer] = _words(cell for cell, size in sizes.items() if size >> layer & 1)
        sets[kernel.WORTH] = _words(positive)
        facts = np.zeros(kernel.FACTS, dtype=np.int64)
        facts[kernel.ENTRY] = 2 if self.head <= 64 else 4  # Are there free cells in the second word?
        facts[kernel.CUT] = len(positive) == len(worths)
        facts[kernel.LAYERS] = max(positive.values(), default=0).bit_length()
        facts[kernel.DEBTS] = max(negative.values(), default=0).bit_length()
        if colour is not None and positive:
            sets[kernel.COLOUR] = _words(colour)
            facts[kernel.LEAST] = min(positive.values())
        return sets, facts


class _Solver:
    """One search of one position: bounds of its moves, tightened by questions to the kernel."""

    def __init__(self, state: State, limit: Limit) -> None:
        self._base = state.points
        self._worm = state.turn == state.worm
        self._limit = limit
        self._most_nodes = UNLIMITED if limit.nodes is None else limit.nodes
        position = self._position = _Position(state)
        size = len(position.cells)
        self._table = _empty_table(1 << min(LARGEST_TABLE, max(8, size // 2 + 3)))
        self._regions = np.zeros((size + 2, kernel.REGIONS), dtype=np.uint64)
        self._frames = np.zeros((size + 2, kernel.FRAME), dtype=np.int64)
        self._control = np.zeros(3, dtype=np.int64)
        self._plain = set(position.worths) == {1}
        self._prospects = self._first_look()

    def solve(self, every_move: bool) -> Solution:
        """Tighten bounds until all that was asked for is known, or the limit ends it."""
        complete = self._settle() and self._settle_best()
        if complete and every_move:
            for prospect in self._ranked():
                self._settle_move(prospect)
        low, high = self._bounds()
        cells = self._position.cells
        return Solution(
            low=self._base + low,
            high=self._base + high,
            bounds={
                cells[cell]: (self._base + prospect.low, self._base + prospect.high)
                for prospect in self._prospects
                for cell in (prospect.cell, *prospect.twins)
            },
            best=tuple(
                cells[cell]
                for prospect in self._ranked()
                if not complete or prospect.low == prospect.high == low
                for cell in (prospect.cell, *prospect.twins)
            ),
            complete=complete,
            nodes=int(self._control[kernel.NODES]),
        )

    def _first_look(self) -> list[Prospect]:
        """Each move that is not another's twin, with what its region alone proves, the likely best first."""
        position, found = self._position, []
        mover = int(self._worm)
        for cell, twins in _orbits(position.exits, position.symmetries):
            region = self._region(cell, kernel.FAR)
            worth = position.worths[cell]
            debt = kernel.weigh(position.sets, *region, kernel.DEBT, position.facts[kernel.DEBTS])
            high = worth + kernel.most(position.sets, position.facts, *region, cell)
            rank = kernel.order(position.near, *region, cell, mover)
            found.append((rank, cell, Prospect(cell, twins, worth - int(debt), int(high))))
        return [prospect for _, _, prospect in sorted(found, key=lambda each: each[:2])]

    def _region(self, cell: int, radius: int) -> tuple[np.uint64, np.uint64]:
        """The free cells in reach after moving to `cell`, up to `radius` steps away."""
        free = self._position.free.copy()
        free[cell >> 6] &= ~np.uint64(1 << (cell & 63))
        low, high = kernel.flood(self._position.near, free[0], free[1], cell, radius)
        return np.uint64(low), np.uint64(high)

    def _bounds(self) -> tuple[int, int]:
        """Proved bounds of the position: the worm picks the best move, the bird the worst."""
        pick = max if self._worm else min
        return pick(each.low for each in self._prospects), pick(each.high for each in self._prospects)

    @property
    def _over(self) -> bool:
        return self._limit.stopped or self._control[kernel.NODES] >= self._most_nodes

    def _settle(self) -> bool:
        """Find the value: whether the bounds met before the limit."""
        budget, step = GLANCE, 1
        while True:
            if budget == GLANCE and self._control[kernel.NODES] >= GLANCE:
                self._position.find_views()
                budget = PATIENCE
            low, high = self._bounds()
            if low == high:
                return True
            if self._over:
                return False
            target = min(low + step, (low + high + 1) // 2)
            if self._decide(target, budget):
                grew = self._bounds()[0] >= target
                step = self._longer(step) if grew else 1
            elif step > 1 or budget == GLANCE:
                step = 1
            else:
                end = int(self._control[kernel.NODES]) + budget // ABOVE
                while low < high and self._decide(high, end - int(self._control[kernel.NODES])):
                    low, high = self._bounds()
                budget *= 4

    def _longer(self, step: int) -> int:
        """How far above the lower bound to ask after a yes: where cells differ in worth, ever farther."""
        return 1 if self._plain else 2 * step

    def _decide(self, target: int, budget: int) -> bool:
        """Whether it is now known if the position is worth `target`; each open move gets `budget` nodes."""
        for prospect in self._ranked():
            if prospect.low < target <= prospect.high:
                if self._over:
                    return False
                self._ask(prospect, target, budget)
                if (self._worm and prospect.low >= target) or (not self._worm and prospect.high < target):
                    return True
        return not any(prospect.low < target <= prospect.high for prospect in self._prospects)

    def _settle_best(self) -> bool:
        """Find out of every move whether it keeps the value."""
        value, _ = self._bounds()
        target = value if self._worm else value + 1
        for prospect in self._prospects:
            if prospect.low < target <= prospect.high and not self._ask(prospect, target, UNLIMITED):
                return False
        return True

    def _settle_move(self, prospect: Prospect) -> None:
        """Find the value of one move, as far as the limit allows."""
        step = 1
        while prospect.low < prospect.high:
            target = min(prospect.low + step, (prospect.low + prospect.high + 1) // 2)
            if not self._ask(prospect, target, UNLIMITED):
                return
            step = self._longer(step) if prospect.low >= target else 1

    def _ranked(self) -> list[Prospect]:
        """The moves, the best for the mover first as far as is known."""
        if self._worm:
            return sorted(self._prospects, key=lambda each: (-each.low, -each.high))
        return sorted(self._prospects, key=lambda each: (each.low, each.high))

    def _ask(self, prospect: Prospect, target: int, budget: int) -> bool:
        """Ask whether a move is worth `target`, and note the answer; False if the search was stopped."""
        position, control = self._position, self._control
        cell = prospect.cell
        left = target - position.worths[cell]
        radius = left if position.facts[kernel.CUT] else kernel.FAR
        self._regions[0, :2] = self._region(cell, radius)
        self._frames[0, : kernel.VIEW] = cell, 1 - int(self._worm), left
        control[kernel.LIMIT] = min(self._most_nodes, int(control[kernel.NODES]) + budget)
        answer = kernel.search(
            position.near,
            position.values,
            position.sets,
            position.facts,
            self._table,
            position.turns,
            position.spans,
            self._regions,
            self._frames,
            control,
            self._limit.flag,
        )
        if control[kernel.STATUS] == kernel.STOPPED:
            return False
        bound = int(answer) + position.worths[cell]
        if bound >= target:
            prospect.low = max(prospect.low, bound)
        else:
            prospect.high = min(prospect.high, bound)
        return True


def _empty_table(entries: int) -> NDArray[np.uint64]:
    """A table of so many entries of two words, each row in one line of the processor's cache."""
    rows = entries * 2 // LINE
    words = np.zeros((rows + 1) * LINE, dtype=np.uint64)
    skip = -words.ctypes.data // words.itemsize % LINE
    return words[skip : skip + rows * LINE].reshape(rows, LINE)


def _words(cells: Iterable[int]) -> NDArray[np.uint64]:
    """A set of cells as two words."""
    mask = sum(1 << cell for cell in cells)
    return np.array([mask & (1 << 64) - 1, mask >> 64], dtype=np.uint64)


def _two_colours(near: Sequence[Sequence[int]]) -> list[int] | None:
    """The cells of one colour if every step changes the colour, else None; all cells hang together."""
    colours = {len(near) - 1: 0}
    ahead = [len(near) - 1]
    for cell in ahead:
        for other in near[cell]:
            if other not in colours:
                colours[other] = 1 - colours[cell]
                ahead.append(other)
            elif colours[other] == colours[cell]:
                return None
    return [cell for cell, colour in colours.items() if colour == 0]


def _orbits(exits: Sequence[int], images: Sequence[Sequence[int]]) -> list[tuple[int, tuple[int, ...]]]:
    """One move of each set of moves that symmetries make equal, and the others of the set."""
    sets = {cell: {cell} for cell in exits}
    for image in images:
        for cell in exits:
            one, other = sets[cell], sets[image[cell]]
            if one is not other:
                one |= other
                for each in other:
                    sets[each] = one
    return [(cell, tuple(sorted(sets[cell] - {cell}))) for cell in exits if cell == min(sets[cell])]
