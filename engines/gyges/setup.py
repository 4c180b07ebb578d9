"""The settings of a match: ready-made rows, the two variants, and a position to begin from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import permutations
from random import Random

from engines.core.setup import BadSetup, Option, choice
from engines.gyges.board import EACH, KINDS, SIZE
from engines.gyges.moving import goal_starts

ROWS = tuple(sorted({"".join(row) for row in permutations("112233")}))
"""The 90 ways to arrange two pieces of each kind in a row, from column a to column f."""
READY = ("321123", "231132", "123321", "312213")
"""Ready-made rows that both sides may take."""
FREE = "free"
FAIR = "fair"
"""A value that a form may send instead of rows: drawn by `draw_fair` when the game is made."""
PAIRS = (*(f"{row}/{row}" for row in READY), "112233/332211")

_POSITION = re.compile("/".join(["[0-3]{6}"] * SIZE))


def read_rows(text: str) -> str:
    """`free`, or the ring counts of seat 0's row and of seat 1's row, from column a to column f."""
    rows = text.split("/")
    if text != FREE and (len(rows) != 2 or not set(rows) <= set(ROWS)):
        raise BadSetup("bad-value", "setup", text[:80], "free 312231/132213")
    return text


def read_position(text: str) -> str:
    """Rows 6 to 1, joined by `/`; a digit is a piece's rings, `0` an empty cell."""
    if not _POSITION.fullmatch(text) or any(text.count(str(kind)) != EACH for kind in KINDS):
        raise BadSetup("bad-value", "position", text[:80], "321123/000000/000000/000000/000000/321123")
    return text


def board_of(position: str) -> tuple[int, ...]:
    """The rings of the piece in each cell, 0 for none."""
    return tuple(int(digit) for row in reversed(position.split("/")) for digit in row)


def board_from(south: str, north: str) -> tuple[int, ...]:
    """The board with a row in front of each goal; an empty text for a row that is not there yet."""
    empty = "0" * SIZE
    return board_of("/".join([north or empty, *[empty] * (SIZE - 2), south or empty]))


def draw_fair(values: Mapping[str, str], random: Random) -> str:
    """Two rows drawn at random with which neither side could win at once if it were to move."""
    while True:
        south, north = random.choice(ROWS), random.choice(ROWS)
        board = board_from(south, north)
        if not goal_starts(board, 0) and not goal_starts(board, 1):
            return f"{south}/{north}"


def _from_rows(values: Mapping[str, str]) -> bool:
    return values["setup"] == FREE


def _from_position(values: Mapping[str, str]) -> bool:
    return bool(values.get("position"))


OPTIONS: tuple[Option, ...] = (
    Option(key="setup", default=FREE, read=read_rows, choices=(FREE, *PAIRS), draws={FAIR: draw_fair}),
    choice("replace", "yes", "no"),
    choice("return", "yes", "no"),
    Option(key="position", default="", read=read_position, applies=_from_rows),
    choice("turn", "0", "1", applies=_from_position, shown=True),
)
