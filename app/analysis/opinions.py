"""What somebody asks about a single position: its worth with that of each move, and the line of best play.

Worked out aside while the one who asks waits a moment, kept for a while, and bounded: beyond a few waiting
questions of one neighbourhood the answer is that there is none now.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar

from app import meters
from app.analysis.pace import Pace
from app.faults import Busy
from app.workers import Workers
from engines.core.game import Evaluation
from engines.core.match import Match
from engines.core.review import best_line

Answer = TypeVar("Answer")

KEPT: Final = 2_000
"""Answers that are kept."""


@dataclass(frozen=True, slots=True)
class _Known(Generic[Answer]):
    """An answer, the seconds it was given, and whether more of them could change it."""

    answer: Answer
    seconds: float
    final: bool

    def serves(self, seconds: float) -> bool:
        return self.final or seconds <= self.seconds


class _Shelf(Generic[Answer]):
    """The answers given lately, by match line."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: OrderedDict[str, _Known[Answer]] = OrderedDict()

    def find(self, line: str, seconds: float) -> Answer | None:
        """An answer that took at least as long as is offered now, or needs no longer."""
        known = self._known.get(line)
        serves = known is not None and known.serves(seconds)
        meters.cached.labels(self._name, "hit" if serves else "miss").inc()
        if known is None or not serves:
            return None
        self._known.move_to_end(line)
        return known.answer

    def put(self, line: str, known: _Known[Answer]) -> None:
        self._known[line] = known
        self._known.move_to_end(line)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)


class Opinions:
    """Answers about positions, given by one process."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._worths: _Shelf[Evaluation] = _Shelf("worth")
        self._lines: _Shelf[tuple[str, ...]] = _Shelf("line")

    async def worth(self, match: Match, seconds: float) -> Evaluation | None:
        """What the position at the end of `match` and each move there are worth.

        None while the engines are not ready or too many ask.
        """
        line = match.to_text()
        found = self._worths.find(line, seconds)
        if found is None:
            pace = Pace(seconds, None)
            found = await self._think(partial(_judge, match, pace), pace)
            if found is not None:
                final = found.exact and all(each.exact for each in found.candidates)
                self._worths.put(line, _Known(found, seconds, final))
        return found

    async def line(self, match: Match, seconds: float) -> tuple[str, ...] | None:
        """Best play from the end of `match` on; None as for `worth`."""
        text = match.to_text()
        found = self._lines.find(text, seconds)
        if found is None:
            pace = Pace(seconds, seconds)
            found = await self._think(partial(_follow, match, pace), pace)
            if found is not None:
                self._lines.put(text, _Known(found, seconds, False))
        return found

    async def _think(self, think: Callable[[], Answer], pace: Pace) -> Answer | None:
        """What `think` finds; it stops as soon as nobody waits for it any more."""
        if not self._workers.warm:
            return None
        try:
            return await self._workers.ponder(think)
        except Busy:
            return None
        finally:
            pace.stop()


def _judge(match: Match, pace: Pace) -> Evaluation:
    worth: Evaluation = match.game.evaluate(match.state, pace.limit(1), True)
    return worth


def _follow(match: Match, pace: Pace) -> tuple[str, ...]:
    return best_line(match, partial(pace.limit, 2))
