"""The rules of Timbiriche (Dots and Boxes) and of the Swedish board, on any tiling."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engines.boards.hexagonal import hexagon
from engines.boards.square import square
from engines.boards.tiling import Tiling
from engines.boards.triangular import triangle
from engines.core.game import IllegalMove, Outcome, Seat
from engines.core.setup import BadSetup, Option, Setup, choice, number

RULES_VERSION = 1

MORE, FEWER, EQUAL = "more-cells", "fewer-cells", "equal-cells"


def _read_drawn(text: str) -> str:
    names = text.split(",")
    if not all(re.fullmatch(r"[a-z][1-9][0-9]?[a-z][1-9][0-9]?", name) for name in names):
        raise BadSetup("bad-value", "drawn", text[:80], "a1b1,b1b2")
    if len(set(names)) != len(names):
        raise BadSetup("bad-value", "drawn", text[:80], ",".join(sorted(set(names)))[:80])
    return ",".join(sorted(names))


def _is_square(values: Mapping[str, str]) -> bool:
    return values["grid"] == "square"


def _is_sided(values: Mapping[str, str]) -> bool:
    return not _is_square(values)


def _read_side(text: str) -> str:
    if text not in ("2", "3", "4", "5", "6", "7"):
        raise BadSetup("bad-value", "side", text, "2..7")
    return text


OPTIONS: tuple[Option, ...] = (
    choice("grid", "square", "triangle", "hex"),
    number("rows", 1, 10, 4, applies=_is_square),
    number("cols", 1, 10, 4, applies=_is_square),
    Option(
        key="side",
        default="3",
        read=_read_side,
        choices=("2", "3", "4", "5", "6", "7"),
        applies=_is_sided,
        shown=True,
    ),
    choice("border", "open", "swedish"),
    choice("misere", "no", "yes"),
    choice("first", "0", "1"),
    Option(key="drawn", default="", read=_read_drawn),
)


@dataclass(frozen=True, slots=True)
class Layout:
    """What stays the same during a match: the board, the edges drawn before the first move, the goal."""

    board: Tiling
    outline: int
    """Mask of the outline edges that the Swedish board draws; they are nobody's."""
    given: int
    """Mask of the other edges drawn before the first move; they are nobody's too."""
    misere: bool


@dataclass(frozen=True, slots=True)
class State:
    """A position. Edges and cells are bit masks in the order of the board."""

    layout: Layout
    drawn: int
    """All drawn edges, whoever drew them."""
    lines: tuple[int, int]
    """The edges that each seat drew."""
    owned: tuple[int, int]
    """The cells that each seat closed."""
    mover: Seat
    """Who draws next, or who drew last when the game is over."""

    @property
    def board(self) -> Tiling:
        """The board's dots, edges and cells."""
        return self.layout.board

    @property
    def undrawn(self) -> int:
        """Mask of the edges that can still be drawn."""
        return self.board.everything & ~self.drawn

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or None once every edge is drawn."""
        return None if self.drawn == self.board.everything else self.mover

    @property
    def score(self) -> tuple[int, int]:
        """The cells closed by seat 0 and by seat 1."""
        return self.owned[0].bit_count(), self.owned[1].bit_count()

    @property
    def outcome(self) -> Outcome | None:
        """Most cells win, in misère the fewest; None while an edge is left."""
        if self.drawn != self.board.everything:
            return None
        first, second = self.score
        if first == second:
            return Outcome(None, EQUAL)
        winner = 0 if (first > second) != self.layout.misere else 1
        return Outcome(winner, FEWER if self.layout.misere else MORE)

    def free_edges(self) -> tuple[int, ...]:
        """The numbers of the edges that can still be drawn, in the board's order."""
        return bits(self.undrawn)

    def legal_moves(self) -> tuple[str, ...]:
        """The names of all undrawn edges, sorted."""
        names = self.board.edge_names
        return tuple(sorted(names[edge] for edge in self.free_edges()))

    def closed_by(self, edge: int) -> tuple[int, ...]:
        """The cells that drawing this undrawn edge would complete: none, one or two."""
        after = self.drawn | 1 << edge
        masks = self.board.cell_masks
        return tuple(cell for cell in self.board.edge_cells[edge] if masks[cell] & ~after == 0)

    def play(self, move: str) -> State:
        """The state after drawing the edge called `move`. Raises IllegalMove."""
        if self.drawn == self.board.everything:
            raise IllegalMove(move, "game-over")
        edge = self.board.edge_index.get(move)
        if edge is None:
            raise _not_an_edge(self.board, move)
        if self.drawn >> edge & 1:
            raise _already_drawn(self, move, edge)
        return self.draw(edge)

    def draw(self, edge: int) -> State:
        """The state after drawing an undrawn edge, by number; the caller has checked that it is undrawn."""
        closed = 0
        for cell in self.closed_by(edge):
            closed |= 1 << cell
        seat = self.mover
        lines = list(self.lines)
        lines[seat] |= 1 << edge
        owned = list(self.owned)
        owned[seat] |= closed
        following = seat if closed else 1 - seat
        return State(
            self.layout, self.drawn | 1 << edge, (lines[0], lines[1]), (owned[0], owned[1]), following
        )


