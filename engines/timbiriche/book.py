"""Worths of the first positions of some boards, computed once by the exact search and looked up since.

A book holds every position with at most so many edges drawn, whoever drew them, once for all that are alike:
under the symmetries of the board, and with edges between the same two cells exchanged (the outer two of a
corner). They are listed in a fixed order, so only their worths are kept, one letter each.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import combinations

from engines.boards.square import square
from engines.boards.tiling import Tiling
from engines.timbiriche.openings import OPENINGS, Opening
from engines.timbiriche.positions import edge_rows
from engines.timbiriche.rules import bits, swedish_outline
from engines.timbiriche.symmetry import symmetries
from engines.timbiriche.tables import plain_board

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""What a worth is written as: `a` for 0, `b` for 1, `Z` for -1."""

Drawn = tuple[int, ...]
"""Drawn edges by their place among those undrawn at the start, in order."""


class Figure:
    """The edges undrawn at the start of a board, and which sets of drawn ones are alike."""

    def __init__(self, board: Tiling, undrawn: int) -> None:
        self.board = board
        self.undrawn = undrawn
        self.edges = bits(undrawn)
        cells, sides = plain_board(board, undrawn)
        rows = edge_rows(sides)
        self._twins: tuple[int, ...] = tuple(rows[:, 4].tolist())
        self._images = [list(range(len(self.edges))), *symmetries(rows, len(cells))]
        self._place = {edge: place for place, edge in enumerate(self.edges)}

    def drawn(self, undrawn: int) -> Drawn:
        """The drawn edges of a position."""
        return tuple(self._place[edge] for edge in bits(self.undrawn & ~undrawn))

    def left(self, drawn: Drawn) -> int:
        """The undrawn edges of a position."""
        return self.undrawn & ~sum(1 << self.edges[place] for place in drawn)

    def canonical(self, drawn: Drawn) -> Drawn:
        """The first among the sets that are alike."""
        return min(self._settled(image[place] for place in drawn) for image in self._images)

    def _settled(self, drawn: Iterable[int]) -> Drawn:
        """The same set with the lowest numbers among interchangeable edges."""
        found: set[int] = set()
        for place in sorted(drawn):
            here = place
            while self._twins[here] >= 0 and self._twins[here] not in found:
                here = self._twins[here]
            found.add(here)
        return tuple(sorted(found))

    def positions(self, plies: int) -> list[Drawn]:
        """All sets of at most so many drawn edges, one of those that are alike, the smallest sets first."""
        return [
            drawn
            for count in range(plies + 1)
            for drawn in combinations(range(len(self.edges)), count)
            if self.canonical(drawn) == drawn
        ]


class Book:
    """The worths of the positions of one figure with few edges drawn."""

    def __init__(self, figure: Figure, opening: Opening) -> None:
        self._figure = figure
        self._plies = opening.plies
        self._worths = opening.worths

    @cached_property
    def _number(self) -> dict[Drawn, int]:
        return {drawn: number for number, drawn in enumerate(self._figure.positions(self._plies))}

    def answers(self, undrawn: int) -> bool:
        """Whether the book holds the position and whatever the next edge leads to."""
        figure = self._figure
        return not undrawn & ~figure.undrawn and (figure.undrawn & ~undrawn).bit_count() < self._plies

    def worth(self, undrawn: int) -> int:
        """What the mover of a position in the book gets from here on, where most cells win."""
        figure = self._figure
        return value_of(self._worths[self._number[figure.canonical(figure.drawn(undrawn))]])


def letter_of(value: int) -> str:
    """The letter of a worth."""
    return LETTERS[value + 26]


def value_of(letter: str) -> int:
    """The worth of a letter."""
    return LETTERS.index(letter) - 26


def figure_of(opening: Opening) -> Figure:
    """The figure that an opening is about."""
    board = square(opening.rows, opening.cols)
    return Figure(board, board.everything & ~(swedish_outline(board) if opening.swedish else 0))


@lru_cache(maxsize=len(OPENINGS))
def _book(opening: Opening) -> Book:
    return Book(figure_of(opening), opening)


def find(board: Tiling, undrawn: int) -> Book | None:
    """A book that answers for the position."""
    for opening in OPENINGS:
        if board is square(opening.rows, opening.cols):
            book = _book(opening)
            if book.answers(undrawn):
                return book
    return None
