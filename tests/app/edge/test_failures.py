from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from app.errors import describe
from app.pages import environment
from tests.running import RunningSite


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[RunningSite]:
    """A site with routes that fail in the ways that nobody foresaw."""

    def bug() -> None:
        raise ZeroDivisionError("llave=secreta")

    def busy() -> None:
        raise OperationalError("SELECT", {}, Exception("database is locked"))

    def crowded() -> None:
        raise PoolTimeout

    with RunningSite(tmp_path) as site:
        for prefix in ("/api/", "/"):
            for route in (bug, busy, crowded):
                site.app.add_api_route(prefix + route.__name__, route)
        yield site


def test_a_bug_is_told_without_its_traceback_and_found_in_the_log(
    broken: RunningSite, caplog: pytest.LogCaptureFixture
) -> None:
    with broken.client() as client, caplog.at_level(logging.ERROR, "ingenio.failure"):
        answer = client.get("/api/bug")
        assert answer.status_code == 500
        error = answer.json()["error"]
        assert error["code"] == "internal"
        assert error["detail"]["request"] == answer.headers["x-request-id"]
        page = client.get("/bug")
        assert page.status_code == 500
        assert page.headers["x-request-id"] in page.text
        for text in (answer.text, page.text):
            assert "ZeroDivision" not in text
            assert "secreta" not in text
        assert "content-security-policy" in page.headers
        assert client.get("/salud").status_code == 200
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ZeroDivisionError] * 2


def test_a_busy_database_is_said_to_be_busy(broken: RunningSite) -> None:
    with broken.client() as client:
        for path in ("/api/busy", "/api/crowded"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
            assert int(answer.headers["retry-after"]) > 0
        assert client.get("/busy").status_code == 503


def test_scripts_get_a_fragment_that_takes_no_place(broken: RunningSite) -> None:
    with broken.client(headers={"HX-Request": "true"}) as client:
        for path, status in (("/bug", 500), ("/nada", 404)):
            answer = client.get(path)
            assert answer.status_code == status
            assert answer.headers["hx-reswap"] == "none"
            assert "<html" not in answer.text


def test_a_bug_in_the_templates_is_told_all_the_same(
    broken: RunningSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    with broken.client() as client:
        monkeypatch.setitem(environment().globals, "static_url", None)
        answer = client.get("/nada")
        assert answer.status_code == 500
        assert "<title>Ingenio</title>" in answer.text


@pytest.mark.parametrize("path", ["/nada", "/p/aaaaaaaaaaaa", "/p/x", "/juegos/parchis", "/%00", "/ñ/../x"])
def test_what_is_not_there_is_a_friendly_page(site: RunningSite, path: str) -> None:
    with site.client() as client:
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert "<h1>" in answer.text
        assert 'href="/"' in answer.text


def test_under_the_api_what_is_not_there_is_json(site: RunningSite) -> None:
    with site.client() as client:
        for path in ("/api/", "/api/v1", "/api/v2/games", "/api/v1/games/aaaaaaaaaaaa/nada"):
            answer = client.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found"), path


def test_programs_get_json_wherever_they_ask_for_it(site: RunningSite) -> None:
    with site.client(headers={"Accept": "application/json"}) as client:
        assert client.get("/nada").json()["error"]["code"] == "not-found"


def test_the_wrong_method_says_which_is_right(site: RunningSite) -> None:
    with site.client() as client:
        answer = client.delete("/api/v1/games/aaaaaaaaaaaa")
        assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method-not-allowed")
        assert answer.headers["allow"] == "GET"
        assert client.put("/").status_code == 405


@pytest.mark.parametrize(
    ("field", "told", "status", "code"),
    [
        ("sqlite_errorname", "SQLITE_FULL", 507, "no-room"),
        ("sqlstate", "53100", 507, "no-room"),
        ("sqlite_errorname", "SQLITE_IOERR_WRITE", 503, "not-storing"),
        ("sqlite_errorname", "SQLITE_READONLY_DBMOVED", 503, "not-storing"),
        ("sqlstate", "25006", 503, "not-storing"),
        ("sqlite_errorname", "SQLITE_BUSY", 503, "unavailable"),
    ],
)
def test_why_nothing_is_stored_is_told_from_a_busy_database(
    field: str, told: str, status: int, code: str
) -> None:
    cause = Exception("by the database")
    setattr(cause, field, told)
    failure = describe(OperationalError("UPDATE", {}, cause))
    assert (failure.status, failure.code) == (status, code)
