"""The rules of Ayu, "attach your units", a game by Luis Bolaños Mures.

Black and White stand on a board of crossings, no two like stones next to each other. A *unit* is a connected
set of stones of one colour, as large as it can be. In a turn one unit comes closer to the unit of its own
colour that is nearest to it: one of its stones goes to another empty point next to the unit. Who cannot move
at the start of a turn wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from engines.ayu.board import Board, bits, board
from engines.core.game import IllegalMove, Outcome, Seat

RULES_VERSION = 1

ONE_UNIT, NO_PATH, REPETITION = "one-unit", "no-open-path", "repetition"

Colour = int
BLACK, WHITE = 0, 1
SWAP = "swap"


@dataclass(frozen=True, slots=True)
class State:
    """A position. Stones are masks of points, first Black's, then White's."""

    size: int
    stones: tuple[int, int]
    colour: Colour
    """Whose stones move next."""
    swapped: bool = False
    """Whether seat 0 has White's stones instead of Black's."""
    pie: bool = False
    """Whether the swap is still to be offered."""
    offered: bool = False
    """Whether the side to move may swap sides instead of moving a stone."""
    past: tuple[tuple[tuple[int, int], Colour], ...] = field(default=(), compare=False, repr=False)
    """The earlier positions that can come back: those since units were joined last. Not part of the position;
    for searches, because repeating one is a draw."""

    @property
    def board(self) -> Board:
        """The geometry of the board."""
        return board(self.size)

    @property
    def empty(self) -> int:
        """The points without a stone."""
        return self.board.everything & ~(self.stones[BLACK] | self.stones[WHITE])

    @property
    def mover(self) -> Seat:
        """The seat that has the stones to be moved next, also when the game is over."""
        return self.seat_of(self.colour)

    def seat_of(self, colour: Colour) -> Seat:
        """The seat that has the stones of a colour."""
        return colour ^ int(self.swapped)

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or None once it has no move and has won."""
        return self.mover if can_move(self.size, self.stones, self.colour) else None

    @property
    def outcome(self) -> Outcome | None:
        """Who has no move at the start of a turn wins: one unit, or no open path between any two."""
        if can_move(self.size, self.stones, self.colour):
            return None
        alone = len(units(self.size, self.stones[self.colour])) < 2
        return Outcome(self.mover, ONE_UNIT if alone else NO_PATH)

    @property
    def score(self) -> None:
        """There are no points in this game."""
        return None

    def legal_moves(self) -> tuple[str, ...]:
        """Every relocation as `from-to`, and `swap` while it is on offer; sorted."""
        names = self.board.names
        moves = [f"{names[stone]}-{names[target]}" for stone, target in self.relocations()]
        if self.offered and moves:
            moves.append(SWAP)
        return tuple(sorted(moves))

    def relocations(self) -> tuple[tuple[int, int], ...]:
        """Every legal (stone, target), as numbers of points."""
        return _relocations(self.size, self.stones, self.colour)

    def play(self, move: str) -> State:
        """The state after `move`. Raises IllegalMove with the rule that it breaks."""
        if self.turn is None:
            raise IllegalMove(move, "game-over")
        if move == SWAP:
            if not self.offered:
                raise IllegalMove(move, "no-swap")
            # The stones stay and so does the colour to move: it is now the other seat's.
            return replace(self, swapped=not self.swapped, pie=False, offered=False, past=())
        stone, target = self._points(move)
        if (stone, target) not in self.relocations():
            raise self._refusal(move, stone, target)
        own = list(self.stones)
        own[self.colour] ^= 1 << stone | 1 << target
        # After Black's first move, and only then, White may swap.
        now = self.pie and self.colour == BLACK
        joined = len(units(self.size, own[self.colour])) < len(units(self.size, self.stones[self.colour]))
        return State(
            self.size,
            (own[BLACK], own[WHITE]),
            1 - self.colour,
            self.swapped,
            self.pie and not now,
            now,
            () if joined else (*self.past, (self.stones, self.colour)),
        )

    def stuck(self, name: str) -> IllegalMove:
        """Why the stone on a point cannot move anywhere: the first rule that keeps it there."""
        index = self.board.index[name]
        own = self.stones[self.colour]
        unit = self.board.flood(1 << index, own) if own >> index & 1 else 0
        if not unit:
            theirs = self.stones[1 - self.colour] >> index & 1
            return IllegalMove(name, "their-stone" if theirs else "no-stone", None, stone=name)
        if distance(self.board, unit, own & ~unit, self.empty) is None:
            return IllegalMove(name, "already-one" if unit == own else "no-path", None, stone=name)
        return IllegalMove(name, "must-stay", None, stone=name)

    def _points(self, move: str) -> tuple[int, int]:
        names = move.split("-")
        if len(names) != 2 or not all(name.isascii() and name.isalnum() for name in names):
            raise IllegalMove(move, "not-a-move")
        for name in names:
            if name not in self.board.index:
                raise IllegalMove(move, "no-such-point", point=name[:8], last=self.board.names[-1])
        return self.board.index[names[0]], self.board.index[names[1]]

    def _refusal(self, move: str, stone: int, target: int) -> IllegalMove:
        """The first rule that an impossible relocation breaks, in the order in which one chooses."""
        geometry, own = self.board, self.stones[self.colour]
        unit = geometry.flood(1 << stone, own) if own >> stone & 1 else 0

        def refuse(reason: str, **more: int) -> IllegalMove:
            names = geometry.names[stone], geometry.names[target]
            count = unit.bit_count()
            return IllegalMove(move, reason, None, stone=names[0], target=names[1], count=count, **more)

        if not unit:
            theirs = self.stones[1 - self.colour] >> stone & 1
            return refuse("their-stone" if theirs else "no-stone")
        before = distance(geometry, unit, own & ~unit, self.empty)
        if before is None:
            return refuse("already-one" if unit == own else "no-path")
        if not self.empty >> target & 1:
            return refuse("occupied")
        if not geometry.around(unit) >> target & 1:
            return refuse("not-beside")
        change = 1 << stone | 1 << target
        if not geometry.is_connected(unit ^ change):
            return refuse("splits")
        after = distance(geometry, unit ^ change, own & ~unit, self.empty ^ change)
        # The way that the unit had goes on from its stones, from the target or over the point given up.
        assert after is not None
        return refuse("not-closer", before=before, after=after)


