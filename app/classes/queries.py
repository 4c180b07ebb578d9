"""What the pages of a class show: to its teacher, on the projector, and to one of its pupils."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select

from app.classes.league import open_of
from app.classes.members import find_class, pupil_of_key, taught_class
from app.classes.names import propose_alias
from app.classes.results import Progress, PupilRow, ordered, own_row, progress, rows
from app.classes.tables import Assignment, ClassTry, League, LeagueSeat, Pupil, SchoolClass
from app.classes.tasks import is_open, tasks_of
from app.database import Database
from app.games.creation import entry_of
from app.games.tables import Game
from app.live import News
from app.pictures import Picture, picture
from app.site import Site
from app.words import GameWords, words_of
from engines import registry
from engines.core.match import Match

TOPIC: Final = "clase:"
"""How the name begins under which the stream of a class is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskView:
    """A task of a class as it is shown."""

    id: int
    title: str
    match: Match
    words: GameWords
    entry: str
    picture: Picture
    seat: int
    level: str
    tries: int
    allowed: frozenset[str]
    opens_at: datetime
    closes_at: datetime | None
    state: str
    """`soon`, `open` or `closed`."""
    par: float | None
    par_exact: bool
    par_low: float | None
    par_high: float | None
    par_waiting: bool
    solution: Match | None
    """The task played on with proved best moves of both."""

    @property
    def name(self) -> str:
        """What it is called: its title, else the game and the board."""
        return self.title or f"{self.words.entries[self.entry].name()} · {self.words.board(self.match.setup)}"

    @property
    def counted(self) -> bool:
        """Whether results are numbers and not just won or lost."""
        return self.match.game.gain is not None

    def say(self, value: float) -> str:
        """A result or a par in words."""
        return self.words.unit(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassView:
    """A class as its teacher sees it, with the table of one task."""

    id: int
    code: str
    name: str
    zone: str
    language: str
    own_names: bool
    revision: int
    tasks: tuple[TaskView, ...]
    task: TaskView | None
    rows: tuple[PupilRow, ...]
    progress: Progress
    sort: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTask:
    """A task as one pupil sees it."""

    task: TaskView
    row: PupilRow | None

    @property
    def tries_left(self) -> int | None:
        """How many tries are left; None: as many as they like."""
        done = len(self.row.tries) if self.row else 0
        return max(0, self.task.tries - done) if self.task.tries else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PupilView:
    """A class as one of its pupils sees it, or somebody who may come in (`name` None)."""

    code: str
    class_name: str
    zone: str
    own_names: bool
    name: str | None
    alias: str
    """The pupil's, or one that is free."""
    tasks: tuple[OwnTask, ...]
    league: bool
    """Whether a league goes on."""


def task_view(task: Assignment, moment: datetime) -> TaskView:
    """A task as it is shown."""
    match = registry.read_match(task.line)
    state = "open" if is_open(task, moment) else "soon" if moment < task.opens_at else "closed"
    return TaskView(
        id=task.id,
        title=task.title,
        match=match,
        words=words_of(match.game.slug),
        entry=entry_of(match.game, match.setup),
        picture=picture(task.line),
        seat=task.seat,
        level=task.level,
        tries=task.tries,
        allowed=frozenset(task.allowed.split()),
        opens_at=task.opens_at,
        closes_at=task.closes_at,
        state=state,
        par=task.par,
        par_exact=task.par_exact,
        par_low=task.par_low,
        par_high=task.par_high,
        par_waiting=task.par_state == "waiting",
        solution=registry.read_match(task.solution) if task.solution else None,
    )


def class_view(site: Site, secret: str, task_id: int | None = None, sort: str = "nombre") -> ClassView:
    """The teacher's page, with the table of a task, the latest unless one is named. Raises UnknownClass."""
    moment = site.clock()
    with site.database.reading() as session:
        group = taught_class(session, secret)
        tasks = tasks_of(session, group)
        chosen = next((each for each in tasks if each.id == task_id), None)
        if chosen is None and tasks:
            chosen = next((each for each in tasks if is_open(each, moment)), tasks[0])
        found = rows(session, group, chosen)
    views = tuple(task_view(each, moment) for each in tasks)
    return ClassView(
        id=group.id,
        code=group.code,
        name=group.name,
        zone=group.zone,
        language=group.language,
        own_names=group.own_names,
        revision=group.revision,
        tasks=views,
        task=next((each for each in views if chosen is not None and each.id == chosen.id), None),
        rows=tuple(ordered(found, sort)),
        progress=progress(found),
        sort=sort,
    )


def pupil_view(site: Site, code: str, key: str | None) -> PupilView:
    """The class as whoever has this key sees it. Raises UnknownClass."""
    moment = site.clock()
    with site.database.reading() as session:
        group = find_class(session, code)
        pupil = pupil_of_key(session, group, key)
        tasks = [each for each in tasks_of(session, group) if each.opens_at <= moment] if pupil else []
        own = {each.id: own_row(session, pupil, each) for each in tasks} if pupil else {}
        taken = set(session.scalars(select(Pupil.alias).where(Pupil.class_id == group.id)))
        league = open_of(session, group.id) is not None
    return PupilView(
        code=group.code,
        class_name=group.name,
        zone=group.zone,
        own_names=group.own_names,
        name=pupil.shown if pupil else None,
        alias=pupil.alias if pupil else propose_alias(group.language, taken),
        tasks=tuple(OwnTask(task=task_view(each, moment), row=own[each.id]) for each in tasks),
        league=league,
    )


def read_class_news(database: Database, topics: Collection[str]) -> Mapping[str, News]:
    """What streams need to know of classes: a number that grows with every change of it or of its games."""
    wanted = {int(topic.removeprefix(TOPIC)) for topic in topics if topic.startswith(TOPIC)}
    if not wanted:
        return {}
    with database.reading() as session:
        sums = session.execute(
            select(Pupil.class_id, func.sum(Game.revision))
            .join(ClassTry, ClassTry.pupil_id == Pupil.id)
            .join(Game, Game.id == ClassTry.game_id)
            .where(Pupil.class_id.in_(wanted))
            .group_by(Pupil.class_id)
        )
        played = session.execute(
            select(League.class_id, func.sum(Game.revision))
            .join(LeagueSeat, LeagueSeat.league_id == League.id)
            .join(Game, Game.id == LeagueSeat.game_id)
            .where(League.class_id.in_(wanted), League.ended_at.is_(None))
            .group_by(League.class_id)
        )
        games: Counter[int] = Counter()
        for number, total in (*sums, *played):
            games[number] += int(total)
        classes = session.execute(
            select(SchoolClass.id, SchoolClass.revision).where(SchoolClass.id.in_(wanted))
        )
        return {f"{TOPIC}{number}": News(own + games[number], False) for number, own in classes}
