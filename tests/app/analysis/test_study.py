"""The pages of an analysis: asking for it, what they show to whom, and what they do not change."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stdout
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.analysis.report import Part
from app.cli import main
from engines.core.limit import Limit
from engines.core.match import Match
from engines.registry import read_match
from tests.app.api.conftest import UNLIMITED, warm_site
from tests.engines.reviews import recorded
from tests.running import RunningSite, eventually

GUSANO, *_ = recorded()
TIMBIRICHE = next(match for match in recorded() if match.to_text().startswith("timbiriche rows=3 cols=3 : "))
HARD = "timbiriche rows=5 cols=5"


def finished(web: httpx.Client, match: Match) -> str:
    """The path of a finished game."""
    answer = web.post("/api/v1/games", json={"match": match.to_text(), "seats": ["person", "person"]})
    assert answer.status_code == 201, answer.text
    return f"/p/{answer.json()['id']}"


def analysed(web: httpx.Client, match: Match) -> str:
    """The path of a game whose analysis is done."""
    path = finished(web, match)
    assert web.post(f"{path}/analisis").status_code == 303
    eventually(lambda: exported(web, path)["status"] == "done", 60)
    return path


def exported(web: httpx.Client, path: str) -> dict[str, Any]:
    found: dict[str, Any] = web.get(f"{path}/analisis/datos.json").json()
    return found


def text(page: str, identity: str) -> str:
    found = re.search(rf'<(\w+)[^>]* id="{identity}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    assert found, f"no {identity}"
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[2])).split())


def hard_game() -> Match:
    """A game on a board that nobody solves in a moment, given up after a few moves."""
    match = read_match(HARD)
    for move in match.legal_moves()[:12:2]:
        match = match.play(move)
    return match


def resigned(web: httpx.Client, match: Match) -> str:
    answer = web.post("/api/v1/games", json={"match": match.to_text(), "seats": ["person", "person"]}).json()
    key = answer["seat_tokens"][0]
    web.post(f"/api/v1/games/{answer['id']}/resign", headers={"Authorization": f"Bearer {key}"})
    return f"/p/{answer['id']}"


def test_looking_asks_for_nothing_and_changes_nothing(site: RunningSite, web: httpx.Client) -> None:
    path = analysed(web, GUSANO)
    fresh = finished(web, recorded()[6])
    before = site.everything()
    for page in (path, fresh):
        for rest in (
            "",
            "?jugada=3",
            "?jugada=2&prueba=a1",
            "?jugada=2&mueve=zz",
            "/valor?jugada=3",
            "/linea?jugada=3",
            "/pregunta",
            "/hoja",
            "/partida.svg",
            "/partida.txt",
            "/datos.json",
        ):
            answer = web.get(f"{page}/analisis{rest}")
            assert answer.status_code in (200, 204, 303), (rest, answer.text[:300])
        assert web.get(f"{page}/incrustar?jugada=2").status_code == 200
    assert site.everything() == before
    assert exported(web, fresh)["status"] is None
    assert 'id="analizar"' in web.get(f"{fresh}/analisis").text


def test_the_page_and_the_command_line_tell_the_same(web: httpx.Client) -> None:
    for match in (GUSANO, TIMBIRICHE):
        said = io.StringIO()
        with redirect_stdout(said):
            assert main(["review", match.to_text(), "--json"]) == 0
        found = exported(web, analysed(web, match))
        assert found.pop("status") == "done"
        assert found == json.loads(said.getvalue())


def test_everybody_with_the_link_sees_the_same_and_it_is_worked_out_once(
    site: RunningSite, web: httpx.Client
) -> None:
    path = analysed(web, GUSANO)
    other = analysed(web, GUSANO)
    rows = site.rows("SELECT count(*) FROM reviews WHERE line = ?", GUSANO.to_text())
    assert rows == [(1,)]
    with site.client() as stranger:
        seen = stranger.get(f"{path}/analisis?jugada=4").text
        assert "El jugador 1 perdió" in seen
        assert seen.replace(path, other) == stranger.get(f"{other}/analisis?jugada=4").text


def test_every_position_has_an_address(web: httpx.Client) -> None:
    path = analysed(web, TIMBIRICHE)
    for ply in (0, 1, TIMBIRICHE.ply):
        page = web.get(f"{path}/analisis?jugada={ply}").text
        assert f'data-ply="{ply}"' in page
        assert text(page, "detalle").startswith(f"Jugada {ply} de {TIMBIRICHE.ply}")
    assert f'data-ply="{TIMBIRICHE.ply}"' in web.get(f"{path}/analisis?jugada=99999").text


def test_the_sum_is_shown_and_true(web: httpx.Client) -> None:
    page = web.get(f"{analysed(web, GUSANO)}/analisis").text
    sums = re.findall(r'class="balance">(.*?)</p>', page, re.DOTALL)
    assert len(sums) == 2
    for each in sums:
        par, own, other, result = (
            int(number.replace("−", "-"))
            for number in re.findall(r"(?:: |− |\+ |= )([−\d]+)", each[each.index("Al final") :])
        )
        assert par - own + other == result


@pytest.mark.parametrize(
    ("par", "lost", "result", "adds_up"),
    [
        (0.0, (54.8, 38.8), -16.0, True),
        (0.04, (54.82, 38.81), -16.0, True),  # shown as 0, 54.8 and 38.8
        (0.0, (55.0, 38.8), -16.0, False),
        (0.04, (54.96, 38.92), -16.0, False),  # comes out, but not with the numbers as they are shown
    ],
)
def test_a_sum_of_estimates_is_shown_only_where_it_comes_out(
    par: float, lost: tuple[float, float], result: float, adds_up: bool
) -> None:
    part = Part(first=1, last=40, par=par, result=result, lost=lost, favoured=0, exact=False)
    assert part.adds_up == adds_up


def test_what_a_move_cost_is_told_in_the_list_as_its_game_tells_it(web: httpx.Client) -> None:
    swings = read_match("ayu size=5 : d1-c1 c4-d4 b3-c3 e2-e3 c3-d2 a4-a3 d5-c5 c2-b2 b5-c4")
    for match, costs in ((swings, {"de ganar a perder"}), (GUSANO, {"perdió 2 puntos"})):
        page = web.get(f"{analysed(web, match)}/analisis").text
        assert set(re.findall(r'class="hidden">, ([^<]*)<', page)) >= costs
        assert "perdió de" not in page


def test_a_running_game_is_only_gone_through(web: httpx.Client) -> None:
    path = finished(web, TIMBIRICHE.at(8))
    page = web.get(f"{path}/analisis?jugada=3").text
    assert "La partida sigue" in text(page, "progreso")
    assert 'id="jugar"' not in page
    assert web.post(f"{path}/analisis").status_code == 409
    assert web.get(f"{path}/analisis/linea?jugada=3").headers["location"] == f"{path}/analisis?jugada=3"
    assert web.get(f"{path}/analisis/valor?jugada=3").status_code == 204


def test_another_move_can_be_tried_and_is_judged(web: httpx.Client) -> None:
    path = analysed(web, TIMBIRICHE)
    move = TIMBIRICHE.at(20).legal_moves()[0]
    answer = web.get(f"{path}/analisis", params={"jugada": 20, "mueve": move})
    assert answer.headers["location"] == f"{path}/analisis?jugada=20&prueba={move}"
    page = web.get(answer.headers["location"]).text
    state = TIMBIRICHE.at(20).play(move).state
    value = int(TIMBIRICHE.game.evaluate(state, Limit(seconds=5), False).value)
    assert ("Igualados" if not value else f"{abs(value)} casilla") in text(page, "valor")
    assert "exacto" in text(page, "valor")


def test_the_line_shows_why_step_by_step(web: httpx.Client) -> None:
    path = analysed(web, TIMBIRICHE)
    costly = next(each for each in exported(web, path)["moves"] if each["lost"])
    answer = web.get(f"{path}/analisis/linea?jugada={costly['ply'] - 1}")
    moves = re.search(r"prueba=([^&]+)", answer.headers["location"])[1].split("_")  # type: ignore[index]
    assert moves[0] in costly["best"]
    match = TIMBIRICHE.at(costly["ply"] - 1)
    for move in moves:
        match = match.play(move)
    assert match.outcome is not None
    assert match.state.score[0] - match.state.score[1] == costly["before"]
    for step in (1, 2):
        page = web.get(f"{answer.headers['location'].rpartition('&paso=')[0]}&paso={step}").text
        assert f'data-step="{step}"' in page


def test_it_can_be_stopped_and_goes_on_where_it_was(tmp_path: Path, warm_engines: None) -> None:
    pace = {"review_seconds": 0.8, "review_match_seconds": 5.0}
    with warm_site(tmp_path, **pace, **UNLIMITED) as site, site.client() as web:
        path = resigned(web, hard_game())
        assert web.post(f"{path}/analisis").status_code == 303
        page = eventually(
            lambda: (found := web.get(f"{path}/analisis").text) and 'id="parar"' in found and found
        )
        assert re.search(r'<progress id="avance" max="6" value="\d"', page)
        assert web.post(f"{path}/analisis/parar").status_code == 303
        page = web.get(f"{path}/analisis").text
        assert "se detuvo" in text(page, "progreso")
        kept = exported(web, path)["moves"]
        assert web.get(f"{path}/analisis").text.count('id="analizar"') == 1
        assert web.post(f"{path}/analisis").status_code == 303
        eventually(lambda: exported(web, path)["status"] == "done", 120)
        whole = exported(web, path)["moves"]
        assert [each["ply"] for each in whole] == [1, 2, 3, 4, 5, 6]
        assert whole[len(whole) - len(kept) :] == kept


def test_first_results_come_while_the_rest_is_still_unknown(tmp_path: Path, warm_engines: None) -> None:
    match = read_match(HARD)
    moves = list(match.legal_moves())
    for move in moves[:-1]:
        match = match.play(move)
    with warm_site(tmp_path, review_seconds=3.0, **UNLIMITED) as site, site.client() as web:
        path = resigned(web, match)
        web.post(f"{path}/analisis")
        found = eventually(lambda: (some := exported(web, path))["moves"] and some)
        assert found["status"] == "running"
        assert found["moves"][-1]["exact"]
        page = web.get(f"{path}/analisis").text
        assert re.search(r"Analizando: \d+ de 59 jugadas \(\d+ %\)", text(page, "progreso"))
        web.post(f"{path}/analisis/parar")


def test_a_site_that_cannot_analyse_says_so(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site, site.client() as web:
        path = finished(web, TIMBIRICHE)
        assert web.post(f"{path}/analisis").status_code == 303
        assert "espera su turno" in text(web.get(f"{path}/analisis").text, "progreso")
        page = web.get(f"{path}/analisis?jugada=3&prueba={TIMBIRICHE.moves[3]}").text
        assert "ocupado o preparándose" in text(page, "valor")
        asked = f"{path}/analisis/linea?jugada=3"
        assert web.get(asked).status_code == 303


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_page_is_light(web: httpx.Client, language: str) -> None:
    path = analysed(web, GUSANO)
    answer = web.get(f"{path}/analisis", headers={"Accept-Language": language, "Accept-Encoding": "gzip"})
    assert int(answer.headers["content-length"]) < 20_000


def test_only_what_is_proved_to_have_cost_something_is_marked(site: RunningSite, web: httpx.Client) -> None:
    match = read_match("timbiriche rows=2 cols=2 : a1b1 a1a2 b1b2")  # the third line gives two cells away
    while match.outcome is None:
        match = match.play(match.legal_moves()[-1])
    path = analysed(web, match)
    assert 'class="costly"' in web.get(f"{path}/analisis").text
    proved, guessed = '_exact": true', '_exact": false'
    line = match.to_text()
    site.store(
        f"UPDATE reviews SET verdicts = replace(verdicts, '{proved}', '{guessed}') WHERE line = '{line}'"
    )
    assert 'class="costly"' not in web.get(f"{path}/analisis").text
