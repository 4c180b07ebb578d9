from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.app.api.conftest import make, play_out
from tests.running import RunningSite, eventually

ROOT = Path(__file__).parents[3]


def test_a_site_that_is_well_says_so(client: httpx.Client) -> None:
    answer = client.get("/salud")
    assert answer.status_code == 200
    report = answer.json()
    assert report["status"] == "ok"
    assert report["database"]["reachable"] is True
    assert report["database"]["revision"] == report["database"]["expected"]
    assert report["engines"]["warm"] is False
    assert answer.headers["cache-control"] == "no-store"


def test_a_database_of_another_version_is_not_well(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site, site.client() as client:
        site.store("UPDATE alembic_version SET version_num = '0000'")
        answer = client.get("/salud")
        assert answer.status_code == 503
        assert answer.json()["database"]["revision"] == "0000"
        site.store("DROP TABLE alembic_version")
        answer = client.get("/salud")
        assert (answer.status_code, answer.json()["database"]["reachable"]) == (503, True)


@pytest.mark.sqlite
def test_a_database_that_does_not_answer_is_not_well(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site, site.client() as client:
        site.app.state.site.database.close()
        for path in tmp_path.glob("ingenio.db*"):
            path.unlink()
        site.database.write_bytes(b"no database at all" * 1_000)
        answer = client.get("/salud")
        assert (answer.status_code, answer.json()["database"]["reachable"]) == (503, False)


def figure(text: str, name: str) -> float:
    """The value of one series, 0 if it is not there yet."""
    return next(
        (float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(name + " ")), 0.0
    )


def test_requests_are_counted_by_the_pattern_of_their_route(client: httpx.Client) -> None:
    series = 'ingenio_requests_total{method="GET",route="/api/v1/games/{game_id}",status="404"}'
    before = figure(client.get("/metrics").text, series)
    for game in ("aaaaaaaaaaaa", "bbbbbbbbbbbb"):
        client.get(f"/api/v1/games/{game}")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    assert figure(answer.text, series) == before + 2
    assert "aaaaaaaaaaaa" not in answer.text


def test_moves_are_counted_by_who_plays_them(client: httpx.Client) -> None:
    def counted(by: str) -> float:
        series = f'ingenio_moves_stored_total{{by="{by}",game="timbiriche"}}'
        return figure(client.get("/metrics").text, series)

    people, computers = counted("person"), counted("computer")
    _, players = make(client, "timbiriche rows=1 cols=1")
    play_out(players)
    assert counted("person") == people + 4
    make(client, "timbiriche rows=1 cols=1", "computer:facil", "computer:facil")
    eventually(lambda: counted("computer") >= computers + 4)


def test_open_streams_are_counted_while_they_are_open(client: httpx.Client, site: RunningSite) -> None:
    def streams() -> float:
        return figure(client.get("/metrics").text, "ingenio_open_streams")

    made, _ = make(client)
    before = streams()
    with site.client() as other, other.stream("GET", f"/api/v1/games/{made['id']}/events"):
        eventually(lambda: streams() == before + 1)
    eventually(lambda: streams() == before)


@pytest.mark.parametrize("name", ["ingenio_engine_queue", "ingenio_engines_warm", "ingenio_request_seconds"])
def test_the_other_figures_are_there(client: httpx.Client, name: str) -> None:
    assert f"# TYPE {name} " in client.get("/metrics").text


def test_several_processes_count_together(tmp_path: Path) -> None:
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}

    def run(script: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", f"from app import meters\n{script}"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    for _ in range(2):
        run("meters.moves.labels('ayu', 'person').inc()\nmeters.streams.inc()\nmeters.leave()")
    text = run("meters.streams.inc()\nprint(meters.render().decode())")
    assert figure(text, 'ingenio_moves_stored_total{by="person",game="ayu"}') == 2
    assert figure(text, "ingenio_open_streams") == 1
