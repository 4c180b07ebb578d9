"""Why a move is good, in facts that are true of the position: each is computed or proved, none is guessed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.game import Evaluation, Fact
from engines.gyges.board import GOAL, NAMES
from engines.gyges.insight import threats
from engines.gyges.rules import State

REASONS = ("enters", "parries", "leaves-no-win", "only-safe", "few-safe", "threatens", "wins-in", "loses-in")
FEW = 12
"""So many moves that do not lose at once are worth telling."""


def explain(state: State, move: str, worth: Evaluation) -> tuple[Fact, ...]:
    """What speaks for `move`, a legal move of a position that is worth `worth`; most telling facts first."""
    if state.to_place:
        return ()
    if move.endswith(GOAL):
        return (Fact("enters"),)
    return (*_proved(move, worth), *_at_once(state, move))


def _proved(move: str, worth: Evaluation) -> Iterator[Fact]:
    """How the game ends with best play on both sides, if it is proved and the move keeps it."""
    if worth.exact and move in worth.best:
        yield Fact("wins-in" if worth.value > 0 else "loses-in", {"count": int(abs(worth.value))})


def _at_once(state: State, move: str) -> Iterator[Fact]:
    """What the move does about wins at once: the rival's, and the mover's next."""
    mover, rival = state.mover, 1 - state.mover
    after = state.play(move)
    if threats(after, rival):
        return
    dangers = threats(state, rival)
    if dangers:
        yield Fact("parries", {"cell": NAMES[dangers[0]], "count": len(dangers)})
    else:
        yield Fact("leaves-no-win")
    # The search is loaded with the evaluation that is explained; alone it would have to be compiled first.
    from engines.gyges.solver import safe_moves

    safe, moves = safe_moves(state), len(state.legal_moves())
    if safe == 1 < moves:
        yield Fact("only-safe")
    elif 1 < safe <= FEW and safe < moves:
        yield Fact("few-safe", {"count": safe, "moves": moves})
    next_wins = threats(after, mover)
    if next_wins:
        yield Fact("threatens", {"cell": NAMES[next_wins[0]], "count": len(next_wins)})
