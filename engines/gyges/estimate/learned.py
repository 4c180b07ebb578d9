"""What estimates are made of, as kernels take it: weights of facts, and the network, which may be missing."""

from __future__ import annotations

from base64 import b85decode, b85encode
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.gyges.board import CELLS, SIZE
from engines.gyges.estimate.kernel import FEATURES, GROUPS, INPUTS, LANES, UNITS

HALF = UNITS // 2
"""Units that are learned; the others see the board with left and right exchanged."""

LEFT_RIGHT = np.arange(CELLS).reshape(SIZE, SIZE)[:, ::-1].ravel()
"""Where each cell is in the mirror."""


class Estimate(NamedTuple):
    """How positions are judged: what each fact counts, the network's rows, what each of its units counts."""

    weights: Sequence[int]
    net: NDArray[np.uint64]
    output: Sequence[int]


def plain(weights: Sequence[int]) -> Estimate:
    """An estimate of facts alone."""
    return Estimate(weights, np.zeros((0, UNITS // LANES), dtype=np.uint64), [0] * UNITS)


def network(weights: Sequence[int], output: Sequence[int], learned: NDArray[np.int16]) -> Estimate:
    """An estimate with a network. Rows of `learned`: what an input of seat 0 gives to those units."""
    cells = learned[FEATURES:].astype(np.int64).reshape(GROUPS, CELLS, HALF)
    board = np.concatenate([cells, cells[:, LEFT_RIGHT]], axis=2)
    facts = np.tile(learned[:FEATURES].astype(np.int64), 2)
    rows = np.concatenate([facts, board.reshape(INPUTS, UNITS), board[:, ::-1].reshape(INPUTS, UNITS)])
    words = rows.reshape(len(rows), UNITS // LANES, LANES) << np.arange(0, 16 * LANES, 16)
    return Estimate(weights, words.sum(axis=2).astype(np.uint64), [*output, *output])


def packed(learned: NDArray[np.int16]) -> str:
    """Learned weights as text."""
    return b85encode(learned.astype("<i2").tobytes()).decode()


def unpacked(text: str) -> NDArray[np.int16]:
    """Learned weights from text."""
    return np.frombuffer(b85decode(text), dtype="<i2").reshape(FEATURES + INPUTS, HALF)
