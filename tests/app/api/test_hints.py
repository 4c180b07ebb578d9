"""What a master would play: on the page and over the API it is one count, kept with the game."""

from __future__ import annotations

import html
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from app.home.form import write_settings
from engines import registry
from engines.core.game import AnyGame
from tests.app.api.conftest import make
from tests.people import Page, Person, two_at_a_table
from tests.running import RunningSite

CORRIDOR = "timbiriche rows=2 cols=3 drawn=a1b1,b1c1,c1d1,a2b2,b2c2,c2d2,a3b3,b3c3,c3d3,a1a2 : b1b2"
"""Two cells are open: a master leaves them with d1d2, and nothing else wins."""


@pytest.fixture
def dora(api_site: RunningSite) -> Person:
    return Person(api_site)


def kept(site: RunningSite, game: str) -> list[tuple[int, int, str]]:
    return [
        (int(seat), int(number), str(move))
        for seat, number, move in site.rows(
            "SELECT seat, number, move FROM hints WHERE game_id = ? ORDER BY seat, number", game
        )
    ]


def attribute(page: Page, identity: str, name: str) -> str:
    """What an attribute of the element with an id says."""
    found = re.search(rf'<[^>]*\bid="{identity}"[^>]*\b{name}="([^"]*)"', page.html)
    assert found is not None, f"no {name} of {identity}"
    return html.unescape(found[1])


TOLD = (
    "Un maestro jugaría la línea de d1 a d2."
    " Deja dos casillas que tu rival cierra con una sola línea: es el doble cruce."
    " Si las cierra, le toca abrir otra: no le queda ninguna línea segura y el control es tuyo."
    " Con juego perfecto por los dos lados, ganas por 2 casillas."
    " Es la única línea que lo consigue."
)
IDEA = "No te lleves todo: si dejas unas casillas, a tu rival le tocará abrir lo siguiente."
WHERE = "Mira las 2 casillas que hay entre los puntos b1 y d2."


def test_without_scripts_a_hint_is_told_in_three_steps_for_the_cost_of_one(
    api_site: RunningSite, dora: Person
) -> None:
    game = dora.make_from(CORRIDOR, "person", "computer:facil")
    page = dora.look()
    asked = []
    for said in (IDEA, f"{IDEA} {WHERE}", TOLD):
        asked.append(page.text("pedir-pista"))
        step = attribute(page, "pedir-pista", "value")
        answer = dora.send("/pista", scripted=False, version=dora.version, paso=step).answer
        assert answer.status_code == 303
        for _ in range(2):  # the same after a reload
            page = dora.look()
            assert page.text("pista") == said
            assert said in attribute(page, "estado", "data-said")
            assert ("d1d2" in page.text("pista") or ' hint"' in page.html) == (said == TOLD)
            assert page.html.count('class="around"') == (2 if WHERE in said else 0)
    assert asked == [
        "¿Qué jugaría un maestro? Quedan 3 pistas",
        "¿Dónde hay que mirar? La misma pista, paso 2 de 3",
        "Enséñame la jugada La misma pista, paso 3 de 3",
    ]
    assert page.html.count(' hint"') == 1
    assert 'id="tablero-line-d1d2" class="edge free choice hint"' in page.html
    assert page.text("pedir-pista") == "¿Qué jugaría un maestro? Quedan 2 pistas"
    assert kept(api_site, game) == [(0, 1, "d1d2")]


def test_a_form_sent_twice_tells_no_more_than_it_says(dora: Person) -> None:
    dora.make_from(CORRIDOR, "person", "computer:facil")
    for _ in range(2):
        page = dora.send("/pista", version=dora.version, paso=1)
        assert page.status == 200
        assert page.html.startswith('<section id="partida"')
        assert page.text("pista") == IDEA
    dora.send("/pista", version=dora.version, paso=3)
    assert dora.send("/pista", version=dora.version, paso=2).text("pista") == TOLD


def test_a_hint_from_before_there_were_steps_is_told_whole(api_site: RunningSite, dora: Person) -> None:
    game = dora.make_from(CORRIDOR, "person", "computer:facil")
    dora.send("/pista", version=dora.version)
    before = '[["takes", {"count": 2}]]'
    api_site.store(f"UPDATE hints SET reasons = '{before}' WHERE game_id = '{game}'")
    assert dora.look().text("pista") == (
        "Un maestro jugaría la línea de d1 a d2."
        " En este turno tienes 2 casillas a tu alcance: empieza por aquí."
    )


def test_asking_twice_in_one_position_costs_one_hint(api_site: RunningSite, dora: Person) -> None:
    game = dora.make_from(CORRIDOR, "person", "computer:facil")
    version = dora.version

    def ask(_: int) -> int:
        return dora.send("/pista", version=version).status

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(ask, range(4))) == {200}
    assert len(kept(api_site, game)) == 1
    assert dora.look().text("pista") == TOLD
    dora.play("d1d2")
    dora.wait_for_turn()
    assert not dora.look().has("pista")
    dora.send("/deshacer", version=dora.version)
    assert dora.look().text("pista") == TOLD
    assert len(kept(api_site, game)) == 1


