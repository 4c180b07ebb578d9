"""Mistakes as questions, and positions as problems: what is right, and what the page gives away."""

from __future__ import annotations

import re

import httpx
import pytest

from app.analysis.report import report
from app.words import words_of
from app.words.review import loss, summary
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.story import Verdict
from engines.registry import read_match
from tests.app.analysis.test_study import GUSANO, TIMBIRICHE, analysed, exported, text


def costly(web: httpx.Client, match: Match) -> tuple[str, dict[str, object]]:
    """A game's path and its dearest move as it was judged."""
    path = analysed(web, match)
    return path, max(exported(web, path)["moves"], key=lambda each: each["lost"])


def visible(page: str) -> str:
    """A page without its board and the board's buttons, where every place is named alike."""
    page = re.sub(r'<svg id="tablero".*?</svg>', "", page, flags=re.DOTALL)
    return re.sub(r'<form id="jugar".*?</form>', "", page, flags=re.DOTALL)


@pytest.mark.parametrize("match", [GUSANO, TIMBIRICHE], ids=["gusano", "timbiriche"])
def test_the_source_does_not_tell_the_answer_before_it_is_given(web: httpx.Client, match: Match) -> None:
    path, mistake = costly(web, match)
    ply = int(str(mistake["ply"]))
    page = web.get(f"{path}/analisis/pregunta?jugada={ply}").text
    told = set(re.findall(r"[a-z0-9]+", visible(page)))
    assert told.isdisjoint(str(move) for move in mistake["best"])  # type: ignore[attr-defined]
    assert mistake["move"] not in told
    board = re.search(r'<svg id="tablero".*?</svg>', page, re.DOTALL)
    assert board
    assert "hint" not in board[0]
    marks = {
        re.sub(r'(id|data-[xy]|value|data-token)="[^"]*"', "", button)
        for button in re.findall(r"<button id=\"b-[^>]*>", page)
        if "aria-disabled" not in button
    }
    assert len(marks) == 1  # the places that can be answered with differ in nothing but their name


@pytest.mark.parametrize("match", [GUSANO, TIMBIRICHE], ids=["gusano", "timbiriche"])
def test_every_move_that_keeps_the_value_is_right_and_no_other(web: httpx.Client, match: Match) -> None:
    path, mistake = costly(web, match)
    ply = int(str(mistake["ply"]))
    position = match.at(ply - 1)
    best = set(mistake["best"])  # type: ignore[call-overload]
    for move in position.legal_moves():
        page = web.get(f"{path}/analisis/pregunta?jugada={ply}&respuesta={move}").text
        assert text(page, "respuesta").startswith("Sí:" if move in best else "No:"), move
        assert ("Respuestas buenas" in page) == (move in best)


GYGES = "gyges : 232131 212313 e1-d1-d2 d6-f6-a3 b1-d1-c2 c6-e6-c3 a1-c1-d3 f6-f3"
"""South wins in three moves of its own with eighteen moves, in four with others, and loses with some."""


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("d1-a3-c4", "Sí:"),
        ("d1-c1-e1", "Sí:"),  # slower, and left unproved by a search for the quickest win
        ("d1-d2-f5", "No: de d1 a d2; la reemplazada, a f5 no conserva el valor. Así"),
    ],
)
def test_an_answer_is_not_called_wrong_for_want_of_a_proof(web: httpx.Client, move: str, said: str) -> None:
    page = web.get("/problema", params={"partida": GYGES, "respuesta": move}).text
    assert text(page, "respuesta").startswith(said)
    assert "estimado" not in text(page, "respuesta")
    assert ("Respuestas buenas que se conocen" in page) == (said == "Sí:")


def test_a_wrong_answer_shows_its_refutation(web: httpx.Client) -> None:
    path, mistake = costly(web, TIMBIRICHE)
    ply, move = mistake["ply"], mistake["move"]
    page = web.get(f"{path}/analisis/pregunta?jugada={ply}&respuesta={move}").text
    line = re.findall(
        r'paso=\d+"[^>]*><span class="hidden">[^<]*</span><span aria-hidden="true">([a-z0-9]+)', page
    )
    match = TIMBIRICHE.at(int(str(ply)) - 1)
    for each in line:
        match = match.play(each)
    assert line[0] == move
    assert match.outcome is not None
    assert match.state.score[0] - match.state.score[1] == mistake["after"]
    assert "Ver la solución" in page
    solved = web.get(f"{path}/analisis/pregunta?jugada={ply}&solucion=si").text
    assert "La solución" in text(solved, "respuesta")


