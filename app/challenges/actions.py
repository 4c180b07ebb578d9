"""Trying a challenge, and moving a player's history to another browser."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from app.challenges.calendar import day_of
from app.challenges.tables import Attempt, Challenge, PlayerKey
from app.faults import NotReady, UnknownChallenge
from app.games.creation import Plan, SeatPlan, Task, add_game, add_key, entry_of, new_id
from app.games.tables import Game, SeatKey
from app.players.viewer import hash_key, new_key
from app.site import Site
from engines import registry

HELP: Final = frozenset({"help"})
"""What a challenge allows: to see what the worm can still reach, but neither hints nor taking back."""
KEY_DAYS: Final = 7
"""How long a link that moves a player to another browser works."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The game in which a player tries a challenge, and a key of its seat if one was asked for."""

    game_id: str
    seat: int
    key: str | None


def begin_attempt(site: Site, day: date, slug: str, player: str, *, with_key: bool = False) -> Begun:
    """The player's unfinished try at a challenge, or a new one. Nothing counts before its first move.

    Raises UnknownChallenge if it is not there or its day has not come, and NotReady while the strong
    levels are being prepared: a weaker one may not stand in.
    """
    if day > day_of(site.clock(), site.settings.zone):
        raise UnknownChallenge(day.isoformat())
    with site.database.writing() as session:
        challenge = session.get(Challenge, (day.isoformat(), slug), with_for_update=True)
        if challenge is None:
            raise UnknownChallenge(day.isoformat())
        game_id = _unfinished(session, challenge, player)
        if game_id is None:
            if not site.workers.warm:
                raise NotReady
            game_id = _add(session, site, challenge, player)
        key = new_key() if with_key else None
        if key is not None:
            add_key(session, game_id, challenge.seat, key)
        seat = challenge.seat
    site.live.announce(game_id)
    return Begun(game_id, seat, key)


def page_of(day: str, slug: str) -> str:
    """The address of a challenge."""
    return f"/reto/{day}" if slug == first_slug() else f"/reto/{day}/{slug}"


def first_slug() -> str:
    """The game that has a challenge on every day."""
    return next(game.slug for game in registry.GAMES if game.daily and len(game.daily.themes) == 7)


def _unfinished(session: Session, challenge: Challenge, player: str) -> str | None:
    return session.scalar(
        select(Attempt.game_id)
        .join(Game, Game.id == Attempt.game_id)
        .where(
            Attempt.player_id == player,
            Attempt.day == challenge.day,
            Attempt.slug == challenge.slug,
            Game.how.is_(None),
        )
        .limit(1)
    )


def _add(session: Session, site: Site, challenge: Challenge, player: str) -> str:
    match = registry.read_match(challenge.line)
    person, computer = SeatPlan("person"), SeatPlan("computer", match.game.levels[-1].slug)
    seats: Plan = (person, computer) if challenge.seat == 0 else (computer, person)
    game_id = new_id()
    add_game(
        session,
        game_id,
        match,
        entry_of(match.game, match.setup),
        seats,
        [player if plan is person else None for plan in seats],
        task=Task(page_of(challenge.day, challenge.slug), HELP),
    )
    tried = select(func.max(Attempt.number)).where(
        Attempt.player_id == player, Attempt.day == challenge.day, Attempt.slug == challenge.slug
    )
    session.add(
        Attempt(
            game_id=game_id,
            player_id=player,
            day=challenge.day,
            slug=challenge.slug,
            number=(session.scalar(tried) or 0) + 1,
            created_at=site.clock(),
        )
    )
    return game_id


def player_of_key(session: Session, key: str) -> str | None:
    """The player whose try the key of a seat belongs to: for browsers that keep no cookies, and programs."""
    held = select(Attempt.player_id).join(SeatKey, SeatKey.game_id == Attempt.game_id)
    return session.scalar(held.where(SeatKey.key_hash == hash_key(key)))


def make_history_key(site: Site, player: str) -> str:
    """A key by which another browser can become the same player, for a few days; older ones end."""
    key = new_key()
    with site.database.writing() as session:
        session.execute(delete(PlayerKey).where(PlayerKey.player_id == player))
        session.add(PlayerKey(key_hash=hash_key(key), player_id=player, created_at=site.clock()))
    return key


def take_history(site: Site, key: str) -> str | None:
    """The player that a key stands for; None if there is no such key, or its time is over."""
    with site.database.reading() as session:
        found = session.get(PlayerKey, hash_key(key))
        if found is None or found.created_at < site.clock() - timedelta(days=KEY_DAYS):
            return None
        return found.player_id
