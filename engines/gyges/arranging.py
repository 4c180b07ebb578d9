"""Placing a row piece by piece, choosing a ready-made one, or drawing one by chance."""

from __future__ import annotations

from functools import cache
from random import Random

from engines.core.drawing import Drawing
from engines.core.game import Arranging, Fact, Insight
from engines.gyges.board import KINDS, NAMES, SIZE
from engines.gyges.drawing import in_a_row, piece_in
from engines.gyges.refusals import refuse_row
from engines.gyges.rules import State
from engines.gyges.setup import READY, ROWS

EACH_PLACED = 2
"""Pieces of each kind that a player places."""
EMPTY = "0"
FACTS = ("placing", "placed-all")
TURNED = ("112233", "332211")
"""Offered besides `READY`: the second to whoever places after the first."""


def arrange(state: State, text: str, random: Random) -> Arranging | None:
    """The row as far as `text` has it: six digits, 0 for a place without a piece. None once rows stand.

    Raises IllegalMove for anything else.
    """
    if not state.to_place:
        return None
    row = text or EMPTY * SIZE
    left = {kind: EACH_PLACED - row.count(str(kind)) for kind in KINDS}
    if len(row) != SIZE or not set(row) <= set("0123") or min(left.values()) < 0:
        raise refuse_row(row)
    first = 0 if state.mover == 0 else SIZE * (SIZE - 1)
    names = NAMES[first : first + SIZE]
    free = row.find(EMPTY)
    pieces = tuple(
        shape
        for column, digit in enumerate(row)
        if digit != EMPTY
        for shape in piece_in(first + column, int(digit))
    )
    code = "placing" if free >= 0 else "placed-all"
    missing = sum(left.values())
    return Arranging(
        adding={str(kind): _put(row, free, str(kind)) for kind in KINDS if left[kind]} if free >= 0 else {},
        left={str(kind): count for kind, count in left.items()},
        taking={name: _put(row, place, EMPTY) for place, name in enumerate(names) if row[place] != EMPTY},
        move=row if row in ROWS else None,
        ready=(*READY, TURNED[state.mover]),
        chance=random.choice(ROWS),  # no two rows let anybody win at once: a leg is too short to cross over
        pictures=_pictures((*READY, TURNED[state.mover])),
        shown=Insight(
            facts=(Fact(code, {"row": row, "left": missing, "cell": names[free]}),),
            marks={"slot": frozenset(names), "next": frozenset(names[free : free + 1] if free >= 0 else ())},
            shapes=pieces,
        ),
    )


def _put(row: str, place: int, digit: str) -> str:
    return row[:place] + digit + row[place + 1 :]


@cache
def _pictures(rows: tuple[str, ...]) -> dict[str, Drawing]:
    return {row: in_a_row(row) for row in (*map(str, KINDS), *rows)}
