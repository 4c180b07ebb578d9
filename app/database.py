"""The database: connections that read, connections that write, and the migrations.

SQLite is the default and PostgreSQL works with the same code. On SQLite a write begins as a write
(`BEGIN IMMEDIATE`), so it waits for its turn instead of failing half-way as "database is locked". There is no
order among those who wait for SQLite, so the writers of one process stand in a queue of their own.
"""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    DateTime,
    Dialect,
    Engine,
    MetaData,
    NullPool,
    create_engine,
    event,
    make_url,
    or_,
    text,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, InstrumentedAttribute, Session
from sqlalchemy.types import TypeDecorator

from app.settings import Settings, own_path

_MIGRATION_LOCK: Final = 5_021_741
"""Any number: the advisory lock that server processes take on PostgreSQL while migrating."""


_TELL: Final = text("SELECT pg_notify('ingenio_' || current_schema(), '')")
"""Tells every process that listens, when and only if this transaction is stored, that something changed."""


_NAMED: Final = "hashtextextended('ingenio_' || current_schema() || ' ' || :purpose, 0)"
_TAKE: Final = text(f"SELECT pg_try_advisory_lock({_NAMED})")
_LET_GO: Final = text(f"SELECT pg_advisory_unlock({_NAMED})")

Obstacle = Literal["no-room", "not-storing"]
"""Why nothing can be stored though what is there can be read: the disk is full, or takes nothing."""

_NO_ROOM: Final = frozenset({"SQLITE_FULL", "53100"})
_NOT_STORING: Final = ("SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "25006", "58030")
"""How the codes of SQLite and PostgreSQL begin that tell so."""


def obstacle(problem: DBAPIError) -> Obstacle | None:
    """What keeps the database from storing; None if the problem is another one."""
    cause = problem.orig
    code = str(getattr(cause, "sqlite_errorname", "") or getattr(cause, "sqlstate", "") or "")
    if code in _NO_ROOM:
        return "no-room"
    return "not-storing" if code.startswith(_NOT_STORING) else None


class Base(DeclarativeBase):
    """What every table inherits. Constraints have predictable names, so migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Moment(TypeDecorator[datetime]):
    """A point in time, always in UTC and always aware, also where the database keeps no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC. Refuses a naive time."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without its zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """SQLite gives naive times back: they are UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)


def is_over(
    until: InstrumentedAttribute[datetime | None], moment: datetime, longest: timedelta
) -> ColumnElement[bool]:
    """Whether a lease has ended, or ends so far ahead that the clock must have been set back since.

    `longest`: what a lease may last at most. Clocks of several machines may be as far apart as that.
    """
    return or_(until < moment, until > moment + 2 * longest)


class Queue:
    """A lock that goes to whoever has waited longest."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._taken = False

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn; it ends with the block."""
        with self._guard:
            called = None
            if self._taken:
                called = threading.Lock()
                called.acquire()
                self._waiting.append(called)
            self._taken = True
        if called is not None:
            called.acquire()  # let go by whoever came before
        try:
            yield
        finally:
            with self._guard:
                if self._waiting:
                    self._waiting.popleft().release()
                else:
                    self._taken = False


