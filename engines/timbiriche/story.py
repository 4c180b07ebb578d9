"""How a match of Timbiriche is told: the safe phase, the first long chain, double-crosses, and lost leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engines.core.story import Note, Story, Verdict
from engines.timbiriche.chains import closing_edges, double_cross, opens, run, safe_edges
from engines.timbiriche.rules import State

NOTES = (
    "safe-phase",
    "chains-phase",
    "first-chain-opened",
    "first-loop-opened",
    "double-cross",
    "double-cross-missed",
    "win-lost",
    "win-drawn",
    "draw-lost",
)


def tell(states: Sequence[State], moves: Sequence[str], verdicts: Sequence[Verdict]) -> tuple[Note, ...]:
    """Phases and turning points, in the order of the moves. In misère chains decide nothing of their own."""
    notes = [note for verdict in verdicts for note in _lead(states[verdict.ply - 1], verdict)]
    if moves and not states[0].layout.misere:
        notes += _phases(states)
        notes += _crosses(states, moves, {verdict.ply: verdict for verdict in verdicts})
    return tuple(sorted(notes, key=lambda note: (note.ply, note.kind != "phase")))


def _phases(states: Sequence[State]) -> Iterator[Note]:
    """While there are safe edges nobody has to give anything away; then the chains are opened."""
    if safe_edges(states[0]):
        yield Note(1, "safe-phase", "phase")
    for ply, state in enumerate(states[:-1], start=1):
        if not safe_edges(state) and not closing_edges(state):
            yield Note(ply, "chains-phase", "phase")
            break
    told: set[str] = set()
    for ply, (before, after) in enumerate(pairwise(states), start=1):
        opened = opens(before, before.undrawn & ~after.undrawn)
        code = "first-loop-opened" if opened is not None and opened.is_loop else "first-chain-opened"
        if opened is not None and code not in told:
            told.add(code)
            yield Note(ply, code, "turn", {"count": len(run(after.board, after.undrawn))})


def _crosses(states: Sequence[State], moves: Sequence[str], verdicts: dict[int, Verdict]) -> Iterator[Note]:
    """Double-crosses that were played, and those that would have been best and were not."""
    for ply, move in enumerate(moves, start=1):
        state, verdict = states[ply - 1], verdicts.get(ply)
        index = state.board.edge_index
        played = double_cross(state, index[move])
        if played:
            yield Note(ply, "double-cross", "turn", {"count": played})
        elif verdict is not None and verdict.exact and verdict.lost:
            missed = max(double_cross(state, index[best]) for best in verdict.best)
            if missed:
                yield Note(ply, "double-cross-missed", "turn", {"count": missed, "lost": int(verdict.lost)})


def _lead(state: State, verdict: Verdict) -> Iterator[Note]:
    """A move with which a side that was winning, or drawing, with best play was so no more."""
    goal = (1 if verdict.seat == 0 else -1) * (-1 if state.layout.misere else 1)
    before, after = goal * verdict.before, goal * verdict.after
    if not verdict.exact or before < 0 or after >= before:
        return
    if before > 0 and after < 0:
        yield Note(verdict.ply, "win-lost", "turn")
    elif before > 0 and after == 0:
        yield Note(verdict.ply, "win-drawn", "turn")
    elif before == 0:
        yield Note(verdict.ply, "draw-lost", "turn")


STORY: Story[State] = Story(tell=tell, notes=NOTES)
