"""Tasks of a class: publishing, repeating and withdrawing them, and a pupil's tries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.classes.members import changing, find_class, pupil_of_key, touch
from app.classes.moments import days_later
from app.classes.tables import Assignment, ClassTry, Pupil, SchoolClass
from app.faults import NotOpen, NotReady, NoTriesLeft, UnknownClass
from app.games.creation import Plan, SeatPlan, Task, add_game, add_key, entry_of, new_id
from app.games.tables import Game
from app.players.viewer import new_key
from app.site import Site
from engines import registry

PAR: Final = "par"
"""How the queue between machines calls the work of computing one."""
WEEK: Final = 7
MOST_TASKS: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A task to be published, checked: a readable line that is not over, and times in their order."""

    title: str
    line: str
    seat: int
    level: str
    tries: int
    allowed: frozenset[str]
    opens_at: datetime
    closes_at: datetime | None
    par: float | None = None
    """What is proved already."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The game of a try, and a key of its seat for browsers that do not hold it."""

    game_id: str
    key: str | None


def publish_task(site: Site, secret: str, wish: Wish) -> int:
    """Set a task; its par is computed in the background. Raises UnknownClass."""
    with changing(site, secret) as (session, group):
        _room(session, group)
        row = Assignment(
            class_id=group.id,
            title=wish.title,
            line=wish.line,
            seat=wish.seat,
            level=wish.level,
            tries=wish.tries,
            allowed=" ".join(sorted(wish.allowed)),
            opens_at=wish.opens_at,
            closes_at=wish.closes_at,
            par=wish.par,
            par_exact=wish.par is not None,
            par_low=wish.par,
            par_high=wish.par,
            par_state="waiting",
            created_at=site.clock(),
        )
        session.add(row)
        session.flush()
        site.workers.rota.note(work_of(row.id))
        site.jobs.hand_over(session, PAR, str(row.id))
        return row.id


def work_of(task_id: object) -> str:
    """The name under which it is remembered for whom the par of a task is computed."""
    return f"{PAR} {task_id}"


def _room(session: Session, group: SchoolClass) -> None:
    """Make room for one more task: the oldest goes."""
    there = session.scalars(
        select(Assignment).where(Assignment.class_id == group.id).order_by(Assignment.created_at)
    ).all()
    for old in there[: max(0, len(there) + 1 - MOST_TASKS)]:
        _erase(session, old)


def tasks_of(session: Session, group: SchoolClass) -> list[Assignment]:
    """The tasks of a class, the latest first."""
    latest = select(Assignment).where(Assignment.class_id == group.id)
    return list(session.scalars(latest.order_by(Assignment.opens_at.desc(), Assignment.id.desc())))


def find_task(session: Session, group: SchoolClass, task_id: int) -> Assignment:
    """A task of a class. Raises UnknownClass."""
    found = session.get(Assignment, task_id)
    if found is None or found.class_id != group.id:
        raise UnknownClass
    return found


def withdraw_task(site: Site, secret: str, task_id: int) -> None:
    """Delete a task, with the tries at it. Raises UnknownClass."""
    with changing(site, secret) as (session, group):
        _erase(session, find_task(session, group, task_id))


def _erase(session: Session, task: Assignment) -> None:
    games = select(ClassTry.game_id).where(ClassTry.assignment_id == task.id)
    session.execute(delete(Game).where(Game.id.in_(games)))
    session.delete(task)
    session.flush()


def close_task(site: Site, secret: str, task_id: int) -> None:
    """The bell: nobody begins this task any more. Raises UnknownClass."""
    with changing(site, secret) as (session, group):
        task = find_task(session, group, task_id)
        now = site.clock()
        task.closes_at = now
        task.opens_at = min(task.opens_at, now)


