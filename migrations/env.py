"""Alembic's entry: migrates the connection that the site hands over, or the database of the settings."""

from typing import Literal

from alembic import context
from sqlalchemy import Connection

import app.analysis.tables
import app.challenges.tables
import app.classes.tables
import app.games.tables  # noqa: F401 - the tables must be known before they are compared
from app.database import Base, Database, Moment
from app.settings import Settings


def write_type(kind: str, item: object, _: object) -> str | Literal[False]:
    """A migration names the database's types, not ours, so that it reads the same when ours have changed."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, Moment) else False


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        compare_type=True,
        render_item=write_type,
        transaction_per_migration=False,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    database = Database(Settings().database_url)
    with database.engine.begin() as connection:
        run(connection)
    database.close()
