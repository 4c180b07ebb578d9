"""How a match of Ayu is told: wins missed and allowed, and when a side is down to two units and to one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.ayu.rules import State, units
from engines.core.story import DECISIVE, Note, Story, Verdict, decisive

NOTES = (*DECISIVE, "two-units", "one-unit")


def tell(states: Sequence[State], moves: Sequence[str], verdicts: Sequence[Verdict]) -> tuple[Note, ...]:
    """What decided the match, and how the units came together."""
    notes = [*decisive(states, moves, verdicts), *_uniting(states)]
    return tuple(sorted(notes, key=lambda note: (note.ply, note.kind != "phase")))


def _uniting(states: Sequence[State]) -> Iterator[Note]:
    """The first moves that left a colour with two units, and with one."""
    counts = [tuple(len(units(state.size, stones)) for stones in state.stones) for state in states]
    for code, most in (("two-units", 2), ("one-unit", 1)):
        for colour in (0, 1):
            ply = next((ply for ply, count in enumerate(counts) if count[colour] <= most), 0)
            if ply and counts[ply][colour] == most:
                yield Note(ply, code, "turn", {"colour": colour})


def back(value: float) -> float:
    """Whoever has no move at the start of a turn wins: a win takes as many moves as the other side's loss."""
    return -value if value < 0 else -(value + 1)


STORY: Story[State] = Story(back=back, tell=tell, notes=NOTES)
