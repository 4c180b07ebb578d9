"""What came of a league's games: points, meetings and seats, as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.classes.tables import LeagueSeat
from app.games.tables import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game of a league."""

    game_id: str
    seats: tuple[int | None, int | None]
    """The pupils by seat; nobody where the computer plays."""
    numbers: tuple[int, int]
    """Which game it is for each of them; 0 for the computer."""
    half: int
    over: bool
    counts: bool
    """Whether its result counts: not one that was stopped for nobody."""
    stopped: bool
    """Whether it was stopped: by the bell, or because one side did not move."""
    winner: int | None
    turn: int | None
    version: int
    touched_at: datetime
    """When it began, or last changed."""

    @property
    def pupils(self) -> tuple[int, ...]:
        """Those who play it."""
        return tuple(each for each in self.seats if each is not None)

    @property
    def alone(self) -> bool:
        """Whether the computer stands in."""
        return len(self.pupils) == 1


@dataclass(slots=True)
class Score:
    """How a pupil stands in a league."""

    halves: int = 0
    """Points, counted in halves."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    alone: int = 0
    """Games that count in which the computer stood in."""
    lead: int = 0
    """How many games more in the first seat than in the second, those that go on included."""
    number: int = 0
    """The number of the latest game, in the pupil's own count."""

    @property
    def played(self) -> int:
        """Games that count."""
        return self.won + self.drawn + self.lost


@dataclass(slots=True)
class Tally:
    """Everything that pairing and tables need of a league's games."""

    scores: dict[int, Score] = field(default_factory=dict)
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    """How often two pupils were paired."""
    stood_in: Counter[int] = field(default_factory=Counter)
    """How often a pupil was paired with the computer."""
    running: dict[int, Played] = field(default_factory=dict)
    """The game that goes on, by pupil."""
    last: dict[int, Played] = field(default_factory=dict)

    def score(self, pupil: int) -> Score:
        """How a pupil stands, also one who has not played."""
        return self.scores.setdefault(pupil, Score())


def games_of(session: Session, league_id: int) -> list[Played]:
    """The games of a league, in the order in which they began."""
    wanted = (
        select(
            LeagueSeat.game_id,
            LeagueSeat.seat,
            LeagueSeat.pupil_id,
            LeagueSeat.number,
            LeagueSeat.half,
            LeagueSeat.begun_at,
            Game.how,
            Game.winner,
            Game.turn,
            Game.version,
            Game.revision,
            Game.updated_at,
        )
        .join(Game, Game.id == LeagueSeat.game_id)
        .where(LeagueSeat.league_id == league_id)
        .order_by(LeagueSeat.begun_at, LeagueSeat.number, LeagueSeat.game_id)
    )
    found: dict[str, Played] = {}
    for row in session.execute(wanted):
        before = found.get(row.game_id)
        seats: list[int | None] = list(before.seats) if before else [None, None]
        numbers = list(before.numbers) if before else [0, 0]
        seats[row.seat], numbers[row.seat] = row.pupil_id, row.number
        found[row.game_id] = Played(
            game_id=row.game_id,
            seats=(seats[0], seats[1]),
            numbers=(numbers[0], numbers[1]),
            half=row.half,
            over=row.how is not None,
            counts=row.how is not None and (row.how != "stopped" or row.winner is not None),
            stopped=row.how == "stopped",
            winner=row.winner,
            turn=row.turn,
            version=row.version,
            touched_at=row.updated_at if row.revision else row.begun_at,
        )
    return list(found.values())


def tally(games: Iterable[Played]) -> Tally:
    """Add up the games of a league: a win is a point, a draw half a point."""
    sums = Tally()
    for game in games:
        if game.half == 1:
            if game.alone:
                sums.stood_in.update(game.pupils)
            else:
                sums.met[frozenset(game.pupils)] += 1
        for seat, pupil in enumerate(game.seats):
            if pupil is None:
                continue
            score = sums.score(pupil)
            score.lead += -1 if seat else 1
            if game.numbers[seat] > score.number:
                score.number, sums.last[pupil] = game.numbers[seat], game
            if not game.over:
                sums.running[pupil] = game
            elif game.counts:
                _count(score, game, seat)
    return sums


def _count(score: Score, game: Played, seat: int) -> None:
    score.alone += game.alone
    if game.winner is None:
        score.drawn += 1
        score.halves += 1
    elif game.winner == seat:
        score.won += 1
        score.halves += 2
    else:
        score.lost += 1


def second_halves(games: Sequence[Played], sums: Tally) -> list[Played]:
    """First games of two that are over, whose second one is to be played: nobody has played another since."""
    return [
        game
        for game in games
        if game.half == 1
        and game.over
        and not game.stopped
        and all(sums.last[pupil] is game for pupil in game.pupils)
    ]
