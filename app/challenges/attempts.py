"""How a try stands: begun or not, counted or for practice, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from app.challenges.calendar import ends
from app.challenges.tables import Attempt, Challenge
from app.games.tables import Event, Game
from engines import registry
from engines.core.game import AnyGame, Seat
from engines.core.match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A try as it stands. `gain`, what its player got, is there once it is finished."""

    game_id: str
    day: date
    slug: str
    number: int
    begun_at: datetime | None
    """When its player's first move was accepted."""
    counts: bool
    """Whether it is the one try that counts; without a first move it may still become it."""
    over: bool
    gain: float | None
    par: float
    line: str

    @property
    def below(self) -> float | None:
        """How far below par it ended."""
        return None if self.gain is None else self.par - self.gain


def gain_of(match: Match, seat: Seat) -> float | None:
    """What a seat has got of a game that its rules have ended: in the game's unit, else 1, 0 or -1."""
    outcome = match.outcome
    if outcome is None:
        return None
    game: AnyGame = match.game
    if game.gain is not None:
        return game.gain(match.state, seat)
    return 0.0 if outcome.winner is None else 1.0 if outcome.winner == seat else -1.0


def result_of(match: Match, seat: Seat) -> float | None:
    """What a seat has got of a challenge: as `gain_of`, but where a game is only won or lost its moves count.

    A win is worth minus the moves that it took, anything else nothing (None): par is the quickest win.
    """
    game: AnyGame = match.game
    if game.gain is not None or match.outcome is None:
        return gain_of(match, seat)
    own = sum(state.turn == seat for state in match.states[:-1])
    return -float(own) if match.outcome.winner == seat else None


def standings(session: Session, zone: str, *wanted: ColumnElement[bool]) -> list[Standing]:
    """The tries that fit some conditions, the oldest day first, in the order in which they were made."""
    begun = (
        select(func.min(Event.created_at))
        .where(Event.game_id == Attempt.game_id, Event.kind == "move", Event.seat == Challenge.seat)
        .correlate(Attempt, Challenge)
        .scalar_subquery()
    )
    rows = session.execute(
        select(Attempt, Challenge, Game, begun)
        .join(Challenge, (Challenge.day == Attempt.day) & (Challenge.slug == Attempt.slug))
        .join(Game, Game.id == Attempt.game_id)
        .where(*wanted)
        .order_by(Attempt.day, Attempt.slug, Attempt.number)
    )
    return [_standing(attempt, challenge, game, first, zone) for attempt, challenge, game, first in rows]


def _standing(
    attempt: Attempt, challenge: Challenge, game: Game, begun_at: datetime | None, zone: str
) -> Standing:
    day = date.fromisoformat(attempt.day)
    in_time = begun_at is None or begun_at < ends(day, zone)
    over = game.how is not None
    return Standing(
        game_id=attempt.game_id,
        day=day,
        slug=attempt.slug,
        number=attempt.number,
        begun_at=begun_at,
        counts=attempt.number == 1 and in_time,
        over=over,
        gain=result_of(registry.read_match(game.line), challenge.seat) if over else None,
        par=challenge.par,
        line=game.line,
    )


def counted(tries: Iterable[Standing]) -> Standing | None:
    """The try that counts, if its first move was made."""
    return next((each for each in tries if each.counts and each.begun_at is not None), None)


def streak(days: Iterable[date], today: date) -> int:
    """How many days in a row were played, up to today; a day that is not over may still be played."""
    played = frozenset(days)
    last = today if today in played else today - timedelta(days=1)
    length = 0
    while last - timedelta(days=length) in played:
        length += 1
    return length


def longest_streak(days: Iterable[date]) -> int:
    """The longest run of days in a row."""
    longest = run = 0
    before: date | None = None
    for day in sorted(frozenset(days)):
        run = run + 1 if before is not None and day == before + timedelta(days=1) else 1
        longest, before = max(longest, run), day
    return longest
