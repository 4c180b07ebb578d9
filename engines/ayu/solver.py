"""The Python side of Ayu's searches: a tree of visits for estimates, and proofs of wins by their length."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.ayu.board import bits
from engines.ayu.desk import WEIGHTS, Desk
from engines.ayu.proof import kernel as proof
from engines.ayu.rules import BLACK, WHITE, Colour, State
from engines.ayu.tree import kernel as tree
from engines.core.limit import Limit

ROWS = 2_600_000
"""Rows of the largest tree: 83 megabytes, taken as they are used, enough for what Maestro thinks."""
SLOTS = 1 << 19
"""Rows of the table of proofs: 8 megabytes."""
UNLIMITED = 1 << 60

Move = tuple[int, int]
"""Stone and target, as numbers of points."""


@dataclass(frozen=True, slots=True)
class Visited:
    """A move as the tree saw it: visits, its worth to the mover from -1 to 1, and what is proved of it.

    `proved`: 1 if it wins, -1 if it loses, 0 otherwise.
    """

    move: Move
    visits: int
    worth: float
    proved: int


@dataclass(frozen=True, slots=True)
class Grown:
    """A tree of a position: its moves, most visited first, and what is proved of the position."""

    moves: tuple[Visited, ...]
    proved: int
    nodes: int

    @property
    def best(self) -> Visited:
        """The move to play: one that wins, or else the most visited one that does not lose."""
        return self.moves[0]


@cache
def zobrist() -> NDArray[np.uint64]:
    """Random words for each colour and point, and one for the side to move."""
    return np.random.default_rng(20_261_129).integers(1, 1 << 63, size=(3, 225), dtype=np.uint64)


def key_of(stones: tuple[int, int], colour: Colour) -> np.uint64:
    """The key of a position."""
    random = zobrist()
    key = random[2, 0] if colour else np.uint64(0)
    for side in (BLACK, WHITE):
        for index in bits(stones[side]):
            key ^= random[side, index]
    return np.uint64(key)


def earlier(state: State) -> NDArray[np.uint64]:
    """The keys of the positions whose return would be a draw."""
    return np.array([key_of(stones, colour) for stones, colour in state.past], dtype=np.uint64)


def grow(state: State, limit: Limit) -> Grown:
    """Grow a tree of a position that is not over; at least one visit, however short the limit."""
    desk = Desk(state.size, tree.DEEPEST + 1)
    desk.put(state)
    most = UNLIMITED if limit.nodes is None else limit.nodes
    rows = ROWS if limit.nodes is None else min(ROWS, limit.nodes + 13_000)
    links = np.empty((rows, 5), dtype=np.int32)
    worths = np.empty((rows, 3), dtype=np.float32)
    control = np.zeros(3, dtype=np.int64)

    def visit(most_nodes: int, flag: NDArray[np.int32]) -> None:
        control[tree.MOST_NODES] = most_nodes
        tree.grow(
            *desk.position,
            desk.scratch,
            desk.moves,
            links,
            worths,
            WEIGHTS,
            zobrist(),
            earlier(state),
            control,
            flag,
            state.colour,
            key_of(state.stones, state.colour),
            *desk.masks,
            np.uint64(state.size),
        )

    with limit.clock():
        visit(most, limit.flag)
    if control[tree.USED] <= 1:
        visit(1, np.zeros(1, dtype=np.int32))
    return _read(links, worths, int(control[tree.NODES]))


def _read(links: NDArray[np.int32], worths: NDArray[np.float32], nodes: int) -> Grown:
    begin = int(links[0, tree.FIRST])
    found = []
    for child in range(begin, begin + int(links[0, tree.COUNT])):
        visits, outcome = int(links[child, tree.VISITS]), int(links[child, tree.PROOF])
        proved = {tree.WON: -1, tree.LOST: 1}.get(outcome, 0)
        worth = -float(worths[child, tree.TOTAL]) / visits if visits else float(worths[child, tree.STATIC])
        if outcome == tree.DRAWN:
            worth = 0.0
        move = int(links[child, tree.MOVE])
        found.append(Visited((move >> 8, move & 255), visits, float(proved) if proved else worth, proved))
    found.sort(key=lambda each: (-each.proved, -each.visits, -each.worth, each.move))
    return Grown(tuple(found), int(links[0, tree.PROOF]) if links[0, tree.PROOF] != tree.DRAWN else 0, nodes)


class Prover:
    """Questions about the length of wins from one position, with a table that they share."""

    def __init__(self, state: State, limit: Limit) -> None:
        self._state = state
        self._limit = limit
        self._desk = Desk(state.size, proof.DEEPEST + 2)
        self._table = np.zeros((SLOTS, 2), dtype=np.uint64)
        self._keys = np.zeros(len(self._desk.moves), dtype=np.int64)
        self._control = np.zeros(3, dtype=np.int64)
        self._control[proof.MOST_NODES] = UNLIMITED if limit.nodes is None else limit.nodes
        self._earlier = earlier(state)

    @property
    def nodes(self) -> int:
        """Positions judged so far."""
        return int(self._control[proof.NODES])

    @property
    def stopped(self) -> bool:
        """Whether the limit has ended the questions."""
        return bool(self._control[proof.STOPPED]) or self._limit.stopped

    def ends_within(self, state: State, plies: int, *, wins: bool) -> bool | None:
        """Whether the side to move wins (or loses) within so many plies; None if the limit came first.

        `state` is the position or one that a move leads to.
        """
        if self.stopped:
            return None
        if state.turn is None:
            return wins and plies >= 0
        self._desk.put(state)
        answer = proof.holds(
            *self._desk.position,
            self._desk.scratch,
            self._desk.moves,
            self._keys,
            WEIGHTS,
            zobrist(),
            self._earlier,
            self._table,
            self._control,
            self._limit.flag,
            0,
            state.colour,
            plies,
            wins,
            key_of(state.stones, state.colour),
            0,
            *self._desk.masks,
            np.uint64(state.size),
        )
        return None if self._control[proof.STOPPED] else bool(answer)

    def length(self, state: State, most: int = proof.DEEPEST) -> int | None:
        """The plies to a win of the side to move (even) or its loss (odd), best play; None if unproved."""
        if state.turn is None:
            return 0
        for plies in range(1, most + 1):
            answer = self.ends_within(state, plies, wins=plies % 2 == 0)
            if answer is None:
                return None
            if answer:
                return plies
        return None


def after(state: State, move: Move) -> State:
    """The state after a relocation."""
    names = state.board.names
    return state.play(f"{names[move[0]]}-{names[move[1]]}")


def counted(plies: int) -> int:
    """Plies as the side to move counts them: +n if it wins in n moves of its own, -n if it loses."""
    return plies // 2 if plies % 2 == 0 else -(plies + 1) // 2
