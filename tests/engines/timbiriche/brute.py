"""Minimax written from the rules alone, to check the solver with: no table, no pruning, no symmetry.

A position is the set of undrawn edges and, for each cell, the set of edges around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

Edges = frozenset[int]


class Minimax:
    """What the mover gets from here on: his cells minus the other side's, with best play for the goal."""

    def __init__(self, cells: Iterable[Iterable[int]], misere: bool) -> None:
        self._around = [frozenset(cell) for cell in cells]
        self._prefer = min if misere else max
        self._known: dict[Edges, int] = {frozenset(): 0}

    def value(self, undrawn: Edges) -> int:
        """Cells for the mover minus cells for the other side."""
        if undrawn not in self._known:
            self._known[undrawn] = self._prefer(self.moves(undrawn).values())
        return self._known[undrawn]

    def moves(self, undrawn: Edges) -> Mapping[int, int]:
        """The same after each move, still seen by the side that moves now."""
        values = {}
        for edge in undrawn:
            after = undrawn - {edge}
            closed = sum(1 for cell in self._around if edge in cell and not cell & after)
            values[edge] = closed + self.value(after) if closed else -self.value(after)
        return values

    def best(self, undrawn: Edges) -> set[int]:
        """Every move that keeps the value."""
        return {edge for edge, value in self.moves(undrawn).items() if value == self.value(undrawn)}


@cache
def ending(chains: tuple[int, ...], loops: tuple[int, ...]) -> int:
    """What the side to move gets if only separate chains and loops of these lengths (sorted) are left.

    It opens one; the other side takes all of it and moves on, or leaves two cells (of a loop four) and
    lets the opener move on.
    """
    worths = [0] if not chains and not loops else []
    for size in set(chains):
        rest = list(chains)
        rest.remove(size)
        worths.append(-_answer(size, 2 if size > 2 else 0, ending(tuple(rest), loops)))
    for size in set(loops):
        rest = list(loops)
        rest.remove(size)
        worths.append(-_answer(size, 4 if size > 3 else 0, ending(chains, tuple(rest))))
    return max(worths)


def _answer(size: int, left: int, rest: int) -> int:
    take = size + rest
    return max(take, size - 2 * left - rest) if left else take
