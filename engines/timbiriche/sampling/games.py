"""Random games from a position, and what they say about its moves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.timbiriche.kernel import NODES
from engines.timbiriche.likeness.kernel import FACTS, GROUP_WORDS
from engines.timbiriche.sampling import kernel as sampler
from engines.timbiriche.strings import OUTSIDE
from engines.timbiriche.strings import kernel as quiet

TREE_ROWS = 200_000
"""Moves that a tree can hold: 11 MB."""

DOUBTS = 10
"""Tries with an average result that are added to those of each move."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move that was sampled: how often, and what its mover got on average."""

    visits: int
    value: float

    def tempered(self, mean: float) -> Tried:
        """The same as if a few more tries had gone as usual: a move hardly tried proves little."""
        value = (self.visits * self.value + DOUBTS * mean) / (self.visits + DOUBTS)
        return Tried(self.visits, value)


@dataclass(frozen=True, slots=True)
class Sampled:
    """What random games from a position say: games and nodes spent, and the moves by their string or edge."""

    games: int
    nodes: int
    moves: dict[int, Tried]

    @property
    def value(self) -> float:
        """What the mover got on average; moves that did well were tried more often."""
        return _mean(self.moves)


def _mean(moves: dict[int, Tried]) -> float:
    return sum(tried.visits * tried.value for tried in moves.values()) / sum(
        tried.visits for tried in moves.values()
    )


class Room:
    """The arrays of one tree and its random games."""

    def __init__(self, rows: NDArray[np.int64], hubs: int, seed: int) -> None:
        self.start, self.beside = _start(rows, hubs)
        self.tree = np.zeros((TREE_ROWS, 6), dtype=np.int64)
        self.totals = np.zeros(TREE_ROWS, dtype=np.float64)
        self.scratch = np.zeros(8 * self.start.shape[1], dtype=np.int64)
        self.seed = np.array([seed % (1 << 63) | 1], dtype=np.uint64)

    def sampled(self, played: int, nodes: int) -> Sampled:
        """Read the first moves of the tree."""
        first, size = int(self.tree[0, sampler.FIRST]), int(self.tree[0, sampler.SIZE])
        moves: dict[int, Tried] = {}
        for row in range(first, first + size):
            move, visits, gain, sign = (int(number) for number in self.tree[row, : sampler.FIRST])
            if visits:
                moves[move] = Tried(visits, gain + sign * float(self.totals[row]) / visits)
        if moves:
            mean = _mean(moves)
            moves = {move: tried.tempered(mean) for move, tried in moves.items()}
        return Sampled(played, nodes, moves)


def sample_strings(
    rows: NDArray[np.int64],
    joints: int,
    search: tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]] | None,
    *,
    exact_below: int,
    nodes: int,
    seed: int,
    flag: NDArray[np.int32],
) -> Sampled:
    """Sample a quiet position. `search` (joints, images, table of an exact search) judges ends exactly."""
    room = Room(rows, joints, seed)
    masks, images, table = search or (
        np.zeros((joints, 2), dtype=np.uint64),
        np.zeros((0, 8, 256), dtype=np.uint64),
        np.zeros((2, 2), dtype=np.uint64),
    )
    control = np.array([0, nodes, 0], dtype=np.int64)
    played = sampler.sample(
        room.start, rows, room.beside, masks, images, table,
        np.zeros(quiet.stack_words(64), dtype=np.uint64),
        np.zeros(GROUP_WORDS, dtype=np.uint64),
        np.zeros(FACTS, dtype=np.int64),
        control, flag, room.tree, room.totals, room.scratch, room.seed,
        exact_below if search else -1,
    )  # fmt: skip
    return room.sampled(int(played), int(control[NODES]))


class Judge:
    """Says what sets of some strings are worth if both sides always open the smallest group."""

    def __init__(self, rows: NDArray[np.int64], joints: int) -> None:
        self._rows = rows
        self._joints = joints
        self._start, self._beside = _start(rows, joints)
        self._room = np.zeros((4, 2 * self._start.shape[1]), dtype=np.int64)
        self._control = np.zeros(3, dtype=np.int64)

    def worth(self, mask: int) -> int:
        """What the mover gets."""
        alive = self._start[0, : len(self._rows)].copy()
        ends = self._start[1, : self._joints].copy()
        drawn = [number for number in range(len(self._rows)) if not mask >> number & 1]
        self._room[0, : len(drawn)] = drawn
        sampler.erase(len(drawn), alive, ends, self._rows, self._room[0])
        return int(sampler.judge(alive, ends, self._rows, self._beside, *self._room[1:4], self._control))


def _start(rows: NDArray[np.int64], hubs: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where random games begin: what is alive, how many ends each hub has; and the rows beside each hub."""
    start = np.zeros((2, max(len(rows), hubs, 8) + 2), dtype=np.int64)
    start[0, : len(rows)] = 1
    near: list[list[int]] = [[] for _ in range(hubs)]
    for number, (one, two, *_) in enumerate(rows.tolist()):
        for end in (one, two):
            if end != OUTSIDE:
                start[1, end] += 1
                if number not in near[end]:
                    near[end].append(number)
    beside = np.full((hubs, max([1, *map(len, near)])), OUTSIDE, dtype=np.int64)
    for hub, numbers in enumerate(near):
        beside[hub, : len(numbers)] = numbers
    return start, beside
