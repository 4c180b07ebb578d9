"""What a browser has played: what a game earned, and how it is deleted, with scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import Hand, People, Person
from tests.browser.test_axe import faults
from tests.browser.test_looks import overflow

WON_WITH_ONE_LINE = "timbiriche rows=1 cols=1 drawn=a1b1,a1a2,a2b2"


def win(person: Person) -> None:
    person.begin_from(WON_WITH_ONE_LINE, mode="computer")
    person.play("b1b2", 1)
    expect(person.page.locator("#puntos")).to_be_visible()


@pytest.mark.parametrize("hand", ["keyboard", "touch", "scriptless"])
def test_points_are_shown_after_the_game_and_deleted_in_two_steps(people: People, hand: Hand) -> None:
    person = people.someone(hand)
    win(person)
    expect(person.page.locator("#puntos")).to_contain_text("por ganar a Medio")
    person.press(person.page.locator("#puntos a"))
    expect(person.page.locator("#total")).to_have_text("10")
    person.press(person.page.locator("#borrar"))
    expect(person.page.locator("h1")).to_contain_text("¿Borrar todo")
    person.press(person.page.locator("#no-borrar"))
    expect(person.page.locator("#total")).to_have_text("10")
    person.press(person.page.locator("#borrar"))
    person.press(person.page.locator("#borrar-todo"))
    expect(person.page.locator("#borrado")).to_be_visible()
    expect(person.page.locator("#total")).to_have_text("0")
    assert person.context.cookies() == []


@pytest.mark.parametrize(("language", "scheme"), [("es-ES", "dark"), ("en-GB", "light")])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    people: People, language: str, scheme: str
) -> None:
    person = people.someone("touch", language, color_scheme=scheme, viewport={"width": 320, "height": 640})
    person.open("/yo")
    found = faults(person.page)
    win(person)
    # The bar below stays in sight, so the page may be scrolled to where it covers part of a link.
    person.page.locator("#puntos").evaluate("it => it.scrollIntoView({ block: 'center' })")
    found += faults(person.page)
    for path in ("/yo", "/yo/borrar"):
        person.open(path)
        found += faults(person.page)
        assert overflow(person.page) == 0, path
    assert found == []
