"""The board: 36 cells in six rows, a goal beyond each outer row, and every way to take one to three steps.

Cells are numbered row by row from a1 (0), b1 (1) to f6 (35). Sets of cells and of links are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.core.game import Seat

SIZE = 6
CELLS = SIZE * SIZE
NAMES = tuple(f"{'abcdef'[cell % SIZE]}{cell // SIZE + 1}" for cell in range(CELLS))
INDEX = {name: cell for cell, name in enumerate(NAMES)}

GOALS = (CELLS, CELLS + 1)
"""The goal that each seat plays for: seat 0's lies beyond row 6, seat 1's beyond row 1."""
GOAL = "goal"
"""What the goal of the side to move is called in a move."""
HOME = "home"
"""The other goal, which the side to move may not enter, where a place of the board needs a name."""

KINDS = (1, 2, 3)
"""The numbers of rings; there are four pieces of each."""
EACH = 4


def row_of(cell: int) -> int:
    """The row of a cell, from 0 (row 1) to 5 (row 6)."""
    return cell // SIZE


def rows_from(seat: Seat) -> range:
    """The rows as a seat counts them: its own outer row first."""
    return range(SIZE) if seat == 0 else range(SIZE - 1, -1, -1)


def _neighbours(cell: int) -> Iterator[int]:
    row, column = divmod(cell, SIZE)
    if row > 0:
        yield cell - SIZE
    if column > 0:
        yield cell - 1
    if column < SIZE - 1:
        yield cell + 1
    if row < SIZE - 1:
        yield cell + SIZE


NEIGHBOURS = tuple(tuple(_neighbours(cell)) for cell in range(CELLS))
LINKS = {
    pair: number
    for number, pair in enumerate(
        (cell, near) for cell in range(CELLS) for near in NEIGHBOURS[cell] if cell < near
    )
}
"""The 60 links between neighbouring cells, by their two cells, the lower number first."""


def link(one: int, other: int) -> int:
    """The link between two neighbouring cells, as a mask."""
    return 1 << LINKS[min(one, other), max(one, other)]


@dataclass(frozen=True, slots=True)
class Leg:
    """A way from one landing to the next: `cells` stepped on, without the first and with the last one.

    `links` it uses, none twice, and the cells `between` its ends, which have to be empty.
    """

    cells: tuple[int, ...]
    links: int
    between: int

    @property
    def end(self) -> int:
        """The cell, or the goal, in which the leg ends."""
        return self.cells[-1]


def _legs(cell: int, steps: int, cells: tuple[int, ...], links: int) -> Iterator[Leg]:
    between = sum({1 << each for each in cells})
    if steps == 1 and row_of(cell) in (0, SIZE - 1):
        yield Leg((*cells, GOALS[0 if row_of(cell) == SIZE - 1 else 1]), links, between)
    for near in NEIGHBOURS[cell]:
        used = links | link(cell, near)
        if used == links:
            continue
        if steps == 1:
            yield Leg((*cells, near), used, between)
        else:
            yield from _legs(near, steps - 1, (*cells, near), used)


LEGS = tuple(((), *(tuple(_legs(cell, rings, (), 0)) for rings in KINDS)) for cell in range(CELLS))
"""`LEGS[cell][rings]`: every leg of exactly `rings` steps that begins in `cell`."""
