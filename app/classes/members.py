"""Making a class, and who is in it: joining, coming back, names, merging, leaving, deleting."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.classes.names import (
    clean_name,
    every_alias,
    hash_phrase,
    new_code,
    new_phrase,
    problem_of,
    propose_alias,
    read_code,
)
from app.classes.tables import ClassTry, LeaguePlayer, LeagueSeat, Pupil, PupilKey, SchoolClass
from app.faults import Full, UnknownClass, WrongName, WrongPhrase
from app.games.tables import Game, SeatKey
from app.players.viewer import hash_key, new_key
from app.site import Site

TELLING: Final = timedelta(hours=1)
"""For how long the form that made a class tells its secret again when it is sent again, as reloading does."""
MOST_PUPILS: Final = 200
MOST_WRONG: Final = 10
"""Wrong phrases after which only the teacher lets a pupil in again."""


@dataclass(frozen=True, slots=True)
class MadeClass:
    """A new class: its code, and the teacher's secret, told only now."""

    code: str
    secret: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A pupil who came in: the key for the browser, and the phrase, told only when it is new."""

    pupil_id: int
    name: str
    key: str
    phrase: str | None = None


def make_class_once(
    site: Site, ticket: str, name: str, language: str, zone: str, own_names: bool
) -> MadeClass | None:
    """The class of a form's `ticket`: made when the form is sent first, told again when it is sent again.

    None if it was made more than an hour ago: its secret is told no more.
    """
    secret = _secret_of(site, ticket)
    with site.database.reading() as session:
        there = select(SchoolClass.id).where(SchoolClass.secret_hash == hash_key(secret))
        fresh = session.scalar(there) is None
    if fresh:
        with suppress(IntegrityError):  # the same form was sent twice at once
            return make_class(site, name, language, zone, own_names, secret)
    with site.database.reading() as session:
        found = taught_class(session, secret)
    return MadeClass(found.code, secret) if site.clock() - found.created_at <= TELLING else None


def _secret_of(site: Site, ticket: str) -> str:
    """The secret that a form's ticket stands for: nobody can tell it without the site's own."""
    key = site.settings.signing_secret().encode()
    digest = hmac.digest(key, f"ingenio.class {ticket}".encode("utf-8", "surrogatepass"), "sha256")
    return urlsafe_b64encode(digest[:24]).decode("ascii")


def make_class(
    site: Site, name: str, language: str, zone: str, own_names: bool, secret: str | None = None
) -> MadeClass:
    """Make a class. Its values have been checked."""
    secret, moment = secret or new_key(), site.clock()
    with site.database.writing() as session:
        code = new_code()
        while session.scalar(select(SchoolClass.id).where(SchoolClass.code == code)) is not None:
            code = new_code()
        session.add(
            SchoolClass(
                code=code,
                secret_hash=hash_key(secret),
                name=name,
                language=language,
                zone=zone,
                own_names=own_names,
                created_at=moment,
                used_at=moment,
            )
        )
    return MadeClass(code, secret)


def find_class(session: Session, code: str, *, alone: bool = False) -> SchoolClass:
    """The class with a code, however it was typed. Raises UnknownClass.

    `alone`: nobody else changes the class until the transaction ends.
    """
    wanted = select(SchoolClass).where(SchoolClass.code == read_code(code))
    found = session.scalar(wanted.with_for_update() if alone else wanted)
    if found is None:
        raise UnknownClass
    return found


def taught_class(session: Session, secret: str) -> SchoolClass:
    """The class of whoever carries a teacher's secret. Raises UnknownClass."""
    found = session.scalar(select(SchoolClass).where(SchoolClass.secret_hash == hash_key(secret)))
    if found is None:
        raise UnknownClass
    return found


@contextmanager
def changing(site: Site, secret: str) -> Iterator[tuple[Session, SchoolClass]]:
    """The teacher changes the class while the block runs; open pages are told. Raises UnknownClass."""
    with site.database.writing() as session:
        group = taught_class(session, secret)
        touch(session, group, site)
        yield session, group


def touch(session: Session, group: SchoolClass, site: Site) -> None:
    """Note that a class changed and is in use."""
    group.revision += 1
    group.used_at = site.clock()


