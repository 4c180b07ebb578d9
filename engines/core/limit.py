"""How much a search may spend: nodes, seconds, and a flag that stops it from another thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


def new_flag() -> NDArray[np.int32]:
    """A flag of one element: 0 = go on, 1 = stop. Kernels read it every thousand nodes or so."""
    return np.zeros(1, dtype=np.int32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What one search may spend. `None` means: no limit of that kind.

    `nodes` makes results repeatable (tests, levels in the arena); `seconds` is for people who wait.
    `flag` may be shared with another thread, which sets `flag[0] = 1` to cancel.
    """

    nodes: int | None = None
    seconds: float | None = None
    flag: NDArray[np.int32] = field(default_factory=new_flag, compare=False)

    @property
    def stopped(self) -> bool:
        """Whether the search must end now."""
        return bool(self.flag[0])

    def stop(self) -> None:
        """Cancel the search that runs under this limit."""
        self.flag[0] = 1

    @contextmanager
    def clock(self) -> Iterator[Limit]:
        """Count `seconds` while the block runs: a timer sets the flag when they are over."""
        if self.seconds is None:
            yield self
            return
        timer: Any = threading.Timer(self.seconds, self.stop)
        timer.daemon = True
        timer.start()
        try:
            yield self
        finally:
            timer.cancel()
