"""The rules of Gygès: twelve pieces that nobody owns, and a goal behind each player's first row.

How a piece goes is in `moving.py`; why a move is refused in `refusals.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from engines.core.game import IllegalMove, Outcome, Seat
from engines.core.setup import Setup
from engines.gyges.board import CELLS, GOAL, GOALS, INDEX, NAMES, SIZE
from engines.gyges.moving import Board, bounces, drops_of, legal_ends, occupied_rows
from engines.gyges.refusals import refuse, refuse_row
from engines.gyges.setup import FREE, ROWS, board_from, board_of

RULES_VERSION = 1

REACHED, REPETITION = "goal", "repetition"


@dataclass(frozen=True, slots=True)
class Variant:
    """The two settings that bar something: replacing pieces, and ending where the move began."""

    replace: bool = True
    back: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """A position: the rings of the piece in each cell, and who moves next.

    While rows are being placed, `to_place` tells how many are missing (2: seat 0's, then 1: seat 1's). Once
    a piece has entered a goal it is gone from the board, `scored` tells its rings, and `mover` has won.
    """

    board: Board
    mover: Seat
    variant: Variant = Variant()
    to_place: int = 0
    scored: int = 0

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None once a piece is in a goal."""
        return None if self.scored else self.mover

    @property
    def outcome(self) -> Outcome | None:
        """Whoever brought a piece into the opponent's goal has won."""
        return Outcome(self.mover, REACHED) if self.scored else None

    @property
    def score(self) -> None:
        """There are no points."""
        return None

    def ends(self) -> dict[int, frozenset[int]]:
        """Every piece that may be moved now, with the cells, or the goal, where it may end."""
        if self.scored or self.to_place:
            return {}
        return _ends(self.board, self.mover, self.variant)

    @property
    def passed_over(self) -> int | None:
        """The mover's nearest row, if nothing in it can move and a farther row is used instead."""
        ends = self.ends()
        nearest = occupied_rows(self.board, self.mover)[0] if ends else 0
        return nearest if ends and min(ends) // SIZE != nearest else None

    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move, sorted: a row to place, or start, end and where a replaced piece goes."""
        if self.scored:
            return ()
        return ROWS if self.to_place else _moves(self.board, self.mover, self.variant)

    def play(self, move: str) -> State:
        """The state after a move. Raises IllegalMove with what its sentence needs."""
        if self.scored:
            raise IllegalMove(move, "game-over")
        return self._place(move) if self.to_place else self._move(move)

    def _place(self, row: str) -> State:
        """The mover's six pieces come to stand in its outer row."""
        if row not in ROWS:
            raise refuse_row(row)
        pieces = tuple(int(digit) for digit in row)
        board = pieces + self.board[SIZE:] if self.mover == 0 else self.board[:-SIZE] + pieces
        return replace(self, board=board, mover=1 - self.mover, to_place=self.to_place - 1)

    def _move(self, move: str) -> State:
        start, end, drop = self.read(move)
        board = list(self.board)
        piece, board[start] = board[start], 0
        if end == GOALS[self.mover]:
            return replace(self, board=tuple(board), scored=piece)
        if drop is not None:
            board[drop] = board[end]
        board[end] = piece
        return replace(self, board=tuple(board), mover=1 - self.mover)

    def read(self, move: str) -> tuple[int, int, int | None]:
        """The start, the end and the replacement cell of a legal move; the goal is a number too.

        Raises IllegalMove for any other.
        """
        names = move.split("-")
        if len(names) not in (2, 3):
            raise IllegalMove(move, "not-a-move", text=move[:20])
        start, end = INDEX.get(names[0]), GOALS[self.mover] if names[1] == GOAL else INDEX.get(names[1])
        drop = INDEX.get(names[2]) if len(names) == 3 else None
        ends = self.ends()
        if start is not None and end is not None and end in ends.get(start, ()):
            replaces = bounces(self.board, start, end)
            if not replaces and len(names) == 2:
                return start, end, None
            if replaces and drop is not None and drop in drops_of(self.board, self.mover, start):
                return start, end, drop
        raise refuse(self, move)


@lru_cache(maxsize=4_096)
def _ends(board: Board, seat: Seat, variant: Variant) -> dict[int, frozenset[int]]:
    return legal_ends(board, seat, variant.replace, variant.back)


@lru_cache(maxsize=1_024)
def _moves(board: Board, seat: Seat, variant: Variant) -> tuple[str, ...]:
    """All legal moves of a board, sorted. A move is its outcome, whatever the way."""
    found = []
    for start, ends in _ends(board, seat, variant).items():
        drops = drops_of(board, seat, start)
        for end in ends:
            if end == GOALS[seat]:
                found.append(f"{NAMES[start]}-{GOAL}")
            elif bounces(board, start, end):
                found += [f"{NAMES[start]}-{NAMES[end]}-{NAMES[drop]}" for drop in drops]
            else:
                found.append(f"{NAMES[start]}-{NAMES[end]}")
    return tuple(sorted(found))


def start(setup: Setup) -> State:
    """The position before the first move: rows still to be placed, two rows facing each other, or any."""
    variant = Variant(setup["replace"] == "yes", setup["return"] == "yes")
    if setup["setup"] != FREE:
        return State(board_from(*setup["setup"].split("/")), 0, variant)
    if setup["position"]:
        return State(board_of(setup["position"]), int(setup["turn"]), variant)
    return State((0,) * CELLS, 0, variant, to_place=2)
