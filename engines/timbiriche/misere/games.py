"""Random games where fewest cells win."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.timbiriche.kernel import NODES
from engines.timbiriche.misere import kernel as misere
from engines.timbiriche.sampling.games import Room, Sampled


def sample_edges(
    rows: NDArray[np.int64], cells: int, *, nodes: int, seed: int, flag: NDArray[np.int32]
) -> Sampled:
    """Sample a position where fewest cells win; rows are edges."""
    room = Room(rows, cells, seed)
    control = np.array([0, nodes, 0], dtype=np.int64)
    played = misere.sample(
        room.start, rows, cells, control, flag, room.tree, room.totals, room.scratch, room.seed
    )
    return room.sampled(int(played), int(control[NODES]))
