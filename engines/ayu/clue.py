"""What leads to a good move before it is told: a true thought, and the unit to move."""

from __future__ import annotations

from engines.ayu.rules import SWAP, State
from engines.ayu.standing import standing
from engines.core.game import Clue, Fact

FACTS = (
    "think-swap",
    "think-join",
    "think-shorten",
    "think-lengthen",
    "think-open",
    "think-nearer",
    "where-button",
    "where-unit",
)


def clue(state: State, move: str, reasons: tuple[Fact, ...]) -> Clue:
    """The thought behind `move`, from what speaks for it; its unit, the nearest and what lies between."""
    if move == SWAP:
        return Clue(Fact("think-swap"), Fact("where-button"))
    every = standing(state, state.colour)
    bit = 1 << state.board.index[move.partition("-")[0]]
    unit = next(each for each in every if each.stones & bit)
    named = state.board.named
    stones = named(unit.stones)
    nearest = (name for place in unit.nearest for name in named(every[place].stones))
    where: dict[str, str | int] = {"count": len(stones), "stone": stones[0], "distance": unit.distance or 0}
    around = frozenset((*stones, *nearest, *named(unit.paths)))
    return Clue(_thought(reasons), Fact("where-unit", where), around)


def _thought(reasons: tuple[Fact, ...]) -> Fact:
    found = {reason.code: reason.detail for reason in reasons}
    for reason, thought in (
        ("joins", "think-join"),
        ("shortens", "think-shorten"),
        ("lengthens", "think-lengthen"),
        ("opens-way", "think-open"),
    ):
        if reason in found:
            return Fact(thought, found[reason])
    return Fact("think-nearer")
