"""Help mode: which pieces may be moved, whether somebody can win at once, and by which way."""

from __future__ import annotations

from engines.core.game import Fact, Insight, Seat
from engines.gyges.board import GOALS, row_of
from engines.gyges.drawing import way
from engines.gyges.moving import goal_starts
from engines.gyges.routes import names_of, shortest
from engines.gyges.rules import State
from engines.gyges.selection import names

FACTS = ("place-row", "can-win", "threat", "no-threat", "movable", "next-row")


def insight(state: State) -> Insight:
    """Whether the side to move can win now, else whether its rival threatens to; and what may be moved.

    A threat is a way into the goal that the rival would have if it were to move in this very position.
    """
    if state.turn is None:
        return Insight()
    if state.to_place:
        return Insight(facts=(Fact("place-row", {"seat": state.mover}),))
    ends, facts = state.ends(), list(status(state))
    mover, rival = state.mover, 1 - state.mover
    mine = tuple(start for start in ends if GOALS[mover] in ends[start])
    theirs = threats(state, rival)
    if mine:
        facts.append(Fact("can-win", {"seat": mover, "count": len(mine), "cell": names_of(mine)[0]}))
    if theirs:
        facts.append(Fact("threat", {"seat": rival, "count": len(theirs), "cell": names_of(theirs)[0]}))
    elif not mine:
        facts.append(Fact("no-threat", {"seat": rival}))
    facts.append(Fact("movable", {"seat": mover, "count": len(ends), "row": row_of(min(ends)) + 1}))
    shown, seat, kind = (mine, mover, "") if mine else (theirs, rival, "danger")
    shapes = [
        shape for start in shown[:1] for shape in way(shortest(state.board, seat, start)[GOALS[seat]], kind)
    ]
    marks = {"wins": names(mine), "threat": names(theirs)}
    return Insight(tuple(facts), marks, tuple(shapes))


def threats(state: State, seat: Seat) -> tuple[int, ...]:
    """The pieces with which `seat` could enter the goal if it were to move."""
    return goal_starts(state.board, seat, state.variant.replace, state.variant.back)


def status(state: State) -> tuple[Fact, ...]:
    """That a farther row is used, because nothing in the nearest one can move."""
    passed_over = state.passed_over
    if passed_over is None:
        return ()
    return (Fact("next-row", {"row": passed_over + 1, "used": row_of(min(state.ends())) + 1}),)