def test_a_player_is_asked_about_the_own_mistakes(web: httpx.Client) -> None:
    answer = web.post("/api/v1/games", json={"match": GUSANO.to_text(), "seats": ["person", "person"]}).json()
    path = f"/p/{answer['id']}"
    web.post(f"{path}/analisis")
    mine = {
        each["ply"]
        for each in exported(web, analysed(web, GUSANO))["moves"]
        if each["lost"] and not each["seat"]
    }
    keys = "".join(f"&llave={key}" for key in answer["seat_tokens"][:1])
    page = web.get(f"{path}/analisis/pregunta?{keys.lstrip('&')}").text
    asked = {int(ply) for ply in re.findall(r"pregunta\?jugada=(\d+)", page)}
    assert asked <= {each["ply"] for each in exported(web, path)["moves"] if each["lost"]}
    assert asked == mine or len(mine) == 1


def test_any_position_is_a_problem_by_its_address(web: httpx.Client) -> None:
    line = TIMBIRICHE.at(14).to_text()
    best = TIMBIRICHE.game.evaluate(read_match(line).state, Limit(seconds=10), False).best
    page = web.get("/problema", params={"partida": line}).text
    assert "¿Qué jugarías?" in page
    right = web.get("/problema", params={"partida": line, "respuesta": best[0]}).text
    assert text(right, "respuesta").startswith("Sí:")
    assert not web.get("/problema", params={"partida": line}).headers.get("set-cookie")


@pytest.mark.parametrize(
    "line", ["", "nada", "timbiriche rows=1 cols=1 : zz", "timbiriche rows=1 cols=1 : a1b1 a1a2 a2b2 b1b2"]
)
def test_what_is_no_problem_is_refused_in_words(web: httpx.Client, line: str) -> None:
    answer = web.get("/problema", params={"partida": line})
    assert answer.status_code == 422
    assert "Traceback" not in answer.text


def passed_over(ply: int, *, after: float, after_exact: bool) -> Verdict:
    """A verdict on a move before which a win in two was proved."""
    return Verdict(
        ply=ply,
        seat=(ply - 1) % 2,
        move=read_match(GYGES).moves[ply - 1],
        before=2.0,
        after=after,
        lost=0.5,
        best=("a1-goal",),
        before_exact=True,
        after_exact=after_exact,
        low=2.0,
        high=2.0,
    )


def test_a_proved_win_passed_over_is_asked_about_and_told_without_claiming_more() -> None:
    match = read_match(GYGES)
    missed = [passed_over(5, after=0.5, after_exact=False), passed_over(7, after=0.5, after_exact=False)]
    assert report(match, [passed_over(3, after=3.0, after_exact=True), *missed]).questions == (3, 5, 7)
    words = words_of(match.game.slug)
    assert loss(match.game, words, missed[0]) == "una victoria que ya no está demostrada"
    assert summary(match.game, words, missed, "Sur") == (
        "Sur dejó pasar victorias demostradas en las jugadas 5 y 7."
    )
    assert summary(match.game, words, missed[:1], None) == (
        "Dejaste pasar una victoria demostrada en la jugada 5."
    )


def test_a_problem_leads_back_to_no_analysis(web: httpx.Client) -> None:
    assert 'id="al-analisis"' not in web.get("/problema", params={"partida": "timbiriche rows=2 cols=2"}).text
    path, mistake = costly(web, TIMBIRICHE)
    question = web.get(f"{path}/analisis/pregunta?jugada={mistake['ply']}").text
    assert f'id="al-analisis" href="{path}/analisis?jugada={mistake["ply"]}"' in question


def test_right_answers_that_are_left_out_are_counted(web: httpx.Client) -> None:
    puzzle = {"partida": "timbiriche rows=3 cols=3 : a1b1 a1a2"}
    right = web.get("/problema", params={**puzzle, "respuesta": "b1c1"}).text
    solved = web.get("/problema", params={**puzzle, "solucion": "si"}).text
    assert "Respuestas buenas: 20." in right
    for page in (right, solved):
        listed = page.partition('class="best">')[2].partition("</p>")[0]
        assert (listed.count("<span>"), listed.endswith("y 4 más")) == (16, True)
