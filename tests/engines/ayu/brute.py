"""Who wins, by trying everything: plain recursion on the rules written word by word."""

from __future__ import annotations

from functools import cache

from tests.engines.ayu import literal
from tests.engines.ayu.literal import Stones


def _played(stones: Stones, move: str) -> Stones:
    points = [("abcdefghijklmno".index(text[0]) + 1, int(text[1:])) for text in move.split("-")]
    return stones - {points[0]} | {points[1]}


@cache
def wins_within(size: int, own: Stones, other: Stones, plies: int) -> bool:
    """Whether the side that has `own` and is to move wins in at most so many plies."""
    moves = literal.moves(size, own, other)
    if not moves:
        return True
    if plies < 2:
        return False
    return any(loses_within(size, other, _played(own, move), plies - 1) for move in moves)


@cache
def loses_within(size: int, own: Stones, other: Stones, plies: int) -> bool:
    """Whether it loses in at most so many plies, whatever it does."""
    moves = literal.moves(size, own, other)
    if not moves or plies < 1:
        return False
    return all(wins_within(size, other, _played(own, move), plies - 1) for move in moves)
