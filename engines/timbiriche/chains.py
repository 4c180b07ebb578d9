"""What a position is made of: cells on offer, safe edges, and how many cells an edge gives away."""

from __future__ import annotations

from engines.boards.tiling import Tiling
from engines.timbiriche.rules import State, bits


def closing_edges(state: State) -> tuple[int, ...]:
    """The undrawn edges that complete a cell at once."""
    missing = [mask & state.undrawn for mask in state.board.cell_masks]
    found = 0
    for mask in missing:
        if mask and mask & (mask - 1) == 0:
            found |= mask
    return bits(found)


def safe_edges(state: State) -> tuple[int, ...]:
    """The undrawn edges that neither complete a cell nor leave one a single edge short."""
    unsafe = 0
    for mask in state.board.cell_masks:
        missing = mask & state.undrawn
        if missing.bit_count() <= 2:
            unsafe |= missing
    return bits(state.undrawn & ~unsafe)


def give(state: State, edge: int) -> int:
    """The cells that a greedy opponent can take right after this undrawn edge, one after the other.

    Cells that the edge itself completes are not among them.
    """
    return len(peel(state.board, state.undrawn & ~(1 << edge)))


def peel(board: Tiling, undrawn: int) -> tuple[int, ...]:
    """The cells that can be completed in one run, in an order that works."""
    taken: list[int] = []
    waiting = list(range(len(board.cells)))
    while waiting:
        cell = waiting.pop()
        missing = board.cell_masks[cell] & undrawn
        if missing.bit_count() != 1:
            continue
        undrawn &= ~missing
        beside = board.edge_cells[missing.bit_length() - 1]
        taken += [other for other in beside if not board.cell_masks[other] & undrawn]
        waiting += beside
    return tuple(taken)
