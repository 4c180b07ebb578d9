"""What an analysis amounts to: sums by part and by side, the graph's points, the moves worth a question.

Plain values made from a match and the verdicts on it; pages, the JSON export and the command line tell them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.core.game import AnyGame
from engines.core.match import Match
from engines.core.review import Worth, is_won_or_lost, standing
from engines.core.story import Note, Verdict

QUESTION_LEAST: Final = 1e-9
"""What a move must have lost to become a question."""
SMALLEST: Final = 0.1
"""The least by which numbers differ as they are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a match whose values can be compared: its par, its result, and what each seat lost.

    `par` is what its first position was worth, `result` what its last move led to. For the seat that wants a
    high value, losses lower the result and the other's losses raise it: `par - own + other == result`, always
    where `exact`.
    """

    first: int
    last: int
    par: float
    result: float
    lost: tuple[float, float]
    favoured: int
    """The seat that wants a high value."""
    exact: bool

    @property
    def adds_up(self) -> bool:
        """Whether the sum holds for the numbers as they are shown, with one decimal."""
        own, other = self.lost[self.favoured], self.lost[1 - self.favoured]
        terms = (self.par, -own, other, -self.result)
        return abs(sum(round(term, 1) for term in terms)) < SMALLEST / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A point of the graph: what the position after `ply` moves was worth."""

    ply: int
    height: float
    exact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A match and what is known of it so far."""

    match: Match
    verdicts: tuple[Verdict, ...]
    parts: tuple[Part, ...]
    """Parts that are judged from beginning to end; none in a game that is only won or lost."""
    curves: tuple[tuple[Dot, ...], ...]
    notes: tuple[Note, ...]

    @property
    def complete(self) -> bool:
        """Whether every move is judged."""
        return len(self.verdicts) == self.match.ply

    def of(self, ply: int) -> Verdict | None:
        """The verdict on the move with this number, if it is judged."""
        place = ply - 1 - (self.match.ply - len(self.verdicts))
        return self.verdicts[place] if 0 <= place < len(self.verdicts) else None

    def by(self, seat: int) -> list[Verdict]:
        """The verdicts on one side's moves."""
        return [verdict for verdict in self.verdicts if verdict.seat == seat]

    @property
    def questions(self) -> tuple[int, ...]:
        """The moves that become questions."""
        return tuple(verdict.ply for verdict in self.verdicts if is_question(self.match.game, verdict))


def is_question(game: AnyGame, verdict: Verdict) -> bool:
    """Whether a move is one from which something can be learned for certain.

    The right answers must be proved, and so must what the move lost, or that it left a proved win alone.
    """
    lost = verdict.exact and verdict.lost > QUESTION_LEAST
    return lost or (is_won_or_lost(game) and verdict.passed_win)


def report(match: Match, verdicts: Sequence[Verdict]) -> Report:
    """The report on a match from the verdicts on its last moves, in the order of the moves."""
    return Report(
        match=match,
        verdicts=tuple(verdicts),
        parts=() if is_won_or_lost(match.game) else tuple(_parts(match, verdicts)),
        curves=tuple(_curves(match, verdicts)),
        notes=match.game.story.tell(match.states, match.moves, verdicts),
    )


def _runs(match: Match, verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    """The verdicts by part of the match."""
    runs: list[list[Verdict]] = []
    before: Any = None
    for verdict in verdicts:
        chapter = match.game.story.chapter(match.states[verdict.ply - 1])
        if not runs or chapter != before:
            runs.append([])
        runs[-1].append(verdict)
        before = chapter
    return runs


def _parts(match: Match, verdicts: Sequence[Verdict]) -> list[Part]:
    chapter, states, game = match.game.story.chapter, match.states, match.game
    found = []
    for run in _runs(match, verdicts):
        first = run[0].ply
        if first > 1 and chapter(states[first - 2]) == chapter(states[first - 1]):
            continue  # its beginning is not judged yet
        one, other = (sum(each.lost for each in run if each.seat == seat) for seat in (0, 1))
        assert game.favours is not None
        found.append(
            Part(
                first=first,
                last=run[-1].ply,
                par=run[0].before,
                result=run[-1].after,
                lost=(one, other),
                favoured=0 if game.favours(states[first - 1], 0) > 0 else 1,
                exact=all(each.exact for each in run),
            )
        )
    return found


def _curves(match: Match, verdicts: Sequence[Verdict]) -> list[tuple[Dot, ...]]:
    curves = []
    for run in _runs(match, verdicts):
        first = run[0]
        start = Dot(
            ply=first.ply - 1,
            height=_height(match.game, first, first.before, first.before_exact),
            exact=first.before_exact,
        )
        ends = [
            Dot(
                ply=each.ply,
                height=_height(match.game, each, each.after, each.after_exact),
                exact=each.after_exact,
            )
            for each in run
        ]
        curves.append((start, *ends))
    return curves


def _height(game: AnyGame, verdict: Verdict, value: float, exact: bool) -> float:
    """How high a value stands in the graph: as it is, or in a game that is only won or lost for seat 0."""
    height = standing(game, Worth(value, exact))
    return -height if is_won_or_lost(game) and verdict.seat == 1 else height


def as_document(found: Report) -> dict[str, Any]:
    """The report as the JSON document of the command line and of the export."""
    match = found.match
    return {
        "match": match.to_text(),
        "unit": match.game.unit,
        "moves": [
            {
                "ply": each.ply,
                "seat": each.seat,
                "move": each.move,
                "before": plain(each.before),
                "after": plain(each.after),
                "lost": plain(each.lost),
                "best": sorted(each.best),
                "exact": each.exact,
                "bound": [plain(each.low), plain(each.high)],
            }
            for each in found.verdicts
        ],
        "parts": [
            {
                "first": each.first,
                "last": each.last,
                "par": plain(each.par),
                "lost": [plain(lost) for lost in each.lost],
                "result": plain(each.result),
                "exact": each.exact,
            }
            for each in found.parts
        ],
        "notes": [
            {"ply": each.ply, "code": each.code, "kind": each.kind, "detail": dict(each.detail)}
            for each in found.notes
        ],
    }


def plain(value: float) -> float | int:
    """A whole number without a point, any other rounded to six places."""
    return int(value) if float(value).is_integer() else round(value, 6)
