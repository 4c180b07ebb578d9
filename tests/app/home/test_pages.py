"""The front page, the set-up pages and the rules, over HTTP."""

import re
from collections.abc import Callable

import httpx
import pytest

from engines import registry
from tests.people import Person

ENTRIES = [entry.slug for entry, _game in registry.entries()]


def test_every_game_has_a_card_with_a_drawn_board(client: httpx.Client) -> None:
    page = client.get("/").text
    cards = re.findall(r'<li class="compartment">.*?</li>', page, re.DOTALL)
    assert len(cards) == len(ENTRIES)
    for slug, card in zip(ENTRIES, cards, strict=True):
        assert 'class="drawing plain"' in card
        assert f'href="/juegos/{slug}"' in card
        assert f'href="/juegos/{slug}/reglas"' in card


def test_every_link_of_the_front_page_leads_somewhere(client: httpx.Client) -> None:
    page = client.get("/").text
    for address in set(re.findall(r'(?:href|src)="(/[^"]*)"', page)):
        assert client.get(address).status_code == 200, address


def test_unfinished_games_come_first(ana: Person, bea: Person) -> None:
    assert 'id="continuar"' not in ana.http.get("/").text
    first = ana.make(modo="screen")
    second = ana.make(modo="computer", nivel="facil", empieza="yo")
    page = ana.http.get("/").text
    assert re.findall(r'href="/p/(\w+)"', page) == [second, first]
    assert page.index('id="continuar"') < page.index('class="box"')
    assert 'id="continuar"' not in bea.http.get("/").text


def test_a_finished_game_is_not_to_be_continued(ana: Person) -> None:
    ana.make(modo="computer", nivel="facil", empieza="yo")
    ana.send("/rendirse", scripted=False, version=ana.version)
    assert 'id="continuar"' not in ana.http.get("/").text


@pytest.mark.parametrize("slug", ENTRIES)
def test_rules_are_drawn_by_the_engine(client: httpx.Client, slug: str) -> None:
    page = client.get(f"/juegos/{slug}/reglas").text
    diagrams = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert len(diagrams) > 10
    assert all(re.search(r'role="img" aria-label="[^"]+"', diagram) for diagram in diagrams)
    good, bad = page.count('class="verdict good"'), page.count('class="verdict bad"')
    assert good >= 3
    assert bad >= 3
    short = re.search(r'<section aria-labelledby="dos-minutos">.*?</section>', page, re.DOTALL)
    assert short is not None
    words = re.sub(r"<[^>]+>", " ", short[0]).split()
    assert 60 <= len(words) <= 200  # what is read aloud in two minutes is twice as long
    assert 'id="errores"' in page


def test_every_word_of_the_glossary_that_is_drawn_leads_to_its_drawing(client: httpx.Client) -> None:
    page = client.get("/glosario").text
    assert page.count("<dt>") == page.count("<dd>") > 25
    for slug in ENTRIES:
        rules = client.get(f"/juegos/{slug}/reglas").text
        assert f'href="/glosario#{"timbiriche" if slug == "sueco" else slug}"' in rules
        anchors = re.findall(rf'href="/juegos/{slug}/reglas#([a-z-]+)"', page)
        assert anchors
        assert all(f'id="{anchor}"' in rules for anchor in anchors)
    assert all(f'id="{anchor}"' in page for anchor in re.findall(r'href="#([a-z]+)"', page))


def test_a_form_with_faults_comes_back_filled_in(client: httpx.Client) -> None:
    answer = client.post(
        "/juegos/timbiriche",
        data={"tablero": "", "rows": "99", "cols": "3", "modo": "link", "empieza": "rival"},
    )
    assert answer.status_code == 422
    page = answer.text
    assert 'aria-invalid="true" aria-describedby="error-rows"' in page
    assert '<p class="problem" id="error-rows">Elige un número del 1 al 10.</p>' in page
    assert '<option value="99" selected>' in page
    assert re.search(r'name="modo" value="link" checked', page)
    assert re.search(r'name="empieza" value="rival" checked', page)


def test_the_form_works_with_its_defaults(newcomer: Callable[[], Person]) -> None:
    person = newcomer()
    person.make(tablero="grid=square rows=4 cols=4")
    assert 'data-mode="computer"' in person.look().html


@pytest.mark.parametrize(("wanted", "role"), [("yo", "gusano"), ("rival", "pájaro")])
def test_the_one_who_begins_is_the_worm_first(ana: Person, wanted: str, role: str) -> None:
    """The bird moves first, but people ask who is the worm."""
    ana.make("gusano", tablero="board=hex side=2", modo="link", empieza=wanted)
    assert re.search(rf">Tú\s*<small class=\"role role-\w+\">{role}</small>", ana.look().html)


def test_by_turns_alternates(ana: Person) -> None:
    began = []
    for _ in range(4):
        ana.make(modo="link", empieza="turnos")
        began.append(
            bool(re.search(r'class="side seat-0[^"]*"[^>]*>(?:(?!</li>).)*Tú', ana.look().html, re.DOTALL))
        )
    assert began == [True, False, True, False]
