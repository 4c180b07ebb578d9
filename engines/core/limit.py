"""How much a search may spend: nodes, seconds, and a flag that stops it from another thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GLANCE: Final = 0.05
"""Seconds between two looks of a part at the limit it is part of."""


def new_flag() -> NDArray[np.int32]:
    """A flag of one element: 0 = go on, 1 = stop. Kernels read it every thousand nodes or so."""
    import numpy as np  # only here: a site that just begins need not wait for it

    return np.zeros(1, dtype=np.int32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What one search may spend. `None` means: no limit of that kind.

    `nodes` makes results repeatable (tests, levels in the arena); `seconds` is for people who wait.
    `flag` may be shared with another thread, which sets `flag[0] = 1` to cancel. `within`: the limit of which
    this one is a part, with a flag of its own: it ends alone, but never goes on when that one is stopped.
    """

    nodes: int | None = None
    seconds: float | None = None
    flag: NDArray[np.int32] = field(default_factory=new_flag, compare=False)
    within: Limit | None = None

    @property
    def stopped(self) -> bool:
        """Whether the search must end now."""
        return bool(self.flag[0])

    def stop(self) -> None:
        """Cancel the search that runs under this limit."""
        self.flag[0] = 1

    @contextmanager
    def clock(self) -> Iterator[Limit]:
        """While the block runs, let the flag be set when `seconds` are over, or `within` is stopped."""
        with ExitStack() as ending:
            if self.seconds is not None:
                timer = threading.Timer(self.seconds, self.stop)
                timer.daemon = True
                timer.start()
                ending.callback(timer.cancel)
            if self.within is not None and self.within.stopped:
                self.stop()
            elif self.within is not None:
                ended = threading.Event()
                threading.Thread(target=self._follow, args=(self.within, ended), daemon=True).start()
                ending.callback(ended.set)
            yield self

    def _follow(self, whole: Limit, ended: threading.Event) -> None:
        """Stop when the whole is stopped."""
        while not whole.stopped:
            if ended.wait(GLANCE):
                return
        self.stop()
