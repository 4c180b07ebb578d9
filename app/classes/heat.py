"""Where a class left the best path: the tries at one task as a tree of positions, walkable move by move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.analysis.queries import find_analysis
from app.classes.results import PupilRow
from engines.core.match import Match
from engines.core.story import Verdict


@dataclass(slots=True)
class Branch:
    """A move that was made in a position: by whom of the class, and what it lost (None: not analysed)."""

    move: str
    pupils: set[int] = field(default_factory=set)
    lost: float | None = None

    @property
    def end(self) -> str:
        """The place where it ends."""
        return self.move.rpartition("-")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A position of the tree: how it was reached, what was played from it, and whose turn it is."""

    path: tuple[str, ...]
    match: Match
    own: bool
    """Whether it is the pupils' turn."""
    pupils: int
    branches: tuple[Branch, ...]
    best: tuple[str, ...]

    @property
    def onward(self) -> dict[str, str]:
        """By the place where a move ends, the path on: of several moves that end there, what most played."""
        return {branch.end: " ".join((*self.path, branch.move)) for branch in reversed(self.branches)}

    @property
    def numbers(self) -> dict[str, str]:
        """By the place where a move ends, how many pupils went there."""
        went: dict[str, set[int]] = {}
        for branch in self.branches:
            went.setdefault(branch.end, set()).update(branch.pupils)
        return {place: str(len(pupils)) for place, pupils in went.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The pupils' n-th decision: how many came to it, how many lost something there, and how much in all."""

    number: int
    pupils: int
    losing: int
    lost: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked:
    """A finished try: whose, its match, and its verdicts if it is analysed."""

    pupil: int
    match: Match
    verdicts: tuple[Verdict, ...] | None


def walked(session: Session, found: Iterable[PupilRow]) -> list[Walked]:
    """The finished tries of a class at a task."""
    tries = []
    for row in found:
        for each in row.tries:
            if each.over:
                analysis = find_analysis(session, each.match)
                done = analysis is not None and analysis.status == "done"
                verdicts = analysis.verdicts if analysis is not None and done else None
                tries.append(Walked(pupil=row.id, match=each.match, verdicts=verdicts))
    return tries


def crossing(tries: Iterable[Walked], start: Match, seat: int, path: tuple[str, ...]) -> Crossing | None:
    """The position after `path` from the task's start and what was played there; None if nobody came."""
    base = start.ply
    moves = (*start.moves, *path)
    branches: dict[str, Branch] = {}
    reached: set[int] = set()
    match: Match | None = None
    best: tuple[str, ...] = ()
    for each in tries:
        if each.match.moves[: len(moves)] != moves:
            continue
        reached.add(each.pupil)
        match = match or each.match.at(len(moves))
        if each.match.ply == len(moves):
            continue
        move = each.match.moves[len(moves)]
        branch = branches.setdefault(move, Branch(move))
        branch.pupils.add(each.pupil)
        if each.verdicts is not None:
            verdict = each.verdicts[len(moves)]
            branch.lost = verdict.lost
            best = verdict.best if verdict.exact else best
    if match is None:
        if path:
            return None
        match = start.at(base)
    most_first = sorted(branches.values(), key=lambda branch: (-len(branch.pupils), branch.move))
    return Crossing(
        path=path,
        match=match,
        own=match.turn == seat,
        pupils=len(reached),
        branches=tuple(most_first),
        best=best,
    )


def steps(tries: Iterable[Walked], start: Match, seat: int) -> list[Step]:
    """The pupils' decisions one after the other, over all analysed tries."""
    there: dict[int, set[int]] = {}
    losing: dict[int, set[int]] = {}
    lost: dict[int, float] = {}
    for each in tries:
        if each.verdicts is None:
            continue
        own = [verdict for verdict in each.verdicts if verdict.seat == seat and verdict.ply > start.ply]
        for number, verdict in enumerate(own, start=1):
            there.setdefault(number, set()).add(each.pupil)
            if verdict.lost > 0:
                losing.setdefault(number, set()).add(each.pupil)
                lost[number] = lost.get(number, 0.0) + verdict.lost
    return [
        Step(number=number, pupils=len(who), losing=len(losing.get(number, ())), lost=lost.get(number, 0.0))
        for number, who in sorted(there.items())
    ]