class Database:
    """A pool of connections to one database."""

    def __init__(self, url: str) -> None:
        self.url = url
        parts = make_url(url)
        self.is_sqlite = parts.get_backend_name() == "sqlite"
        """Whether this is an SQLite file."""
        if self.is_sqlite and (path := parts.database):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_engine(url, pool_size=10, max_overflow=50, pool_pre_ping=not self.is_sqlite)
        if self.is_sqlite:
            _speak_sqlite(self.engine)
        self._writer = self.engine.execution_options(writes=True)
        self._writers = Queue()
        self._closed = False
        # A snapshot for all queries of a session, which SQLite gives by itself.
        self._reader = (
            self.engine
            if self.is_sqlite
            else self.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        )

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one consistent state and stores nothing."""
        with self._connected(), Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session in one transaction: stored when the block ends, forgotten if it raises."""
        turn = self._writers.turn() if self.is_sqlite else nullcontext()
        with (
            turn,
            self._connected(),
            Session(self._writer, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session
            if not self.is_sqlite:
                session.execute(_TELL)

    @contextmanager
    def alone(self, purpose: str, folder: Path) -> Iterator[bool]:
        """True if no other process, on any machine, does the same while the block runs; does not wait.

        `folder`: where SQLite's processes keep a file to lock. What a killed process held is free at once.
        """
        if self.is_sqlite:
            with file_lock_tried(folder / f"{purpose}.lock") as mine:
                yield mine
            return
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            mine = bool(connection.scalar(_TAKE, {"purpose": purpose}))
            try:
                yield mine
            finally:
                if mine:
                    connection.execute(_LET_GO, {"purpose": purpose})

    def close(self) -> None:
        """Close every connection of the pool, those that threads still use when they give them back."""
        self._closed = True
        self.engine.pool.dispose()

    @contextmanager
    def _connected(self) -> Iterator[None]:
        try:
            yield
        finally:
            if self._closed:
                self.engine.pool.dispose()


class Changes:
    """Whether anybody, in any process, has stored something since the last look. Of one thread at a time.

    A look costs no query: SQLite keeps a counter in shared memory, and PostgreSQL's notifications
    (LISTEN/NOTIFY) wait in the socket.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Any = None
        self._closed = False
        self._seen: int | None = None
        self.errors: tuple[type[Exception], ...] = (
            sqlite3.Error,
            SQLAlchemyError,
            database.engine.dialect.loaded_dbapi.Error,
        )
        """What a look may raise when the database cannot be reached; then `forget` and look again."""

    @property
    def is_open(self) -> bool:
        """Whether there is a connection, so that a look takes no time."""
        return self._connection is not None

    def moved(self) -> bool:
        """Whether something may have changed: yes at the first look, and after `forget`."""
        fresh = self._connection is None
        if fresh:
            self._connection = self._connect()
            if self._closed:  # meanwhile, by another thread
                self.close()
                return False
        if self._database.is_sqlite:
            version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
            changed, self._seen = version != self._seen, version
            return changed
        told = list(self._connection.notifies(timeout=0))
        return fresh or bool(told)

    def _connect(self) -> Any:
        if self._database.is_sqlite:
            path = self._database.engine.url.database or ":memory:"
            return sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        pooled = self._database.engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()  # it is ours now, and no longer counted by the pool
        try:
            connection.rollback()
            connection.autocommit = True
            schema = connection.execute("SELECT current_schema()").fetchone()[0]
            connection.execute(f'LISTEN "ingenio_{schema}"')
        except BaseException:
            connection.close()
            raise
        return connection

    def forget(self) -> None:
        """Begin anew with another connection."""
        self._seen = None
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*self.errors):
                connection.close()

    def close(self) -> None:
        """Look no more, whatever another thread is about to do."""
        self._closed = True
        self.forget()


def _speak_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy's "begin" below says when a transaction begins
        # FULL: an answered move survives a power cut too, not only a killed process.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Hold a lock that only one process of this machine can hold; waits for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def file_lock_tried(path: Path) -> Iterator[bool]:
    """Try to take the lock of `file_lock` without waiting: True if it is held while the block runs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


class Unmigratable(Exception):  # noqa: N818 - what the database is, no mistake of the program
    """The database cannot be brought to the present tables: it is newer, or from something else."""


def migrate(settings: Settings) -> None:
    """Bring the database to the present tables; several processes may call it at the same time.

    Raises Unmigratable if the database is newer than this program.
    """
    database = Database(settings.database_url)
    try:
        with file_lock(settings.companion / "migration.lock"):
            if not _is_present(database):
                upgrade(database)
    finally:
        database.close()


def upgrade(database: Database, revision: str = "head", scripts: Path | None = None) -> None:
    """Run the migrations (those in the folder `scripts`, else the site's own) up to `revision`, all or none.

    Foreign keys are off meanwhile: SQLite changes a table by copying and dropping it, and the drop would
    delete every row that refers to it. They are checked before anything is stored. Raises Unmigratable.
    """
    from alembic import command  # only here: importing it takes half a second
    from alembic.util import CommandError

    engine = create_engine(database.url, poolclass=NullPool)
    if database.is_sqlite:
        _speak_sqlite(engine)
    writer = engine.execution_options(writes=True)
    with writer.connect() as connection:
        if database.is_sqlite:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            raw.execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
            try:
                command.upgrade(migration_config(connection, scripts), revision)
            except CommandError as problem:
                raise Unmigratable(str(problem)) from problem
            if database.is_sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise RuntimeError("a migration broke a reference between tables; nothing was stored")
    engine.dispose()


def _is_present(database: Database) -> bool:
    """Whether the database has the present tables, told without Alembic: nearly every start finds them so."""
    with suppress(SQLAlchemyError), database.reading() as session:
        return bool(session.scalar(text("SELECT version_num FROM alembic_version")) == newest_revision())
    return False


def newest_revision() -> str:
    """The migration at which a database fits this program: the last one, as the names of their files tell."""
    return max(script.name[:4] for script in (own_path("migrations") / "versions").glob("[0-9]*.py"))


def migration_config(connection: Connection | None = None, scripts: Path | None = None) -> Any:
    """Alembic's configuration, built here: there is no alembic.ini."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts or own_path("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
