"""Challenges are made days ahead in a process aside, the same on every server, and never changed."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.challenges import making
from app.challenges.publisher import Publisher, publish
from app.database import Database, migrate
from app.settings import Settings
from engines import registry
from tests.running import RunningSite

MONDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


def server(folder: Path, **settings: Any) -> Any:
    """The parts of a site that a publisher needs."""
    chosen = Settings(database_url=f"sqlite:///{folder}/site.db", **settings)
    migrate(chosen)
    return SimpleNamespace(
        settings=chosen, database=Database(chosen.database_url), clock=lambda: MONDAY, workers=None
    )


def rows(site: Any) -> list[tuple[Any, ...]]:
    with site.database.engine.connect() as connection:
        found = connection.exec_driver_sql(
            "SELECT day, slug, line, seat, par FROM challenges ORDER BY day, slug"
        )
        return [tuple(row) for row in found]


def test_what_is_missing_is_made_and_another_server_makes_the_same(
    tmp_path: Path, warm_engines: None
) -> None:
    found = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        site = server(tmp_path / name, challenges_ahead=2, challenges_back=1)
        assert asyncio.run(Publisher(site).publish()) == 5
        assert asyncio.run(Publisher(site).publish()) == 0
        found.append(rows(site))
        site.database.close()
    assert found[0] == found[1]
    days = [(day, slug) for day, slug, *_ in found[0]]
    assert days == [
        ("2026-11-29", "gusano"),
        ("2026-11-30", "gusano"),
        ("2026-12-01", "gusano"),
        ("2026-12-02", "gusano"),
        ("2026-12-02", "timbiriche"),
    ]
    assert len({line.split()[1] for _, slug, line, *_ in found[0] if slug == "gusano"}) == 4


def test_what_was_published_is_never_changed(tmp_path: Path) -> None:
    site = server(tmp_path)
    made = {"day": "2026-12-01", "slug": "gusano", "line": "gusano start=a1", "seat": 0, "par": 1.0}
    with site.database.writing() as session:
        assert publish(session, site, dict(made))
        assert not publish(session, site, {**made, "par": 9.0})
    assert rows(site) == [tuple(made.values())]
    site.database.close()


def test_proofs_that_differ_end_the_making_and_nothing_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    site = server(tmp_path, challenges_ahead=0, challenges_back=0)
    monkeypatch.setattr("app.challenges.publisher.Publisher._missing", lambda self: ["2026-12-01/ajedrez"])
    assert asyncio.run(Publisher(site).publish()) == 0
    assert rows(site) == []
    assert "failed" in caplog.text
    site.database.close()


def test_a_game_is_due_on_the_weekdays_of_its_card() -> None:
    for number in range(7):
        due = [game.slug for game in making.due(date(2026, 11, 30 - number))]
        assert due[0] == "gusano"
        for slug in due:
            assert registry.entry(slug)[1].daily is not None


def test_a_site_without_a_challenge_says_so(site_without: RunningSite) -> None:
    with site_without.client() as client:
        # Nothing makes challenges here, so nothing is promised.
        assert "Hoy no hay reto." in client.get("/reto").text
        assert client.get("/").status_code == 200
        assert client.get("/reto/2020-01-01").status_code == 404


def test_nobody_meets_a_weaker_bird_while_the_strong_one_is_being_prepared(site_without: RunningSite) -> None:
    running = site_without.app.state.site
    made = {"day": "2020-01-01", "slug": "gusano", "line": "gusano start=c3 rounds=1", "seat": 0, "par": 1.0}
    with running.database.writing() as session:
        publish(session, running, made)
    with site_without.client() as client:
        answer = client.post("/reto/2020-01-01/gusano/jugar")
    assert answer.status_code == 503
    assert "preparando" in answer.text
    assert site_without.rows("SELECT * FROM attempts") == []


@pytest.fixture
def site_without(tmp_path: Path) -> Any:
    with RunningSite(tmp_path) as site:
        yield site
