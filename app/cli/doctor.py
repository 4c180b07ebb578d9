"""`ingenio doctor`: whether all that the site stands on is as it should be, in words. Changes nothing."""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from app.cli.lines import Answer, Refused, show
from app.cli.storage import read_settings
from app.database import Database, newest_revision, now
from app.games.tables import Game
from app.health.queries import check_database
from app.language import gettext as _
from app.settings import Settings
from engines.registry import GAMES

BROKEN: Final = 1
"""The exit code when something is not as it should be."""
MOST_APART: Final = timedelta(seconds=30)
"""How far clocks may be apart."""
LEAST_ROOM: Final = 100
"""Megabytes that must be free beside the database, and as many as it has, for migrating and copying."""
PATIENCE: Final = 3.0
"""Seconds that another server may take to say what time it is."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing: a sentence, and whether it is well."""

    name: str
    well: bool
    message: str


Findings = Iterator[Finding]


class _TakenBack(Exception):  # noqa: N818 - not a failure: what was written for a trial is not stored
    pass


def _label(name: str) -> str:
    return {
        "settings": _("ajustes"),
        "secret": _("secreto"),
        "database": _("base de datos"),
        "migrations": _("migraciones"),
        "cache": _("caché"),
        "engines": _("motores"),
        "clock": _("reloj"),
    }[name]


def doctor(options: argparse.Namespace) -> int:
    """Look at everything and tell it; 1 if something is wrong."""
    findings = list(_look(options.clock))
    well = all(each.well for each in findings)
    checks = [{"name": each.name, "ok": each.well, "message": each.message} for each in findings]
    good, bad = _("bien"), _("MAL")
    lines = [f"{good if each.well else bad:4} {_label(each.name)}: {each.message}" for each in findings]
    show(Answer({"ok": well, "checks": checks}, "\n".join(lines)), options.json)
    return 0 if well else BROKEN


def _look(clock: str | None) -> Findings:
    try:
        settings = read_settings()
    except Refused as refusal:
        yield Finding("settings", False, refusal.message)
        return
    yield Finding("settings", True, _("Se entienden; entorno «%(name)s».") % {"name": settings.environment})
    yield _secret(settings)
    yield from _database(settings)
    yield _cache()
    yield _engines()
    yield from _clock(settings, clock)


def _secret(settings: Settings) -> Finding:
    if settings.secret is not None:
        enough = len(settings.secret.get_secret_value()) >= 32
        said = _("Está puesto.") if enough else _("Es corto: pon 32 caracteres al azar en INGENIO_SECRET.")
        return Finding("secret", enough, said)
    place = settings.companion / "secret"
    if place.exists() and not os.access(place, os.R_OK):
        return Finding("secret", False, _("No se puede leer %(place)s.") % {"place": place})
    if place.exists() and place.stat().st_mode & 0o077:
        return Finding("secret", False, _("Otros usuarios pueden leer %(place)s.") % {"place": place})
    return Finding(
        "secret", True, _("Sin INGENIO_SECRET: el sitio usa el suyo, en %(place)s.") % {"place": place}
    )


def _database(settings: Settings) -> Findings:
    file = settings.database_file
    if file is not None and not file.exists():
        yield Finding("database", False, _("No existe %(file)s: «ingenio serve» lo crea.") % {"file": file})
        return
    try:
        database = Database(settings.database_url)
    except (OSError, ImportError, SQLAlchemyError) as problem:
        yield Finding("database", False, _cause(problem))
        return
    try:
        yield _roomy(file) or _writable(database)
        found = check_database(database)
        expected = newest_revision()
        if found.revision == expected:
            yield Finding("migrations", True, _("Al día: %(revision)s.") % {"revision": expected})
        else:
            facts = {"there": found.revision or _("ninguna"), "expected": expected}
            yield Finding("migrations", False, _("Está en %(there)s; hace falta %(expected)s.") % facts)
    finally:
        database.close()


def _roomy(file: Path | None) -> Finding | None:
    """What is wrong if there is little room left; a trial write says nothing about that."""
    if file is None:
        return None
    free, needed = shutil.disk_usage(file.parent).free >> 20, max(LEAST_ROOM, file.stat().st_size >> 20)
    if free >= needed:
        return None
    facts = {"free": free, "needed": needed}
    said = _("Queda poco sitio en el disco: %(free)s MB; hacen falta %(needed)s.") % facts
    return Finding("database", False, said)