@lru_cache(maxsize=16_384)
def units(size: int, stones: int) -> tuple[int, ...]:
    """The units that stones of one colour form, each as a mask, in the order of their lowest points."""
    return tuple(board(size).groups(stones))


def distance(geometry: Board, unit: int, others: int, empty: int) -> int | None:
    """The empty points on a shortest path of empty points from a unit to the nearest of `others`.

    0 if they touch (then they are one unit), None if there is no such path.
    """
    reached, steps = others, 0
    while True:
        if geometry.around(reached) & unit:
            return steps
        grown = geometry.around(reached) & empty
        if not grown:
            return None
        reached |= grown
        steps += 1


def approaches(geometry: Board, unit: int, others: int, empty: int) -> int:
    """The empty points next to a unit with which a shortest path to the nearest of `others` begins.

    Exactly these can be targets, and each brings the unit exactly one point closer. A stone on such a point
    leaves the rest of the path: one point less, and none if the path was a single point. On any other point
    next to the unit a stone is at least as far away as the unit was. And the point that is given up never
    helps: a path over it passes a point next to the unit afterwards and was counted from there before.
    """
    beside = geometry.around(unit) & empty
    if not others or not beside:
        return 0
    layer = geometry.around(others) & empty
    reached = others | layer
    while layer and not layer & beside:
        layer = geometry.around(layer) & empty & ~reached
        reached |= layer
    return layer & beside


def movable(geometry: Board, unit: int, target: int) -> Iterator[int]:
    """The stones of a unit that may go to a point beside it: the rest and the target are one unit again."""
    for stone in bits(unit):
        if unit == 1 << stone or geometry.is_connected(unit ^ (1 << stone | 1 << target)):
            yield stone


@lru_cache(maxsize=16_384)
def can_move(size: int, stones: tuple[int, int], colour: Colour) -> bool:
    """Whether a colour has a legal move: whether an open path connects two of its units.

    It is enough: a path begins beside one of them, and of a unit of two stones or more at least two can be
    taken away without splitting it, so that one is left to which the target is tied.
    """
    geometry, own = board(size), stones[colour]
    empty = geometry.everything & ~(stones[BLACK] | stones[WHITE])
    return any(approaches(geometry, unit, own & ~unit, empty) for unit in units(size, own))


@lru_cache(maxsize=16_384)
def _relocations(size: int, stones: tuple[int, int], colour: Colour) -> tuple[tuple[int, int], ...]:
    """Every legal (stone, target) of a colour."""
    geometry, own = board(size), stones[colour]
    empty = geometry.everything & ~(stones[BLACK] | stones[WHITE])
    return tuple(
        (stone, target)
        for unit in units(size, own)
        for target in bits(approaches(geometry, unit, own & ~unit, empty))
        for stone in movable(geometry, unit, target)
    )
