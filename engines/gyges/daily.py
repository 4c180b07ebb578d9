"""The task of the week: win in three moves of the basic game, from a position that was nearly over."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from engines.core.forced import has_traps, prove_again
from engines.core.game import Daily, Evaluation, Task
from engines.core.limit import Limit
from engines.core.setup import read_options, write_options
from engines.gyges.rules import State, start
from engines.gyges.setup import FREE, OPTIONS, draw_fair
from engines.gyges.writing import position_of

BASIC: Final = {"replace": "no"}
"""The basic game, without replacing: its positions can be played out, and looked through by people."""
MOVES: Final = 3
MOST_NODES: Final = 400_000
MOST_POSITIONS: Final = 400_000
"""What the second proof may look at."""
TRIES: Final = 2_000
CHOSEN: Final = 6
"""Of how many moves that look best one is played on the way to a position."""
LONGEST: Final = 60
"""Moves after which a game that goes on is left alone."""
THEMES: Final = {"three": MOVES}


def make(random: Random, theme: str) -> Task:
    """The first position that the random numbers give and that is worth the trouble.

    RuntimeError if none of many is. Raises DisagreementError.
    """
    for _ in range(TRIES):
        state = _position(random)
        moves = worth_playing(state) if state is not None else None
        if state is not None and moves is not None:
            return Task(line=_line(state), seat=state.mover, par=-float(moves))
    raise RuntimeError(f"no position of {theme} in {TRIES} tries")


def worth_playing(state: State) -> int | None:
    """The proved length of the win in a position that makes a good task, else None. Raises DisagreementError.

    Good: it is won in three moves, and whoever plays best comes at least twice to a decision at which the
    move that looks best, of those that lose nothing at once, fails.
    """
    worth = judge(state)
    if not worth.exact or worth.value != MOVES or not has_traps(state, judge, tempting):
        return None
    return MOVES if prove_again(state, MOVES, MOST_POSITIONS) else None


def judge(state: State) -> Evaluation:
    """What a position is worth, searched no further than a task may go."""
    from engines.gyges.computer import evaluate

    return evaluate(state, Limit(nodes=MOST_NODES), False)


def tempting(state: State) -> Collection[str]:
    """The moves that look best to whoever sees only what happens at once."""
    from engines.gyges.solver import looks

    found = looks(state)
    most = max(found.values())
    return [move for move, look in found.items() if look == most]


def _position(random: Random) -> State | None:
    """A position five plies before the end of a game, with its winner to move.

    Both sides play one of the few moves that look best to them, so that neither throws the game away at once.
    """
    from engines.gyges.solver import looks

    state = start(read_options(OPTIONS, {"setup": draw_fair({}, random), **BASIC}))
    played = [state]
    while state.turn is not None and len(played) < LONGEST:
        found = looks(state)
        best = sorted(found, key=lambda move: (-found[move], move))[:CHOSEN]
        state = state.play(random.choice(best))
        played.append(state)
    return played[-2 * MOVES] if state.turn is None and len(played) >= 2 * MOVES else None


def _line(state: State) -> str:
    settings = {"setup": FREE, "position": position_of(state), "turn": str(state.mover), **BASIC}
    return f"gyges {write_options(OPTIONS, read_options(OPTIONS, settings))}"


DAILY: Final = Daily({4: "three"}, make)
