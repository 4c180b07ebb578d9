"""However many games are stored, no page, move or look reads through all of them.

What the site asks the database is recorded while somebody uses it, and the database says how it would find
the rows: in tables that grow with the games, by an index.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from app.analysis.actions import Reviewer
from app.database import Database, now, upgrade
from app.expiry import purge
from app.games.computer import Computer
from app.games.expiry import purge_games
from app.games.queries import began_last, read_news
from app.games.table import find_table
from app.games.unfinished import unfinished_games
from app.jobs import Jobs
from app.me.queries import _finished
from app.players.viewer import Viewer
from app.settings import Settings
from app.turns import Rota
from tests import databases
from tests.benchmarks.stored import fill, game_id
from tests.people import Person
from tests.running import RunningSite

GROWING = {"games", "seats", "events", "seat_keys", "hints", "reviews", "attempts", "class_tries"}
"""Tables that grow with the games."""
FEW = 300
GAMES = 2_000
"""So many that it is cheaper to look up the few games of one player than to read through all."""

KINDS = [
    pytest.param("sqlite", marks=pytest.mark.sqlite),
    pytest.param(
        "postgresql",
        marks=pytest.mark.skipif(
            not databases.POSTGRESQL, reason="INGENIO_TEST_POSTGRESQL_URL names no PostgreSQL database"
        ),
    ),
]

Asked = tuple[str, Any]


@pytest.fixture(scope="module", params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("stored")
    return f"sqlite:///{folder}/x.db" if request.param == "sqlite" else databases.postgresql_in(folder)


@pytest.fixture(scope="module")
def database(url: str) -> Iterator[Database]:
    made = Database(url)
    upgrade(made)
    fill(made, GAMES, now())
    yield made
    made.close()


@contextmanager
def recorded(database: Database) -> Iterator[list[Asked]]:
    """What is asked of a database while the block runs: statements with their values."""
    asked: list[Asked] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")) and not statement.startswith("SELECT pg_"):
            asked.append((statement, values))

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


def read_through(connection: Connection, statement: str, values: Any) -> set[str]:
    """The growing tables of which a statement would read every row, or every entry of an index."""
    if connection.dialect.name == "sqlite":
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        scanned = {found[1] for row in plan if (found := re.match(r"SCAN (\w+)", row.detail))}
        return scanned & {*GROWING, *aliases(statement)}
    reluctantly(connection)
    [[plan]] = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values)
    return set(whole(json.loads(plan) if isinstance(plan, str) else plan)) & GROWING


def reluctantly(connection: Connection) -> None:
    """Let PostgreSQL read small tables through only where nothing else can be done."""
    for way in ("seqscan", "hashjoin", "mergejoin"):
        connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")


def aliases(statement: str) -> set[str]:
    """The other names that a statement gives to growing tables."""
    return set(re.findall(rf"\b(?:{'|'.join(GROWING)}) AS (\w+)", statement))


def whole(plan: Any) -> Iterator[str]:
    """The tables that a plan of PostgreSQL reads through."""
    if isinstance(plan, list):
        for each in plan:
            yield from whole(each)
    if isinstance(plan, dict):
        if plan.get("Node Type") == "Seq Scan" or (
            "Index" in plan.get("Node Type", "") and "Index Name" in plan and "Index Cond" not in plan
        ):
            yield plan.get("Relation Name", "")
        for each in plan.values():
            yield from whole(each)


def expect_indices(database: Database, asked: list[Asked]) -> None:
    assert asked, "nothing was asked"
    bad = {}
    with database.engine.connect() as connection:
        for statement, values in asked:
            if found := read_through(connection, statement, values):
                bad[statement] = found
            connection.rollback()
    assert not bad, "\n\n".join(f"{sorted(found)} in {statement}" for statement, found in bad.items())


def test_a_visit_uses_indices(url: str, database: Database, tmp_path: Path) -> None:
    """Somebody with games opens pages, plays to the end, looks at what is kept of them, and deletes it."""
    with RunningSite(tmp_path, database_url=url, resume_seconds=0.1) as site:
        person = Person(site)
        game = person.make(modo="screen")
        with recorded(site.app.state.site.database) as asked:
            for path in ("/", "/yo", "/reto", f"/p/{game_id(7)}", f"/p/{game_id(7)}/analisis", f"/p/{game}"):
                assert person.http.get(path).status_code == 200, path
            while (page := person.look()).free:
                person.play(page.free[0])
            assert person.http.post(f"/p/{game}/analisis").status_code == 303
            assert person.http.post("/yo/borrar", data={"seguro": "si"}).status_code in (200, 303)
            against = Person(site)
            against.make(modo="computer")
        expect_indices(database, asked)


def site_of(database: Database) -> Any:
    """As much of a site as questions need."""
    settings = Settings(database_url=database.url)
    return SimpleNamespace(
        settings=settings,
        database=database,
        clock=now,
        workers=SimpleNamespace(rota=Rota()),
        jobs=Jobs(settings, database),
    )


def purging(site: Any) -> None:
    with site.database.writing() as session:
        purge(session, site.settings, now())


def reading_a_game(site: Any) -> None:
    with site.database.reading() as session:
        find_table(session, game_id(7), Viewer())


QUESTIONS: dict[str, Callable[[Any], object]] = {
    "analyses that are due": lambda site: Reviewer(site).due(),
    "games in which the computer is to move": lambda site: Computer(site)._left_over(),
    "what is too old": purging,
    "a game": reading_a_game,
    "news of a watched game": lambda site: read_news(site.database, [game_id(7)]),
    "what somebody may go on with": lambda site: unfinished_games(site, "player7"),
    "what somebody has finished": lambda site: _finished(site, "player7"),
    "who began last": lambda site: began_last(site, "player7", "gusano", "computer"),
}
"""What every process asks again and again, or for every page."""


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_uses_indices(database: Database, name: str) -> None:
    with recorded(database) as asked:
        QUESTIONS[name](site_of(database))
    expect_indices(database, asked)


@pytest.mark.sqlite
@pytest.mark.parametrize("many", [3_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_no_question_is_more_work_with_many_games(tmp_path: Path, many: int) -> None:
    """Counted in steps of SQLite's machine: what takes no more steps takes no longer."""
    few, lots = (work(tmp_path / f"{games}.db", games) for games in (FEW, many))
    assert set(few) == set(QUESTIONS)
    assert {name: steps for name, steps in lots.items() if steps > 1.5 * few[name] + 100} == {}, few


