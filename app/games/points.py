"""Puntos de ingenio: what a finished game earns whoever played it, and why. Computed, never stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final

from app.words import words_of
from engines.core.game import Fact, Seat

PRIZES: Final[Mapping[str, int]] = {"facil": 5, "medio": 10, "dificil": 25, "perfecto": 40, "maestro": 40}
"""For a win against a level of the computer; a draw earns half of it, rounded up."""
HINT_COST: Final = 5
"""For each hint after the first one of a game."""
FREE_HINTS: Final = 1
CHALLENGE: Final = 25
"""For a challenge at par."""


@dataclass(frozen=True, slots=True)
class Award:
    """Points, and what they are for or why there are none, the most important reason first."""

    points: int
    reasons: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What counts of a game that is over, for one of its seats."""

    slug: str
    mode: str
    seat: Seat
    winner: Seat | None
    reason: str
    """Why it ended, as a code of the card; empty if the players ended it."""
    level: str | None
    """The computer's, if it plays the other seat."""
    undone: bool
    hints: int


def award(played: Played) -> Award:
    """What a game earned."""
    if played.mode == "screen":
        return Award(0, (Fact("one-screen"),))
    if played.level is None:
        return Award(0, (Fact("people"),))
    if played.winner is not None and played.winner != played.seat:
        return Award(0, (Fact("lost"),))
    if played.winner is None and played.reason in words_of(played.slug).headlines:
        return Award(0, (Fact("nobody-to-beat"),))
    if played.undone:
        return Award(0, (Fact("undone"),))
    prize = PRIZES[played.level]
    won = played.winner is not None
    points = prize if won else ceil(prize / 2)
    reasons = [Fact("won" if won else "drawn", {"level": played.level, "points": points})]
    paid = max(played.hints - FREE_HINTS, 0)
    if paid:
        cost = min(paid * HINT_COST, points)
        reasons.append(Fact("hints", {"count": paid, "points": cost}))
        points -= cost
    return Award(points, tuple(reasons))


def challenge_award(gain: float, par: float) -> Award:
    """What a finished try that counts earned, from what its player got and what could be got.

    In proportion below par where par is more than nothing; elsewhere (a lost position held as long as can be)
    there is no proportion, and only par counts.
    """
    if gain >= par:
        return Award(CHALLENGE, (Fact("par", {"points": CHALLENGE}),))
    points = round(CHALLENGE * max(gain, 0) / par) if par > 0 else 0
    return Award(points, (Fact("below-par", {"points": points}),))