def pupil_of_key(session: Session, group: SchoolClass, key: str | None) -> Pupil | None:
    """The pupil of a class whose browser, or whose seat in a try or in a league, a key belongs to."""
    if not key:
        return None
    hashed = hash_key(key)
    own = select(Pupil).join(PupilKey, PupilKey.pupil_id == Pupil.id).where(PupilKey.key_hash == hashed)
    seat = (
        select(Pupil)
        .join(ClassTry, ClassTry.pupil_id == Pupil.id)
        .join(SeatKey, SeatKey.game_id == ClassTry.game_id)
        .where(SeatKey.key_hash == hashed)
    )
    opposite = (
        select(Pupil)
        .join(LeagueSeat, LeagueSeat.pupil_id == Pupil.id)
        .join(SeatKey, (SeatKey.game_id == LeagueSeat.game_id) & (SeatKey.seat == LeagueSeat.seat))
        .where(SeatKey.key_hash == hashed)
    )
    mine = Pupil.class_id == group.id
    found = (session.scalar(each.where(mine)) for each in (own, seat, opposite))
    return next((pupil for pupil in found if pupil is not None), None)


def join_class(site: Site, code: str, alias: str, own_name: str = "") -> Joined:
    """Come in under an alias from the lists, or another one if somebody has it.

    Raises UnknownClass; WrongName for a name of one's own that will not do; Full.
    """
    key, phrase = new_key(), new_phrase()
    hashed = hash_phrase(phrase, read_code(code))  # slow: nobody waits for it with the database
    with site.database.writing() as session:
        group = find_class(session, code, alone=True)
        taken = set(session.scalars(select(Pupil.alias).where(Pupil.class_id == group.id)))
        if len(taken) >= MOST_PUPILS:
            raise Full
        if alias in taken or alias not in every_alias(group.language):
            alias = propose_alias(group.language, taken)
        moment = site.clock()
        pupil = Pupil(
            class_id=group.id,
            alias=alias,
            own_name=checked_name(group, own_name),
            phrase_hash=hashed,
            joined_at=moment,
            seen_at=moment,
        )
        session.add(pupil)
        session.flush()
        session.add(PupilKey(key_hash=hash_key(key), pupil_id=pupil.id, created_at=moment))
        touch(session, group, site)
        return Joined(pupil.id, pupil.shown, key, phrase)


def checked_name(group: SchoolClass, text: str) -> str | None:
    """A name of one's own, if it was given and the class allows it. Raises WrongName."""
    name = clean_name(text)
    if not name or not group.own_names:
        return None
    problem = problem_of(name)
    if problem is not None:
        raise WrongName(problem)
    return name


def come_back(site: Site, code: str, name: str, phrase: str) -> Joined:
    """Come in again, on another device, by the name that is shown or the alias, and the phrase.

    Raises UnknownClass; WrongPhrase for an unknown name, a wrong phrase or too many of them.
    """
    key, hashed = new_key(), hash_phrase(phrase, read_code(code))
    with site.database.writing() as session:
        group = find_class(session, code, alone=True)
        wanted = clean_name(name).casefold()
        pupils = session.scalars(select(Pupil).where(Pupil.class_id == group.id)).all()
        named = [each for each in pupils if wanted in (each.alias.casefold(), each.shown.casefold())]
        found = next((each for each in named if hmac.compare_digest(each.phrase_hash, hashed)), None)
        if found is not None and found.wrong < MOST_WRONG:
            found.wrong = 0
            found.seen_at = site.clock()
            session.add(PupilKey(key_hash=hash_key(key), pupil_id=found.id, created_at=site.clock()))
            touch(session, group, site)
            return Joined(found.id, found.shown, key)
        for each in named:
            each.wrong += 1
    raise WrongPhrase


def leave(site: Site, key: str) -> None:
    """Forget a browser: somebody else sits down at it."""
    with site.database.writing() as session:
        session.execute(delete(PupilKey).where(PupilKey.key_hash == hash_key(key)))


def _pupil(session: Session, group: SchoolClass, pupil_id: int) -> Pupil:
    found = session.get(Pupil, pupil_id)
    if found is None or found.class_id != group.id:
        raise UnknownClass
    return found


