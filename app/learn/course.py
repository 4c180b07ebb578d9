"""What a lesson is made of: positions, goals that a move reaches or not, and how the other side answers.

A goal looks at a move through the game's card only: at what the move did, at what help mode says afterwards,
or at what every line of play leads to. Its verdict is a code; the sentences are in `app.words.lessons`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random
from typing import Final

from engines import registry
from engines.core.exhaustive import final_gains
from engines.core.game import Seat
from engines.core.limit import Limit
from engines.core.match import Match

Detail = Mapping[str, str | int]
NOTHING: Final[Detail] = {}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a move reaches the goal of its step, and why: a code with what its sentence needs."""

    right: bool
    code: str
    detail: Detail = field(default_factory=dict)


@dataclass(frozen=True)
class Attempt:
    """A legal move that is tried in a step."""

    before: Match
    move: str

    @cached_property
    def after(self) -> Match:
        """The match with the move played."""
        return self.before.play(self.move)

    @cached_property
    def did(self) -> Mapping[str, Detail]:
        """What the move did, by the codes of the card's events."""
        events = self.before.game.events(self.before.state, self.move, self.after.state)
        return {fact.code: fact.detail for fact in events}

    @cached_property
    def leaves(self) -> Mapping[str, Detail]:
        """What help mode says of the position after the move, by the codes of its facts."""
        insight = self.before.game.insight
        facts = insight(self.after.state).facts if insight else ()
        return {fact.code: fact.detail for fact in facts}

    @property
    def loss(self) -> int:
        """What the move costs at the end of the game, with best play of both sides after it."""
        gains = final_gains(self.before.game, self.before.state)
        return round(max(gains.values()) - gains[self.move])


Judge = Callable[[Attempt], Verdict]
Reply = Callable[[Match], str]
Done = Callable[[Match, int], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A position in which the side to move learns something."""

    line: str
    """The position as a match line."""
    judge: Judge
    done: Done
    """Whether the step is done, from the match and the number of right moves."""
    reply: Reply | None = None
    """The other side's move, while it is to move; without it the step ends before its turn."""
    lit: bool = True
    """Whether the board shows what may be chosen: not where finding that out is the lesson."""
    helped: bool = False
    """Whether help mode is on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The lesson of a card of the home page."""

    steps: tuple[Step, ...]
    other_side: Callable[[str], str]
    """The line of the same position with the seats exchanged."""
    challenge: Mapping[str, str]
    """The fields of the set-up form for the game that ends the lesson."""
    early: frozenset[str] = frozenset()
    """In games of several clicks: the reasons that speak of the first click alone."""

    def start(self, number: int, seat: Seat) -> Match:
        """The position of a step, counted from 1; `seat` 1 means with the seats exchanged."""
        line = self.steps[number - 1].line
        return registry.read_match(self.other_side(line) if seat else line)


@cache
def course_of(entry: str) -> Course:
    """The course of a card of the home page. ModuleNotFoundError if it has none."""
    course: Course = importlib.import_module(f"app.learn.courses.{entry}").COURSE
    return course


def after_moves(count: int) -> Done:
    """The step is done after so many right moves."""
    return lambda match, right: right >= count


def at_the_end(match: Match, right: int) -> bool:
    """The step is done when the game is over."""
    return match.turn is None


def reply_best(match: Match) -> str:
    """A best move, found by playing everything out: always the same one."""
    gains = final_gains(match.game, match.state)
    return max(sorted(gains), key=lambda move: gains[move])


def reply_at(level: str) -> Reply:
    """The move of one of the computer's levels: always the same one in the same position."""
    return lambda match: match.game.level(level).choose(match.state, Random(match.ply), Limit(nodes=10_000))
