"""The lesson of Ayu: unit and distance, joining, moving within a unit, walls, being without a move."""

from __future__ import annotations

from app.learn.course import NOTHING, Attempt, Course, Step, Verdict, after_moves
from engines.core.game import Evaluation

TWO_STONES = "ayu size=5 position=w...w/...../...../...b./b...."
TO_JOIN = "ayu size=5 position=..bb./w..bw/w..../wbww./.b.b."
LARGE_UNIT = "ayu size=5 position=.b.../www../.bww./.bw../.bbb."
TO_WALL = "ayu size=5 position=.bb../w.www/...w./wbb../.b.b."
"""One move makes White's way longer, and it is the one that wins."""
LAST_UNION = "ayu size=5 position=.bb../w...w/wbb.w/w.b.w/..b.."
"""Two moves unite all black stones; the other three shut White in."""

NOT_JUDGED = Evaluation(value=0, exact=False, bound=(0, 0), best=())
"""The reasons of a move that do not depend on what the position is worth."""


def approaches(attempt: Attempt) -> Verdict:
    """Any legal move: its unit has come closer."""
    return Verdict(True, "closer", attempt.did.get("closer", NOTHING))


def joins(attempt: Attempt) -> Verdict:
    """Units become one."""
    joined = attempt.did.get("joined")
    if joined is None:
        return Verdict(False, "only-closer", attempt.did["closer"])
    return Verdict(True, "joined", joined)


def relocates(attempt: Attempt) -> Verdict:
    """A stone of a unit goes to a point that is not next to it."""
    drawing = attempt.before.game.draw(attempt.before.state)
    at = {place.token: place.at for place in drawing.places}
    stone, target = attempt.move.split("-")
    (x, y), (u, v) = at[stone], at[target]
    far = abs(x - u) + abs(y - v) > 1.5
    return Verdict(far, "relocated" if far else "one-step", {"stone": stone, "target": target})


def walls(attempt: Attempt) -> Verdict:
    """The other side needs more empty points to unite, and still has a move."""
    if "stuck" in attempt.did:
        return Verdict(False, "shut-in")
    explain = attempt.before.game.explain
    assert explain is not None
    facts = explain(attempt.before.state, attempt.move, NOT_JUDGED)
    longer = next((fact.detail for fact in facts if fact.code == "lengthens"), None)
    if longer is None:
        return Verdict(False, "no-wall")
    return Verdict(True, "wall", longer)


def unites(attempt: Attempt) -> Verdict:
    """All stones are one unit, and the other side has to move: nothing can keep the mover from winning."""
    if "stuck" in attempt.did:
        return Verdict(False, "shut-in")
    return Verdict("united" in attempt.did, "united" if "united" in attempt.did else "not-united")


def colours_exchanged(line: str) -> str:
    """The same position with black and white stones exchanged, White to move."""
    head, _, position = line.partition("position=")
    return f"{head}position={position.translate(str.maketrans('bw', 'wb'))} turn=1"


COURSE = Course(
    steps=(
        Step(line=TWO_STONES, judge=approaches, done=after_moves(1), lit=False),
        Step(line=TO_JOIN, judge=joins, done=after_moves(1)),
        Step(line=LARGE_UNIT, judge=relocates, done=after_moves(1), lit=False),
        Step(line=TO_WALL, judge=walls, done=after_moves(1)),
        Step(line=LAST_UNION, judge=unites, done=after_moves(1)),
    ),
    other_side=colours_exchanged,
    challenge={"tablero": "size=5", "nivel": "facil"},
    early=frozenset({"no-stone", "their-stone", "no-path", "already-one"}),
)
