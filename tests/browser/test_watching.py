"""Whoever only watches is sent the board, and meets it as one that was asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import People, Person
from tests.running import RunningSite, eventually


@pytest.fixture
def table(people: People, site: RunningSite) -> tuple[Person, Person, Person]:
    """Two who play, and one whose page has been told of both."""
    anna, bruno, eva = people.someone(), people.someone(), people.someone()
    path = anna.begin(3, 3)
    bruno.sit(path)
    with eva.page.expect_request("**/vivo?tablero=si", timeout=30_000):
        eva.open(path)
    live, game = site.app.state.site.live, path.removeprefix("/p/")
    # Bruno watched before he sat down, and counts as a watcher for a moment.
    eventually(lambda: len(live._streams[game]) == 3 and live.watchers(game) == 1)
    expect(eva.page.locator("#partida")).to_have_attribute("data-present", "++1")
    return anna, bruno, eva


def test_moves_are_shown_and_said_without_a_question(table: tuple[Person, Person, Person]) -> None:
    anna, bruno, eva = table
    eva.listen()
    eva.button("b2c2").focus()
    asked: list[str] = []
    eva.page.on("request", lambda request: asked.append(request.url))
    for number, move in enumerate(("a1b1", "b1c1", "a2b2"), start=1):
        (anna, bruno)[(number + 1) % 2].play(move, number)
        eva.sees(number)
        eva.page.wait_for_function("(count) => heard.length >= count", arg=number)
    assert [url for url in asked if "/tablero" in url] == []
    assert len(eva.heard()) == 3
    assert "línea de a1 a b1" in eva.heard()[0]
    expect(eva.button("b2c2")).to_be_focused()
    anna.sees(3)
    assert eva.shown() == anna.shown()


def test_an_earlier_position_is_not_pulled_away_from_a_watcher(table: tuple[Person, Person, Person]) -> None:
    anna, bruno, eva = table
    anna.play("a1b1", 1)
    eva.sees(1)
    eva.page.locator("#paso-first").click()
    expect(eva.page.locator("#partida")).to_have_attribute("data-ply", "0")
    bruno.play("b1c1", 2)
    expect(eva.page.locator("#nuevas")).to_have_text("1 jugada nueva.")
    expect(eva.page.locator("#partida")).to_have_attribute("data-ply", "0")
    eva.page.locator("#ir-ultima").click()
    expect(eva.page.locator("#partida")).to_have_attribute("data-ply", "2")
    anna.play("c1d1", 3)
    eva.sees(3)


def test_help_that_a_watcher_turns_on_stays(table: tuple[Person, Person, Person]) -> None:
    anna, _, eva = table
    eva.page.locator("#cambiar-ayuda").click()
    expect(eva.page.locator("#ayuda")).to_be_visible()
    anna.play("a1b1", 1)
    eva.sees(1)
    expect(eva.page.locator("#ayuda")).to_be_visible()


def test_whoever_sits_down_in_another_tab_is_shown_a_seat(people: People) -> None:
    anna, eva = people.someone(), people.someone()
    path = anna.begin(3, 3)
    with eva.page.expect_request("**/vivo?tablero=si", timeout=30_000):
        eva.open(path)
    expect(eva.page.locator("#partida")).to_have_attribute("data-present", "+-1")
    second = eva.another_page()
    second.goto(anna.address + path)
    second.locator("#sentarse").click()
    expect(eva.page.locator("#sentarse")).to_have_count(0)
    anna.play("a1b1", 1)
    expect(eva.page.locator(".turn")).to_have_text("Te toca.")