def work(file: Path, games: int) -> dict[str, int]:
    """How many steps each question takes in a database with so many games."""
    database = Database(f"sqlite:///{file}")
    upgrade(database)
    fill(database, games, now())
    done = 0

    def step() -> int:
        nonlocal done
        done += 1
        return 0

    event.listen(database.engine, "connect", lambda connection, _: connection.set_progress_handler(step, 1))
    database.engine.dispose()
    site, steps = site_of(database), {}
    for name, ask in QUESTIONS.items():
        ask(site)
        done = 0
        ask(site)
        steps[name] = done
    database.close()
    return steps


def test_what_is_too_old_is_found_without_reading_what_is_not(database: Database) -> None:
    """Unfinished games are kept for a shorter time: finished ones of the same age are not even looked at."""
    with recorded(database) as asked, database.writing() as session:
        purge_games(session, Settings(database_url=database.url), now())
    [(statement, values)] = asked
    with database.engine.connect() as connection:
        if database.is_sqlite:
            plan = str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all())
        else:
            reluctantly(connection)
            plan = str(connection.exec_driver_sql(f"EXPLAIN {statement}", values).all())
    assert "ix_games_unfinished" in plan, plan
    assert "ix_games_updated_at" in plan, plan


def test_a_statement_that_reads_everything_is_found(database: Database) -> None:
    with recorded(database) as asked, database.reading() as session:
        session.execute(text("SELECT * FROM games WHERE moves = ''"))
        session.execute(text("SELECT * FROM events AS happened WHERE happened.move = 'a1b1'"))
        session.execute(text("SELECT * FROM games WHERE id = 'M00000000001'"))
    with database.engine.connect() as connection:
        found = [bool(read_through(connection, *each)) for each in asked]
    assert found == [True, True, False]
