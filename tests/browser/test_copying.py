"""Copying a link or a line: the clipboard has what the field shows, and the button says so for a while."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import People, Person


def page_with_a_link(person: Person, where: str) -> None:
    if where == "editor":
        person.open("/juegos/gusano/editor")
    elif where == "problem":
        person.open("/problema?partida=timbiriche+rows%3D2+cols%3D2+%3A+a1b1")
    else:
        path = person.begin(2, 2)
        person.open(f"{path}/compartir" if where == "page" else path)
        if where == "dialog":
            person.page.locator("#abrir-compartir, #invitar").first.click()


@pytest.mark.parametrize("where", ["page", "dialog", "editor", "problem"])
def test_a_button_copies_its_field_and_says_so_for_a_while(people: People, where: str) -> None:
    person = people.someone(permissions=["clipboard-read", "clipboard-write"])
    person.page.clock.install()
    page_with_a_link(person, where)
    button = person.page.locator("button[data-copy]").first
    name = button.get_attribute("data-copy") or ""
    label = button.locator("[data-label]").or_(button).last
    for _ in range(2):  # the second click finds the button saying that it is done
        button.click()
        expect(label).to_have_text(button.get_attribute("data-done") or "")
    copied = person.page.evaluate("navigator.clipboard.readText()")
    assert copied == person.page.locator(f"#{name}").input_value()
    assert copied.startswith(person.address)
    person.page.clock.run_for(3_000)
    expect(label).to_have_text("Copiar")


def test_where_the_clipboard_is_out_of_reach_the_text_is_selected(people: People) -> None:
    person = people.someone()
    person.page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    page_with_a_link(person, "editor")
    person.page.locator("#copiar-enlace").click()
    expect(person.page.locator("#enlace")).to_be_focused()
    chosen = person.page.evaluate("getSelection().toString() || document.activeElement.value")
    assert chosen == person.page.locator("#enlace").input_value()
    expect(person.page.locator("#copiar-enlace [data-label]")).to_have_text("Copiar")
