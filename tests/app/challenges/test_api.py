"""Challenges over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx

from engines import registry
from engines.core.limit import Limit
from tests.app.challenges.conftest import BOARD, TODAY, Solver, par_of
from tests.running import RunningSite, eventually


def attempt(web: httpx.Client, token: str | None = None, **body: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return web.post(f"/api/v1/challenges/{TODAY}/attempts", json=body or None, headers=headers)


def test_a_day_tells_its_task_and_its_par_only_afterwards(site: RunningSite, ana: Solver) -> None:
    told = ana.http.get(f"/api/v1/challenges/{TODAY}").json()
    assert (told["game"], told["match"], told["seat"], told["level"]) == ("gusano", BOARD, 0, "perfecto")
    assert told["par"] is None
    assert told["open_until"] == "2026-12-02T23:00:00Z"
    assert [each["game"] for each in told["others"]] == ["timbiriche"]
    earlier = ana.http.get(f"/api/v1/challenges/{TODAY - timedelta(days=1)}").json()
    assert earlier["par"] == par_of(BOARD)
    for day in ("2026-12-03", "2026-02-30", "ayer"):
        assert ana.http.get(f"/api/v1/challenges/{day}").status_code == 404


def test_a_try_is_a_game_and_its_key_is_the_player(site: RunningSite, ana: Solver) -> None:
    web = ana.http
    made = attempt(web)
    assert made.status_code == 201
    game, token = made.json()["id"], made.json()["seat_tokens"][0]
    assert made.headers["location"] == f"/api/v1/games/{game}"
    assert attempt(web, token).json()["id"] == game
    assert attempt(web).json()["id"] != game  # somebody else

    def state() -> Any:
        return web.get(f"/api/v1/games/{game}").json()

    while True:
        now = eventually(lambda: (s := state()) and (s["turn"] in (0, None)) and s)
        if now["turn"] is None:
            break
        match = registry.read_match(now["match"])
        move = match.game.evaluate(match.state, Limit(), False).best[0]
        answer = web.post(
            f"/api/v1/games/{game}/moves",
            json={"move": move, "version": now["version"]},
            headers={"Authorization": f"Bearer {token}"},
        )
        assert answer.status_code == 200
    assert now["score"][0] == par_of(BOARD)
    assert attempt(web, token).json()["id"] != game  # practice
    assert attempt(web, token, game="timbiriche").json()["match"].startswith("timbiriche")


def test_what_is_not_there_or_not_understood_is_refused(site: RunningSite, ana: Solver) -> None:
    assert attempt(ana.http, game="ajedrez").status_code == 404
    assert attempt(ana.http, game="GUSANO!").status_code == 422
    assert attempt(ana.http, juego="gusano").status_code == 422
    late = ana.http.post(f"/api/v1/challenges/{TODAY + timedelta(days=1)}/attempts")
    assert late.status_code == 404
    assert late.json()["error"]["code"] == "unknown-challenge"
