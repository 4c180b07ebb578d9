"""How long an analysis thinks: about each position, and about a whole match."""

from __future__ import annotations

from time import monotonic
from typing import Final

from engines.core.limit import Limit

POSITION_SECONDS: Final = 4.0
"""What one position may take, unless the settings say otherwise."""
MATCH_SECONDS: Final = 45.0
"""What a whole match may take: hard boards are estimated rather than kept waiting for."""
LEAST_SECONDS: Final = 0.05
FIRST_LOOK_SECONDS: Final = 2.5
"""What trying the first position may take: small boards are then known as a whole."""


class Pace:
    """Shares out the time of one analysis among the positions that are left.

    Those that take less than their share leave it to the others, so the first positions, judged last, may get
    more than `position`. `whole` counts from the
    first search on; None: each may take `position`.
    """

    def __init__(self, position: float, whole: float | None) -> None:
        self._position = position
        self._whole = whole
        self._until: float | None = None
        self._given = Limit()
        self._over = False

    def limit(self, left: int) -> Limit:
        """A limit for the next search, from the number of positions that are still to be judged."""
        seconds = self._position
        if self._whole is not None:
            self._until = self._until or monotonic() + self._whole
            share = (self._until - monotonic()) / max(left, 1)
            seconds = max(min(self._position, share), share / 3, LEAST_SECONDS)
        self._given = limit = Limit(seconds=seconds)
        if self._over:
            limit.stop()
        return limit

    def stop(self) -> None:
        """End the search that runs, from any thread, and those that would follow it."""
        self._over = True
        self._given.stop()

    def glance(self) -> Limit:
        """A limit for a first look at a match."""
        return Limit(seconds=min(self._position, FIRST_LOOK_SECONDS))
