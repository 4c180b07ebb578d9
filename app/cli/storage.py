"""Commands about stored games, and the settings that say where they are."""

from __future__ import annotations

import argparse
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache

from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.cli.backup import copy_database
from app.cli.lines import Answer, Refused, show
from app.database import Database, Unmigratable, migrate, now
from app.expiry import purge
from app.games.creation import SeatPlan, add_game, entry_of, new_id
from app.games.tables import ID_PATTERN, Game
from app.language import gettext as _
from app.language import ngettext
from app.settings import Settings
from engines.core.match import Match


def read_settings() -> Settings:
    """What the environment says, or Refused with the first thing that is wrong."""
    try:
        return Settings()
    except ValidationError as problem:
        first = problem.errors()[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        what = f"INGENIO_{name}: {first['msg']}" if name else first["msg"]
        raise Refused("bad-setting", str(what)) from None


@contextmanager
def opening() -> Iterator[None]:
    """What keeps a database from being opened becomes Refused: its address, its rights or what it is."""
    try:
        yield
    except (OSError, ImportError, sqlite3.Error, SQLAlchemyError, Unmigratable) as problem:
        cause = problem.orig if isinstance(problem, DBAPIError) else problem
        raise Refused("no-database", f"INGENIO_DATABASE_URL: {cause}") from None


@cache
def _migrate_once(settings: Settings) -> None:
    """Bring the database to the present tables; once in a run, however many lines are imported."""
    migrate(settings)


@contextmanager
def _database() -> Iterator[Database]:
    """The database of the settings, brought to the present tables."""
    settings = read_settings()
    with opening():
        _migrate_once(settings)
        database = Database(settings.database_url)
    try:
        yield database
    finally:
        database.close()


def export(options: argparse.Namespace) -> int:
    """Print the line of a stored game."""
    with _database() as database, database.reading() as session:
        game = session.get(Game, options.game) if re.match(ID_PATTERN, options.game) else None
        if game is None:
            raise Refused("unknown-game", _("No hay ninguna partida «%(id)s».") % {"id": options.game})
        show(Answer({"id": game.id, "match": game.line}, game.line), options.json)
    return 0


def store(match: Match) -> Answer:
    """Keep a match as a new game: its id and its path on the site."""
    plan = SeatPlan("open")
    game_id = new_id()
    with _database() as database, database.writing() as session:
        add_game(session, game_id, match, entry_of(match.game, match.setup), (plan, plan), [None, None])
    return Answer({"id": game_id, "url": f"/p/{game_id}"}, game_id)


def backup(options: argparse.Namespace) -> int:
    """Copy the database into a new file."""
    with opening():
        source = read_settings().database_file
    if source is None:
        raise Refused("not-sqlite", _("Solo se copian así las bases de datos SQLite."))
    try:
        copy_database(source, options.file)
    except OSError as problem:
        place = source if problem.filename == str(source) else options.file
        raise Refused("no-backup", f"{place}: {problem.strerror}") from None
    except sqlite3.Error as problem:
        raise Refused("no-backup", f"{source}: {problem}") from None
    size = options.file.stat().st_size
    show(Answer({"file": str(options.file), "bytes": size}, f"{options.file} ({size} bytes)"), options.json)
    return 0


def clear(options: argparse.Namespace) -> int:
    """Delete expired games and idle classes, and say how many."""
    settings = read_settings()
    with _database() as database, database.writing() as session:
        gone = purge(session, settings, now())
    lines = (
        ngettext("%(count)s partida borrada", "%(count)s partidas borradas", gone.games)
        % {"count": gone.games},
        ngettext("%(count)s clase borrada", "%(count)s clases borradas", gone.classes)
        % {"count": gone.classes},
        ngettext("%(count)s análisis borrado", "%(count)s análisis borrados", gone.analyses)
        % {"count": gone.analyses},
    )
    show(Answer(asdict(gone), "\n".join(lines)), options.json)
    return 0
