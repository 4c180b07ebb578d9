"""How pieces go: where one may end, which ones may be moved, and where a replaced piece may be put.

A board is a tuple with the rings of the piece in each cell, 0 for none. Cells, links and legs: `board.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.game import Seat
from engines.gyges.board import CELLS, GOALS, LEGS, SIZE, Leg, row_of, rows_from

Board = tuple[int, ...]


def mask_of(board: Board) -> int:
    """The cells with a piece."""
    return sum(1 << cell for cell, rings in enumerate(board) if rings)


def legs_from(board: Board, seat: Seat, start: int, cell: int, used: int) -> Iterator[Leg]:
    """The legs that a piece from `start` may take from `cell`, a landing, after the links in `used`.

    The piece goes exactly as many steps as the piece in `cell` has rings (its own, where it starts), over
    empty cells only, and its start counts as one. A link may be used once in a whole move.
    """
    closed = mask_of(board) & ~(1 << start)
    for leg in LEGS[cell][board[cell]]:
        if not leg.links & used and not leg.between & closed and leg.end != GOALS[1 - seat]:
            yield leg


def ways_of(board: Board, seat: Seat, start: int) -> list[tuple[int, int]]:
    """Every landing from which the piece in `start` may go on, with the links used up till then.

    First its start; then each piece on which it may bounce: go on by that piece's rings. A second bounce on a
    piece is left out, for it adds no landing: whatever follows could have followed the first one, with fewer
    links used. Ways to the same landing that used the same links are one.
    """
    ways = [(start, 0)]
    met = [frozenset[int]()]
    seen = set(ways)
    for (cell, used), before in zip(ways, met, strict=False):
        for leg in legs_from(board, seat, start, cell, used):
            landing = leg.end, used | leg.links
            if bounces(board, start, leg.end) and leg.end not in before and landing not in seen:
                seen.add(landing)
                ways.append(landing)
                met.append(before | {leg.end})
    return ways


def ends_of(board: Board, seat: Seat, start: int) -> frozenset[int]:
    """Where the piece in `start` may land by some way: empty cells, cells with a piece, the goal."""
    return frozenset(
        leg.end
        for cell, used in ways_of(board, seat, start)
        for leg in legs_from(board, seat, start, cell, used)
    )


def bounces(board: Board, start: int, cell: int) -> bool:
    """Whether a piece from `start` that lands in `cell` stands on another piece."""
    return cell < CELLS and cell != start and board[cell] > 0


def is_legal_end(board: Board, start: int, end: int, replace: bool, back: bool) -> bool:
    """Whether a piece that landed in `end` may stay: replacing and returning can be barred."""
    if end == start:
        return back
    return replace or not bounces(board, start, end)


def occupied_rows(board: Board, seat: Seat) -> tuple[int, ...]:
    """The rows that are not empty, the one nearest to `seat` first."""
    return tuple(row for row in rows_from(seat) if any(board[row * SIZE : (row + 1) * SIZE]))


def pieces_in(board: Board, row: int) -> tuple[int, ...]:
    """The cells of a row that hold a piece."""
    return tuple(cell for cell in range(row * SIZE, (row + 1) * SIZE) if board[cell])


def legal_ends(board: Board, seat: Seat, replace: bool, back: bool) -> dict[int, frozenset[int]]:
    """Every piece that may be moved, with where it may end.

    They stand in the nearest row of `seat` that is not empty; if nothing there can move, in the next one.
    """
    for row in occupied_rows(board, seat):
        found = {}
        for start in pieces_in(board, row):
            ends = ends_of(board, seat, start)
            ends = frozenset(end for end in ends if is_legal_end(board, start, end, replace, back))
            if ends:
                found[start] = ends
        if found:
            return found
    return {}


def drops_of(board: Board, seat: Seat, start: int) -> tuple[int, ...]:
    """Where a piece that one from `start` replaces may be put: any empty cell, `start` too, up to the
    opponent's nearest row that is not empty.
    """
    limit = occupied_rows(board, 1 - seat)[0]
    behind = range(limit + 1, SIZE) if seat == 0 else range(limit)
    return tuple(
        cell for cell in range(CELLS) if (not board[cell] or cell == start) and row_of(cell) not in behind
    )


def goal_starts(board: Board, seat: Seat, replace: bool = True, back: bool = True) -> tuple[int, ...]:
    """The pieces with which `seat` could enter the goal if it were to move."""
    ends = legal_ends(board, seat, replace, back)
    return tuple(start for start in ends if GOALS[seat] in ends[start])
