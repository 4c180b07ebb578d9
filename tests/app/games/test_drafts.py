"""Moves of several clicks on the page of a game: what each click shows, and why one is refused.

Gygès has all of it: clicks, walks and arrangements.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from app.games.drafts import read_draft
from app.games.view import Press
from engines import registry
from engines.core.game import IllegalMove
from tests.people import Page, Person

NEAR = "gyges position=123002/000000/000310/001000/000020/230301"
"""Row 1: two rings on a1, three on b1 and d1, one on f1. One ring on c3, three on d4, three on c6."""


def pressing(text: str, token: str, line: str = NEAR, stepping: bool = False) -> Press | None:
    return read_draft(registry.read_match(line), text, stepping).presses.get(token)


def test_a_click_that_completes_a_move_plays_it_and_any_other_is_shown() -> None:
    assert pressing("", "b1") == Press("elegir", "b1")
    assert pressing("b1", "b4") == Press("move", "b1-b4")
    assert pressing("b1-c3", "d6") == Press("move", "b1-c3-d6")
    assert pressing("", "c3") is None


def test_a_chosen_piece_can_be_changed_or_let_go() -> None:
    assert pressing("b1", "d1") == Press("elegir", "d1")
    assert pressing("b1", "b1") == Press("elegir", "")


def test_ending_where_the_move_began_is_asked_again() -> None:
    round_trip = "gyges position=010022/000033/000000/100210/000002/310003"
    assert pressing("a1", "a1", round_trip) == Press("elegir", "a1-a1")
    assert read_draft(registry.read_match(round_trip), "a1-a1", False).move == "a1-a1"


def test_where_a_piece_may_bounce_or_replace_the_page_asks_which() -> None:
    press = pressing("d1", "d4")
    assert press == Press("elegir", "d1~d2~d3~d4")
    asked = read_draft(registry.read_match(NEAR), press.value, False)
    assert asked.stay == Press("elegir", "d1-d4")
    assert {"goal", "c6", "d5"} <= asked.choices
    assert asked.presses["goal"] == Press("move", "d1-goal")
    onward = read_draft(registry.read_match(NEAR), press.value + "~", False)
    assert onward.stay is None
    assert onward.text == "d1~d2~d3~d4~"


def test_where_only_replacing_makes_sense_nothing_is_asked() -> None:
    basic = NEAR.replace("gyges ", "gyges replace=no ")
    assert pressing("b1", "c3", basic) is None  # it has to bounce: c3 is no end
    shut = "gyges position=000000/000000/000000/000000/112131/232323"
    assert pressing("a2", "a1", shut) == Press("elegir", "a2-a1")  # nothing leads on from a1


def test_step_by_step_a_piece_goes_cell_by_cell_and_back() -> None:
    walked = read_draft(registry.read_match(NEAR), "d1~d2", True)
    assert walked.choices == {"c2", "d3"}
    assert walked.presses["d3"] == Press("elegir", "d1~d2~d3")
    assert walked.back == "d1"
    last = read_draft(registry.read_match(NEAR), "d1~d2~d3", True)
    assert last.presses["e3"] == Press("move", "d1-e3")
    assert last.presses["d4"] == Press("elegir", "d1~d2~d3~d4")


@pytest.mark.parametrize(
    ("text", "reason"),
    [("c1", "empty-start"), ("b1-f6", "not-exact"), ("d1~d2~d1", "step-link"), ("x" * 300, "not-a-move")],
)
def test_a_draft_that_leads_nowhere_has_a_reason(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_draft(registry.read_match(NEAR), text, False)
    assert refused.value.reason == reason


def draft_of(page: Page) -> str:
    found = re.search(r'data-draft="([^"]*)"', page.html)
    assert found
    return found[1]


@pytest.fixture
def at_near(newcomer: Callable[[], Person]) -> Person:
    person = newcomer()
    person.make_from(NEAR, "person", "person")
    return person


def test_a_refused_click_says_why_and_what_was_chosen_stays(at_near: Person) -> None:
    before = at_near.site.everything()
    page = at_near.send("/jugadas", version=0, elegir="a1-c1", borrador="a1")
    assert page.status == 422
    assert page.explanation.startswith("El camino de a1 a c1 está cortado")
    assert draft_of(page) == "a1"
    assert at_near.site.everything() == before


def test_a_click_on_an_older_board_is_told_so(at_near: Person) -> None:
    at_near.send("/jugadas", version=0, move="b1-b4")
    page = at_near.send("/jugadas", version=0, elegir="d1")
    assert page.status == 409
    assert page.explanation.startswith("El tablero había cambiado")


def test_addresses_lead_through_a_whole_move_without_scripts(at_near: Person) -> None:
    page = at_near.look()
    for text in ("d1", "d1~d2~d3~d4", "d1-d4", "d1-d4-a2"):
        page = at_near.look(borrador=text)
        assert draft_of(page) == text
    assert 'id="confirmar-jugada" name="move" value="d1-d4-a2"' in page.html
    assert f"llave={at_near.key}&amp;borrador=" in at_near.look(borrador="d1").html
    nowhere = at_near.look(borrador="d1-a1")
    assert (nowhere.status, draft_of(nowhere)) == (200, "")


def test_places_say_what_they_are_and_what_they_do(at_near: Person) -> None:
    assert ">b1, pieza de tres anillas, puede moverse</button>" in at_near.look().html
    chosen = at_near.look(borrador="d1").html
    assert ">c3, pieza de una anilla, puede caer aquí</button>" in chosen
    assert ">d5, vacía, puede acabar aquí</button>" in chosen
    assert ">Meta de arriba, puede entrar y ganar</button>" in chosen


def test_a_row_is_placed_without_scripts(newcomer: Callable[[], Person]) -> None:
    person = newcomer()
    person.make_from("gyges", "person", "person")
    text = ""
    for kind in "312231":
        page = person.look(borrador=text)
        found = re.search(rf'id="pieza-{kind}" name="elegir" value="(\d+)"', page.html)
        assert found
        text = found[1]
    page = person.look(borrador=text)
    assert 'name="move" value="312231"' in page.html
    assert 'id="pieza-' not in page.html
    assert page.html.index('id="confirmar-jugada"') < page.html.index('id="preparadas"')
    assert person.send("/jugadas", version=0, move="312231").last == 1


def test_whoever_is_not_to_move_sees_no_choices(newcomer: Callable[[], Person], at_near: Person) -> None:
    watcher = newcomer()
    page = watcher.open(at_near.game)
    assert page.free == []
    assert "puede moverse" not in page.html
    assert watcher.send("/jugadas", version=0, elegir="d1").status == 403


def test_walking_step_by_step_is_remembered_and_keeps_the_chosen_piece(at_near: Person) -> None:
    page = at_near.send("/pasos", pasos="si", borrador="d1")
    assert draft_of(page) == "d1"
    assert 'name="elegir" value="d1~d2"' in page.html
    assert 'id="cambiar-pasos" name="pasos" value="no" role="switch" aria-checked="true"' in page.html
