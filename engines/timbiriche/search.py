"""Exact search: proved bounds for what the mover of a position gets from it, under a limit of nodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.timbiriche import kernel
from engines.timbiriche.positions import Branch, Position


class Search:
    """Asks "does the mover get at least this much?" and remembers what is proved.

    `table` keeps the proofs of the kernel; nobody else may use it meanwhile.
    """

    def __init__(self, position: Position, table: NDArray[np.uint64], flag: NDArray[np.int32]) -> None:
        self._position = position
        self._table = table
        self._flag = flag
        self._control = np.zeros(3, dtype=np.int64)
        self._known: dict[int, tuple[int, int]] = {}

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._control[kernel.NODES])

    def allow(self, nodes: int | None) -> None:
        """Let the search go on for so many nodes more (None: without end)."""
        self._control[kernel.LIMIT] = 1 << 62 if nodes is None else self.nodes + nodes

    def bounds(self, mask: int) -> tuple[int, int]:
        """What is proved so far about `mask`."""
        known = self._known.get(mask)
        if known is None:
            cells = self._position.cells(mask)
            known = self._known[mask] = (-cells, cells)
        return known

    def prove(self, mask: int, target: int) -> bool | None:
        """Whether the mover of `mask` gets at least `target`; None when stopped."""
        low, high = self.bounds(mask)
        target += (target - low) % 2
        if target <= low:
            return True
        if target > high:
            return False
        answer = self._position.ask(mask, target, self._table, self._control, self._flag)
        if answer == kernel.STOPPED:
            return None
        self._known[mask] = (target, high) if answer else (low, target - 2)
        return bool(answer)

    def close(self, mask: int, guess: int = 0) -> tuple[int, int]:
        """Narrow the bounds of `mask` from `guess` outwards until they meet or the search is stopped."""
        low, high = self.bounds(mask)
        target = guess
        while low < high:
            target = min(max(target, low + 2), high)
            grows = self.prove(mask, target)
            if grows is None:
                break
            low, high = self.bounds(mask)
            target = low + 2 if grows else high
        return low, high

    def beats(self, branch: Branch, target: int) -> bool | None:
        """Whether the move gets its mover at least `target`; None when stopped."""
        spare = (target - branch.gain) * branch.sign
        if not branch.leaves:
            answer = self.prove(branch.mask, spare if branch.sign > 0 else spare + 1)
            return answer if branch.sign > 0 or answer is None else not answer
        # |v + leaves| has to be at least (sign 1) or at most (sign -1) `spare`.
        least = spare if branch.sign > 0 else spare + 1
        far = least <= 0 or self._far(branch, least)
        return far if branch.sign > 0 or far is None else not far

    def _far(self, branch: Branch, least: int) -> bool | None:
        """Whether |v + leaves| is at least `least`, a positive number."""
        above = self.prove(branch.mask, least - branch.leaves)
        if above is None or above:
            return above
        below = self.prove(branch.mask, 1 - least - branch.leaves)
        return None if below is None else not below


def entries(size: int) -> int:
    """Entries of the table for a search of so many strings or edges: 32 MB at most."""
    return 1 << min(max(size - 6, 10), 21)
