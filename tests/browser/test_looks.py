"""Phones, windows, contrast, motion and weight."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.games import whole_game
from tests.browser.people import People, Person

LIMIT = 60_000
"""Bytes over the wire of a first visit to a game."""


def overflow(page: Page) -> int:
    wider: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider


def lower_edge(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("size", [3, 10])
def test_a_phone_never_scrolls_sideways(people: People, width: int, size: int) -> None:
    person = people.someone("touch", viewport={"width": width, "height": 640 if width == 320 else 844})
    person.begin(size, size, mode="screen")
    assert overflow(person.page) == 0
    person.play("a1b1", 1)
    assert overflow(person.page) == 0


def test_board_score_and_turn_are_on_the_first_screen_of_a_phone(people: People) -> None:
    anna, bruno = people.someone("touch"), people.someone("touch")
    bruno.sit(anna.begin(4, 4))
    anna.sees(0)
    for selector in (".score", "#tablero", ".turn", ".actions"):
        assert lower_edge(anna.page, selector) <= 844, selector
        assert lower_edge(bruno.page, selector) <= 844, selector
    board = anna.page.locator(".wood").bounding_box()
    assert board is not None
    assert board["width"] >= 350


def test_a_window_of_1280_by_720_plays_without_scrolling(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin(5, 5))
    for selector in (
        ".score",
        ".wood",
        ".turn",
        ".actions",
        ".replay" if anna.page.locator(".replay").count() else ".turn",
    ):
        assert lower_edge(anna.page, selector) <= 720, selector
    field = anna.page.locator(".field").bounding_box()
    section = anna.page.locator("#partida").bounding_box()
    assert field is not None
    assert section is not None
    assert field["width"] >= 0.6 * section["width"]


def test_less_motion_means_none(people: People) -> None:
    person = people.someone(reduced_motion="reduce")
    person.begin(1, 1, mode="screen")
    for number, move in enumerate(("a1b1", "a2b2", "a1a2", "b1b2"), start=1):
        person.play(move, number)
    moving = person.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((element) => {
          const style = getComputedStyle(element);
          const long = (value) => value.split(",").some((each) => parseFloat(each) > 0.001);
          return (style.animationName !== "none" && long(style.animationDuration))
            || (style.transitionProperty !== "none" && long(style.transitionDuration));
        }).map((element) => element.outerHTML.slice(0, 80))"""
    )
    assert moving == []


def test_movement_is_shorter_than_a_third_of_a_second(people: People) -> None:
    person = people.someone()
    person.begin(1, 1, mode="screen")
    for number, move in enumerate(("a1b1", "a2b2", "a1a2", "b1b2"), start=1):
        person.play(move, number)
    cell = person.page.locator("#tablero .cell.owner-1")
    expect(cell).to_have_count(1)
    assert cell.evaluate("(cell) => getComputedStyle(cell).animationName") == "appear"
    assert cell.evaluate("(cell) => parseFloat(getComputedStyle(cell).animationDuration)") < 0.3


def test_owners_differ_without_colour(people: People) -> None:
    person = people.someone()
    person.begin(3, 3, mode="screen")
    for number, (_, move, match) in enumerate(whole_game(), start=1):
        person.play(move, number)
        if min(match.state.score):
            break
    fills = {
        owner: person.page.locator(f"#tablero .cell.{owner}").first.evaluate(
            "(cell) => getComputedStyle(cell).fill"
        )
        for owner in ("owner-0", "owner-1")
    }
    assert fills == {"owner-0": 'url("#pattern-0")', "owner-1": 'url("#pattern-1")'}
    initials = person.page.locator("#tablero .initial")
    assert set(initials.all_text_contents()) == {"1", "2"}
    marks = person.page.evaluate(
        """() => ["pattern-0", "pattern-1"].map((id) =>
          [...document.getElementById(id).children].map((shape) => shape.tagName).join())"""
    )
    assert marks[0] != marks[1]


def test_high_contrast_keeps_everything_visible(people: People) -> None:
    person = people.someone(forced_colors="active")
    person.begin(1, 1, mode="screen")
    for number, move in enumerate(("a1b1", "a2b2"), start=1):
        person.play(move, number)
    colours = person.page.evaluate(
        """() => {
          const board = getComputedStyle(document.querySelector(".wood")).backgroundColor;
          const stroke = (selector) => getComputedStyle(document.querySelector(selector)).stroke;
          return { board, drawn: stroke("#tablero-line-a1b1"), last: stroke("#tablero-line-a2b2"),
            free: stroke("#tablero-line-a1a2"), dot: getComputedStyle(document.querySelector(".dot")).fill };
        }"""
    )
    assert len(set(colours.values())) >= 4, colours
    assert colours["drawn"] == colours["dot"]
    assert colours["board"] not in {colours["drawn"], colours["last"], colours["free"]}


def test_a_first_visit_weighs_little_and_asks_nobody_else(people: People) -> None:
    """The heaviest page there is: the largest board in the middle of its game, with all moves listed."""
    maker = people.someone()
    path = maker.begin(10, 10, mode="screen")
    moves = whole_game("timbiriche rows=10 cols=10")
    for version, (_, move, _match) in enumerate(itertools.islice(moves, 110)):
        answer = maker.page.request.post(
            f"{maker.address}{path}/jugadas",
            form={"move": move, "version": version},
            headers={"Origin": maker.address, "HX-Request": "true"},
        )
        assert answer.ok
    visitor = people.someone()
    answers: list[Response] = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    visitor.open(path)
    visitor.page.wait_for_load_state("load")
    weights = {answer.url: weight(answer) for answer in answers if "/vivo" not in answer.url}
    assert sum(weights.values()) <= LIMIT, weights
    print(f"first visit: {sum(weights.values())} bytes in {len(weights)} answers")
    assert all(url.startswith(visitor.address) for url in weights)


def weight(answer: Response) -> int:
    """Bytes of an answer as they came over the wire, head and body."""
    sizes = answer.request.sizes()
    packed = answer.headers.get("content-encoding") == "gzip"
    assert packed or sizes["responseBodySize"] < 1_500, f"{answer.url} is not compressed"
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


def zoomable(person: Person) -> str:
    content: str = person.page.locator("meta[name=viewport]").get_attribute("content") or ""
    return content


def test_double_taps_do_not_zoom_but_people_may(people: People) -> None:
    person = people.someone("touch")
    person.begin(mode="screen")
    touch = person.page.locator(".wood").evaluate("(board) => getComputedStyle(board).touchAction")
    assert touch == "manipulation"
    assert "user-scalable" not in zoomable(person)
    assert "maximum-scale" not in zoomable(person)
