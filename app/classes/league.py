"""A league: opening it, taking part, and everything that is due in it, in whatever process looks first.

Whatever happens follows from the tables, so a server that was stopped goes on where it was. Pairing is one
transaction alone with the class, and numbers of a pupil's games are unique: two processes that pair
at once make one set of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.classes.league_pairing import GATHER_SECONDS, Free, draw_due
from app.classes.league_results import Played, Tally, games_of, second_halves, tally
from app.classes.members import changing, find_class, pupil_of_key, touch
from app.classes.tables import League, LeaguePlayer, LeagueSeat, Pupil, SchoolClass
from app.classes.tasks import Begun
from app.faults import NotOpen, UnknownClass, UnknownGame
from app.games.actions import stop
from app.games.creation import Plan, SeatPlan, Task, add_game, add_key, entry_of, new_id
from app.games.tables import Game, Seat
from app.players.viewer import new_key
from app.site import Site
from engines import registry

MOST_LEAGUES: Final = 60
"""How many leagues of a class are kept; the oldest goes."""
LONGEST: Final = timedelta(hours=12)
"""After so long a league ends that nobody rang the bell of."""
TAKING_PART: Final = ("ready", "busy")
"""States of players who go on to the second of two games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueWish:
    """A league to be opened, checked: a line that begins a game, and an end that is still to come."""

    line: str
    level: str
    patience: int
    bell_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Next:
    """A game that is to be made."""

    seats: tuple[int | None, int | None]
    half: int
    previous: Played | None = None


def open_league(site: Site, secret: str, wish: LeagueWish) -> int:
    """Open a league; its number. One that is open already is left as it is. Raises UnknownClass."""
    with changing(site, secret) as (session, group):
        session.flush()  # nobody else opens one meanwhile
        going_on = open_of(session, group.id)
        if going_on is not None:
            return going_on.id
        there = session.scalars(
            select(League).where(League.class_id == group.id).order_by(League.created_at, League.id)
        ).all()
        for old in there[: max(0, len(there) + 1 - MOST_LEAGUES)]:
            _erase(session, old)
        league = League(
            class_id=group.id,
            line=wish.line,
            level=wish.level,
            patience=wish.patience,
            bell_at=wish.bell_at,
            created_at=site.clock(),
        )
        session.add(league)
        session.flush()
        return league.id


def open_of(session: Session, class_id: int) -> League | None:
    """The league of a class that has not ended."""
    return session.scalar(select(League).where(League.class_id == class_id, League.ended_at.is_(None)))


def find_league(session: Session, group: SchoolClass, league_id: int) -> League:
    """A league of a class. Raises UnknownClass."""
    found = session.get(League, league_id)
    if found is None or found.class_id != group.id:
        raise UnknownClass
    return found


def ring(site: Site, secret: str, league_id: int) -> None:
    """The bell: nobody is paired any more, what goes on stops and does not count. Raises UnknownClass."""
    with changing(site, secret) as (session, group):
        league = find_league(session, group, league_id)
        session.flush()
        now = site.clock()
        if league.bell_at is None or league.bell_at > now:
            league.bell_at = now
    keep(site, league_id)


def delete_league(site: Site, secret: str, league_id: int) -> None:
    """Delete a league with its games. Raises UnknownClass."""
    with changing(site, secret) as (session, group):
        _erase(session, find_league(session, group, league_id))


def _erase(session: Session, league: League) -> None:
    games = select(LeagueSeat.game_id).where(LeagueSeat.league_id == league.id)
    session.execute(delete(Game).where(Game.id.in_(games)))
    session.delete(league)
    session.flush()


# Pupils


def take_part(site: Site, code: str, key: str | None) -> None:
    """A pupil is there and wants to play. Raises UnknownClass, and NotOpen without a league that goes on."""
    _become(site, code, key, "ready")


def rest(site: Site, code: str, key: str | None) -> None:
    """A pupil wants no more games for now; one that goes on is played out. Raises UnknownClass, NotOpen."""
    _become(site, code, key, "resting")


