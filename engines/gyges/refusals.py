"""Why a move is refused: a code, with what its sentence needs."""

from __future__ import annotations

from typing import Protocol

from engines.core.game import IllegalMove, Seat
from engines.gyges.board import GOAL, GOALS, HOME, INDEX, LEGS, NEIGHBOURS, SIZE, row_of
from engines.gyges.moving import Board, bounces, drops_of, legs_from, occupied_rows, ways_of

REASONS = (
    "not-a-row",
    "wrong-pieces",
    "not-a-move",
    "not-a-step",
    "not-a-cell",
    "empty-start",
    "not-your-row",
    "shut-in",
    "own-goal",
    "not-exact",
    "blocked",
    "link-twice",
    "no-return",
    "no-replacing",
    "drop-missing",
    "nothing-replaced",
    "drop-occupied",
    "drop-goal",
    "drop-behind",
    "game-over",
)


class Position(Protocol):
    """What has to be known to tell what is wrong with a move."""

    @property
    def board(self) -> Board:
        """The rings of the piece in each cell."""

    @property
    def mover(self) -> Seat:
        """The seat to move."""

    def ends(self) -> dict[int, frozenset[int]]:
        """Every piece that may be moved, with where it may end."""


def refuse_row(row: str) -> IllegalMove:
    """What is wrong with a row to be placed."""
    well_formed = len(row) == SIZE and set(row) <= set("123")
    return IllegalMove(row, "wrong-pieces" if well_formed else "not-a-row", row=row[:20])


def refuse(position: Position, move: str) -> IllegalMove:
    """What is wrong with an illegal move of two or three names: the first fault, from start to end."""
    board, seat = position.board, position.mover
    names = move.split("-")
    for place, name in enumerate(names):
        if name not in INDEX and not (place and name in (GOAL, HOME)):
            return IllegalMove(move, "not-a-cell", cell=name[:20])
    start = INDEX[names[0]]
    if not board[start]:
        return IllegalMove(move, "empty-start", cell=names[0])
    ends = position.ends()
    if start not in ends:
        row, active = row_of(start) + 1, row_of(min(ends)) + 1
        if row == active:
            return IllegalMove(move, "shut-in", cell=names[0], row=row)
        return IllegalMove(move, "not-your-row", cell=names[0], row=row, active=active)
    if names[1] == HOME:
        return IllegalMove(move, "own-goal")
    end = GOALS[seat] if names[1] == GOAL else INDEX[names[1]]
    detail: dict[str, str | int] = {"start": names[0], "end": names[1], "rings": board[start]}
    if end not in ends[start]:
        return IllegalMove(move, _why_not_there(board, seat, start, end), None, **detail)
    if not bounces(board, start, end):
        return IllegalMove(move, "nothing-replaced", None, **detail)
    if len(names) == 2:
        return IllegalMove(move, "drop-missing", None, **detail)
    detail["drop"] = names[2]
    if names[2] in (GOAL, HOME):
        return IllegalMove(move, "drop-goal", None, **detail)
    if INDEX[names[2]] not in drops_of(board, seat, start):
        if board[INDEX[names[2]]]:
            return IllegalMove(move, "drop-occupied", None, **detail)
        limit = occupied_rows(board, 1 - seat)[0] + 1
        return IllegalMove(move, "drop-behind", None, **detail, limit=limit)
    raise ValueError(f"{move} is legal")


def _why_not_there(board: Board, seat: Seat, start: int, end: int) -> str:
    """Why a piece cannot end where it is sent: the one rule that forbids it, if there is one."""
    ways = ways_of(board, seat, start)
    if any(leg.end == end for cell, used in ways for leg in legs_from(board, seat, start, cell, used)):
        return "no-return" if end == start else "no-replacing"
    if any(leg.end == end for leg in LEGS[start][board[start]]):
        return "blocked"
    if end in _with_links_again(board, seat, start):
        return "link-twice"
    last = (leg for cell, used in ways for leg in LEGS[cell][board[cell]] if not leg.links & used)
    return "blocked" if any(leg.end == end for leg in last) else "not-exact"


def _with_links_again(board: Board, seat: Seat, start: int) -> set[int]:
    """Where the piece in `start` could land if it might take links any number of times."""
    found: set[int] = set()
    ahead = [(start, board[start])]
    seen = set(ahead)
    while ahead:
        cell, left = ahead.pop()
        outer = row_of(cell) == (SIZE - 1 if seat == 0 else 0)
        if outer and left == 1:
            found.add(GOALS[seat])
        for near in NEIGHBOURS[cell]:
            standing = bounces(board, start, near)
            if left == 1:
                found.add(near)
                onward = (near, board[near])
            else:
                onward = (near, left - 1)
            if (standing if left == 1 else not standing) and onward not in seen:
                seen.add(onward)
                ahead.append(onward)
    return found