def test_three_hints_a_game_for_each_seat_on_page_and_over_the_api_together(
    api_site: RunningSite, dora: Person
) -> None:
    made, players = make(dora.http, "timbiriche rows=2 cols=2")
    game, keys = made["id"], made["seat_tokens"]
    numbers: list[list[int]] = [[], []]
    while len(numbers[0]) < 3 or len(numbers[1]) < 3:
        seat = players[0].state["turn"]
        if len(numbers[seat]) < 3:
            hint = players[seat].ask("hint").json()
            numbers[seat].append(hint["number"])
            assert hint["left"] == 3 - hint["number"]
        before = players[seat].state
        assert players[seat].move(before["legal_moves"][0], before["version"]).status_code == 200
    assert numbers == [[1, 2, 3], [1, 2, 3]]
    seat = players[0].state["turn"]
    refused = players[seat].ask("hint")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no-hints-left")
    page = dora.open(game, keys[seat])
    assert page.text("pedir-pista") == "¿Qué jugaría un maestro? Quedan 0 pistas"
    answer = dora.send("/pista", version=dora.version)
    assert answer.status == 409
    assert answer.explanation == "Ya has pedido todas las pistas de esta partida."
    assert len(kept(api_site, game)) == 6


def test_over_the_api_each_question_tells_one_step_more_in_codes_and_in_words(web: httpx.Client) -> None:
    _, (player,) = make(web, CORRIDOR, "person", "computer:facil")

    def ask(query: str = "") -> dict[str, Any]:
        told: dict[str, Any] = player.ask(f"hint{query}", **{"Accept-Language": "en"}).json()
        assert (told["number"], told["left"]) == (1, 2)
        return told

    idea = ask()
    assert (idea["step"], idea["idea"]["code"], idea["around"]) == (1, "think-leave", [])
    assert idea["said"].startswith("Do not take everything")
    where = ask()
    assert (where["step"], where["around"]) == (2, ["b1", "c1"])
    for told in (idea, where):
        assert (told["move"], told["best"], told["value"], told["exact"], told["reasons"]) == (
            None, [], None, None, [],
        )  # fmt: skip
    hint = ask()
    assert (hint["move"], hint["best"], hint["exact"], hint["value"]) == ("d1d2", ["d1d2"], True, 2.0)
    assert [reason["code"] for reason in hint["reasons"]] == [
        "leaves-two", "keeps-control", "wins", "only-move",
    ]  # fmt: skip
    assert hint["reasons"][2]["detail"] == {"count": 2}
    assert hint["said"].startswith("It leaves two boxes")
    assert ask() == hint
    assert ask("?step=1") == hint


def test_over_the_api_a_hint_can_be_asked_for_whole(web: httpx.Client) -> None:
    _, (player,) = make(web, CORRIDOR, "person", "computer:facil")
    assert player.ask("hint?step=3").json()["move"] == "d1d2"


def test_an_earlier_position_gets_no_hint_and_costs_none(api_site: RunningSite, dora: Person) -> None:
    game = dora.make(modo="screen")
    version = dora.version
    dora.play("a1b1")
    assert dora.send("/pista", version=version).status == 200
    assert not dora.look().has("pista")
    assert kept(api_site, game) == []


def test_whoever_watches_or_plays_by_link_is_offered_none(
    api_site: RunningSite, dora: Person, web: httpx.Client
) -> None:
    game = dora.make(modo="screen")
    watcher = Person(api_site)
    page = watcher.open(game)
    assert not page.has("pedir-pista")
    assert watcher.send("/pista", version=0).status == 403
    one, other = Person(api_site), Person(api_site)
    two_at_a_table(one, other)
    assert not one.look().has("pedir-pista")
    refused = one.send("/pista", version=one.version)
    assert refused.status == 409
    assert refused.explanation == "Entre dos personas, cada una en su pantalla, no hay pistas."


@pytest.mark.parametrize("game", registry.GAMES, ids=lambda game: game.slug)
def test_every_game_gives_hints(dora: Person, game: AnyGame) -> None:
    dora.make(game.slug, tablero=write_settings(game.offered[0]), modo="screen")
    page = dora.send("/pista", version=dora.version, paso=1)
    idea = page.text("pista")
    assert idea
    assert page.text("pedir-pista").startswith("¿Dónde hay que mirar?")
    page = dora.send("/pista", version=dora.version, paso=2)
    assert page.text("pista").startswith(f"{idea} ")
    assert 'class="around"' in page.html
    page = dora.send("/pista", version=dora.version, paso=3)
    assert page.text("pista").startswith("Un maestro jugaría ")
    assert " hint" in page.html


def test_before_the_engines_are_ready_the_page_says_so(site: RunningSite) -> None:
    anna = Person(site)
    anna.make(modo="screen")
    refused = anna.send("/pista", version=anna.version)
    assert refused.status == 503
    assert refused.explanation == "El ordenador todavía se está preparando. Prueba dentro de un minuto."
