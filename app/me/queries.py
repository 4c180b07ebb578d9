"""What a browser has played: its finished games with what each earned, its figures, its streak."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from app.challenges.queries import History, history
from app.games.points import Award, Played, award, challenge_award
from app.games.tables import Game, Hint, Seat
from app.games.unfinished import unfinished_games
from app.site import Site
from app.words import words_of

SHOWN: Final = 30
"""How many finished games are listed; all of them are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game that is over, for the browser that played it."""

    id: str
    name: str
    ended_at: datetime | None
    level: str | None
    mode: str
    result: str
    """`won`, `lost`, `drawn`, or `over` where nobody could be beaten or both seats were one's own."""
    award: Award


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned:
    """What a challenge earned."""

    day: date
    award: Award


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How a browser has fared in one game against the computer."""

    name: str
    played: int
    won: int
    drawn: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Everything that the page shows."""

    points: int
    games: tuple[Finished, ...]
    """The latest ones."""
    played: int
    """How many there are in all."""
    unfinished: int
    tallies: tuple[Tally, ...]
    challenges: tuple[Earned, ...]
    history: History


def record(site: Site, player: str | None) -> Record:
    """What is kept of a browser. Nothing for a browser that is not known."""
    games = _finished(site, player) if player else []
    kept = history(site, player)
    earned = tuple(
        Earned(day=each.day, award=challenge_award(each.gain, each.par))
        for each in kept.results
        if each.gain is not None
    )
    return Record(
        points=sum(each.award.points for each in games) + sum(each.award.points for each in earned),
        games=tuple(games[:SHOWN]),
        played=len(games),
        unfinished=len(unfinished_games(site, player)),
        tallies=_tallies(games),
        challenges=earned,
        history=kept,
    )


def _finished(site: Site, player: str) -> list[Finished]:
    """The games of a player that are over and were no tasks, the latest first."""
    mine, other = aliased(Seat), aliased(Seat)
    hints = (
        select(func.count())
        .select_from(Hint)
        .where(Hint.game_id == Game.id, Hint.seat == mine.seat)
        .scalar_subquery()
    )
    wanted = (
        select(
            Game.id,
            Game.entry,
            Game.slug,
            Game.mode,
            Game.winner,
            Game.reason,
            Game.undone,
            Game.ended_at,
            mine.seat,
            other.level,
            other.player_id == player,
            hints,
        )
        .join(mine, (mine.game_id == Game.id) & (mine.player_id == player))
        .join(other, (other.game_id == Game.id) & (other.seat == 1 - mine.seat))
        .where(Game.how.is_not(None), Game.task.is_(None))
        .order_by(Game.ended_at.desc(), Game.id, mine.seat)
    )
    with site.database.reading() as session:
        rows = session.execute(wanted).all()
    found: dict[str, Finished] = {}
    for id_, entry, slug, mode, winner, reason, undone, ended_at, seat, level, both, given in rows:
        if id_ in found:
            continue  # both seats are the same browser's
        played = Played(
            slug=slug,
            mode=mode,
            seat=seat,
            winner=winner,
            reason=reason,
            level=level,
            undone=undone,
            hints=given,
        )
        drawn = winner is None and reason not in words_of(slug).headlines
        found[id_] = Finished(
            id=id_,
            name=words_of(slug).entries[entry].name(),
            ended_at=ended_at,
            level=level,
            mode=mode,
            result="over" if both else "drawn" if drawn else _result(winner, seat),
            award=award(played),
        )
    return list(found.values())


def _result(winner: int | None, seat: int) -> str:
    return "over" if winner is None else "won" if winner == seat else "lost"


def _tallies(games: list[Finished]) -> tuple[Tally, ...]:
    """Of each game that was played against the computer, most played first."""
    against = [each for each in games if each.level is not None]
    counts = Counter(each.name for each in against)
    return tuple(
        Tally(
            name=name,
            played=count,
            won=sum(each.result == "won" for each in against if each.name == name),
            drawn=sum(each.result == "drawn" for each in against if each.name == name),
            points=sum(each.award.points for each in against if each.name == name),
        )
        for name, count in counts.most_common()
    )