def _become(site: Site, code: str, key: str | None, state: str) -> None:
    now = site.clock()
    with site.database.writing() as session:
        group, pupil, league = _enter(session, code, key)
        player = session.get(LeaguePlayer, (league.id, pupil.id))
        if player is None:
            player = LeaguePlayer(league_id=league.id, pupil_id=pupil.id, state=state, since=now, seen_at=now)
            session.add(player)
        elif player.state != state:
            player.state, player.since = state, now
        if state == "ready" and pupil.id in tally(games_of(session, league.id)).running:
            player.state = "busy"
        player.seen_at = pupil.seen_at = now
        touch(session, group, site)
        league_id = league.id
    keep(site, league_id)


def _enter(session: Session, code: str, key: str | None) -> tuple[SchoolClass, Pupil, League]:
    """Who asks, alone with the class until the transaction ends. Raises UnknownClass, NotOpen."""
    group = find_class(session, code, alone=True)
    pupil = pupil_of_key(session, group, key)
    if pupil is None:
        raise UnknownClass
    league = open_of(session, group.id)
    if league is None:
        raise NotOpen
    return group, pupil, league


def go_to_game(site: Site, code: str, key: str | None, player: str, *, with_key: bool) -> Begun | None:
    """The pupil's game that goes on, None if there is none; the seat is held by `player`, the browser.

    Another browser of the pupil, and one `with_key`, gets a key. Raises UnknownClass, NotOpen.
    """
    with site.database.writing() as session:
        _group, pupil, league = _enter(session, code, key)
        game = tally(games_of(session, league.id)).running.get(pupil.id)
        if game is None:
            return None
        number = game.seats.index(pupil.id)
        seat = session.get(Seat, (game.game_id, number))
        assert seat is not None
        if seat.player_id is None and not with_key:
            seat.player_id = player
        own_key = None if seat.player_id == player and not with_key else new_key()
        if own_key is not None:
            add_key(session, game.game_id, number, own_key)
        session.execute(
            update(LeaguePlayer)
            .where(LeaguePlayer.league_id == league.id, LeaguePlayer.pupil_id == pupil.id)
            .values(seen_at=site.clock())
        )
    return Begun(game.game_id, own_key)


# What is due


def keep(site: Site, league_id: int) -> None:
    """Do what is due in a league: stop whoever does not move, pair whoever is free, or end it all."""
    with site.database.reading() as session:
        league = session.get(League, league_id)
        if league is None or league.ended_at is not None:
            return
        games = games_of(session, league_id)
        wanted, _sums = _wanted(session, league, games, site.clock())
    running = [game for game in games if not game.over]
    if _rung(league, site.clock()):
        for game in running:
            with suppress(UnknownGame):
                stop(site, game.game_id)
        _end(site, league_id)
        return
    for game in running:
        _stop_if_late(site, league, game)
    if wanted:
        with suppress(IntegrityError):  # another process has just given one of these pupils a game
            _pair(site, league_id)


def _rung(league: League, moment: datetime) -> bool:
    return (league.bell_at or league.created_at + LONGEST) <= moment


def _end(site: Site, league_id: int) -> None:
    with site.database.writing() as session:
        found = _alone(session, league_id)
        if found is not None:
            group, league = found
            league.ended_at = site.clock()
            touch(session, group, site)


def _alone(session: Session, league_id: int) -> tuple[SchoolClass, League] | None:
    """A league that has not ended, alone with its class until the transaction ends."""
    group = session.scalar(
        select(SchoolClass)
        .join(League, League.class_id == SchoolClass.id)
        .where(League.id == league_id)
        .with_for_update(of=SchoolClass)
    )
    league = session.get(League, league_id)
    if group is None or league is None or league.ended_at is not None:
        return None
    return group, league


def _stop_if_late(site: Site, league: League, game: Played) -> None:
    """Whoever has not moved for too long is absent, and the other side gets the point."""
    late = game.seats[game.turn] if game.turn is not None else None
    now = site.clock()
    if late is None or now - game.touched_at < timedelta(seconds=league.patience):
        return
    assert game.turn is not None

    def mark(session: Session) -> None:
        session.execute(
            update(LeaguePlayer)
            .where(
                LeaguePlayer.league_id == league.id,
                LeaguePlayer.pupil_id == late,
                LeaguePlayer.state.in_(TAKING_PART),
            )
            .values(state="absent", since=now)
        )

    with suppress(UnknownGame):
        stop(site, game.game_id, version=game.version, winner=1 - game.turn, beside=mark)


