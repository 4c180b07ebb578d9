"""What is kept of a game: itself, its two seats, the keys of private links, and everything that happened."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.database import Base, Moment

ID_LENGTH = 12
"""Characters of a game's public id, each one of 62: 71 bits."""
MOST_HINTS = 3
"""How often a seat is told what a master would play, in one game."""
HINT_STEPS = 3
"""A hint is told step by step, for the cost of one: a thought, where to look, the move."""
ID_PATTERN = rf"^[A-Za-z0-9]{{{ID_LENGTH}}}$"


_UNFINISHED = text("ended_at IS NULL")


def line_of(slug: str, setup: str, moves: str) -> str:
    """The match line of a game from its columns."""
    head = f"{slug} {setup}".rstrip()
    return f"{head} : {moves}" if moves else head


class Game(Base):
    """One game. Its line (`slug`, `setup`, `moves`) says the position; the events say how it came about."""

    __tablename__ = "games"
    __table_args__ = (
        CheckConstraint("mode IN ('computer', 'screen', 'link', 'machines')", name="mode"),
        CheckConstraint("how IN ('rules', 'resigned', 'agreed', 'stopped')", name="how"),
        CheckConstraint("winner IN (0, 1)", name="winner"),
        CheckConstraint("turn IN (0, 1)", name="turn"),
        CheckConstraint("request IN ('undo', 'draw')", name="request"),
        CheckConstraint("(request IS NULL) = (request_by IS NULL)", name="request_by"),
        CheckConstraint("(ended_at IS NULL) = (how IS NULL)", name="ended"),
        Index("ix_games_computer_due", "computer_due", "lease_until"),
        Index("ix_games_unfinished", "updated_at", sqlite_where=_UNFINISHED, postgresql_where=_UNFINISHED),
    )

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    entry: Mapped[str] = mapped_column(String(32))
    """Slug of the home-page card it was opened from."""
    slug: Mapped[str] = mapped_column(String(32))
    setup: Mapped[str] = mapped_column(Text)
    """The settings as `key=value ...`."""
    rules_version: Mapped[int]
    """The version of the game's rules that this game was started with."""
    moves: Mapped[str] = mapped_column(Text, default="")
    """The moves now, parted by spaces."""
    mode: Mapped[str] = mapped_column(String(16))
    version: Mapped[int] = mapped_column(default=0)
    """Changes of the position so far."""
    revision: Mapped[int] = mapped_column(default=0)
    """Changes of any kind so far."""
    turn: Mapped[int | None]
    """The seat to move, None once the game is over."""
    undone: Mapped[bool] = mapped_column(default=False)
    """Whether a move was ever taken back."""
    helped: Mapped[bool] = mapped_column(default=False)
    """Whether a player had help mode on while the game went on."""
    proved: Mapped[bool | None]
    """Whether the computer's last move is proved to be a best one; None if that is not known."""
    request: Mapped[str | None] = mapped_column(String(8))
    """The one question that waits for an answer, asked by `request_by`."""
    request_by: Mapped[int | None]
    how: Mapped[str | None] = mapped_column(String(16))
    """`stopped`: by whoever set the game as a task: for nobody, or for the side that was left waiting."""
    winner: Mapped[int | None]
    reason: Mapped[str] = mapped_column(String(32), default="")
    previous_id: Mapped[str | None] = mapped_column(ForeignKey("games.id", ondelete="SET NULL"), unique=True)
    """The game of which this is the rematch: no game has two."""
    task: Mapped[str | None] = mapped_column(String(80))
    """The address of the page that set this game as a task; None for games that people make for themselves.

    Whoever sets a task says what may be done: nothing but moves, unless `allowed` names it.
    """
    allowed: Mapped[str] = mapped_column(String(40), default="")
    """Of `undo`, `resign`, `hint` and `help`, what a task allows, parted by spaces."""
    created_at: Mapped[datetime] = mapped_column(Moment)
    updated_at: Mapped[datetime] = mapped_column(Moment, index=True)
    ended_at: Mapped[datetime | None] = mapped_column(Moment)
    computer_due: Mapped[bool] = mapped_column(default=False)
    """Whether a seat of the computer is to move."""
    lease_by: Mapped[str | None] = mapped_column(String(32))
    """The process that thinks about the computer's move, until `lease_until`."""
    lease_until: Mapped[datetime | None] = mapped_column(Moment)

    seats: Mapped[list[Seat]] = relationship(
        order_by="Seat.seat", lazy="selectin", cascade="all, delete-orphan"
    )

    @property
    def line(self) -> str:
        """The match line."""
        return line_of(self.slug, self.setup, self.moves)


class Seat(Base):
    """One side of a game: a person's, the computer's, or free."""

    __tablename__ = "seats"
    __table_args__ = (
        CheckConstraint("seat IN (0, 1)", name="seat"),
        CheckConstraint("kind IN ('person', 'open', 'computer')", name="kind"),
        CheckConstraint("(kind = 'computer') = (level IS NOT NULL)", name="level"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    level: Mapped[str | None] = mapped_column(String(16))
    player_id: Mapped[str | None] = mapped_column(String(32), index=True)
    """The browser that holds the seat by its cookie; a seat may be held by keys alone."""


class SeatKey(Base):
    """A secret that gives a seat to whoever carries it; only its hash is kept."""

    __tablename__ = "seat_keys"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int | None]
    """The seat it opens; None for both seats of a game on one screen."""
    created_at: Mapped[datetime] = mapped_column(Moment)


class Hint(Base):
    """What a master would play, as far as a seat was told when it asked; the first of a game is free.

    Kept with the moves before which it was given: the same position costs no second hint.
    """

    __tablename__ = "hints"
    __table_args__ = (
        CheckConstraint(f"number BETWEEN 1 AND {MOST_HINTS}", name="number"),
        CheckConstraint("seat IN (0, 1)", name="seat"),
    )

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """Which hint of the seat it is, from 1."""
    moves: Mapped[str] = mapped_column(Text)
    move: Mapped[str] = mapped_column(String(256))
    best: Mapped[str] = mapped_column(Text)
    """The moves that seem equally good, parted by spaces; if `exact`, all that are."""
    value: Mapped[float]
    exact: Mapped[bool]
    reasons: Mapped[str] = mapped_column(Text)
    """As JSON, what speaks for the move (`facts`: pairs of a code and its detail) and how far the seat has
    been told (`step`). A list is a hint from before there were steps: its facts, and all of it was told."""
    created_at: Mapped[datetime] = mapped_column(Moment)


class Event(Base):
    """Something that happened in a game; never changed, never deleted while the game is kept.

    Kinds: `move` (with `move`), `undo` (with `ply`, the number of moves left), `resigned`, `agreed` and
    `stopped` change the position and carry the `version` they led to. `asked`, `withdrawn`, `declined` (with
    `request`), `joined`, `helped` and `hinted` do not. `at_version` is the version at which any of them
    was accepted.
    """

    __tablename__ = "events"
    __table_args__ = (UniqueConstraint("game_id", "version"),)

    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int]
    at_version: Mapped[int]
    version: Mapped[int | None]
    move: Mapped[str | None] = mapped_column(String(256))
    ply: Mapped[int | None]
    request: Mapped[str | None] = mapped_column(String(8))
    created_at: Mapped[datetime] = mapped_column(Moment)
