"""Lessons, learnt from the first step to the game at their end in each way of using a page."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Response, expect

from app.learn.course import course_of
from app.learn.lesson import Place, reach, ways_out
from engines.core.notation import tokens
from tests.browser.people import Hand, People, Person
from tests.browser.test_axe import faults
from tests.browser.test_looks import LIMIT, overflow, weight

LESSONS: list[tuple[Hand, str, str, int]] = [
    ("mouse", "timbiriche", "es-ES", 0),
    ("keyboard", "gusano", "en-GB", 0),
    ("touch", "ayu", "es-ES", 1),
    ("scriptless", "gyges", "en-GB", 1),
    ("touch", "sueco", "en-GB", 0),
]


def place_of(person: Person) -> Place:
    """Where a person is, as the address says."""
    parts = urlsplit(person.page.url)
    query = {key: value[0] for key, value in parse_qs(parts.query).items()}
    moves = query.get("jugadas", "")
    return Place(
        entry=parts.path.split("/")[2],
        number=int(query.get("paso", 1)),
        side=int(query.get("lado", 0)),
        moves=tuple(moves.split(".")) if moves else (),
    )


def choose(person: Person, token: str) -> None:
    """Choose a place as this person does."""
    if person.hand == "keyboard":
        person.walk_to(token)
        person.page.keyboard.press("Enter")
    else:
        person.point_at(token)


def make(person: Person, move: str) -> None:
    """Make a move, click by click, and wait for what is said of it."""
    clicks = tokens(move)
    for count, token in enumerate(clicks, start=1):
        expect(person.button(token)).to_have_attribute("value", "-".join(clicks[:count]))
        choose(person, token)
    expect(person.page.locator("#veredicto.good")).to_be_visible()


def learn(person: Person) -> None:
    """Make right moves until the step is done."""
    for _ in range(8):
        place = place_of(person)
        reached = reach(place)
        if reached.done:
            break
        step = course_of(place.entry).steps[place.number - 1]
        make(person, min(ways_out(step, reached.match)))
        expect(person.page.locator("#leccion")).not_to_have_attribute("data-here", place.address())
    expect(person.page.locator("#siguiente")).to_be_visible()


@pytest.mark.parametrize(
    ("hand", "entry", "language", "side"), LESSONS, ids=[each[0] + "-" + each[1] for each in LESSONS]
)
def test_a_whole_lesson(people: People, hand: Hand, entry: str, language: str, side: int) -> None:
    person = people.someone(hand, language)
    person.open(f"/juegos/{entry}/aprender")
    if side:
        person.press(person.page.locator("#lado"))
        person.page.wait_for_url("**lado=1")
    for number in range(1, 6):
        expect(person.page.locator('.way [aria-current="step"]')).to_contain_text(str(number))
        learn(person)
        person.press(person.page.locator("#siguiente"))
        person.page.wait_for_url(f"**paso={number + 1}*")
    person.press(person.page.locator("#empezar-reto"))
    person.page.wait_for_url("**/p/*")
    expect(person.page.locator("#partida")).to_have_attribute("data-mode", "computer")


def test_a_wrong_move_is_said_and_the_board_stays(people: People) -> None:
    person = people.someone("keyboard")
    person.open("/juegos/timbiriche/aprender?paso=3")
    person.listen()
    choose(person, "a1a2")
    expect(person.page.locator("#veredicto.bad")).to_be_visible()
    expect(person.button("a1a2")).to_be_focused()
    assert person.heard()[-1].startswith("Esa línea es")
    make(person, "a2a3")
    expect(person.button("a2a3")).to_be_focused()


def test_back_and_forward_go_through_a_lesson(people: People) -> None:
    person = people.someone()
    person.open("/juegos/timbiriche/aprender?paso=1")
    make(person, "b1b2")
    person.page.go_back()
    expect(person.page.locator("#veredicto")).to_have_count(0)
    person.page.go_forward()
    expect(person.page.locator("#veredicto.good")).to_be_visible()


def test_when_a_step_is_done_the_next_one_is_a_key_away(people: People) -> None:
    person = people.someone("keyboard")
    person.open("/juegos/sueco/aprender?paso=2")
    choose(person, "c2c3")
    expect(person.page.locator("#siguiente")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.page.locator('.way [aria-current="step"]')).to_contain_text("3")


ADDRESSES = (
    "/juegos/timbiriche/aprender?paso=4&jugada=c1c2",
    "/juegos/gusano/aprender?paso=4",
    "/juegos/ayu/aprender?paso=2&borrador=b2",
    "/juegos/gyges/aprender?paso=5",
    "/juegos/sueco/aprender?paso=2&jugadas=c2c3",
    "/juegos/gusano/aprender?paso=6",
)


@pytest.mark.parametrize(("language", "scheme"), [("es-ES", "light"), ("en-GB", "dark")])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    people: People, language: str, scheme: str
) -> None:
    person = people.someone("touch", language, color_scheme=scheme, viewport={"width": 320, "height": 640})
    found = []
    for address in ADDRESSES:
        person.open(address)
        found += faults(person.page)
        assert overflow(person.page) == 0, address
    assert found == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_first_visit_to_a_lesson_weighs_little(people: People, address: str) -> None:
    visitor = people.someone()
    answers: list[Response] = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    visitor.open(address)
    assert sum(weight(answer) for answer in answers) <= LIMIT


def test_board_and_task_are_on_the_first_screen_of_a_phone(people: People) -> None:
    person = people.someone("touch")
    for entry in ("timbiriche", "gusano", "ayu"):
        for number in range(1, 6):
            person.open(f"/juegos/{entry}/aprender?paso={number}")
            box = person.page.locator(".wood").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 844, (entry, number)
