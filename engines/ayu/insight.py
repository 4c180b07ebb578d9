"""Help: the units of each side and what binds them; and what a stone that is pointed at belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.ayu.board import bits, board
from engines.ayu.drawing import COLOURS, LABEL, at
from engines.ayu.rules import BLACK, WHITE, Colour, State
from engines.ayu.standing import Unit, standing
from engines.core.drawing import Shape, Text
from engines.core.game import Fact, Insight

FACTS = (
    "units",
    "together",
    "unit",
    "unit-no-path",
    "unit-alone",
    "must-stay",
    "joins-here",
    "comes-to",
)
NOTHING = Insight()
FEW = 4
"""As many targets are named one by one."""


def insight(state: State) -> Insight:
    """Of each side the number of units and the distance that binds each, which also stands on the units."""
    facts: list[Fact] = []
    shapes: list[Shape] = []
    for colour in (BLACK, WHITE):
        every = standing(state, colour)
        known = sorted(unit.distance for unit in every if unit.distance is not None)
        detail: dict[str, str | int] = {"colour": COLOURS[colour], "seat": state.seat_of(colour)}
        if len(every) < 2:
            facts.append(Fact("together", detail))
            continue
        detail["count"] = len(every)
        detail["distances"] = " ".join(map(str, known))
        detail["stuck"] = len(every) - len(known)
        facts.append(Fact("units", detail))
        shapes += [_label(state, colour, unit) for unit in every]
    return Insight(tuple(facts), shapes=tuple(shapes))


def _label(state: State, colour: Colour, unit: Unit) -> Text:
    """A unit's distance on its first stone, `-` without an open path."""
    name = "-" if unit.distance is None else str(unit.distance)
    first = (unit.stones & -unit.stones).bit_length() - 1
    return Text(f"distance {COLOURS[colour]}", at(state.size, first), name, LABEL)


def selection(state: State, draft: tuple[str, ...]) -> Insight:
    """The unit of the first click, the nearest of its colour, the empty points between, and the targets.

    A whole move has its way as `path`. Marks: `unit`, `nearest`, `path`, and `target` for the points to which
    the stone may go now; each target has the distance that the unit would then have as its label. Any stone
    has a unit, the other side's too; only one that may move has targets.
    """
    index = state.board.index.get(draft[0]) if draft else None
    found = None if index is None else _by_stone(state).get(index)
    if found is None:
        return NOTHING
    way = draft[:2] if len(draft) > 1 and draft[1] in state.board.index else ()
    about, marks, after, targets = found
    if after is None:
        return Insight((about,), marks, path=way)
    if not targets:
        return Insight((about, Fact("must-stay", {"stone": draft[0]})), marks, path=way)
    few = " ".join(targets) if len(targets) <= FEW else ""
    comes = Fact(
        "comes-to" if after else "joins-here", {"after": after, "count": len(targets), "targets": few}
    )
    marks = {**marks, "target": frozenset(targets)}
    return Insight((about, comes), marks, labels=dict.fromkeys(targets, str(after)), path=way)


class _Stone(NamedTuple):
    about: Fact
    """What is said of its unit."""
    marks: Mapping[str, frozenset[str]]
    after: int | None
    """Where a unit of the side to move can come closer: the distance it would then have."""
    targets: Sequence[str]
    """Where the stone may go."""


@lru_cache(maxsize=32)
def _by_stone(state: State) -> Mapping[int, _Stone]:
    """Every stone by its point: pages ask for all of them, one by one."""
    names, targets = state.board.names, dict[int, list[str]]()
    for stone, target in state.relocations():
        targets.setdefault(stone, []).append(names[target])
    found = {}
    for colour in (BLACK, WHITE):
        for unit in standing(state, colour):
            about, marks = _bound(state, colour, unit)
            after = unit.distance - 1 if unit.distance is not None and colour == state.colour else None
            for stone in bits(unit.stones):
                found[stone] = _Stone(about, marks, after, targets.get(stone, ()))
    return found


def _bound(state: State, colour: Colour, unit: Unit) -> tuple[Fact, Mapping[str, frozenset[str]]]:
    """What is said of a unit, and what is marked."""
    size, every = state.size, standing(state, colour)
    marks = {"unit": _named(size, unit.stones)}
    detail: dict[str, str | int] = {
        "colour": COLOURS[colour],
        "seat": state.seat_of(colour),
        "count": unit.stones.bit_count(),
    }
    if unit.distance is None:
        return Fact("unit-alone" if len(every) == 1 else "unit-no-path", detail), marks
    nearest = 0
    for place in unit.nearest:
        nearest |= every[place].stones
    marks["nearest"] = _named(size, nearest)
    marks["path"] = _named(size, unit.paths)
    return Fact("unit", {**detail, "distance": unit.distance, "nearest": len(unit.nearest)}), marks


@lru_cache(maxsize=4_096)
def _named(size: int, mask: int) -> frozenset[str]:
    """The names of the points of a mask: of most units they are the same from move to move."""
    return frozenset(board(size).named(mask))
