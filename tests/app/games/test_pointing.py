"""Moves of several clicks over HTTP: what the first click shows, tries that are refused, special moves."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from engines import registry
from tests.people import Page, Person, two_at_a_table

SMALL = {"tablero": "size=5", "modo": "screen"}
REPEATING = "gyges position=000020/001000/130330/000000/202000/001123 turn=0 : c1-c1 e6-e6 c1-c1"
"""Two pieces walk in circles: with another one the first position stands for the third time."""


def chosen(page: Page) -> str:
    """The clicks that have been made."""
    found = re.search(r'<section id="partida"[^>]* data-draft="([^"]*)"', page.html)
    assert found
    return found[1]


def choose(person: Person, draft: str) -> Page:
    """Press a place that shows what is clicked: without scripts, at an address that bears reloading."""
    page = person.send("/jugadas", scripted=False, elegir=draft, version=person.version)
    assert page.status == 303
    address = page.answer.headers["location"]
    assert f"borrador={draft}" in address
    return Page(person.http.get(address))


def presses(page: Page) -> dict[str, tuple[str, str]]:
    """What each place sends: the name of a field, and its value."""
    found = re.findall(r'<button id="b-([a-z0-9]+)" name="(\w+)" value="([a-z0-9-]*)"', page.html)
    return {token: (name, value) for token, name, value in found}


def marked(page: Page, mark: str) -> set[str]:
    """The points of the drawing that carry a mark."""
    shapes = re.findall(r'<circle id="tablero-circle-([a-z0-9]+)" class="([^"]*)"', page.html)
    return {token for token, classes in shapes if mark in classes.split()}


def test_the_first_click_shows_the_unit_the_way_and_the_targets(ana: Person) -> None:
    ana.make("ayu", **SMALL)
    before = ana.site.everything()
    assert [token for token, (name, _) in presses(ana.look()).items() if token in ana.look().free] == [
        *("b5", "d5"),
        *("b3", "d3"),
        *("b1", "d1"),
    ]
    page = choose(ana, "b1")
    assert (page.status, chosen(page)) == (200, "b1")
    assert {place for place, (name, _) in presses(page).items() if name == "move"} == {"b2", "c1"}
    assert marked(page, "unit") == {"b1"}
    assert marked(page, "nearest") == {"b3", "d1"}
    assert marked(page, "path") == marked(page, "target") == {"b2", "c1"}
    assert re.findall(r'<text class="label"[^>]*>([^<]+)<', page.html) == ["0", "0"]
    assert page.text("haciendo").startswith(
        "Unidad de 1 piedra, a distancia 1 de la más cercana. Puede ir a c1 o b2 y unirse."
    )
    assert ana.site.everything() == before


def test_places_send_the_move_begin_another_one_or_ask_why_not(ana: Person) -> None:
    ana.make("ayu", **SMALL)
    sent = presses(ana.look(borrador="b1"))
    assert sent["b2"] == ("move", "b1-b2")
    assert sent["d1"] == ("elegir", "d1")
    assert sent["b1"] == ("elegir", "")
    assert sent["e5"] == ("elegir", "b1-e5")
    assert ana.play("b1-b2").moves == ["b1-b2"]


def test_a_target_may_be_changed_before_it_is_confirmed(ana: Person) -> None:
    ana.make("ayu", **SMALL)
    page = ana.look(borrador="b1-b2")
    assert page.has("confirmar-jugada")
    assert presses(page)["c1"] == ("elegir", "b1-c1")


def test_a_try_that_is_refused_says_why_with_both_distances_and_keeps_the_stone(ana: Person) -> None:
    ana.make_from("ayu size=5 position=w...w/...../...../...../bb..b turn=0", "person", "person")
    before = ana.site.everything()
    for stone, target, why in (
        ("a1", "b2", "Esa unidad sigue a distancia 2 de la más cercana"),
        ("e1", "e2", "Esa unidad pasa de distancia 2 a 3"),
        ("e1", "e5", "El punto e5 está ocupado"),
    ):
        page = ana.send("/jugadas", elegir=f"{stone}-{target}", borrador=stone, version=ana.version)
        assert page.status == 422
        assert page.explanation.startswith(why)
        assert chosen(page) == stone
    assert ana.site.everything() == before


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("a5", "La piedra de a5 es de tu rival."),
        ("c3", "En c3 no hay ninguna piedra."),
        ("b1", "La piedra de b1 no puede salir: su unidad quedaría partida. Mueve otra."),
    ],
)
def test_a_place_that_begins_no_move_says_why(ana: Person, point: str, why: str) -> None:
    ana.make_from("ayu size=5 position=w...w/...../...../...../bbb.b turn=0", "person", "person")
    assert presses(ana.look())[point] == ("elegir", point)
    page = ana.send("/jugadas", elegir=point, version=ana.version)
    assert (page.status, page.explanation) == (422, why)


def test_what_places_show_is_in_the_page_once(ana: Person) -> None:
    ana.make("ayu", **SMALL)
    found = re.search(r'<div id="senales" hidden>(.*?)</div>', ana.look().html, re.DOTALL)
    assert found
    signs = json.loads(unescape(found[1]))
    texts = signs["texts"]
    assert len(set(texts)) == len(texts)
    assert len(signs["at"]) == 12
    stone = signs["at"]["b1"]
    assert texts[stone["marks"]["target"]] == texts[stone["labels"]["0"]] == "b2 c1"
    assert texts[stone["say"]].startswith("Unidad de 1 piedra, a distancia 1 de la más cercana.")
    assert "labels" not in signs["at"]["a2"]
    ana.make()
    assert not ana.look().has("senales")


def test_who_may_not_move_is_offered_nothing_but_may_look(ana: Person, bea: Person) -> None:
    game = two_at_a_table(ana, bea, game="ayu", tablero="size=5")
    page = bea.open(game)
    assert page.free == []
    assert page.has("senales")
    assert bea.send("/jugadas", elegir="b1", version=bea.version).explanation == "Aún no te toca."


def test_a_move_that_would_repeat_a_position_is_announced_first(ana: Person) -> None:
    match, move = registry.read_match(REPEATING), "e6-e6"
    made = ana.http.post("/api/v1/games", json={"match": REPEATING, "seats": ["person", "person"]}).json()
    ana.open(made["id"], made["seat_tokens"][1])
    before = ana.site.everything()
    page = ana.play(move)
    assert ana.site.everything() == before
    assert page.text("repetida") == (
        "Con esa jugada vuelve la posición del principio, y la partida acaba en tablas."
    )
    assert 'name="seguro" value="si"' in page.html
    page = ana.send("/jugadas", move=move, version=ana.version, seguro="si")
    assert page.state.startswith("Empate")
    equal = page.html.split('id="iguales"')[1].split("</div>")[0]
    shown = re.findall(r"jugada=(\d+)", equal)
    assert equal.count("<svg") == len(shown)
    assert list(map(int, shown)) == list(match.play(move).equal_plies)


def test_a_swap_is_a_button_at_the_right_moment_and_can_be_taken_back(ana: Person) -> None:
    ana.make("ayu", **SMALL, pie="yes")
    assert not ana.look().has("especiales")
    page = ana.play("b5-b4")
    assert page.text("especiales").endswith("Cambiar de lado")
    assert 'data-mover="white"' in page.html
    assert roles(page) == ["negras", "blancas"]
    moved = marks(page)
    assert moved
    page = ana.play("swap")
    assert marks(page) == moved  # a swap is nothing on the board: the move before it stays marked
    assert not page.has("especiales")
    assert roles(page) == ["blancas", "negras"]
    assert page.state.startswith("Le toca al jugador 1.")
    assert 'data-mover="white"' in page.html
    page = ana.send("/deshacer", version=ana.version)
    assert roles(page) == ["negras", "blancas"]
    assert page.has("especiales")


def marks(page: Page) -> list[str]:
    """The points of the board that carry the mark of the last move."""
    return re.findall(r'id="tablero-circle-([a-z]\d+)" class="[^"]*\blast\b', page.html)


def roles(page: Page) -> list[str]:
    return re.findall(r'<small class="role [^"]*">([^<]+)<', page.html)


def test_a_draft_without_scripts_has_an_address_that_keeps_the_private_link_and_the_language(
    ana: Person,
) -> None:
    made = ana.http.post("/api/v1/games", json={"match": "ayu size=5", "seats": ["person", "person"]}).json()
    ana.open(made["id"], made["seat_tokens"][0])
    page = choose(ana, "b1")
    assert chosen(page) == "b1"
    assert f'action="/p/{ana.game}/jugadas?llave={ana.key}"' in page.html
    back = f"/p/{ana.game}?llave={ana.key}&amp;borrador=b1"
    assert page.html.count(f'name="volver" value="{back}"') == 2
