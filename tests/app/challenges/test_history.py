"""What a browser has done: kept on the server, exported, moved to another browser."""

from __future__ import annotations

import re
from datetime import timedelta

from tests.app.challenges.conftest import NOON, TODAY, Clock, Solver
from tests.running import RunningSite


def play_days(ana: Solver, clock: Clock, *ago: int) -> None:
    for days in ago:
        clock.now = NOON - timedelta(days=days)
        ana.begin(TODAY - timedelta(days=days))
        ana.finish(well=True)
    clock.now = NOON


def test_a_streak_counts_days_in_a_row(site: RunningSite, ana: Solver, clock: Clock) -> None:
    assert "Aquí aparecerán los retos" in ana.page("/reto/historial")
    play_days(ana, clock, 2, 1)
    ana.begin()  # today's is made, but not begun
    assert "Racha: 2 días seguidos" in ana.page()
    ana.finish(well=True)
    assert "Racha: 3 días seguidos" in ana.page()
    kept = ana.http.get("/reto/historial.json")
    assert kept.headers["content-disposition"].startswith("attachment")
    assert (kept.json()["streak"], kept.json()["longest"]) == (3, 3)
    assert [each["day"] for each in kept.json()["challenges"]] == ["2026-12-02", "2026-12-01", "2026-11-30"]
    clock.now = NOON + timedelta(days=2)
    assert ana.http.get("/reto/historial.json").json()["streak"] == 0


def test_an_old_challenge_played_late_adds_nothing(ana: Solver) -> None:
    ana.begin(TODAY - timedelta(days=1))
    ana.finish(well=True)
    assert ana.http.get("/reto/historial.json").json() == {"streak": 0, "longest": 0, "challenges": []}


def test_a_private_link_moves_the_history(site: RunningSite, ana: Solver, bea: Solver, clock: Clock) -> None:
    play_days(ana, clock, 0)
    made = ana.http.post("/reto/enlace")
    link = re.search(r'value="([^"]*/reto/traer\?llave=[^"]+)"', made.text)
    assert link
    path = link[1].removeprefix(site.address)
    before = site.everything()
    bea.http.get("/reto")
    asked = bea.http.get(path)
    assert "Traer aquí mi historial" in asked.text
    assert site.everything() == before
    assert bea.http.get("/reto/historial.json").json()["challenges"] == []
    key = path.partition("llave=")[2]
    assert bea.http.post("/reto/traer", data={"llave": key}).status_code == 303
    assert len(bea.http.get("/reto/historial.json").json()["challenges"]) == 1
    assert "Practicar" in bea.page()  # the try was hers already
    assert key not in site.everything()


def test_a_link_ends_after_a_week_or_with_the_next_one(
    site: RunningSite, ana: Solver, bea: Solver, clock: Clock
) -> None:
    play_days(ana, clock, 0)
    links = [
        re.search(r"llave=([^\"]+)\"", ana.http.post("/reto/enlace").text)[1]  # type: ignore[index]
        for _ in range(2)
    ]
    assert bea.http.post("/reto/traer", data={"llave": links[0]}).status_code == 404
    clock.now = NOON + timedelta(days=7, seconds=1)
    for path in ("/reto/traer?llave=" + links[1], "/reto/traer", "/reto/traer?llave=nada"):
        assert bea.http.get(path).status_code == 404
    assert bea.http.post("/reto/traer", data={"llave": links[1]}).status_code == 404
    assert bea.http.post("/reto/traer").status_code == 404


def test_a_browser_without_a_history_has_nothing_to_move(site: RunningSite) -> None:
    assert Solver(site).http.post("/reto/enlace").headers["location"] == "/reto/historial"


def test_challenges_earn_points_on_the_page_of_the_browser_and_go_with_it(
    site: RunningSite, ana: Solver, clock: Clock
) -> None:
    play_days(ana, clock, 1, 0)
    assert "25 Puntos de ingenio" in ana.page()
    page = ana.http.get("/yo").text
    assert 'id="total">50<' in page
    assert page.count("25 por llegar al par del reto.") == 2
    assert "2 días" in page
    assert site.rows("SELECT count(*) FROM attempts WHERE game_id = ?", ana.game) == [(1,)]
    ana.http.post("/yo/borrar", data={"seguro": "si"})
    assert site.rows("SELECT count(*) FROM attempts WHERE game_id = ?", ana.game) == [(0,)]
    assert site.rows("SELECT count(*) FROM games WHERE id = ?", ana.game) == [(0,)]
