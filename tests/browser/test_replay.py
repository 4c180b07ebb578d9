"""Going through a game: links, keys, slider and playing by itself, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.games import whole_game
from tests.browser.people import People, Person

SMALL = "timbiriche rows=1 cols=2"


@pytest.fixture
def finished(people: People) -> Person:
    """Somebody in front of a game of seven moves that is over."""
    person = people.someone()
    path = person.begin(1, 2, mode="screen")
    for version, (_, move, _match) in enumerate(whole_game(SMALL)):
        person.send(path, move, version)
    person.open(path)
    return person


def section(person: Person) -> Locator:
    return person.page.locator("#partida")


def test_arrow_keys_walk_from_end_to_end(finished: Person) -> None:
    keyboard = finished.page.keyboard
    finished.page.locator("#estado").focus()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 7)):
        keyboard.press(key)
        expect(section(finished)).to_have_attribute("data-ply", str(ply))
        assert f"jugada={ply}" in finished.page.url
    keyboard.press("ArrowRight")
    expect(section(finished)).to_have_attribute("data-ply", "7")


def test_presses_faster_than_the_site_answers_all_count(finished: Person) -> None:
    page = finished.page
    page.locator("#estado").focus()
    page.evaluate(
        """["End", ...Array(5).fill("ArrowLeft"), "ArrowRight"].forEach((key) =>
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })))"""
    )
    expect(section(finished)).to_have_attribute("data-ply", "3")
    assert "jugada=3" in page.url
    page.evaluate(
        """["next", "next", "previous", "next"].forEach((name) =>
          document.getElementById(`paso-${name}`).click())"""
    )
    expect(section(finished)).to_have_attribute("data-ply", "5")
    assert "jugada=5" in page.url


def test_every_position_has_an_address_that_shows_it(finished: Person, people: People) -> None:
    finished.page.locator(".record a").nth(2).click()
    expect(section(finished)).to_have_attribute("data-ply", "3")
    expect(finished.page.locator('.record a[aria-current="true"]')).to_have_count(1)
    stranger = people.someone()
    stranger.open(finished.page.url.removeprefix(finished.address))
    expect(section(stranger)).to_have_attribute("data-ply", "3")
    expect(stranger.page.locator("#nuevas")).to_have_attribute("hidden", "")
    assert stranger.shown() == finished.shown()


def test_the_slider_moves_through_the_game(finished: Person) -> None:
    slider = finished.page.locator("#deslizador")
    slider.focus()
    finished.page.keyboard.press("ArrowLeft")
    expect(section(finished)).to_have_attribute("data-ply", "6")
    expect(slider).to_be_focused()
    finished.page.keyboard.press("Home")
    expect(section(finished)).to_have_attribute("data-ply", "0")
    finished.page.locator("#paso-next").click()
    expect(slider).to_have_value("1")


def test_it_plays_by_itself_to_the_end_and_stops_when_asked(finished: Person) -> None:
    page = finished.page
    page.locator("#ritmo").select_option("2000")
    page.locator("#reproducir").click()
    expect(page.locator("#reproducir")).to_have_attribute("aria-pressed", "true")
    expect(section(finished)).to_have_attribute("data-ply", re.compile("[1-4]"))
    page.locator("#reproducir").click()
    expect(page.locator("#reproducir")).to_have_attribute("aria-pressed", "false")
    page.locator("#ritmo").select_option("400")
    page.locator("#reproducir").click()
    expect(section(finished)).to_have_attribute("data-ply", "7")
    expect(page.locator("#reproducir")).to_have_attribute("aria-pressed", "false")


def test_without_scripts_links_and_the_slider_do_the_same(people: People) -> None:
    person = people.someone("scriptless")
    person.begin(1, 2, mode="screen")
    for number, (_, move, _match) in enumerate(whole_game(SMALL), start=1):
        person.play(move, number)
    page = person.page
    page.locator("#paso-first").click()
    expect(section(person)).to_have_attribute("data-ply", "0")
    page.locator("#deslizador").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Ir", exact=True).click()
    expect(section(person)).to_have_attribute("data-ply", "3")
    expect(page.locator("#tablero a")).to_have_count(0)
    expect(page.locator("#reproducir")).to_be_hidden()
