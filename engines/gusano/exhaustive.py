"""The worth of a round by looking at everything: no bounds, no symmetry, no compiled code, nothing shared.

Slow and simple, so that it can vouch for the solver. A position is the cell of the head and the set of filled
cells; whose turn it is follows from how many those are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.gusano.setup import Board


class TooMany(Exception):  # noqa: N818 - named after what was found
    """There are more positions than the caller wants to look at."""


@dataclass(slots=True)
class Exhaustive:
    """Every position that can follow from the start of a board, each with what the worm still gets."""

    board: Board
    most: int
    """Positions after which `TooMany` is raised."""
    _worths: dict[tuple[int, int], int] = field(default_factory=dict)
    _traps: dict[tuple[int, int], int] = field(default_factory=dict)

    def value(self) -> int:
        """The worm's points with best play of both, the start cell included."""
        start = self.board.start
        return self.board.values[start] + self._rest(start, 1 << start)

    def traps(self) -> int:
        """How many tempting mistakes the worm meets at least when both play best.

        A move tempts if it fills the dearest cell, and of those one with the most ways on; it is a trap if it
        loses points.
        """
        start = self.board.start
        return self._traps_from(start, 1 << start)

    def _exits(self, head: int, filled: int) -> list[int]:
        return [cell for cell in self.board.open_neighbours[head] if not filled >> cell & 1]

    def _rest(self, head: int, filled: int) -> int:
        known = self._worths.get((head, filled))
        if known is not None:
            return known
        if len(self._worths) >= self.most:
            raise TooMany
        worths = [self._through(cell, filled) for cell in self._exits(head, filled)]
        best = max if _worm_moves(filled) else min
        found = best(worths, default=0)
        self._worths[head, filled] = found
        return found

    def _through(self, cell: int, filled: int) -> int:
        return self.board.values[cell] + self._rest(cell, filled | 1 << cell)

    def _traps_from(self, head: int, filled: int) -> int:
        known = self._traps.get((head, filled))
        if known is not None:
            return known
        exits = self._exits(head, filled)
        worth = self._rest(head, filled)
        best = [cell for cell in exits if self._through(cell, filled) == worth]
        found = min((self._traps_from(cell, filled | 1 << cell) for cell in best), default=0)
        if _worm_moves(filled):
            found += any(cell not in best for cell in self._tempting(exits, filled))
        self._traps[head, filled] = found
        return found

    def _tempting(self, exits: list[int], filled: int) -> list[int]:
        lures = {
            cell: (self.board.values[cell], len(self._exits(cell, filled | 1 << cell))) for cell in exits
        }
        dearest = max(lures.values(), default=None)
        return [cell for cell, lure in lures.items() if lure == dearest]


def _worm_moves(filled: int) -> bool:
    """The bird fills the second cell, the worm the third, and so on."""
    return filled.bit_count() % 2 == 0
