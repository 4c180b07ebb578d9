"""Trying the challenge of the day: one try counts, from its first move on, and only moves are believed."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from app.challenges.publisher import publish
from app.words.challenges import squares
from engines import registry
from engines.core.limit import Limit
from tests.app.challenges.conftest import BOARD, NOON, TODAY, Clock, Solver, par_of
from tests.people import Person
from tests.running import RunningSite

PAR = f"{par_of(BOARD):g} puntos"


def test_looking_counts_for_nothing_and_changes_nothing(site: RunningSite, ana: Solver) -> None:
    before = site.everything()
    for path in (
        "/reto",
        f"/reto/{TODAY}",
        f"/reto/{TODAY}/timbiriche",
        "/reto/archivo",
        "/reto/historial",
        "/",
    ):
        assert ana.http.get(path).status_code == 200
        assert ana.http.head(path).status_code == 200
    page = ana.page()
    assert "Jugar el reto" in page
    assert PAR not in page
    assert site.everything() == before


def test_the_bird_moves_first_makes_no_mistake_and_par_is_what_is_left_of_the_losses(ana: Solver) -> None:
    ana.begin()
    ana.finish(well=False)
    page = ana.result()
    gained = re.search(r"Tu resultado: (−?\d+) puntos?", page)
    assert gained
    lost = [int(text or 0) for text in re.findall(r"perdió (\d+)|perfecta", page)]
    assert f"El par, demostrado: {PAR}" in page
    assert int(gained[1].replace("−", "-")) + sum(lost) == par_of(BOARD)
    assert sum(lost) > 0
    assert squares(lost) in page


def test_whoever_plays_best_gets_par_and_a_text_that_tells_nothing(ana: Solver) -> None:
    ana.begin()
    ana.finish(well=True)
    page = ana.result()
    assert "Has conseguido el par" in page
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert text
    sentence, row, address = text[1].split("\n")
    assert sentence == "Reto de Ingenio del 2 de diciembre (Gusano): he conseguido el par."
    assert set(row) == {"🟦"}
    assert address == f"{ana.site.address}/reto/{TODAY}"
    assert not re.search(r"\b[a-d][1-3]\b", text[1])


def test_there_is_one_try_and_leaving_the_page_does_not_give_another(site: RunningSite, ana: Solver) -> None:
    first = ana.begin()
    assert ana.begin() == first  # not even begun: still the same
    move = ana.wait_for_turn().free[0]
    ana.play(move)
    assert ana.begin() == first
    assert "Continuar el reto" in ana.page()
    ana.finish(well=False)
    below = ana.result()
    second = ana.begin()
    assert second != first
    assert "Continuar la práctica" in ana.page()
    ana.finish(well=True)
    page = ana.result()
    assert re.search(r'class="verdict">([^<]*)', page)[1] == re.search(r'class="verdict">([^<]*)', below)[1]  # type: ignore[index]
    assert "Tu última práctica" in page
    assert "Practicar" in page


def test_two_presses_at_once_make_one_game(site: RunningSite, ana: Solver) -> None:
    ana.http.get("/reto")
    cookie = dict(ana.http.cookies)
    clients = [site.client(cookies=cookie) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda client: client.post(f"/reto/{TODAY}/gusano/jugar"), clients))
    assert len({answer.headers["location"] for answer in answers}) == 1


def test_a_try_begun_before_midnight_counts_for_its_day(site: RunningSite, clock: Clock, ana: Solver) -> None:
    clock.now = datetime(2026, 12, 2, 22, 59, 59, tzinfo=UTC)
    ana.begin()
    ana.play(ana.wait_for_turn().free[0])
    clock.now += timedelta(minutes=10)
    ana.finish(well=True)
    kept = ana.http.get("/reto/historial.json").json()
    assert [(each["day"], each["finished"]) for each in kept["challenges"]] == [("2026-12-02", True)]
    assert "Archivo de retos" in ana.page()


def test_a_try_begun_after_midnight_is_practice(site: RunningSite, clock: Clock, ana: Solver) -> None:
    clock.now = datetime(2026, 12, 2, 22, 59, 59, tzinfo=UTC)
    ana.begin()
    ana.wait_for_turn()
    clock.now += timedelta(seconds=2)
    ana.finish(well=True)
    assert ana.http.get("/reto/historial.json").json()["challenges"] == []
    page = ana.result()
    assert "Tu última práctica" in page
    assert "Tu intento" not in page


def test_a_day_that_has_not_come_is_not_there(site: RunningSite, clock: Clock, ana: Solver) -> None:
    tomorrow = TODAY + timedelta(days=1)
    assert ana.http.get(f"/reto/{tomorrow}").status_code == 404
    refused = ana.http.post(f"/reto/{tomorrow}/gusano/jugar")
    assert refused.status_code == 404
    assert "su día no ha llegado" in refused.text
    clock.now = datetime(2026, 12, 2, 23, 0, 1, tzinfo=UTC)
    assert ana.http.get(f"/reto/{tomorrow}").status_code == 200
    assert ana.http.get("/reto/2026-02-30").status_code == 404
    assert ana.http.get("/reto/ayer").status_code == 404
    assert ana.http.post("/reto/2026-02-30/gusano/jugar").status_code == 404
    assert ana.http.post(f"/reto/{TODAY}/ajedrez/jugar").status_code == 404


@pytest.mark.parametrize("path", ["/deshacer", "/pista", "/tablas", "/rendirse", "/revancha"])
def test_a_challenge_is_played_without_hints_and_nothing_is_taken_back(
    site: RunningSite, ana: Solver, path: str
) -> None:
    game = ana.begin()
    ana.play(ana.wait_for_turn().free[0])
    page = ana.wait_for_turn()
    for offered in ("deshacer", "pedir-pista", "tablas", "rendirse", "abrir-compartir", "otra"):
        assert not page.has(offered)
    state = "SELECT version, revision, moves, how FROM games WHERE id = ?"
    before = site.rows(state, game)
    assert ana.send(path).status == 409
    assert site.rows(state, game) == before


def test_an_illegal_first_move_begins_nothing(ana: Solver) -> None:
    ana.begin()
    ana.wait_for_turn()
    assert ana.play("d4").status == 422
    assert ana.http.get("/reto/historial.json").json()["challenges"] == []


def test_only_its_player_moves_and_sees_the_result(site: RunningSite, ana: Solver, bea: Solver) -> None:
    game = ana.begin()
    move = ana.wait_for_turn().free[0]
    watcher = Person(site)
    watcher.open(game)
    assert watcher.send("/jugadas", move=move, version=1).status == 403
    ana.finish(well=True)
    assert "Tu resultado" not in bea.page()


def test_without_cookies_a_private_link_does_it_all(site: RunningSite) -> None:
    shy = Solver(site, keeps_cookies=False)
    game = shy.begin()
    assert shy.key
    shy.finish(well=True)
    page = shy.result()
    assert "Has conseguido el par" in page
    assert f"/p/{game}?llave={shy.key}" in page
    assert shy.begin() != game


def test_the_ending_of_the_week_is_there_too(ana: Solver) -> None:
    assert f"/reto/{TODAY}/timbiriche" in ana.page()
    ana.begin(slug="timbiriche")
    ana.finish(well=True)
    assert "Has conseguido el par" in ana.result(f"/reto/{TODAY}/timbiriche")
    assert "Jugar el reto" in ana.page()


RACE = "ayu size=5 position=..bb./w...w/www../...bw/.bbb. turn=1"


def run(solver: Solver, *, well: bool) -> None:
    """Play a challenge about few moves to its end, quickly judged."""
    page = solver.wait_for_turn()
    while 'data-over="yes"' not in page.html:
        moves = solver.site.rows("SELECT moves FROM games WHERE id = ?", solver.game)[0][0]
        match = registry.read_match(f"{RACE} : {moves}" if moves else RACE)
        worth = match.game.evaluate(match.state, Limit(nodes=60_000), True)
        assert solver.play(worth.best[0] if well else worth.candidates[-1].move).status == 200
        page = solver.wait_for_turn()


def test_a_win_in_few_moves_counts_its_moves(
    site: RunningSite, ana: Solver, bea: Solver, clock: Clock
) -> None:
    day = TODAY - timedelta(days=3)
    clock.now = NOON - timedelta(days=3)
    with site.app.state.site.database.writing() as session:
        made = {"day": str(day), "slug": "ayu", "line": RACE, "seat": 1, "par": -3.0}
        publish(session, site.app.state.site, made)
    path = f"/reto/{day}/ayu"
    assert "puedes ganar en 3 jugadas" in ana.page(path)
    ana.begin(day, "ayu")
    run(ana, well=True)
    page = ana.result(path)
    assert "Has conseguido el par" in page
    assert "Tu resultado: 3 jugadas. El par, demostrado: 3 jugadas." in page
    assert "25 Puntos de ingenio" in page
    shared = page.partition('id="texto-reto"')[2].partition("</textarea>")[0]
    assert "he conseguido el par" in shared
    assert not re.search(r"\b[a-e][1-5]-", shared)
    bea.begin(day, "ayu")
    run(bea, well=False)
    lost = bea.result(path)
    assert "Esta vez no has ganado" in lost
    assert "dejó escapar la victoria" in lost
    assert "esta vez no he ganado" in lost


def test_the_rules_are_one_link_away(ana: Solver) -> None:
    assert 'href="/juegos/gusano/reglas"' in ana.http.get("/reto").text
