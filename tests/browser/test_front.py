"""The front page, set-up and rules in a real browser: on every window, without scripts, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engines import registry
from tests.browser.people import Hand, People

FRONT = [
    "/",
    *(f"/juegos/{entry.slug}{rest}" for entry, _game in registry.entries() for rest in ("", "/reglas")),
    "/api/docs",
    "/glosario",
    "/nada",
]
WINDOWS = ((320, 640), (390, 844), (320, 256), (768, 1024), (1280, 720))
"""Phones, a window zoomed to 400 %, a tablet, a desk."""
TARGETS = """() => [...document.querySelectorAll("a, button, summary, select, label:has(input[type=radio])")]
  .filter((each) => {
    const style = getComputedStyle(each);
    return each.offsetParent && style.display !== "inline" && !each.closest(".visually-hidden, .places");
  })
  .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < 44 || box.height < 44))
  .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""


def small_targets(page: Page) -> Any:
    return page.evaluate(TARGETS)


@pytest.mark.parametrize("path", FRONT)
def test_nothing_is_wider_than_the_window(people: People, path: str) -> None:
    if path == "/nada":
        people.guard.allowed.append("404")
    somebody = people.someone()
    somebody.open(path)
    somebody.page.set_viewport_size({"width": 320, "height": 640})
    for summary in somebody.page.locator("summary").all():
        summary.click()
    for width, height in WINDOWS:
        somebody.page.set_viewport_size({"width": width, "height": height})
        assert somebody.page.evaluate("document.documentElement.scrollWidth") <= width
        assert small_targets(somebody.page) == []


@pytest.mark.parametrize("language", ["es-ES", "en-GB"])
@pytest.mark.parametrize("path", ["/juegos/timbiriche", "/juegos/sueco"])
def test_play_is_in_sight_at_once(people: People, path: str, language: str) -> None:
    for width, height in ((390, 844), (320, 640), (1280, 720)):
        somebody = people.someone(language=language, viewport={"width": width, "height": height})
        somebody.open(path)
        box = somebody.page.locator(".launch button").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_two_clicks_from_the_front_page_to_a_game(people: People, hand: Any) -> None:
    somebody = people.someone(hand)
    somebody.open("/")
    somebody.press(somebody.page.locator(".compartment .primary").first)
    somebody.press(somebody.page.locator(".launch button"))
    expect(somebody.page).to_have_url(re.compile(r"/p/\w{12}$"))
    expect(somebody.page.locator("#partida")).to_have_attribute("data-mode", "computer")


def test_questions_follow_the_answers(people: People) -> None:
    page = people.someone("scriptless").page
    page.goto(people.address + "/juegos/timbiriche")
    expect(page.locator(".level")).to_be_visible()
    page.locator('[name=modo][value="link"]').check()
    expect(page.locator(".level")).to_be_hidden()
    expect(page.locator(".starts")).to_be_visible()
    page.locator('[name=modo][value="screen"]').check()
    expect(page.locator(".starts")).to_be_hidden()
    page.locator("summary").first.click()
    expect(page.locator(".own-size")).to_be_hidden()
    page.locator("#propio").check()
    expect(page.locator(".own-size")).to_be_visible()
    page.locator("#rows").select_option("1")
    page.locator("#cols").select_option("2")
    page.locator(".launch button").click()
    expect(page.locator("#partida")).to_have_attribute("data-mode", "screen")
    expect(page.locator("#jugar button")).to_have_count(7)


def test_the_form_is_filled_in_with_the_keyboard(people: People) -> None:
    page = people.someone("keyboard").page
    page.goto(people.address + "/juegos/timbiriche")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    for link in ("reglas", "aprender"):
        page.keyboard.press("Tab")
        expect(page.locator(f'main header a[href$="/{link}"]')).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[name=tablero]:checked")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[name=tablero]:checked")).to_have_value("grid=square rows=3 cols=3")
    ring = page.locator("[name=tablero]:checked + .face").evaluate(
        "each => getComputedStyle(each).outlineStyle"
    )
    assert ring == "solid"
    page.keyboard.press("Enter")
    expect(page.locator("#jugar button")).to_have_count(24)


def test_language_and_colours_stay(people: People) -> None:
    somebody = people.someone("scriptless", color_scheme="light")
    somebody.open("/juegos/sueco/reglas")
    page = somebody.page
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    page.locator('[name=idioma][value="en"]').click()
    expect(page).to_have_url(people.address + "/juegos/sueco/reglas")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    light = page.evaluate(paper)
    page.locator('[name=tema][value="oscuro"]').click()
    dark = page.evaluate(paper)
    assert light != dark
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) == dark
    page.locator('[name=tema][value="claro"]').click()
    assert page.evaluate(paper) == light
    page.locator('[name=tema][value="auto"]').click()
    assert page.evaluate(paper) == dark
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(paper) == light


def test_nothing_moves_with_reduced_motion(people: People) -> None:
    page = people.someone(reduced_motion="reduce").page
    page.goto(people.address + "/")
    slow = page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((each) => {
          const style = getComputedStyle(each);
          return parseFloat(style.transitionDuration) > 0.01 || parseFloat(style.animationDuration) > 0.01;
        }).map((each) => each.className)"""
    )
    assert slow == []


def test_choices_are_seen_without_colours(people: People) -> None:
    page = people.someone(forced_colors="active").page
    page.goto(people.address + "/juegos/timbiriche")
    outlines = page.evaluate(
        """() => [...document.querySelectorAll("[name=modo]")].map((each) => [
          each.checked, getComputedStyle(each.nextElementSibling).outlineStyle])"""
    )
    assert outlines == [[True, "solid"], [False, "none"], [False, "none"]]


@pytest.mark.parametrize("field", ["#start", "#misma-pantalla"])
@pytest.mark.parametrize("mode", ["keyboard", "scriptless"])
def test_enter_in_any_field_begins_the_game(people: People, mode: Hand, field: str) -> None:
    somebody = people.someone(mode)
    somebody.open("/juegos/gusano")
    somebody.page.locator(field).press("Enter")
    expect(somebody.page.locator("#partida")).to_be_visible()


def test_games_are_on_the_first_screen_of_a_phone(people: People) -> None:
    somebody = people.someone("touch")
    somebody.open("/")
    box = somebody.page.locator(".compartment .primary").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
@pytest.mark.parametrize("slug", ["ayu", "gusano", "gyges", "timbiriche"])
def test_rules_begin_on_the_first_screen(people: People, slug: str, width: int, height: int) -> None:
    somebody = people.someone("touch", viewport={"width": width, "height": height})
    somebody.open(f"/juegos/{slug}/reglas")
    page = somebody.page
    title = page.locator(".rules section h2").first.bounding_box()
    assert title is not None
    assert title["y"] + title["height"] <= height
    links = page.locator(".contents a")
    expect(links.first).to_be_hidden()
    somebody.press(page.locator(".contents summary"))
    somebody.press(links.last)
    expect(page.locator(".rules section h2").last).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.reload()
    expect(links.first).to_be_visible()
    expect(page.locator(".contents summary")).to_be_hidden()
