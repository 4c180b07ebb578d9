"""Commands about the site: serve, work, doctor, export, import, backup, purge.

What they do stands in `serving`, `working`, `doctor` and `storage`, read only when it is needed: the database
takes a second.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli.lines import Answer, Commands, add_command, add_match_command, whole_number
from engines.core.match import Match


def add(commands: Commands) -> None:
    """Add the commands of this module."""
    serve = add_command(commands, "serve", "Migrate the database and serve the site", _serve)
    serve.add_argument("--host", default="127.0.0.1", metavar="H", help="address to listen on (127.0.0.1)")
    serve.add_argument("--port", type=whole_number(1, 65_535), default=8_000, metavar="P", help="port (8000)")
    serve.add_argument(
        "--workers", type=whole_number(1, 64), metavar="N", help="server processes (INGENIO_WORKERS, or 1)"
    )

    work = add_command(
        commands, "work", "Do the site's analyses, pars and challenges (INGENIO_JOBS=elsewhere)", _work
    )
    work.add_argument(
        "--at-once",
        type=whole_number(1, 256),
        metavar="N",
        help="jobs side by side (INGENIO_THINKING_THREADS)",
    )

    doctor = add_command(
        commands, "doctor", "Say what is not as it should be; exit code 1 if anything", _doctor
    )
    doctor.add_argument(
        "--clock", metavar="URL", help="compare the clock with this server's (INGENIO_BASE_URL)"
    )

    export = add_command(commands, "export", "A stored game as a match line", _export)
    export.add_argument("game", metavar="GAME_ID", help="the twelve characters of its address")

    add_match_command(commands, "import", "Store a match as a new game with two free seats", _import)

    backup = add_command(commands, "backup", "Copy the SQLite database, also while it is used", _backup)
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy, which must not exist yet")

    add_command(commands, "purge", "Delete the games and classes whose time is over", _purge)


def _serve(options: argparse.Namespace) -> int:
    from app.cli.serving import serve

    return serve(options)


def _work(options: argparse.Namespace) -> int:
    from app.cli.working import work

    return work(options)


def _doctor(options: argparse.Namespace) -> int:
    from app.cli.doctor import doctor

    return doctor(options)


def _export(options: argparse.Namespace) -> int:
    from app.cli.storage import export

    return export(options)


def _import(match: Match, options: argparse.Namespace) -> Answer:
    from app.cli.storage import store

    return store(match)


def _backup(options: argparse.Namespace) -> int:
    from app.cli.storage import backup

    return backup(options)


def _purge(options: argparse.Namespace) -> int:
    from app.cli.storage import clear

    return clear(options)
