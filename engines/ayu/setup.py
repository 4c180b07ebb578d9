"""The settings of a match of Ayu: the size of the board, the pie rule, a position to start from."""

from __future__ import annotations

import re

from engines.ayu.board import SIZES, board
from engines.ayu.rules import BLACK, WHITE, State
from engines.core.setup import BadSetup, Option, Setup, choice


def _read_size(text: str) -> str:
    if text not in map(str, SIZES):
        raise BadSetup("bad-value", "size", text, " ".join(map(str, SIZES)))
    return text


def _read_position(text: str) -> str:
    if text and not re.fullmatch(r"[.bw]+(/[.bw]+)+", text):
        raise BadSetup("bad-value", "position", text[:80], ".b.b./w.w.w/...")
    return text


def _read_turn(text: str) -> str:
    if text not in ("0", "1"):
        raise BadSetup("bad-value", "turn", text, "0 1")
    return text


OFFERED = ("11", "9", "7", "5", "13", "15")
"""The sizes in the order in which they are offered."""
OPTIONS: tuple[Option, ...] = (
    Option(key="size", default="11", read=_read_size, choices=tuple(map(str, SIZES)), shown=True),
    choice("pie", "no", "yes"),
    Option(key="position", default="", read=_read_position),
    Option(key="turn", default="0", read=_read_turn),
)


def start(setup: Setup) -> State:
    """The position before the first move. Raises BadSetup if `position` does not fit the size."""
    size = int(setup["size"])
    stones = _read_rows(size, setup["position"]) if setup["position"] else opening(size)
    return State(size, stones, int(setup["turn"]), pie=setup["pie"] == "yes")


def opening(size: int) -> tuple[int, int]:
    """Black where the column is even and the row odd, White where the column is odd and the row even."""
    geometry = board(size)
    black = white = 0
    for index in range(geometry.points):
        row, column = divmod(index, size)  # from 0: what is counted from 1 is even where these are odd
        if column % 2 == 1 and row % 2 == 0:
            black |= 1 << index
        elif column % 2 == 0 and row % 2 == 1:
            white |= 1 << index
    return black, white


def _read_rows(size: int, text: str) -> tuple[int, int]:
    rows = text.split("/")
    if len(rows) != size or any(len(row) != size for row in rows):
        raise BadSetup("bad-value", "position", text[:80], f"{size} x {size}")
    stones = [0, 0]
    for index, mark in enumerate("".join(reversed(rows))):
        if mark in "bw":
            stones["bw".index(mark)] |= 1 << index
    return stones[BLACK], stones[WHITE]


def write_rows(state: State) -> str:
    """The stones as the setting `position` writes them: rows from the top."""
    marks = [
        "b" if state.stones[BLACK] >> index & 1 else "w" if state.stones[WHITE] >> index & 1 else "."
        for index in range(state.board.points)
    ]
    size = state.size
    return "/".join("".join(marks[row * size : (row + 1) * size]) for row in reversed(range(size)))
