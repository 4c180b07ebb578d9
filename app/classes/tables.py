"""What is kept of a class: itself, its pupils under their aliases, tasks with their tries, and leagues."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base, Moment
from app.games.tables import ID_LENGTH


class SchoolClass(Base):
    """A teacher's group. The teacher is whoever carries the secret; only its hash is kept."""

    __tablename__ = "classes"
    __table_args__ = (CheckConstraint("language IN ('es', 'en')", name="language"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(12), unique=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(60))
    language: Mapped[str] = mapped_column(String(2))
    """The language of the aliases."""
    zone: Mapped[str] = mapped_column(String(64))
    own_names: Mapped[bool]
    """Whether pupils may write a name of their own."""
    revision: Mapped[int] = mapped_column(default=0)
    """Changes of the class itself, its pupils and tasks: what open pages compare."""
    created_at: Mapped[datetime] = mapped_column(Moment)
    used_at: Mapped[datetime] = mapped_column(Moment, index=True)
    """When a pupil or the teacher last did something."""


class Pupil(Base):
    """A pupil: an alias, perhaps a name of their own, and nothing else."""

    __tablename__ = "pupils"
    __table_args__ = (UniqueConstraint("class_id", "alias"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"))
    alias: Mapped[str] = mapped_column(String(60))
    own_name: Mapped[str | None] = mapped_column(String(20))
    hidden: Mapped[bool] = mapped_column(default=False)
    """Whether the teacher hides the own name: then the alias is shown."""
    phrase_hash: Mapped[str] = mapped_column(String(64))
    """The phrase by which the pupil comes in on another device; slow to guess even with the table."""
    wrong: Mapped[int] = mapped_column(default=0)
    """Wrong phrases since the last right one."""
    joined_at: Mapped[datetime] = mapped_column(Moment)
    seen_at: Mapped[datetime] = mapped_column(Moment)

    @property
    def shown(self) -> str:
        """The name that is shown."""
        return self.own_name if self.own_name and not self.hidden else self.alias


class PupilKey(Base):
    """The secret by which a pupil's browser is known; only its hash is kept."""

    __tablename__ = "pupil_keys"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    pupil_id: Mapped[int] = mapped_column(ForeignKey("pupils.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(Moment)


class Assignment(Base):
    """A task of a class: a position, the side that pupils play, and what they may have."""

    __tablename__ = "assignments"
    __table_args__ = (
        CheckConstraint("seat IN (0, 1)", name="seat"),
        CheckConstraint("par_state IN ('waiting', 'done')", name="par_state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(60))
    line: Mapped[str] = mapped_column(Text)
    seat: Mapped[int]
    level: Mapped[str] = mapped_column(String(16))
    tries: Mapped[int]
    """How many tries a pupil has; 0: as many as they like."""
    allowed: Mapped[str] = mapped_column(String(40))
    """Of `undo`, `hint` and `help`, parted by spaces."""
    opens_at: Mapped[datetime] = mapped_column(Moment)
    closes_at: Mapped[datetime | None] = mapped_column(Moment)
    par: Mapped[float | None]
    """What the pupils' side gets with best play of both: proved if `par_exact`, else the best known."""
    par_exact: Mapped[bool] = mapped_column(default=False)
    par_low: Mapped[float | None]
    par_high: Mapped[float | None]
    """What is proved of it so far."""
    solution: Mapped[str | None] = mapped_column(Text)
    """The task's line played on with proved best moves of both to its end; None where not all is proved."""
    par_state: Mapped[str] = mapped_column(String(8), index=True)
    lease_by: Mapped[str | None] = mapped_column(String(32))
    """The process that computes the par, until `lease_until`."""
    lease_until: Mapped[datetime | None] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment)


class ClassTry(Base):
    """A pupil's try at a task: a game."""

    __tablename__ = "class_tries"
    __table_args__ = (UniqueConstraint("assignment_id", "pupil_id", "number"),)

    game_id: Mapped[str] = mapped_column(
        String(ID_LENGTH), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"))
    pupil_id: Mapped[int] = mapped_column(ForeignKey("pupils.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(Moment)


_OPEN = text("ended_at IS NULL")


class League(Base):
    """A lesson in which the pupils of a class play each other; a class has one at a time."""

    __tablename__ = "leagues"
    __table_args__ = (
        Index("ix_leagues_open", "class_id", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), index=True)
    line: Mapped[str] = mapped_column(Text)
    """The match line with which every game begins."""
    level: Mapped[str] = mapped_column(String(16))
    """The level of the computer that stands in for an opponent."""
    patience: Mapped[int]
    """Seconds without a move after which somebody counts as absent."""
    bell_at: Mapped[datetime | None] = mapped_column(Moment)
    """When it ends by itself."""
    ended_at: Mapped[datetime | None] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment)


class LeaguePlayer(Base):
    """A pupil who takes part in a league.

    `ready`: wants an opponent. `busy`: was given one, and is ready again only after coming back from there.
    `absent`: did not move in time. `resting`: does not want to play now.
    """

    __tablename__ = "league_players"
    __table_args__ = (CheckConstraint("state IN ('ready', 'busy', 'absent', 'resting')", name="state"),)

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True)
    pupil_id: Mapped[int] = mapped_column(
        ForeignKey("pupils.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    state: Mapped[str] = mapped_column(String(8))
    since: Mapped[datetime] = mapped_column(Moment)
    """When this state began."""
    seen_at: Mapped[datetime] = mapped_column(Moment)
    """When the pupil last asked for something in the league, moves not counted."""


class LeagueSeat(Base):
    """A pupil's seat in a game of a league; the computer has none.

    Numbers make pairing safe: no pupil is given the same game number twice, whoever pairs at the same time.
    """

    __tablename__ = "league_seats"
    __table_args__ = (
        CheckConstraint("seat IN (0, 1)", name="seat"),
        CheckConstraint("half IN (1, 2)", name="half"),
        UniqueConstraint("league_id", "pupil_id", "number"),
    )

    game_id: Mapped[str] = mapped_column(
        String(ID_LENGTH), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id", ondelete="CASCADE"))
    pupil_id: Mapped[int] = mapped_column(ForeignKey("pupils.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    """Which game of the pupil's it is in this league, from 1."""
    half: Mapped[int]
    """1, or 2 for the game with the seats swapped."""
    begun_at: Mapped[datetime] = mapped_column(Moment)