def _pair(site: Site, league_id: int) -> None:
    """Make the games that are to be made, all or none."""
    made: list[str] = []
    with site.database.writing() as session:
        alone = _alone(session, league_id)
        if alone is None or _rung(alone[1], site.clock()):
            return
        group, league = alone
        wanted, sums = _wanted(session, league, games_of(session, league_id), site.clock())
        made += [_begin(session, site, group, league, each, sums) for each in wanted]
        touch(session, group, site)
    for game_id in made:
        site.live.announce(game_id)


def _waited(since: datetime, moment: datetime) -> float:
    """Seconds that somebody has waited: long enough if the clock was set back meanwhile."""
    waited = (moment - since).total_seconds()
    return waited if waited >= 0 else GATHER_SECONDS


def _wanted(
    session: Session, league: League, games: list[Played], moment: datetime
) -> tuple[list[_Next], Tally]:
    """The games that are to be made now, second ones of two and first ones for who is free; and the sums."""
    sums = tally(games)
    players = session.scalars(select(LeaguePlayer).where(LeaguePlayer.league_id == league.id)).all()
    willing = {each.pupil_id for each in players if each.state in TAKING_PART}
    seconds = [game for game in second_halves(games, sums) if willing.issuperset(game.pupils)]
    taken = {pupil for game in seconds for pupil in game.pupils} | sums.running.keys()
    free = [
        Free(
            pupil=each.pupil_id,
            waited=_waited(each.since, moment),
            halves=sums.score(each.pupil_id).halves,
            lead=sums.score(each.pupil_id).lead,
            alone=sums.stood_in[each.pupil_id],
        )
        for each in players
        if each.state == "ready" and each.pupil_id not in taken
    ]
    first = draw_due(free, sums.met, f"{league.id}:{len(games)}")
    return [
        *(_Next(seats=(game.seats[1], game.seats[0]), half=2, previous=game) for game in seconds),
        *(_Next(seats=(each.first, each.second), half=1) for each in first),
    ], sums


def _begin(
    session: Session, site: Site, group: SchoolClass, league: League, wanted: _Next, sums: Tally
) -> str:
    """Make a game and take its pupils from the waiting; its id."""
    match = registry.read_match(league.line)
    person, computer = SeatPlan("person"), SeatPlan("computer", league.level)
    first, second = (person if pupil is not None else computer for pupil in wanted.seats)
    seats: Plan = (first, second)
    game_id, now = new_id(), site.clock()
    before = wanted.previous.game_id if wanted.previous else None
    add_game(
        session,
        game_id,
        match,
        entry_of(match.game, match.setup),
        seats,
        _holders(session, before),
        previous_id=before,
        mode="computer" if computer in seats else "link",
        task=Task(f"/clase/{group.code}/liga", frozenset({"resign"})),
    )
    for seat, pupil in enumerate(wanted.seats):
        if pupil is not None:
            score = sums.score(pupil)
            score.number += 1
            session.add(
                LeagueSeat(
                    game_id=game_id,
                    seat=seat,
                    league_id=league.id,
                    pupil_id=pupil,
                    number=score.number,
                    half=wanted.half,
                    begun_at=now,
                )
            )
            session.execute(
                update(LeaguePlayer)
                .where(LeaguePlayer.league_id == league.id, LeaguePlayer.pupil_id == pupil)
                .values(state="busy", since=now)
            )
    session.flush()
    return game_id


def _holders(session: Session, before: str | None) -> list[str | None]:
    """The browsers that hold the seats: those of the game before, swapped. The others come with the pupil."""
    if before is None:
        return [None, None]
    held = select(Seat.player_id).where(Seat.game_id == before).order_by(Seat.seat.desc())
    return list(session.scalars(held))


def open_leagues(session: Session) -> Sequence[int]:
    """The leagues of all classes that have not ended."""
    return session.scalars(select(League.id).where(League.ended_at.is_(None)).order_by(League.id)).all()
