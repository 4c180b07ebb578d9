"""What is kept of challenges: the tasks themselves, who tried them, and keys that move a player elsewhere."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base, Moment
from app.games.tables import ID_LENGTH


class Challenge(Base):
    """The task of a day in one game. Its line has no moves yet."""

    __tablename__ = "challenges"
    __table_args__ = (CheckConstraint("seat IN (0, 1)", name="seat"),)

    day: Mapped[str] = mapped_column(String(10), primary_key=True)
    """`2026-12-01`, in the zone of the settings."""
    slug: Mapped[str] = mapped_column(String(32), primary_key=True)
    """The game."""
    line: Mapped[str] = mapped_column(Text)
    seat: Mapped[int]
    """The side that people play."""
    par: Mapped[float]
    """What that side gets with best play of both; proved twice."""
    made_at: Mapped[datetime] = mapped_column(Moment)


class Attempt(Base):
    """A try at a challenge: a game. The first of a player counts, if its first move came on its day."""

    __tablename__ = "attempts"
    __table_args__ = (
        UniqueConstraint("player_id", "day", "slug", "number"),
        Index("ix_attempts_day_slug", "day", "slug"),
    )

    game_id: Mapped[str] = mapped_column(
        String(ID_LENGTH), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    player_id: Mapped[str] = mapped_column(String(32))
    day: Mapped[str] = mapped_column(String(10))
    slug: Mapped[str] = mapped_column(String(32))
    number: Mapped[int]
    """Which try of the player it is, from 1: there is no other before one is finished."""
    created_at: Mapped[datetime] = mapped_column(Moment)


class PlayerKey(Base):
    """A secret by which another browser becomes the same player; only its hash is kept."""

    __tablename__ = "player_keys"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    player_id: Mapped[str] = mapped_column(String(32), index=True)
    created_at: Mapped[datetime] = mapped_column(Moment)
