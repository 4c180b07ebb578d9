"""Work that takes long, handed to other machines by a queue in the site's own PostgreSQL (procrastinate).

A job says no more than "look at this row". What is asked for, who works on it and what came of it stands in
the rows of the rooms, with leases: a job that is lost is made again from its row, one that comes twice finds
the row taken. Where work is done here, nothing is handed over and no queue is needed.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.database import Database
from app.settings import Settings

if TYPE_CHECKING:
    from procrastinate import App

_LIBRARY: Final = "procrastinate"
_SCHEMA_LOCK: Final = 5_021_742
"""Any number: the advisory lock of whoever makes the queue's tables."""
_KNOWN: Final = text(
    "SELECT obj_description(there, 'pg_class') FROM to_regclass('procrastinate_jobs') there"
    " WHERE there IS NOT NULL"
)
POOL: Final = 4
"""Connections of a machine that works to its queue, one more for listening."""


class Jobs:
    """The queue as the rooms see it."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.elsewhere = settings.jobs == "elsewhere"
        """Whether other machines do what takes long."""
        self._database = database
        self._queue = self._deferring() if self.elsewhere else None

    def prepare(self) -> None:
        """Make the queue's tables, or bring them up to date; several processes may do so at the same time."""
        if not self.elsewhere:
            return
        present = version(_LIBRARY)
        with self._database.engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _SCHEMA_LOCK})
            known = connection.execute(_KNOWN).first()
            if known is not None and known[0] == present:
                return
            driver: Any = connection.connection.driver_connection
            for script in _scripts(known[0] if known else None):
                driver.execute(script)
            driver.execute(f"COMMENT ON TABLE procrastinate_jobs IS '{present}'")

    def hand_over(self, session: Session, kind: str, name: str) -> None:
        """Tell the machines that work of a row, when and only if this transaction is stored.

        A row that waits for a machine already does not wait twice.
        """
        if self._queue is None:
            return
        from procrastinate.exceptions import AlreadyEnqueued

        with suppress(AlreadyEnqueued), session.begin_nested():
            driver = session.connection().connection.driver_connection
            self._queue.configure_task(
                kind, queue=kind, queueing_lock=waiting_as(kind, name), connection=driver
            ).defer(name=name)

    def working(self) -> App:
        """The queue as a machine sees that takes jobs from it."""
        from procrastinate import App, PsycopgConnector

        arguments = self._connecting()
        return App(connector=PsycopgConnector(kwargs=arguments, min_size=1, max_size=POOL))

    def _deferring(self) -> App:
        from procrastinate import App, SyncPsycopgConnector

        return App(connector=SyncPsycopgConnector())  # never opened: jobs go through the rooms' transactions

    def _connecting(self) -> dict[str, Any]:
        """How the driver connects to the site's database."""
        engine = self._database.engine
        _, arguments = engine.dialect.create_connect_args(engine.url)
        return dict(arguments)


def waiting_as(kind: str, name: str) -> str:
    """Of the jobs with the same text one waits at most."""
    return f"{kind} {name}"


def _scripts(known: str | None) -> list[str]:
    """What leads from the tables of an earlier version (None: from nothing) to those of the present one."""
    from procrastinate.schema import SchemaManager

    if known is None:
        return [SchemaManager.get_schema()]
    folder = Path(SchemaManager.get_migrations_path())
    steps = sorted(path for path in folder.glob("*.sql") if _number(path.name[:8]) > _number(known))
    return [path.read_text(encoding="utf-8") for path in steps]


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split(".")[:3])
