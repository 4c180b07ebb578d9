"""The ending of the week: win in as few moves as can be, from a position of a game that was nearly over."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from engines.ayu.rules import State, units
from engines.ayu.setup import OPTIONS, start, write_rows
from engines.core.forced import has_traps, prove_again
from engines.core.game import Daily, Evaluation, Task
from engines.core.limit import Limit
from engines.core.setup import read_options, write_options

MOVES: Final = (3, 4)
"""In how many moves the task is won, from .. to."""
MOST_NODES: Final = 60_000
MOST_POSITIONS: Final = 60_000
"""What the second proof may look at."""
TRIES: Final = 4_000
THEMES: Final = {"small": "5", "middle": "7"}
"""The size of each theme's board."""


def make(random: Random, theme: str) -> Task:
    """The first ending of a theme that the random numbers give and that is worth the trouble.

    RuntimeError if none of many is. Raises DisagreementError.
    """
    for _ in range(TRIES):
        state = _position(random, THEMES[theme])
        moves = worth_playing(state) if state is not None else None
        if state is not None and moves is not None:
            return Task(line=_line(state), seat=state.mover, par=-float(moves))
    raise RuntimeError(f"no ending of {theme} in {TRIES} tries")


def worth_playing(state: State) -> int | None:
    """The proved length of the win in a position that makes a good task, else None. Raises DisagreementError.

    Good: it is won in three moves or four, and whoever plays best comes at least twice to a decision at which
    what tempts fails: to join units wherever that is possible, else to bring two as close as can be.
    """
    worth = judge(state)
    if not worth.exact or not MOVES[0] <= worth.value <= MOVES[1]:
        return None
    if not has_traps(state, judge, tempting):
        return None
    moves = int(worth.value)
    return moves if prove_again(state, moves, MOST_POSITIONS) else None


def judge(state: State) -> Evaluation:
    """What a position is worth, searched no further than a task may go."""
    from engines.ayu.computer import evaluate

    return evaluate(state, Limit(nodes=MOST_NODES), False)


def tempting(state: State) -> Collection[str]:
    """The moves that leave fewest units, and of those that join nothing the ones that come closest."""
    from engines.ayu.standing import standing

    def close(move: str) -> tuple[int, int]:
        after = state.play(move)
        count = len(units(after.size, after.stones[state.colour]))
        if count < before:
            return count, 0
        bit = 1 << after.board.index[move.split("-")[1]]
        unit = next(each for each in standing(after, state.colour) if each.stones & bit)
        return count, unit.distance or 0

    before = len(units(state.size, state.stones[state.colour]))
    found = {move: close(move) for move in state.legal_moves()}
    nearest = min(found.values())
    return [move for move, distance in found.items() if distance == nearest]


def _position(random: Random, size: str) -> State | None:
    """A position shortly before the end of a game of random moves, with its winner to move."""
    state = start(read_options(OPTIONS, {"size": size}))
    played = [state]
    while state.turn is not None:
        state = state.play(random.choice(state.legal_moves()))
        played.append(state)
    back = 2 * random.randint(*MOVES)
    return _alone(played[-1 - back]) if len(played) > back else None


def _alone(state: State) -> State:
    """The same position with nothing before it."""
    return State(state.size, state.stones, state.colour)


def _line(state: State) -> str:
    settings = {"size": str(state.size), "position": write_rows(state), "turn": str(state.colour)}
    return f"ayu {write_options(OPTIONS, read_options(OPTIONS, settings))}"


DAILY: Final = Daily({3: "small"}, make)
