"""What the pages of a league show: to the teacher, on the projector, and to one of its pupils."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.classes.league import find_league
from app.classes.league_results import Played, Tally, games_of, tally
from app.classes.members import find_class, pupil_of_key, taught_class
from app.classes.tables import League, LeaguePlayer, Pupil, SchoolClass
from app.faults import UnknownClass
from app.games.creation import entry_of
from app.pictures import Picture, picture
from app.site import Site
from app.words import GameWords, words_of
from engines import registry
from engines.core.match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A pupil's line of the table."""

    pupil: int
    place: int
    name: str
    alias: str
    halves: int
    played: int
    won: int
    drawn: int
    lost: int
    alone: int
    """Games that count in which the computer stood in."""
    state: str
    """`playing`, or the player's state: `ready`, `busy`, `absent`, `resting`."""
    game_id: str | None
    """The game that goes on."""
    rival: str | None
    """The alias of the other in it; None: the computer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueView:
    """A league as it is shown to everybody."""

    id: int
    match: Match
    words: GameWords
    entry: str
    picture: Picture
    level: str
    minutes: int
    """After so many without a move somebody counts as absent."""
    bell_at: datetime | None
    ended_at: datetime | None
    created_at: datetime
    lines: tuple[Line, ...]
    running: int
    finished: int
    """Games that go on, and those that count."""

    @property
    def over(self) -> bool:
        """Whether the bell has rung."""
        return self.ended_at is not None

    @property
    def name(self) -> str:
        """The game and the board."""
        return f"{self.words.entries[self.entry].name()} · {self.words.board(self.match.setup)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaughtLeague:
    """The teacher's page: the class, the league that is looked at, and the others."""

    code: str
    class_name: str
    zone: str
    league: LeagueView | None
    others: tuple[LeagueView, ...]
    """All leagues without their lines, the latest first."""
    open_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLeague:
    """A league as one of the class sees it; the names of others are their aliases."""

    code: str
    class_name: str
    zone: str
    name: str
    league: LeagueView | None
    own: Line | None


def taught_league(site: Site, secret: str, league_id: int | None = None) -> TaughtLeague:
    """The league with this number, else the one that goes on, else the latest. Raises UnknownClass."""
    with site.database.reading() as session:
        group = taught_class(session, secret)
        there = _leagues(session, group)
        going_on = next((each for each in there if each.ended_at is None), None)
        chosen = find_league(session, group, league_id) if league_id else (there[0] if there else None)
        view = None if chosen is None else _view(session, chosen)
    return TaughtLeague(
        code=group.code,
        class_name=group.name,
        zone=group.zone,
        league=view,
        others=tuple(_shown(each, (), []) for each in there),
        open_id=going_on.id if going_on else None,
    )


def own_league(site: Site, code: str, key: str | None) -> OwnLeague:
    """The latest league of a class for the pupil who has this key. Raises UnknownClass for anybody else."""
    with site.database.reading() as session:
        group = find_class(session, code)
        pupil = pupil_of_key(session, group, key)
        if pupil is None:
            raise UnknownClass
        there = _leagues(session, group)
        view = _view(session, there[0], own=pupil.id) if there else None
    return OwnLeague(
        code=group.code,
        class_name=group.name,
        zone=group.zone,
        name=pupil.shown,
        league=view,
        own=next((each for each in view.lines if each.pupil == pupil.id), None) if view else None,
    )


def _leagues(session: Session, group: SchoolClass) -> Sequence[League]:
    latest = select(League).where(League.class_id == group.id)
    return session.scalars(latest.order_by(League.created_at.desc(), League.id.desc())).all()


def _view(session: Session, league: League, own: int | None = None) -> LeagueView:
    games = games_of(session, league.id)
    found = session.execute(
        select(LeaguePlayer, Pupil)
        .join(Pupil, Pupil.id == LeaguePlayer.pupil_id)
        .where(LeaguePlayer.league_id == league.id)
    )
    return _shown(league, _lines([(player, pupil) for player, pupil in found], tally(games), own), games)


def _shown(league: League, lines: tuple[Line, ...], games: Sequence[Played]) -> LeagueView:
    match = registry.read_match(league.line)
    return LeagueView(
        id=league.id,
        match=match,
        words=words_of(match.game.slug),
        entry=entry_of(match.game, match.setup),
        picture=picture(league.line),
        level=league.level,
        minutes=league.patience // 60,
        bell_at=league.bell_at,
        ended_at=league.ended_at,
        created_at=league.created_at,
        lines=lines,
        running=sum(not each.over for each in games),
        finished=sum(each.counts for each in games),
    )


def _lines(found: list[tuple[LeaguePlayer, Pupil]], sums: Tally, own: int | None) -> tuple[Line, ...]:
    """Everybody who takes part, the best first: by points, then by fewer games, then by name.

    `own`: the pupil whose page it is, who alone is called by their own name there.
    """
    aliases = {pupil.id: pupil.alias for _player, pupil in found}
    ordered = sorted(found, key=lambda each: _rank(each[1], sums))
    lines: list[Line] = []
    for player, pupil in ordered:
        score, game = sums.score(pupil.id), sums.running.get(pupil.id)
        others = [each for each in game.pupils if each != pupil.id] if game else []
        shared = lines[-1].place if lines and lines[-1].halves == score.halves else len(lines) + 1
        lines.append(
            Line(
                pupil=pupil.id,
                place=shared,
                name=pupil.shown if own is None or pupil.id == own else pupil.alias,
                alias=pupil.alias,
                halves=score.halves,
                played=score.played,
                won=score.won,
                drawn=score.drawn,
                lost=score.lost,
                alone=score.alone,
                state="playing" if game else player.state,
                game_id=game.game_id if game else None,
                rival=aliases.get(others[0]) if others else None,
            )
        )
    return tuple(lines)


def _rank(pupil: Pupil, sums: Tally) -> tuple[int, int, str]:
    score = sums.score(pupil.id)
    return -score.halves, score.played, pupil.alias.casefold()
