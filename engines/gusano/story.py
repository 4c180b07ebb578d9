"""How a match of Gusano is told: its rounds, and the first move of each side that lost points in a round."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core.story import Note, Story, Verdict
from engines.gusano.rules import State

NOTES = ("round", "first-lost-worm", "first-lost-bird", "par-kept")


def tell(states: Sequence[State], moves: Sequence[str], verdicts: Sequence[Verdict]) -> tuple[Note, ...]:
    """The beginning of each round, and in it the first moves that lost points, worm and bird apart.

    Whoever comes second may still stand better than par: what the other side lost before counts too. A round
    of which something is not proved keeps only its beginning, and `par-kept` stands at a round in
    which nobody lost anything.
    """
    known = {verdict.ply: verdict for verdict in verdicts}
    notes: list[Note] = []
    for number in sorted({state.round for state in states[:-1]}):
        plies = [ply for ply, state in enumerate(states[:-1], start=1) if state.round == number]
        notes.append(Note(plies[0], "round", "phase", {"round": number + 1}))
        judged = [known[ply] for ply in plies if ply in known]
        if len(judged) < len(plies) or not all(verdict.exact for verdict in judged):
            continue
        costly = [verdict for verdict in judged if verdict.lost]
        worm = states[plies[0] - 1].worm
        for code, seat in (("first-lost-worm", worm), ("first-lost-bird", 1 - worm)):
            first = next((verdict for verdict in costly if verdict.seat == seat), None)
            if first is not None:
                notes.append(
                    Note(first.ply, code, "turn", {"par": int(judged[0].before), "lost": int(first.lost)})
                )
        if not costly and (states[plies[-1]].round != number or states[plies[-1]].is_over):
            notes.append(Note(plies[-1], "par-kept", "turn", {"par": int(judged[0].before)}))
    return tuple(sorted(notes, key=lambda note: (note.ply, note.kind != "phase")))


STORY: Story[State] = Story(chapter=lambda state: state.round, tell=tell, notes=NOTES)
