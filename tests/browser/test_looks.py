"""Phones, windows, contrast, motion and weight."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.games import some_game, whole_game
from tests.browser.people import People, Person

LIMIT = 60_000
"""Bytes over the wire of a first visit to a game."""
ROOM = 2_000
"""Bytes that the heaviest page leaves for what is still to come."""


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
    for selector in (".score", ".wood", ".turn", ".actions"):
        assert lower_edge(anna.page, selector) <= 720, selector
    anna.play("a1b1", 1)
    assert lower_edge(anna.page, ".step") <= 720
    field = anna.page.locator(".field").bounding_box()
    section = anna.page.locator("#partida").bounding_box()
    assert field is not None
    assert section is not None
    assert field["width"] >= 0.6 * section["width"]


def test_there_is_nothing_to_go_through_before_the_first_move(people: People) -> None:
    person = people.someone("touch")
    person.begin(3, 3, mode="screen")
    dead = person.page.locator("#partida .button[aria-disabled], .replay, #jugadas")
    expect(dead).to_have_count(0)
    person.play("a1b1", 1)
    expect(person.page.locator("#paso-first")).to_be_visible()
    person.press(person.page.locator("#deshacer"))
    expect(dead).to_have_count(0)


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


@pytest.mark.parametrize("colours", ["none", "active"])
def test_whose_line_it_is_can_be_told_without_colour(
    people: People, colours: Literal["none", "active"]
) -> None:
    person = people.someone(forced_colors=colours)
    person.begin(2, 2, mode="screen")
    for number, move in enumerate(("a1b1", "b1c1"), start=1):
        person.play(move, number)
    strokes = person.page.evaluate(
        """() => ["a1b1", "b1c1"].map((edge) =>
          getComputedStyle(document.getElementById(`tablero-line-${edge}`)).strokeDasharray)"""
    )
    assert strokes[0] != strokes[1], strokes


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


@pytest.mark.parametrize(("board", "plies"), [("timbiriche rows=10 cols=10", 110), ("ayu size=15", 100)])
def test_a_first_visit_weighs_little_and_asks_nobody_else(people: People, board: str, plies: int) -> None:
    """The heaviest pages there are: the largest boards in the middle of a game, with all moves listed."""
    match = some_game(board, plies)
    maker = people.someone()
    made = maker.page.request.post(
        f"{maker.address}/api/v1/games",
        data={"match": match.to_text(), "seats": ["person", "person"]},
    )
    assert made.ok, made.text()
    path = urlsplit(made.json()["url"]).path
    visitor = people.someone(fresh=True)
    answers: list[Response] = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    visitor.open(path)
    visitor.page.wait_for_load_state("load")
    later = ("/vivo", "/tablero")  # news, which come after the first visit
    weights = {it.url: weight(it) for it in answers if not any(part in it.url for part in later)}
    assert sum(weights.values()) <= LIMIT - ROOM, weights
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


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("gusano rows=4 cols=4 start=b2", ".cell"),
        ("timbiriche rows=3 cols=3", ".edge"),
        ("ayu size=7", ".stone"),
        ("ayu size=7", ".point"),
        ("gyges setup=312231/132213", ".cell.even"),
        ("gyges setup=312231/132213", ".cell.odd"),
        ("gyges setup=312231/132213", ".goal"),
    ],
)
def test_a_recommended_place_has_an_outline_on_every_board(people: People, line: str, shape: str) -> None:
    person = people.someone(reduced_motion="reduce")
    person.begin_from(line)
    stroke, accent = person.page.evaluate(
        """(shape) => {
          const found = document.querySelector(`#tablero ${shape}`);
          found.classList.add("hint");
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.color = "var(--accent)";
          return [getComputedStyle(found).stroke, getComputedStyle(probe).color];
        }""",
        shape,
    )
    assert stroke == accent
