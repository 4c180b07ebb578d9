"""How a class stands with a task: each pupil's tries, against par, and how far the class has come."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from app.challenges.attempts import gain_of
from app.classes.tables import Assignment, ClassTry, Pupil, SchoolClass
from app.games.tables import Event, Game
from engines import registry
from engines.core.match import Match

SORTS: Final = ("nombre", "intentos", "resultado", "tiempo", "visto")


@dataclass(frozen=True, slots=True, kw_only=True)
class TryRow:
    """One try: its game, what it got (None while it goes on) and how long it took from its first move."""

    game_id: str
    number: int
    over: bool
    gain: float | None
    seconds: float | None
    moves: int
    match: Match
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PupilRow:
    """A pupil's line of the table."""

    id: int
    name: str
    alias: str
    own_name: str | None
    hidden: bool
    locked: bool
    tries: tuple[TryRow, ...]
    best: TryRow | None
    playing: bool
    above: float | None
    """The best result less par; negative: below it."""
    seen_at: datetime

    @property
    def finished(self) -> int:
        """How many tries are over."""
        return sum(each.over for each in self.tries)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a class has come with a task, without names."""

    pupils: int
    playing: int
    finished: int
    at_par: int
    spread: tuple[tuple[int, int], ...]
    """How many pupils ended how far below par: pairs, the best first; those above count as at par."""


def rows(session: Session, group: SchoolClass, task: Assignment | None) -> list[PupilRow]:
    """The table of a class for one task, or without tries."""
    pupils = session.scalars(select(Pupil).where(Pupil.class_id == group.id).order_by(Pupil.id)).all()
    tries = _tries(session, task) if task is not None else {}
    return [_row(pupil, task, tuple(tries.get(pupil.id, ()))) for pupil in pupils]


def own_row(session: Session, pupil: Pupil, task: Assignment) -> PupilRow:
    """The line of one pupil."""
    tries = _tries(session, task, ClassTry.pupil_id == pupil.id)
    return _row(pupil, task, tuple(tries.get(pupil.id, ())))


def _tries(session: Session, task: Assignment, *more: ColumnElement[bool]) -> dict[int, list[TryRow]]:
    own = (
        select(func.min(Event.created_at))
        .where(
            Event.game_id == ClassTry.game_id,
            Event.kind == "move",
            Event.seat == task.seat,
            Event.at_version >= registry.read_match(task.line).ply,
        )
        .correlate(ClassTry)
        .scalar_subquery()
    )
    found: dict[int, list[TryRow]] = {}
    wanted = (
        select(ClassTry, Game, own)
        .join(Game, Game.id == ClassTry.game_id)
        .where(ClassTry.assignment_id == task.id, *more)
        .order_by(ClassTry.number)
    )
    for each, game, first in session.execute(wanted):
        begun: datetime | None = first
        match = registry.read_match(game.line)
        over = game.how is not None
        until = game.ended_at or game.updated_at
        found.setdefault(each.pupil_id, []).append(
            TryRow(
                game_id=game.id,
                number=each.number,
                over=over,
                gain=gain_of(match, task.seat) if over else None,
                seconds=None if begun is None else max(0.0, (until - begun).total_seconds()),
                moves=match.ply,
                match=match,
                updated_at=game.updated_at,
            )
        )
    return found


def _row(pupil: Pupil, task: Assignment | None, tries: tuple[TryRow, ...]) -> PupilRow:
    finished = [each for each in tries if each.gain is not None]
    best = max(finished, key=lambda each: (each.gain or 0, -each.number), default=None)
    par = task.par if task is not None else None
    return PupilRow(
        id=pupil.id,
        name=pupil.shown,
        alias=pupil.alias,
        own_name=pupil.own_name,
        hidden=pupil.hidden,
        locked=pupil.wrong >= 10,
        tries=tries,
        best=best,
        playing=any(not each.over for each in tries),
        above=None if best is None or best.gain is None or par is None else best.gain - par,
        seen_at=max([pupil.seen_at, *(each.updated_at for each in tries)]),
    )


def ordered(found: Iterable[PupilRow], by: str) -> list[PupilRow]:
    """The table in another order; whoever has no result comes last."""
    last = timedelta(days=36_500).total_seconds()
    keys = {
        "nombre": lambda row: row.name.casefold(),
        "intentos": lambda row: (-len(row.tries), row.name.casefold()),
        "resultado": lambda row: (
            row.best is None,
            -(row.best.gain or 0) if row.best else 0,
            row.name.casefold(),
        ),
        "tiempo": lambda row: row.best.seconds if row.best and row.best.seconds is not None else last,
        "visto": lambda row: -row.seen_at.timestamp(),
    }
    return sorted(found, key=keys.get(by, keys["nombre"]))


def progress(found: Sequence[PupilRow]) -> Progress:
    """How far the class has come."""
    below = [max(0, round(-row.above)) for row in found if row.above is not None]
    return Progress(
        pupils=len(found),
        playing=sum(row.playing for row in found),
        finished=sum(row.best is not None for row in found),
        at_par=sum(each == 0 for each in below),
        spread=tuple((lost, below.count(lost)) for lost in sorted(set(below))),
    )


def as_csv(heads: Sequence[str], lines: Iterable[Sequence[str | int | float | None]]) -> str:
    """A table for spreadsheets: no cell of it is taken for a formula.

    Begins with a mark by which spreadsheets see that it is Unicode.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([_harmless(cell) for cell in line] for line in lines)
    return "\ufeff" + written.getvalue()


def _harmless(cell: str | int | float | None) -> str:
    if cell is None:
        return ""
    if isinstance(cell, int | float):
        return f"{cell:.15g}"
    # What begins with one of these signs is run by spreadsheets, also after spaces and line ends.
    risky = cell.lstrip().startswith(("=", "+", "-", "@", "|", "%")) or cell.startswith(("\t", "\r", "\n"))
    return f"'{cell}" if risky else cell
