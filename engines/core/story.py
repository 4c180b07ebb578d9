"""What is told of a finished match: a verdict for each move, and the moments that a game's card points out.

A game in points (its card has `favours`) counts values and losses in its unit. A game that is only won or
lost counts values from the side to move: +n or -n where a win or loss in n moves of its own is proved, else
an estimate from -1 to 1; there a loss is how far a move fell, from won (1) over even to lost (-1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

S = TypeVar("S")

NoteKind = Literal["phase", "turn"]
"""A part of the match that begins with a move, or something that this one move did or missed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One move of a match: what the position was worth before and after it, and what its mover lost.

    Both values are told from the same side: that of `Evaluation.value` before the move. `best` are all the
    moves that keep the value where `before_exact`, else those thought best; `low` and `high` bound the value
    before the move.
    """

    ply: int
    seat: int
    move: str
    before: float
    after: float
    lost: float
    best: tuple[str, ...]
    before_exact: bool
    after_exact: bool
    low: float
    high: float

    @property
    def exact(self) -> bool:
        """Whether both values, and so the loss, are proved."""
        return self.before_exact and self.after_exact

    @property
    def passed_win(self) -> bool:
        """In a game that is only won or lost: a proved win was there, and is proved no more."""
        return self.before_exact and self.before > 0 and not (self.after_exact and self.after > 0)

    @property
    def allowed_win(self) -> bool:
        """The same the other way: now the other side has a proved win, which was not proved before."""
        was_lost = self.before_exact and self.before < 0
        return self.after_exact and self.after < 0 and not was_lost


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be told about a move: its ply from 1, a code of the story, what its sentence needs."""

    ply: int
    code: str
    kind: NoteKind
    detail: Mapping[str, str | int] = field(default_factory=dict)


def _silent(states: Sequence[Any], moves: Sequence[str], verdicts: Sequence[Verdict]) -> tuple[Note, ...]:
    """No notes: the default of `Story.tell`."""
    return ()


def _one(state: object) -> int:
    """A match of a single part: the default of `Story.chapter`."""
    return 0


DECISIVE = ("win-missed", "win-allowed", "win-turned")
"""The codes of `decisive`."""


def decisive(states: Sequence[Any], moves: Sequence[str], verdicts: Sequence[Verdict]) -> tuple[Note, ...]:
    """In a game that is only won or lost: the moves that missed a proved win, allowed one, or both."""
    notes = []
    for each in verdicts:
        if each.passed_win and each.allowed_win:
            notes.append(Note(each.ply, "win-turned", "turn"))
        elif each.passed_win:
            notes.append(Note(each.ply, "win-missed", "turn"))
        elif each.allowed_win:
            notes.append(Note(each.ply, "win-allowed", "turn"))
    return tuple(notes)


def count_back(value: float) -> float:
    """A proved win or loss after a move as the one who made it counts it: the default of `Story.back`.

    Whoever wins in n moves from there makes the last move, so the other side made n with this one; a loss in
    n moves is followed by the winning move of the one who made this move.
    """
    return 1 - value if value < 0 else -value


@dataclass(frozen=True, slots=True, kw_only=True)
class Story(Generic[S]):
    """How a game's matches are told. Every field has a default that says nothing.

    `notes` are the codes of `tell`, which gets the states (one more than moves), the moves, and the verdicts
    so far: of the last moves only, while an analysis goes on.
    """

    chapter: Callable[[S], int] = _one
    """The part of the match that a value speaks of: values of different parts cannot be compared."""
    back: Callable[[float], float] = count_back
    """In a game that is only won or lost: what a value that is proved after a move, told from the side to
    move there, is to the one who made it. 0 stays 0."""
    tell: Callable[[Sequence[S], Sequence[str], Sequence[Verdict]], tuple[Note, ...]] = _silent
    notes: tuple[str, ...] = ()
