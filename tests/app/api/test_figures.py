"""What the figures tell of the engines, of caches and of work in the background, by real requests."""

from __future__ import annotations

import json

import httpx

from tests.app.api.conftest import make, play_out
from tests.app.edge.test_logs import written
from tests.app.health.test_health import figure
from tests.running import RunningSite, eventually

__all__ = ["written"]


def told(web: httpx.Client, name: str, **labels: str) -> float:
    """One figure as it is now."""
    said = ",".join(f'{label}="{value}"' for label, value in sorted(labels.items()))
    return figure(web.get("/metrics").text, f"{name}{{{said}}}" if said else name)


def test_a_move_of_the_computer_is_counted_in_the_line_of_the_engines(web: httpx.Client) -> None:
    waits = told(web, "ingenio_engine_wait_seconds_count", line="think")
    taken = told(web, "ingenio_engine_seconds_count", line="think")
    _, (player,) = make(web, "timbiriche rows=2 cols=2", "person", "computer:facil")
    player.move("a1b1", 0)
    eventually(lambda: player.state["version"] == 2)
    assert told(web, "ingenio_engine_wait_seconds_count", line="think") > waits
    assert told(web, "ingenio_engine_seconds_count", line="think") > taken
    eventually(lambda: told(web, "ingenio_engine_queue", line="think") == 0)


def test_an_analysis_is_counted_as_a_job_and_the_next_asker_finds_it_kept(
    web: httpx.Client, written: list[str]
) -> None:
    def jobs(state: str) -> float:
        return told(web, "ingenio_jobs_total", kind="analysis", state=state)

    begun, done = jobs("begun"), jobs("done")
    made, players = make(web, "timbiriche rows=1 cols=2 drawn=a1b1")
    play_out(players)
    review = f"/api/v1/games/{made['id']}/review"
    asked = web.get(review)
    eventually(lambda: web.get(review).status_code == 200, 60)
    assert (jobs("begun"), jobs("done")) >= (begun + 1, done + 1)
    kept = told(web, "ingenio_cache_total", cache="analysis", found="hit")
    web.get(review)
    assert told(web, "ingenio_cache_total", cache="analysis", found="hit") == kept + 1
    if asked.status_code == 202:  # else it was kept from another test
        lines = [json.loads(line) for line in written]
        assert asked.headers["x-request-id"] in [
            line.get("request") for line in lines if line["message"] == "analysed"
        ]


def test_what_was_found_out_about_a_position_is_kept(web: httpx.Client) -> None:
    def asked(found: str) -> float:
        return told(web, "ingenio_cache_total", cache="worth", found=found)

    problem = {"partida": "timbiriche rows=1 cols=2 drawn=b1c1", "solucion": "si"}
    misses, hits = asked("miss"), asked("hit")
    web.get("/problema", params=problem)
    assert (asked("miss"), asked("hit")) == (misses + 1, hits)
    web.get("/problema", params=problem)
    assert (asked("miss"), asked("hit")) == (misses + 1, hits + 1)


def test_the_par_of_a_task_is_counted_as_a_job(web: httpx.Client, api_site: RunningSite) -> None:
    def done() -> float:
        return told(web, "ingenio_jobs_total", kind="par", state="done")

    before = done()
    made = web.post("/api/v1/classes", json={}).json()
    task = web.post(
        f"/api/v1/classes/{made['code']}/tasks",
        json={"match": "timbiriche rows=1 cols=1"},
        headers={"Authorization": f"Bearer {made['teacher_token']}"},
    )
    assert task.status_code == 201
    eventually(lambda: done() == before + 1, 60)
