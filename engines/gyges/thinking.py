"""The Python side of the search: positions as masks, what happens at once, and deepening."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import tanh
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.core.game import Seat
from engines.core.limit import Limit
from engines.gyges import kernel
from engines.gyges.board import CELLS, GOAL, NAMES
from engines.gyges.estimate import kernel as looking
from engines.gyges.estimate.kernel import PROVED, WIN
from engines.gyges.estimate.learned import Estimate, network, unpacked
from engines.gyges.moving import Board
from engines.gyges.rules import State, Variant
from engines.gyges.search import kernel as searching
from engines.gyges.weights import NETWORK, OUTPUT, SCALE, WEIGHTS

TABLE_BITS: Final = 20
"""The table has this many rows of 24 bytes, as a power of two."""
ASPIRATION: Final = 120
"""How far from what was expected a value may be before the search is repeated with an open window."""
MOST_NODES: Final = 1 << 60
LEARNED: Final = network(WEIGHTS, OUTPUT, unpacked(NETWORK))
"""How positions are judged."""


class Position(NamedTuple):
    """A position for kernels: masks of all pieces, of those with two rings or three, of those with three."""

    occupied: np.uint64
    high: np.uint64
    three: np.uint64
    seat: Seat


def position_of(board: Board, seat: Seat) -> Position:
    """The masks of a board."""
    masks = [sum(1 << cell for cell, rings in enumerate(board) if rings >= least) for least in (1, 2, 3)]
    occupied, high, three = map(np.uint64, masks)
    return Position(occupied, high, three, seat)


def variant_of(variant: Variant) -> int:
    """The settings of a game as kernels take them."""
    return kernel.REPLACE * variant.replace + kernel.BACK * variant.back


def moved(position: Position, move: int) -> Position:
    """The position after a move that does not score."""
    occupied, high, three = (np.uint64(kernel.moved(mask, move)) for mask in position[:3])
    return Position(occupied, high, three, 1 - position.seat)


def name_of(move: int) -> str:
    """A move in notation."""
    start, end, drop = move & 63, move >> 6 & 63, move >> 12 & 63
    names = [NAMES[start], NAMES[end] if end < CELLS else GOAL]
    return "-".join([*names, *([NAMES[drop]] if drop < CELLS else [])])


def perft(state: State, depth: int) -> int:
    """How many move sequences of length `depth` begin with a position."""
    if state.turn is None:
        return 0
    if state.to_place:
        rows = state.legal_moves()
        return len(rows) if depth == 1 else sum(perft(state.play(row), depth - 1) for row in rows)
    buffers = np.zeros((depth + 1, kernel.MOST_MOVES), dtype=np.int32)
    position = position_of(state.board, state.mover)
    return int(kernel.perft(*position, variant_of(state.variant), depth, buffers))


@dataclass(frozen=True, slots=True)
class Found:
    """What a search to `depth` plies found: a value as kernels count it, and a move that has it."""

    value: int
    move: int
    depth: int

    @property
    def plies(self) -> int:
        """After how many plies the game is over if it is proved to be won or lost, else 0."""
        return WIN - abs(self.value) if abs(self.value) >= PROVED else 0

    @property
    def exact(self) -> bool:
        """Whether it is proved, and cannot be quicker: a search sees every end within depth + 1 plies."""
        return 0 < self.plies <= self.depth + 2

    @property
    def worth(self) -> float:
        """Moves of the mover's own until it wins (or, negative, loses); else an estimate from -1 to 1."""
        if self.plies:
            return float((self.plies + 1) // 2) if self.value > 0 else -float(self.plies // 2)
        return round(tanh(self.value / SCALE), 3)


@dataclass(slots=True)
class Sifted:
    """The moves of a position: those that win at once, those that lose at once, the rest."""

    wins: list[int] = field(default_factory=list)
    safe: list[int] = field(default_factory=list)
    losing: list[int] = field(default_factory=list)


class Thinking:
    """The search for one game: its table serves all positions of it."""

    def __init__(self, variant: Variant, estimate: Estimate = LEARNED, bits: int = TABLE_BITS) -> None:
        self.variant = variant_of(variant)
        self._table = np.zeros((1 << bits, 3), dtype=np.uint64)
        self._net = estimate.net
        self._buffers = np.zeros((2 * searching.DEEPEST + 4, kernel.MOST_MOVES), dtype=np.int32)
        self._history = np.zeros(searching.HISTORY, dtype=np.int32)
        self._control = np.zeros(looking.CONTROL, dtype=np.int64)
        self._control[looking.VARIANT] = self.variant
        self._control[looking.WEIGHTS : looking.WEIGHTS + looking.FEATURES] = estimate.weights
        self._control[looking.OUTPUT : looking.OUTPUT + looking.UNITS] = estimate.output
        self._flag: NDArray[np.int32] = np.zeros(1, dtype=np.int32)

    def begin(self, limit: Limit) -> None:
        """Count nodes from here, and stop where the limit says."""
        self._flag = limit.flag
        self._control[searching.NODES] = 0
        self._control[searching.STOPPED] = 0
        self._control[searching.LIMIT] = MOST_NODES if limit.nodes is None else limit.nodes

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._control[searching.NODES])

    def sift(self, position: Position) -> Sifted:
        """Tell apart moves by what happens at once. Never stopped: it takes a few thousandths of a second."""
        moves = self._buffers[0]
        made = kernel.generate(*position, self.variant, moves)
        found = Sifted()
        for move in moves[:made].tolist():
            if move >> 6 & 63 >= CELLS:
                found.wins.append(move)
            else:
                after = moved(position, move)
                self._control[searching.NODES] += 1
                (found.losing if kernel.wins(*after, self.variant) else found.safe).append(move)
        return found

    def wins(self, position: Position) -> bool:
        """Whether the side to move can win at once."""
        self._control[searching.NODES] += 1
        return bool(kernel.wins(*position, self.variant))

    def estimate(self, position: Position) -> int:
        """What a position looks like to its mover, without moving."""
        self._control[searching.NODES] += 1
        return int(looking.look(*position, self._control, self._net))

    def ask(self, position: Position, depth: int, low: int, high: int, ply: int = 0) -> int | None:
        """The value of a position within a window, `ply` plies after the root; None if stopped.

        The side to move must not be able to win at once.
        """
        if depth == 0:
            value = int(searching.settle(*position, self._control, self._net, self._buffers[0], -WIN))
            return int(searching.from_root(value, ply))
        arrays = self._table, self._net, self._buffers, self._history, self._control, self._flag
        value = int(searching.search(*position, depth, low, high, ply, *arrays))
        return None if self._control[searching.STOPPED] else value

    def deepen(self, position: Position, depth: int, before: Found | None) -> Found | None:
        """Search one depth, near the value that the last search of the same parity found; None if stopped."""
        value = None
        self._control[searching.ROOT_MOVE] = -1
        if before is not None and not before.plies:
            low, high = before.value - ASPIRATION, before.value + ASPIRATION
            value = self.ask(position, depth, low, high)
            value = value if value is not None and low < value < high else None
        if value is None:
            value = self.ask(position, depth, -WIN, WIN)
        self._history[: searching.KILLERS] //= 2
        return None if value is None else Found(value, int(self._control[searching.ROOT_MOVE]), depth)

    def unfinished(self, depth: int) -> Found | None:
        """The best move of a search that was stopped, if it had one; it counts as one ply less deep."""
        move, value = (int(self._control[place]) for place in (searching.ROOT_MOVE, searching.ROOT_VALUE))
        return Found(value, move, depth - 1) if move >= 0 and self._control[searching.STOPPED] else None
