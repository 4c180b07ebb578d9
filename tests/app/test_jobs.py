"""The queue between machines: what is stored with a row is handed over with it, once, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from app.database import Database
from app.jobs import Jobs, _scripts
from app.settings import Settings
from tests import databases

POSTGRESQL = pytest.mark.skipif(
    not databases.POSTGRESQL, reason="INGENIO_TEST_POSTGRESQL_URL names no PostgreSQL database"
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(databases.postgresql_in(tmp_path))
    yield made
    made.close()


@pytest.fixture
def jobs(database: Database) -> Jobs:
    made = Jobs(Settings(database_url=database.url, jobs="elsewhere"), database)
    made.prepare()
    return made


def waiting(database: Database) -> list[tuple[str, str]]:
    with database.reading() as session:
        found = session.execute(text("SELECT queue_name, args->>'name' FROM procrastinate_jobs ORDER BY id"))
        return [(kind, name) for kind, name in found]


@POSTGRESQL
def test_the_same_work_waits_once(database: Database, jobs: Jobs) -> None:
    with database.writing() as session:
        for name in ("7", "8", "7"):
            jobs.hand_over(session, "par", name)
    with database.writing() as session:
        jobs.hand_over(session, "par", "7")
        jobs.hand_over(session, "analysis", "7")
        session.execute(text("CREATE TABLE afterwards (value INTEGER)"))  # the transaction goes on
    assert waiting(database) == [("par", "7"), ("par", "8"), ("analysis", "7")]


@POSTGRESQL
def test_what_is_not_stored_is_not_handed_over(database: Database, jobs: Jobs) -> None:
    def fail() -> None:
        with database.writing() as session:
            jobs.hand_over(session, "par", "7")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert waiting(database) == []


@POSTGRESQL
def test_its_tables_are_made_once(database: Database, jobs: Jobs) -> None:
    with database.writing() as session:
        jobs.hand_over(session, "par", "7")
    jobs.prepare()
    assert waiting(database) == [("par", "7")]


@POSTGRESQL
def test_of_two_processes_one_is_alone(database: Database, tmp_path: Path) -> None:
    other = Database(database.url)
    with database.alone("making", tmp_path) as first, other.alone("making", tmp_path) as second:
        assert (first, second) == (True, False)
        with other.alone("something else", tmp_path) as third:
            assert third
    with other.alone("making", tmp_path) as afterwards:
        assert afterwards
    other.close()


def test_an_earlier_version_s_tables_are_changed_step_by_step() -> None:
    assert [script.count("CREATE") > 0 for script in _scripts("3.3.0")] == [True, True]
    assert _scripts("3.99.0") == []


def test_where_work_is_done_here_no_queue_is_needed(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/x.db")
    jobs = Jobs(Settings(database_url=database.url), database)
    jobs.prepare()
    with database.writing() as session:
        jobs.hand_over(session, "par", "7")
        assert session.execute(text("SELECT name FROM sqlite_master")).all() == []
    database.close()


@pytest.mark.parametrize("given", [{"jobs": "elsewhere"}, {"hosts": 2}])
def test_a_file_is_not_shared_by_machines(given: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="PostgreSQL"):
        Settings(database_url="sqlite:///var/x.db", **given)


def test_only_one_process_on_one_machine_is_alone() -> None:
    url = "postgresql+psycopg:///nowhere"
    assert Settings(database_url=url).alone
    assert not Settings(database_url=url, hosts=2).alone
    assert not Settings(database_url=url, workers=2).alone