def _writable(database: Database) -> Finding:
    """Whether the database answers, is whole, and takes a write, which is taken back."""
    try:
        if database.is_sqlite:
            with database.reading() as session:
                said = session.execute(text("PRAGMA quick_check(1)")).scalar()
            if said != "ok":
                return Finding("database", False, _("Está dañada: %(what)s") % {"what": said})
        with suppress(_TakenBack), database.writing() as session:
            session.execute(text("CREATE TABLE doctor_was_here (id INTEGER)"))
            raise _TakenBack
    except (OSError, sqlite3.Error, SQLAlchemyError) as problem:
        return Finding("database", False, _cause(problem))
    return Finding("database", True, _("Responde y se puede escribir en ella."))


def _cause(problem: Exception) -> str:
    return str(problem.orig if isinstance(problem, DBAPIError) else problem).splitlines()[0]


def _cache() -> Finding:
    from engines.core import jit  # only here: it brings the compiler

    wanted = os.environ.get("INGENIO_CACHE_DIR")
    if wanted and not jit.FOLDER.is_relative_to(wanted):
        facts = {"wanted": wanted, "place": jit.FOLDER}
        return Finding("cache", False, _("No se puede escribir en %(wanted)s; se usa %(place)s.") % facts)
    if jit.FOLDER.name.startswith("ingenio-"):
        said = _("No hay dónde guardar código compilado: cada arranque tardará un minuto.")
        return Finding("cache", False, said)
    return Finding("cache", True, _("Se puede escribir en %(place)s.") % {"place": jit.FOLDER})


def _engines() -> Finding:
    from engines.core.jit import folder_of

    names = dict.fromkeys(name for game in GAMES for name in game.kernels)
    ready = [name for name in names if _is_kept(folder_of(name), *name.split(".")[-2:])]
    facts = {"ready": len(ready), "all": len(names)}
    if len(ready) == len(names):
        return Finding("engines", True, _("Compilados: %(ready)s de %(all)s.") % facts)
    said = _(
        "Compilados: %(ready)s de %(all)s. El sitio los compila al arrancar, o «python -m engines.warm»."
    )
    return Finding("engines", False, said % facts)


def _is_kept(folder: Path, package: str, module: str) -> bool:
    """Whether there is compiled code of a module, which numba keeps by the folder that its source is in."""
    return any(folder.rglob(f"{package}_*/{module}.*.nbi"))


def _clock(settings: Settings, url: str | None) -> Findings:
    """Compare this machine's clock with every other one in reach, and with what is stored."""
    yield _compared(_("el sistema de archivos"), _time_of_files)
    database = settings.database_file is None or settings.database_file.exists()
    if database:
        yield from _stored(settings)
    other = url or settings.base_url
    if other:
        try:
            yield _compared(other, lambda: _time_of_server(other))
        except (OSError, URLError, ValueError) as problem:
            # Not being reached says nothing about the time; asked for by name, it does.
            said = _("No se puede preguntar la hora a %(who)s: %(why)s") % {"who": other, "why": problem}
            yield Finding("clock", url is None, said)


def _stored(settings: Settings) -> Findings:
    try:
        database = Database(settings.database_url)
        try:
            with database.reading() as session:
                if not database.is_sqlite:
                    there = session.execute(text("SELECT now()")).scalar_one()
                    yield _compared(_("la base de datos"), lambda: there)
                latest = session.scalar(select(func.max(Game.updated_at)))
        finally:
            database.close()
    except (ImportError, OSError, SQLAlchemyError):
        return  # told about the database already
    if latest is not None and latest > now() + MOST_APART:
        facts = {"latest": latest.isoformat(timespec="seconds")}
        yield Finding("clock", False, _("Hay partidas del futuro (%(latest)s): el reloj se atrasó.") % facts)


def _compared(who: str, ask: Callable[[], datetime]) -> Finding:
    apart = abs(ask() - now())
    facts = {"who": who, "seconds": round(apart.total_seconds())}
    if apart <= MOST_APART:
        return Finding("clock", True, _("De acuerdo con %(who)s.") % facts)
    return Finding("clock", False, _("A %(seconds)s segundos de %(who)s.") % facts)


def _time_of_files() -> datetime:
    with tempfile.NamedTemporaryFile() as file:
        return datetime.fromtimestamp(Path(file.name).stat().st_mtime, now().tzinfo)


def _time_of_server(url: str) -> datetime:
    """What another server's answer says the time is. Raises OSError or ValueError."""
    if not url.startswith(("http://", "https://")):
        raise ValueError(url)
    try:
        with urlopen(Request(url, method="HEAD"), timeout=PATIENCE) as answer:
            date = answer.headers["Date"]
    except HTTPError as refusal:  # an answer too
        date = refusal.headers["Date"]
    if date is None:
        raise ValueError(_("no la dice"))
    return parsedate_to_datetime(date)
