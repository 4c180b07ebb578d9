"""Help: the units of each side and what binds them; and what a stone that is pointed at belongs to."""

from __future__ import annotations

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
    found = None if index is None else _unit_at(state, index)
    if index is None or found is None:
        return Insight()
    way = draft[:2] if len(draft) > 1 and draft[1] in state.board.index else ()
    colour, unit = found
    detail: dict[str, str | int] = {
        "colour": COLOURS[colour],
        "seat": state.seat_of(colour),
        "count": unit.stones.bit_count(),
    }
    named = state.board.named
    marks = {"unit": frozenset(named(unit.stones))}
    if unit.distance is None:
        alone = len(standing(state, colour)) == 1
        return Insight((Fact("unit-alone" if alone else "unit-no-path", detail),), marks, path=way)
    every = standing(state, colour)
    marks["nearest"] = frozenset(name for place in unit.nearest for name in named(every[place].stones))
    marks["path"] = frozenset(named(unit.paths))
    facts = [Fact("unit", {**detail, "distance": unit.distance, "nearest": len(unit.nearest)})]
    if colour != state.colour:
        return Insight(tuple(facts), marks, path=way)
    targets = [state.board.names[target] for stone, target in state.relocations() if stone == index]
    if not targets:
        facts.append(Fact("must-stay", {"stone": draft[0]}))
        return Insight(tuple(facts), marks, path=way)
    marks["target"] = frozenset(targets)
    after = unit.distance - 1
    few = " ".join(targets) if len(targets) <= FEW else ""
    facts.append(
        Fact("comes-to" if after else "joins-here", {"after": after, "count": len(targets), "targets": few})
    )
    return Insight(tuple(facts), marks, labels=dict.fromkeys(targets, str(after)), path=way)


def _unit_at(state: State, index: int) -> tuple[Colour, Unit] | None:
    """The unit that a point's stone belongs to, with its colour; None for an empty point."""
    for colour in (BLACK, WHITE):
        for unit in standing(state, colour):
            if unit.stones >> index & 1:
                return colour, unit
    return None
