"""The lesson of Gygès: the exact count, bouncing, replacing, the goal, seeing threats."""

from __future__ import annotations

from app.learn.course import NOTHING, Attempt, Course, Step, Verdict, after_moves

ROWS = "gyges position=312213/000000/000000/000000/000000/321123 turn=0"
MIDDLE_GAME = "gyges position=012200/000330/000000/030030/000012/201100 turn=0"
IN_REACH = "gyges position=002203/000100/310003/020000/000100/301020 turn=0"
"""One piece can get into the goal, with one bounce."""
QUIET = "gyges position=310203/000200/000010/020020/000000/301103 turn=0"
"""Nobody threatens; of the replacements, about a third let North in."""
THREATENED = "gyges position=002210/000300/000000/001020/000103/020133 turn=0"
"""North could enter the goal; about a quarter of the moves prevent it."""


def counts(attempt: Attempt) -> Verdict:
    """The piece goes just its own steps, to an empty cell."""
    if "bounced" in attempt.did or "replaced" in attempt.did:
        return Verdict(False, "not-plain")
    return Verdict(True, "counted", attempt.did.get("moved", attempt.did.get("returned", NOTHING)))


def bounces(attempt: Attempt) -> Verdict:
    """The piece bounces and comes down on an empty cell."""
    if "replaced" in attempt.did:
        return Verdict(False, "replaced-instead")
    if "bounced" not in attempt.did:
        return Verdict(False, "no-bounce")
    return Verdict(True, "bounced", attempt.did["bounced"])


def replaces(attempt: Attempt) -> Verdict:
    """A piece is replaced, and the other side cannot win at once."""
    if "replaced" not in attempt.did:
        return Verdict(False, "nothing-replaced")
    danger = attempt.leaves.get("can-win")
    if danger is not None:
        return Verdict(False, "gives-win", danger)
    return Verdict(True, "replaced", attempt.did["replaced"])


def scores(attempt: Attempt) -> Verdict:
    """The piece enters the goal."""
    scored = attempt.did.get("scored")
    return Verdict(False, "no-goal") if scored is None else Verdict(True, "scored", scored)


def parries(attempt: Attempt) -> Verdict:
    """The other side cannot win with its next move."""
    danger = attempt.leaves.get("can-win")
    return Verdict(True, "parried") if danger is None else Verdict(False, "still-threatened", danger)


def turned(line: str) -> str:
    """The same position from the other side of the table."""
    head, _, rest = line.partition("position=")
    position, _, turn = rest.partition(" turn=")
    return f"{head}position={position[::-1]} turn={1 - int(turn)}"


COURSE = Course(
    steps=(
        Step(line=ROWS, judge=counts, done=after_moves(1), lit=False),
        Step(line=MIDDLE_GAME, judge=bounces, done=after_moves(1)),
        Step(line=QUIET, judge=replaces, done=after_moves(1)),
        Step(line=IN_REACH, judge=scores, done=after_moves(1)),
        Step(line=THREATENED, judge=parries, done=after_moves(1), helped=True),
    ),
    other_side=turned,
    challenge={"tablero": "setup=321123/321123", "nivel": "facil"},
    early=frozenset({"empty-start", "not-your-row", "shut-in"}),
)
