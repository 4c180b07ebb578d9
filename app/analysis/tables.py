"""What is kept of an analysis: one row for each match line and version of the engines."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import Base, Moment


class Review(Base):
    """The analysis of a match: asked for, being computed, done, or given up after too many attempts."""

    __tablename__ = "reviews"
    __table_args__ = (
        CheckConstraint("status IN ('waiting', 'running', 'done', 'failed')", name="status"),
        Index("ix_reviews_status_created_at", "status", "created_at"),
    )

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    """A hash of the line and of the engines' version."""
    line: Mapped[str] = mapped_column(Text)
    engines: Mapped[str] = mapped_column(String(16))
    """The version of the engines that judge."""
    status: Mapped[str] = mapped_column(String(8))
    total: Mapped[int]
    """Moves in all."""
    verdicts: Mapped[str] = mapped_column(Text, default="[]")
    """The verdicts so far, as JSON."""
    attempts: Mapped[int] = mapped_column(default=0)
    lease_by: Mapped[str | None] = mapped_column(String(32))
    """The process that computes, until `lease_until`."""
    lease_until: Mapped[datetime | None] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment)
    updated_at: Mapped[datetime] = mapped_column(Moment, index=True)
