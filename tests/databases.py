"""Where the tests' sites keep their games: an SQLite file in a folder, or a schema of a PostgreSQL database.

`INGENIO_TEST_DATABASE_URL=postgresql+psycopg://...` lets every test that starts a site use that database;
`INGENIO_TEST_POSTGRESQL_URL` only those that ask for PostgreSQL by name and a share of the others
(`conftest.py`). Each folder has its own schema.
"""

from __future__ import annotations

import atexit
import hashlib
import os
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

EVERYWHERE = os.environ.get("INGENIO_TEST_DATABASE_URL", "")
POSTGRESQL = EVERYWHERE or os.environ.get("INGENIO_TEST_POSTGRESQL_URL", "")
_made: set[str] = set()


def url_in(folder: Path) -> str:
    """The address of the database that belongs to a folder; the same folder gives the same database."""
    return postgresql_in(folder) if EVERYWHERE else f"sqlite:///{folder / 'ingenio.db'}"


def postgresql_in(folder: Path) -> str:
    """A schema for a folder, dropped when the tests or their process end."""
    schema = "test_" + hashlib.blake2b(f"{os.getpid()} {folder}".encode(), digest_size=12).hexdigest()
    _make(schema)
    return (
        make_url(POSTGRESQL)
        .update_query_dict({"options": f"-csearch_path={schema}"})
        .render_as_string(hide_password=False)
    )


def _make(schema: str) -> None:
    if schema not in _made:
        _run(f"CREATE SCHEMA {schema}")
        _made.add(schema)


@atexit.register
def drop() -> None:
    """Drop every schema that this process has made.

    pytest does so at the end of its session: what the processes of xdist do at their very end may take ten
    seconds, and so many schemas take longer.
    """
    while _made:
        _run(f"DROP SCHEMA {_made.pop()} CASCADE")


def _run(statement: str) -> None:
    engine = create_engine(POSTGRESQL)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