def hide_name(site: Site, secret: str, pupil_id: int, hidden: bool) -> None:
    """Show the alias instead of a pupil's own name, or show the name again. Raises UnknownClass."""
    with changing(site, secret) as (session, group):
        _pupil(session, group, pupil_id).hidden = hidden


def remove_pupil(site: Site, secret: str, pupil_id: int) -> None:
    """Take a pupil out of the class, with all tries and league games. Raises UnknownClass."""
    with changing(site, secret) as (session, group):
        pupil = _pupil(session, group, pupil_id)
        for kept in (ClassTry, LeagueSeat):
            games = select(kept.game_id).where(kept.pupil_id == pupil.id)
            session.execute(delete(Game).where(Game.id.in_(games)))
        session.delete(pupil)


def renew_phrase(site: Site, secret: str, pupil_id: int) -> tuple[str, str]:
    """The pupil's name and a new phrase, for the teacher to tell; the old one ends. Raises UnknownClass."""
    phrase = new_phrase()
    with changing(site, secret) as (session, group):
        pupil = _pupil(session, group, pupil_id)
        pupil.phrase_hash = hash_phrase(phrase, group.code)
        pupil.wrong = 0
        return pupil.shown, phrase


def merge_pupils(site: Site, secret: str, pupil_id: int, into_id: int) -> None:
    """Two aliases were one pupil: everything of the first goes to the second, in the order of the tries.

    Raises UnknownClass.
    """
    with changing(site, secret) as (session, group):
        gone, kept = _pupil(session, group, pupil_id), _pupil(session, group, into_id)
        if gone.id == kept.id:
            raise UnknownClass
        tries = session.scalars(
            select(ClassTry)
            .where(ClassTry.pupil_id == gone.id)
            .order_by(ClassTry.created_at, ClassTry.number)
        ).all()
        for each in tries:
            last = select(func.max(ClassTry.number)).where(
                ClassTry.assignment_id == each.assignment_id, ClassTry.pupil_id == kept.id
            )
            each.number = (session.scalar(last) or 0) + 1
            each.pupil_id = kept.id
            session.flush()
        _merge_leagues(session, gone, kept)
        session.execute(update(PupilKey).where(PupilKey.pupil_id == gone.id).values(pupil_id=kept.id))
        kept.seen_at = max(kept.seen_at, gone.seen_at)
        session.flush()
        session.expire(gone)
        session.delete(gone)


def _merge_leagues(session: Session, gone: Pupil, kept: Pupil) -> None:
    """League games go along; not those that the two played with each other, nor what still goes on."""
    other = select(LeagueSeat.game_id).where(LeagueSeat.pupil_id == kept.id)
    own = select(LeagueSeat.game_id).where(LeagueSeat.pupil_id == gone.id)
    session.execute(delete(Game).where(Game.id.in_(own), Game.id.in_(other) | Game.how.is_(None)))
    seats = session.scalars(
        select(LeagueSeat).where(LeagueSeat.pupil_id == gone.id).order_by(LeagueSeat.begun_at)
    ).all()
    for each in seats:
        last = select(func.max(LeagueSeat.number)).where(
            LeagueSeat.league_id == each.league_id, LeagueSeat.pupil_id == kept.id
        )
        each.number = (session.scalar(last) or 0) + 1
        each.pupil_id = kept.id
        session.flush()
    for player in session.scalars(select(LeaguePlayer).where(LeaguePlayer.pupil_id == gone.id)).all():
        if session.get(LeaguePlayer, (player.league_id, kept.id)) is None:
            player.pupil_id = kept.id
    session.flush()


def delete_class(site: Site, secret: str) -> None:
    """Delete a class and everything about it, the games of its pupils too. Raises UnknownClass."""
    with site.database.writing() as session:
        erase(session, taught_class(session, secret))


def erase(session: Session, group: SchoolClass) -> None:
    """Delete everything about a class."""
    for kept in (ClassTry, LeagueSeat):
        games = select(kept.game_id).join(Pupil, Pupil.id == kept.pupil_id).where(Pupil.class_id == group.id)
        session.execute(delete(Game).where(Game.id.in_(games)))
    session.delete(group)
