"""Positions as strings and coins: what the exact searches see instead of cells and edges.

Edges and cells are bit masks in the board's order, as in the rules. *Peeling* takes every cell that can be
taken in one run. What is left is quiet; its cells with three or more undrawn edges are joints, and the runs
of cells with two undrawn edges between them are strings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engines.boards.tiling import Tiling

OUTSIDE = -1


@dataclass(frozen=True, slots=True)
class Peeled:
    """The run of captures that stands open to the mover.

    He may take all `taken` cells and move again in the quiet `rest`, or, if `leaves` is not 0, leave that
    many of them and make the other side move there.
    """

    taken: int
    leaves: int
    rest: int

    def worth(self, value: int) -> int:
        """Cells for the mover minus the other side's, if `value` is what the mover of `rest` gets."""
        if not self.leaves:
            return self.taken + value
        return self.taken - self.leaves + abs(value + self.leaves)


def peel(board: Tiling, undrawn: int) -> Peeled:
    """Take all cells that can be taken in one run, and see whether a few could be left to pass the turn.

    Two cells can be left where a taken run hangs by one line on the rest or the outside, four where the run
    hangs on nothing and has four cells in a row (an opened loop).
    """
    masks, beside = board.cell_masks, board.edge_cells
    waiting = [cell for cell, mask in enumerate(masks) if (mask & undrawn).bit_count() == 1]
    taken: set[int] = set()
    lines: list[tuple[int, ...]] = []
    while waiting:
        cell = waiting.pop()
        missing = masks[cell] & undrawn
        if missing.bit_count() != 1:
            continue
        undrawn ^= missing
        cells = beside[missing.bit_length() - 1]
        lines.append(cells)
        taken |= {each for each in cells if not masks[each] & undrawn}
        waiting += [each for each in cells if (masks[each] & undrawn).bit_count() == 1]
    if not taken:
        return Peeled(0, 0, undrawn)
    return Peeled(len(taken), _leaves(taken, lines), undrawn)


def _leaves(taken: set[int], lines: list[tuple[int, ...]]) -> int:
    friends: dict[int, list[int]] = {cell: [] for cell in taken}
    hanging: set[int] = set()
    for cells in lines:
        inside = [cell for cell in cells if cell in taken]
        if len(inside) == 2:
            friends[inside[0]].append(inside[1])
            friends[inside[1]].append(inside[0])
        else:
            hanging.add(inside[0])
    if any(friends[cell] for cell in hanging):
        return 2
    lone = taken - hanging
    return 4 if any(_has_four(friends, one, two) for one in lone for two in friends[one]) else 0


def _has_four(friends: dict[int, list[int]], one: int, two: int) -> bool:
    """Whether the line between two taken cells is the middle of four in a row."""
    return len(friends[one]) > 1 and len(friends[two]) > 1


@dataclass(frozen=True, slots=True)
class String:
    """A run of `cells` cells between two ends (joints by number, or OUTSIDE), and its edges as a mask."""

    one: int
    two: int
    cells: int
    edges: int
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Web:
    """A quiet position: its strings, and how many joints there are."""

    strings: tuple[String, ...]
    joints: int


def web(board: Tiling, quiet: int) -> Web:
    """The strings of a quiet position."""
    left = [mask & quiet for mask in board.cell_masks]
    number = {cell: index for index, cell in enumerate(c for c, m in enumerate(left) if m.bit_count() > 2)}
    strings: list[String] = []
    seen = 0
    # Begin where strings end; what is not met from there is closed.
    starts = [
        (edge, cell)
        for cell in (*number, OUTSIDE)
        for edge in (_ones(left[cell]) if cell != OUTSIDE else _outer(board, quiet))
    ]
    for edge, cell in starts:
        if not seen >> edge & 1:
            strings.append(_walk(board, left, number, edge, cell))
            seen |= strings[-1].edges
    for edge in _ones(quiet):
        if not seen >> edge & 1:
            run = _walk(board, left, number, edge, board.edge_cells[edge][0])
            strings.append(String(OUTSIDE, OUTSIDE, run.cells, run.edges, closed=True))
            seen |= run.edges
    return Web(tuple(strings), len(number))


def inner_first(net: Web) -> Web:
    """The same web with its strings in the order in which they are best tried: those far inside first.

    How far inside a joint lies is the number of strings on the shortest way to the outside. Among those
    as far inside, strings at joints with few others come first: drawing them leaves fewer safe edges.
    """
    depth = {OUTSIDE: 0}
    for level in range(net.joints):
        for each in net.strings:
            for here, there in ((each.one, each.two), (each.two, each.one)):
                if depth.get(here) == level:
                    depth.setdefault(there, level + 1)
    ends = Counter(end for each in net.strings for end in (each.one, each.two) if end != OUTSIDE)

    def rank(string: String) -> tuple[int, int]:
        both = string.one, string.two
        return -sum(depth.get(end, 0) for end in both), sum(ends[end] for end in both)

    return Web(tuple(sorted(net.strings, key=rank)), net.joints)


def _walk(board: Tiling, left: list[int], number: dict[int, int], edge: int, cell: int) -> String:
    """Follow a string from its end `cell` (or OUTSIDE) along `edge` to its other end."""
    first = number.get(cell, OUTSIDE)
    cells = 0
    edges = 0
    while True:
        edges |= 1 << edge
        onward = [each for each in board.edge_cells[edge] if each != cell]
        if not onward:
            return String(first, OUTSIDE, cells, edges)
        cell = onward[0]
        if cell in number:
            return String(first, number[cell], cells, edges)
        cells += 1
        following = left[cell] & ~edges
        if not following:
            return String(first, OUTSIDE, cells, edges)
        edge = following.bit_length() - 1


def _outer(board: Tiling, quiet: int) -> list[int]:
    return [edge for edge in board.outline if quiet >> edge & 1]


def _ones(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
