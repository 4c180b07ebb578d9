"""Whether the database answers and has the tables that this program expects."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.database import Database, newest_revision


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseHealth:
    """What was found. `revision` is the migration the database stands at, None if unknown."""

    reachable: bool
    revision: str | None
    expected: str

    @property
    def ready(self) -> bool:
        """Whether the site can work with it."""
        return self.reachable and self.revision == self.expected


@cache
def expected_revision() -> str:
    """The newest migration that comes with this program."""
    return newest_revision()


def check_database(database: Database) -> DatabaseHealth:
    """Ask the database for its migration."""
    expected = expected_revision()
    try:
        with database.reading() as session:
            revision = session.scalar(text("SELECT version_num FROM alembic_version"))
    except SQLAlchemyError:
        return DatabaseHealth(reachable=_answers(database), revision=None, expected=expected)
    return DatabaseHealth(reachable=True, revision=revision, expected=expected)


def _answers(database: Database) -> bool:
    try:
        with database.reading() as session:
            session.execute(text("SELECT 1"))
    except SQLAlchemyError:
        return False
    return True
