"""What a position is made of: cells on offer, safe edges, chains and loops, and what an edge gives away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engines.boards.tiling import Tiling
from engines.timbiriche.rules import State, bits

LONG = 3
"""Cells of the shortest chain that counts as long: a shorter one cannot be used to keep the upper hand."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cells with one or two undrawn edges each, joined through undrawn edges: a chain or a loop.

    `cells` lie in order along the group; `edges` are all its undrawn edges, in order from one end (one more
    than the cells in a chain whose ends are open, one less where an end is shut, as many in a loop).
    """

    cells: tuple[int, ...]
    edges: tuple[int, ...]
    is_loop: bool

    @property
    def is_long(self) -> bool:
        """Whether whoever opens it loses control: a loop, or a chain of three cells or more."""
        return self.is_loop or len(self.cells) >= LONG


@dataclass(frozen=True, slots=True)
class Structure:
    """A position split into chains, loops and joints (cells with three or more undrawn edges)."""

    chains: tuple[Group, ...]
    loops: tuple[Group, ...]
    joints: tuple[int, ...]

    @property
    def long_chains(self) -> int:
        """The number of chains of three cells or more; loops are not among them."""
        return sum(chain.is_long for chain in self.chains)


def closing_edges(state: State) -> tuple[int, ...]:
    """The undrawn edges that complete a cell at once."""
    found = 0
    for mask in state.board.cell_masks:
        missing = mask & state.undrawn
        if missing & (missing - 1) == 0:
            found |= missing
    return bits(found)


def safe_edges(state: State) -> tuple[int, ...]:
    """The undrawn edges that neither complete a cell nor leave one a single edge short."""
    return bits(safe(state.board, state.undrawn))


def safe(board: Tiling, undrawn: int) -> int:
    """The mask of the safe edges (see `safe_edges`) where these edges are undrawn."""
    unsafe = 0
    for mask in board.cell_masks:
        missing = mask & undrawn
        if missing.bit_count() <= 2:
            unsafe |= missing
    return undrawn & ~unsafe


def give(state: State, edge: int) -> int:
    """The cells that a greedy opponent can take right after this undrawn edge, one after the other.

    Cells that the edge itself completes are not among them; cells that were on offer already are.
    """
    return len(run(state.board, state.undrawn & ~(1 << edge)))


def run(board: Tiling, undrawn: int) -> tuple[int, ...]:
    """The cells that one player can complete in a single turn, in an order that works."""
    taken: list[int] = []
    waiting = list(range(len(board.cells)))
    while waiting:
        missing = board.cell_masks[waiting.pop()] & undrawn
        if missing.bit_count() != 1:
            continue
        undrawn &= ~missing
        beside = board.edge_cells[missing.bit_length() - 1]
        taken += [cell for cell in beside if not board.cell_masks[cell] & undrawn]
        waiting += beside
    return tuple(taken)


def opens(state: State, drawn: int) -> Group | None:
    """The long chain or the loop, all of whose cells lack two edges, that the edges in `drawn` open."""
    masks = state.board.cell_masks
    parts = structure(state)
    for group in (*parts.chains, *parts.loops):
        closed = all((masks[cell] & state.undrawn).bit_count() == 2 for cell in group.cells)
        if group.is_long and closed and any(drawn >> edge & 1 for edge in group.edges):
            return group
    return None


def double_cross(state: State, edge: int) -> int:
    """The cells (2 of a chain, 4 of a loop) that this edge leaves on purpose; 0 if it is no double-cross.

    Cells stand open, the edge closes none, what it leaves is closed by one edge for each two cells, and the
    other side then has to open something else.
    """
    if state.closed_by(edge) or not closing_edges(state):
        return 0
    after = state.undrawn & ~(1 << edge)
    left = run(state.board, after)
    # Each pair is closed by a single edge: whoever closes the last of them has to draw again.
    lone = {state.board.cell_masks[cell] & after for cell in left}
    if len(left) not in (2, 4) or len(lone) != len(left) // 2:
        return 0
    rest = after
    for cell in left:
        rest &= ~state.board.cell_masks[cell]
    return len(left) if rest and not safe(state.board, rest) else 0


def structure(state: State) -> Structure:
    """The chains, loops and joints of a position, in the board's order."""
    missing = [(mask & state.undrawn).bit_count() for mask in state.board.cell_masks]
    seen: set[int] = set()
    groups: list[Group] = []
    for cell, count in enumerate(missing):
        if count in (1, 2) and cell not in seen:
            group = _group(state, cell, missing)
            seen.update(group.cells)
            groups.append(group)
    return Structure(
        chains=tuple(group for group in groups if not group.is_loop),
        loops=tuple(group for group in groups if group.is_loop),
        joints=tuple(cell for cell, count in enumerate(missing) if count > 2),
    )


def _group(state: State, start: int, missing: list[int]) -> Group:
    """The chain or loop through a cell: walk out through its first edge, then through its second."""
    first, *second = bits(state.board.cell_masks[start] & state.undrawn)
    cells, edges = _walk(state, start, first, missing)
    if second and edges[-1:] == second:
        return Group((start, *cells), (first, *edges), is_loop=True)
    before_cells, before_edges = _walk(state, start, second[0], missing) if second else ([], [])
    return Group(
        cells=(*reversed(before_cells), start, *cells),
        edges=(*reversed(before_edges), *second, first, *edges),
        is_loop=False,
    )


def _walk(state: State, start: int, edge: int, missing: list[int]) -> tuple[list[int], list[int]]:
    """The cells and edges of a group beyond an edge of one of its cells, until it ends or comes back."""
    board = state.board
    cells: list[int] = []
    edges: list[int] = []
    here = start
    while True:
        beyond = [cell for cell in board.edge_cells[edge] if cell != here]
        if not beyond or missing[beyond[0]] > 2 or beyond[0] == start:
            return cells, edges
        here = beyond[0]
        cells.append(here)
        onward = bits(board.cell_masks[here] & state.undrawn & ~(1 << edge))
        if not onward:
            return cells, edges
        (edge,) = onward
        edges.append(edge)


def names(state: State, edges: Iterable[int]) -> frozenset[str]:
    """The names of edges."""
    return frozenset(state.board.edge_names[edge] for edge in edges)