def repeat_week(site: Site, secret: str) -> int:
    """Set the tasks of the last seven days again, each a week later at the same time of day; how many.

    Raises UnknownClass.
    """
    with changing(site, secret) as (session, group):
        since = site.clock() - timedelta(days=WEEK)
        last = select(Assignment).where(
            Assignment.class_id == group.id, Assignment.opens_at > since, Assignment.opens_at <= site.clock()
        )
        found = session.scalars(last.order_by(Assignment.opens_at, Assignment.id)).all()
        for old in found:
            _room(session, group)
            row = _again(old, group.zone, site.clock())
            session.add(row)
            session.flush()
            if row.par_state == "waiting":
                site.jobs.hand_over(session, PAR, str(row.id))
        return len(found)


def _again(old: Assignment, zone: str, moment: datetime) -> Assignment:
    return Assignment(
        class_id=old.class_id,
        title=old.title,
        line=old.line,
        seat=old.seat,
        level=old.level,
        tries=old.tries,
        allowed=old.allowed,
        opens_at=days_later(old.opens_at, WEEK, zone),
        closes_at=None if old.closes_at is None else days_later(old.closes_at, WEEK, zone),
        par=old.par,
        par_exact=old.par_exact,
        par_low=old.par_low,
        par_high=old.par_high,
        par_state=old.par_state,
        solution=old.solution,
        created_at=moment,
    )


def is_open(task: Assignment, moment: datetime) -> bool:
    """Whether pupils may begin a try now."""
    return task.opens_at <= moment and (task.closes_at is None or moment < task.closes_at)


def begin_try(
    site: Site, code: str, key: str | None, task_id: int, player: str, *, with_key: bool = False
) -> Begun:
    """A pupil's unfinished try at a task, or a new one. A try begun before the end may be played out.

    The seat is held by `player`, the browser; another browser of the pupil gets a key. Raises UnknownClass,
    NotOpen, NoTriesLeft, and NotReady while the level is being prepared.
    """
    with site.database.writing() as session:
        group = find_class(session, code, alone=True)
        pupil = pupil_of_key(session, group, key)
        if pupil is None:
            raise UnknownClass
        task = find_task(session, group, task_id)
        tries = session.scalars(
            select(ClassTry).where(ClassTry.assignment_id == task.id, ClassTry.pupil_id == pupil.id)
        ).all()
        game = _unfinished(session, tries)
        if game is None:
            game = _add(session, site, group, task, pupil, len(tries), player)
        held = game.seats[task.seat].player_id == player
        own_key = None if held and not with_key else new_key()
        if own_key is not None:
            add_key(session, game.id, task.seat, own_key)
        pupil.seen_at = site.clock()
        touch(session, group, site)
        game_id = game.id
    site.live.announce(game_id)
    return Begun(game_id, own_key)


def _unfinished(session: Session, tries: Sequence[ClassTry]) -> Game | None:
    for each in tries:
        game = session.get(Game, each.game_id)
        if game is not None and game.how is None:
            return game
    return None


def _add(
    session: Session,
    site: Site,
    group: SchoolClass,
    task: Assignment,
    pupil: Pupil,
    tried: int,
    player: str,
) -> Game:
    if not is_open(task, site.clock()):
        raise NotOpen
    if task.tries and tried >= task.tries:
        raise NoTriesLeft
    match = registry.read_match(task.line)
    level = match.game.level(task.level)
    if level.compiled and not site.workers.warm:
        raise NotReady
    person, computer = SeatPlan("person"), SeatPlan("computer", level.slug)
    seats: Plan = (person, computer) if task.seat == 0 else (computer, person)
    game_id = new_id()
    add_game(
        session,
        game_id,
        match,
        entry_of(match.game, match.setup),
        seats,
        [player if plan is person else None for plan in seats],
        task=Task(f"/clase/{group.code}", frozenset(task.allowed.split())),
    )
    session.add(
        ClassTry(
            game_id=game_id,
            assignment_id=task.id,
            pupil_id=pupil.id,
            number=tried + 1,
            created_at=site.clock(),
        )
    )
    session.flush()
    game = session.get(Game, game_id)
    assert game is not None
    return game
