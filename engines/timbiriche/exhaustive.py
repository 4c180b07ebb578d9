"""The worth of an ending by looking at every order of the edges that are left: nothing is known of chains.

Slow and simple, so that it can vouch for the solver.
"""

from __future__ import annotations

from functools import cache

from engines.timbiriche.rules import State, bits


def margin(state: State) -> int:
    """The cells that the side to move gets from here on, less the other's, with best play of both.

    Looks at every set of the undrawn edges: for endings only, and for the goal of most cells.
    """
    masks = [mask & state.undrawn for mask in state.board.cell_masks]
    open_cells = [mask for mask in masks if mask]

    @cache
    def rest(left: int) -> int:
        best: int | None = None
        for edge in bits(left):
            closed = sum(mask & left == 1 << edge for mask in open_cells)
            after = rest(left & ~(1 << edge))
            worth = closed + after if closed else -after
            best = worth if best is None else max(best, worth)
        return best or 0

    return rest(state.undrawn)