def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the set bits, lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def start(setup: Setup) -> State:
    """The position before the first move. Raises BadSetup if a `drawn` edge is not of this board."""
    layout = _layout(setup)
    return State(layout, layout.outline | layout.given, (0, 0), (0, 0), int(setup["first"]))


@lru_cache(maxsize=256)
def _layout(setup: Setup) -> Layout:
    board = _board(setup)
    outline = swedish_outline(board) if setup["border"] == "swedish" else 0
    given = 0
    for name in setup["drawn"].split(",") if setup["drawn"] else ():
        edge = board.edge_index.get(name)
        if edge is None or outline >> edge & 1:
            raise BadSetup("bad-value", "drawn", name, " ".join(board.edge_names[:4]) + " ...")
        given |= 1 << edge
    return Layout(board, outline, given, setup["misere"] == "yes")


def _board(setup: Setup) -> Tiling:
    if setup["grid"] == "square":
        return square(int(setup["rows"]), int(setup["cols"]))
    side = int(setup["side"])
    if setup["grid"] == "triangle":
        return triangle(side)
    if side > 4:
        raise BadSetup("bad-value", "side", setup["side"], "2..4")
    return hexagon(side)


def swedish_outline(board: Tiling) -> int:
    """The outline in the board's order, without an edge that would complete a cell."""
    drawn = 0
    for edge in board.outline:
        after = drawn | 1 << edge
        (cell,) = board.edge_cells[edge]
        if board.cell_masks[cell] & ~after:
            drawn = after
    return drawn


_TWO_DOTS = re.compile(r"([a-z][1-9][0-9]?)([a-z][1-9][0-9]?)")


def _not_an_edge(board: Tiling, move: str) -> IllegalMove:
    found = _TWO_DOTS.fullmatch(move)
    if not found:
        return IllegalMove(move, "not-an-edge", example=board.edge_names[0])
    one, two = found.groups()
    for dot in (one, two):
        if dot not in board.dot_index:
            return IllegalMove(move, "no-such-dot", dot=dot)
    if two + one in board.edge_index:
        return IllegalMove(move, "wrong-order", edge=two + one)
    return IllegalMove(move, "not-neighbours", a=one, b=two)


def _already_drawn(state: State, move: str, edge: int) -> IllegalMove:
    one, two = (state.board.dots[dot].name for dot in state.board.edge_dots[edge])
    if state.layout.outline >> edge & 1:
        return IllegalMove(move, "outline", a=one, b=two)
    if state.layout.given >> edge & 1:
        return IllegalMove(move, "given", a=one, b=two)
    return IllegalMove(move, "already-drawn", a=one, b=two, seat=0 if state.lines[0] >> edge & 1 else 1)
