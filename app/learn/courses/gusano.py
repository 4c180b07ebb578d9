"""The lesson of Gusano: worm and bird, dead ends, the ceiling, strange boards, values."""

from __future__ import annotations

from app.learn.course import NOTHING, Attempt, Course, Step, Verdict, after_moves, at_the_end, reply_best
from engines import registry
from engines.core.match import Match

FIRST_STEPS = "gusano rows=4 cols=4 start=b2 rounds=1 : b3"
TWO_WAYS = "gusano rows=4 cols=5 start=b3 rounds=1 : b2 b1 c1 c2 c3 d3 e3"
"""Upwards four cells are left, downwards the whole lower row."""
TO_CUT_OFF = "gusano rows=4 cols=5 start=c1 rounds=1 : b1 b2 b3 a3"
"""The bird can shut the worm into a corner of two cells."""
OVER_THE_BORDER = "gusano board=mobius rows=4 cols=5 start=d2 rounds=1 : e2"
VALUED = "gusano rows=4 cols=4 start=b4 rounds=1 values=b1:-2,a2:3,a3:5,d3:4,d4:-3 : b3"


def grows(attempt: Attempt) -> Verdict:
    """The worm goes on after the move."""
    ended = "round-over" in attempt.did
    return Verdict(not ended, "dead-end" if ended else "grew", {"cell": attempt.move})


def keeps_points(attempt: Attempt) -> Verdict:
    """The worm still gets all the points that it can get against the best bird."""
    ended = attempt.did.get("round-over")
    if attempt.loss:
        return Verdict(False, "loses-points", {"count": attempt.loss})
    if ended is not None:
        return Verdict(True, "ended", {"points": ended["points"]})
    return Verdict(True, "kept", {"worth": attempt.did["filled"]["worth"]})


def keeps_room(attempt: Attempt) -> Verdict:
    """The same, told by the room that is left."""
    detail = {"points": ceiling(attempt), "count": attempt.loss}
    return Verdict(not attempt.loss, "pocket" if attempt.loss else "room", detail)


def lowers_ceiling(attempt: Attempt) -> Verdict:
    """The worm's ceiling is then as low as the bird can make it."""
    ceilings = {move: ceiling(Attempt(attempt.before, move)) for move in attempt.before.legal_moves()}
    detail = {"points": ceilings[attempt.move], "least": min(ceilings.values())}
    low = detail["points"] == detail["least"]
    return Verdict(low, "low" if low else "high", detail)


def crosses(attempt: Attempt) -> Verdict:
    """The worm leaves at one side of the board and comes in at the other."""
    drawing = attempt.before.game.draw(attempt.before.state)
    at = {place.token: place.at for place in drawing.places}
    head = next(place.token for place in drawing.places if place.code == "head")
    (x, y), (u, v) = at[head], at[attempt.move]
    far = abs(x - u) + abs(y - v) > 1.5
    return Verdict(far, "crossed" if far else "stayed", {"head": head, "cell": attempt.move})


def ceiling(attempt: Attempt) -> int:
    """The most the worm could get after a move: its points if that ends the round."""
    said = attempt.leaves.get("ceiling", attempt.did.get("round-over", NOTHING))
    return int(said["points"])


def in_second_round(line: str) -> str:
    """The same path in the second round of a pair, in which the roles are exchanged."""
    head, _, moves = line.replace(" rounds=1", "").partition(" :")
    return f"{head} : {' '.join((*_short_round(registry.read_match(head)), *moves.split()))}"


def _short_round(match: Match) -> tuple[str, ...]:
    """The moves of a shortest first round: the first one found, going through all paths in order."""
    rounds = [match]
    while True:
        following = []
        for each in rounds:
            for move in each.legal_moves():
                after = each.play(move)
                if after.state.round:
                    return after.moves
                following.append(after)
        rounds = following


COURSE = Course(
    steps=(
        Step(line=FIRST_STEPS, judge=grows, done=after_moves(2), reply=reply_best),
        Step(line=TWO_WAYS, judge=keeps_room, done=after_moves(1)),
        Step(line=TO_CUT_OFF, judge=lowers_ceiling, done=after_moves(1), helped=True),
        Step(line=OVER_THE_BORDER, judge=crosses, done=after_moves(1), lit=False),
        Step(line=VALUED, judge=keeps_points, done=at_the_end, reply=reply_best),
    ),
    other_side=in_second_round,
    challenge={"tablero": "board=square4 rows=5 cols=5", "nivel": "facil"},
)
