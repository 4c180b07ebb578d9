"""On PostgreSQL: the same games, told to every process, and no move lost when its connections break."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import NullPool, create_engine, text

from app.database import Database
from tests import databases
from tests.listening import Listener
from tests.people import SCRIPTED, Person, two_at_a_table
from tests.running import RunningSite, eventually

pytestmark = pytest.mark.skipif(
    not databases.POSTGRESQL, reason="INGENIO_TEST_POSTGRESQL_URL names no PostgreSQL database"
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return databases.postgresql_in(tmp_path)


def serving(folder: Path, url: str, **settings: Any) -> RunningSite:
    return RunningSite(folder, database_url=url, **settings)


def break_connections(url: str, listening: bool) -> int:
    """End the connections of a schema's sites, the listening ones or the others; how many there were."""
    schema = url.rpartition("%3D")[2]
    engine = create_engine(databases.POSTGRESQL, poolclass=NullPool)
    with engine.begin() as connection:
        ended = connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND"
                f" query {'' if listening else 'NOT '}LIKE 'LISTEN%' AND application_name = :name"
            ),
            {"name": schema},
        ).all()
    return len(ended)


def test_a_whole_game_by_link(tmp_path: Path, url: str) -> None:
    with serving(tmp_path, url) as site:
        ana, bea = Person(site), Person(site)
        two_at_a_table(ana, bea)
        while (page := ana.look()).free or bea.look().free:
            who = ana if page.free else bea
            who.play(who.look().free[0])
        assert 'data-over="yes"' in page.html
        [(moves, how)] = site.rows("SELECT moves, how FROM games WHERE id = ?", ana.game)
        assert (len(moves.split()), how) == (12, "rules")


def test_a_change_is_told_to_the_other_process(tmp_path: Path, url: str) -> None:
    """No question reaches the database while nothing happens: the telling is the database's."""
    with (
        serving(tmp_path, url, workers=2, watch_seconds=0.02) as one,
        serving(tmp_path, url, workers=2, watch_seconds=0.02) as two,
    ):
        ana, bea = Person(one), Person(two)
        two_at_a_table(ana, bea)
        with Listener(bea.http, f"/p/{bea.game}/vivo") as stream:
            assert stream.next("cambio").id == "1"
            ana.play("a1b1")
            assert stream.next("cambio").id == "2"


def test_a_stream_survives_the_end_of_every_connection(tmp_path: Path, url: str) -> None:
    named = url + f"&application_name={url.rpartition('%3D')[2]}"
    with serving(tmp_path, named, watch_seconds=0.02) as site:
        ana, bea = Person(site), Person(site)
        two_at_a_table(ana, bea)
        with Listener(bea.http, f"/p/{bea.game}/vivo") as stream:
            assert stream.next("cambio").id == "1"
            assert eventually(lambda: break_connections(url, listening=True)) == 1
            assert break_connections(url, listening=False) > 0
            ana.play("a1b1")
            assert stream.next("cambio").id == "2"
        assert bea.look().moves == ["a1b1"]


def test_two_racing_moves_leave_one(tmp_path: Path, url: str) -> None:
    with serving(tmp_path, url) as site:
        ana = Person(site)
        game = ana.make(modo="screen")
        moves = ana.look().free
        answers: list[int] = []
        key = ana.http.cookies

        def race(move: str) -> None:
            with site.client(cookies=key) as http:
                sent = {"move": move, "version": "0"}
                answers.append(http.post(f"/p/{game}/jugadas", data=sent, headers=SCRIPTED).status_code)

        racers = [threading.Thread(target=race, args=(move,)) for move in moves]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        assert sorted(answers) == [200] + [409] * (len(moves) - 1)
        assert site.rows("SELECT version FROM games WHERE id = ?", game) == [(1,)]
        assert site.rows("SELECT COUNT(*) FROM events WHERE version IS NOT NULL") == [(1,)]


def test_a_reader_sees_one_moment(url: str) -> None:
    database, writer = Database(url), Database(url)
    with writer.writing() as session:
        session.execute(text("CREATE TABLE pair (value INTEGER)"))
        session.execute(text("INSERT INTO pair VALUES (1)"))
    with database.reading() as session:
        assert session.scalar(text("SELECT value FROM pair")) == 1
        with writer.writing() as other:
            other.execute(text("UPDATE pair SET value = 2"))
        assert session.scalar(text("SELECT value FROM pair")) == 1
    with database.reading() as session:
        assert session.scalar(text("SELECT value FROM pair")) == 2
    database.close()
    writer.close()
