"""Small screens and fingers: what has to be in sight is, and what may have been missed is asked about."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.classes.conftest import Teacher
from tests.browser.people import People, Person
from tests.browser.test_looks import overflow
from tests.running import RunningSite

PHONES = [(390, 844), (320, 640)]
WON = "ayu size=5 position=b..../...../...../...../....w"
"""Whoever is to move has won."""
FOOTBALL = "gusano board=football start=1"
"""The worm is in the middle, where the cells are 25 pixels apart on a phone."""


PAGES = (
    *(
        "/",
        "/juegos/gyges",
        "/juegos/gusano/editor",
        "/juegos/ayu/reglas",
        "/glosario",
        "/preferencias",
        "/yo",
    ),
    *("/reto", "/clase", "/profe", "/sin-conexion", "/privacidad"),
)
BROKEN = """() => {
  const found = [];
  for (const element of document.querySelectorAll("h1, h2, h3, a, button, label, legend, summary")) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.parentElement.closest(".hidden, .visually-hidden")) continue;
      for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    }
  }
  return found;
}"""
"""The words of headings and controls that go over more than one line."""


def phone(people: People, width: int, height: int, language: str = "es-ES") -> Person:
    return people.someone("touch", language, viewport={"width": width, "height": height})


def test_long_names_without_a_space_are_no_wider_than_the_window(people: People, site: RunningSite) -> None:
    teacher = Teacher(site, nombre="M" * 60, nombres="si")
    task = teacher.publish("timbiriche rows=1 cols=1", titulo="W" * 60)
    pupil = phone(people, 320, 640)
    pupil.open(f"/clase/{teacher.code}")
    pupil.page.locator("#nombre").fill("W" * 20)
    pupil.press(pupil.page.locator("#entrar"))
    pupil.press(pupil.page.locator("#seguir"))
    desk = [teacher.desk + rest for rest in ("", "/pantalla", "/tarjetas", f"/retos/{task}/mapa")]
    for path in (f"/clase/{teacher.code}", *desk):
        pupil.page.goto(pupil.address + path)
        assert overflow(pupil.page) == 0, path


def edges(found: Locator) -> tuple[float, float]:
    """Where something begins and ends on the screen, from above."""
    box = found.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def in_sight(page: Page, selector: str) -> bool:
    """Whether something lies below the board and above the bar of actions, if that is there."""
    above, below = edges(page.locator(selector))
    bar = page.locator(".actions")
    window = page.viewport_size
    assert window is not None
    ends = edges(bar)[0] if bar.is_visible() else window["height"]
    return edges(page.locator(".wood"))[1] <= above and below <= ends


def too_narrow(buttons: Locator) -> int:
    """How many of some buttons are narrower than their words."""
    found: int = buttons.evaluate_all("all => all.filter((it) => it.scrollWidth > it.clientWidth).length")
    return found


@pytest.mark.parametrize("language", ["es-ES", "en-GB"])
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_pieces_to_be_placed_are_in_sight(people: People, width: int, height: int, language: str) -> None:
    person = phone(people, width, height, language)
    page = person.page
    for table in (True, False):
        if table:
            person.open("/juegos/gyges/mesa")
        else:
            person.begin_from("gyges", mode="computer")
        assert in_sight(page, ".stock")
        person.press(page.locator("#pieza-1"))
        expect(page.locator("#cancelar")).to_be_visible()
        assert in_sight(page, ".stock")
        page.evaluate("scrollTo(0, 0)")
        if height > 800:
            assert in_sight(page, "#preparadas summary")


@pytest.mark.parametrize("language", ["es-ES", "en-GB"])
def test_no_word_of_a_heading_or_a_button_is_broken(people: People, language: str) -> None:
    person = phone(people, 320, 640, language)
    broken = {}
    for path in PAGES:
        person.open(path)
        broken[path] = person.page.evaluate(BROKEN)
    assert {path: words for path, words in broken.items() if words} == {}


def test_the_board_of_a_table_is_large_again_when_all_is_placed(people: People) -> None:
    person = phone(people, 320, 640)
    person.open("/juegos/gyges/mesa")
    while_placing = person.page.locator(".wood").bounding_box()
    person.page.locator("#cual").select_option("4")
    expect(person.page.locator("#preparadas")).to_be_hidden()
    while_playing = person.page.locator(".wood").bounding_box()
    assert while_placing is not None
    assert while_playing is not None
    assert while_playing["width"] > 1.2 * while_placing["width"]


@pytest.mark.parametrize(
    "line", ["timbiriche rows=1 cols=1", "ayu size=5 position=b..../...../...../...../....w"]
)
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_what_a_game_earned_is_in_sight(people: People, width: int, height: int, line: str) -> None:
    person = phone(people, width, height)
    person.begin_from(line, mode="computer")
    page = person.page
    while page.locator("#partida").get_attribute("data-over") == "no":
        last = int(page.locator("#partida").get_attribute("data-last") or "")
        button = page.locator("#jugar button:not([aria-disabled])").first
        if page.locator(".turn.yours").count() and button.count():
            person.point_at((button.get_attribute("id") or "")[2:])
            person.sees(last + 1)
        page.wait_for_timeout(20)
    expect(page.locator(".award")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    assert in_sight(page, ".award")
    assert too_narrow(page.locator(".actions .button")) == 0


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_question_about_a_move_leaves_the_board_in_sight(people: People, width: int, height: int) -> None:
    person = phone(people, width, height)
    person.begin_from("ayu size=11")
    page = person.page
    person.point_at("f1")
    expect(page.locator("#partida")).to_have_attribute("data-draft", "f1")
    begins, ends = edges(page.locator("#haciendo"))
    assert begins >= edges(page.locator(".wood"))[1]
    assert ends <= height
    person.point_at("g1")
    bar = page.locator("#envio")
    expect(bar).to_contain_text("De f1 a g1.")
    assert edges(bar)[0] >= edges(page.locator("#tablero"))[1]
    assert too_narrow(bar.locator("button:visible")) == 0


def tap_between(person: Person, one: str, other: str, share: float) -> None:
    """Tap on the way from one place to another; 0 is the first one, 1 the second."""
    board = person.page.locator("#tablero")
    unit: float = board.evaluate("(it) => it.getBoundingClientRect().width / it.viewBox.baseVal.width")
    (x, y), (u, v) = person.middle(one), person.middle(other)
    where: Any = {"x": (x + (u - x) * share) * unit, "y": (y + (v - y) * share) * unit}
    board.tap(position=where)


def test_a_finger_between_two_small_cells_is_asked(people: People) -> None:
    person = phone(people, 390, 844)
    person.begin_from(FOOTBALL)
    page = person.page
    one, other = ("2", "3")
    bar = page.locator("#envio")
    moves = page.locator("#partida")
    tap_between(person, one, other, 0.4)
    expect(bar).to_contain_text("2: libre. Toca otra vez para jugar.")
    expect(moves).to_have_attribute("data-last", "0")
    tap_between(person, one, other, 0.6)  # the other one instead
    expect(bar).to_contain_text("3:")
    lens = bar.locator("svg")
    point: dict[str, float] = lens.evaluate(
        """(it, [x, y]) => {
          const { x: left, y: top } = it.getBoundingClientRect();
          const { x: u, y: v } = new DOMPoint(x, y).matrixTransform(it.getScreenCTM());
          return { x: u - left, y: v - top };
        }""",
        person.middle(one),
    )
    lens.tap(position=point)  # type: ignore[arg-type]
    expect(bar).to_contain_text("2:")
    expect(moves).to_have_attribute("data-last", "0")
    bar.get_by_role("button", name="Jugar").tap()
    expect(moves).to_have_attribute("data-last", "1")


def test_a_finger_between_two_lines_is_asked_at_a_table_too(people: People) -> None:
    person = phone(people, 320, 640)
    person.open("/juegos/timbiriche/mesa")
    page = person.page
    page.locator("#cual").select_option(label="5\xa0×\xa05")
    tap_between(person, "c2d2", "d2d3", 0.45)
    expect(page.locator("#envio")).to_contain_text("Toca otra vez para jugar.")
    expect(page.locator("#mesa")).to_have_attribute("data-last", "0")
    tap_between(person, "c2d2", "d2d3", 0.45)
    expect(page.locator("#mesa")).to_have_attribute("data-last", "1")
    expect(page.locator("#envio")).to_be_hidden()


def test_a_finger_that_can_mean_one_cell_only_plays_it(people: People) -> None:
    person = phone(people, 390, 844)
    person.begin_from(FOOTBALL)
    person.point_at("2")
    person.sees(1)


@pytest.mark.parametrize("slug", ["ayu", "gusano", "gyges", "timbiriche"])
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_board_of_a_lesson_is_in_sight(people: People, width: int, height: int, slug: str) -> None:
    person = phone(people, width, height)
    person.open(f"/juegos/{slug}/aprender")
    assert edges(person.page.locator("#tablero"))[1] <= height


def test_where_a_tap_plays_nothing_nobody_is_asked(people: People) -> None:
    person = phone(people, 390, 844)
    person.open("/juegos/timbiriche/aprender")
    person.page.evaluate("localStorage.setItem('ingenio.confirmar', 'yes')")
    person.page.reload()
    person.point_at("b1b2")
    expect(person.page.locator("#veredicto")).to_be_visible()
