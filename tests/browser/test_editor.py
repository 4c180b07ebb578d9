"""Making a board, sharing it and playing on it, in each way in which a person may use the page."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.app.api.conftest import warm_engines, warm_site
from tests.browser.people import Guard, Hand, People, Person
from tests.running import RunningSite

__all__ = ["warm_engines"]
EDITOR = "/juegos/gusano/editor"


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory, warm_engines: None) -> Iterator[RunningSite]:
    with warm_site(tmp_path_factory.mktemp("editor")) as site:
        yield site


@pytest.fixture
def makers(browser: Browser, warm: RunningSite, guard: Guard) -> Iterator[People]:
    """People at a site whose engines are ready."""
    crowd = People(browser, warm.address, guard)
    yield crowd
    crowd.leave()


def board_of(person: Person) -> dict[str, str]:
    """The board that the address says."""
    query = parse_qs(urlsplit(person.page.url).query)
    return {
        key: query[key][0] for key in ("board", "rows", "cols", "start", "blocked", "values") if key in query
    }


def take(person: Person, tool: str) -> None:
    """Take a tool, as the next click is to use it."""
    radio = person.page.locator(f'[name="herramienta"][value="{tool}"]').last
    if person.hand == "keyboard":
        radio.focus()
        person.page.keyboard.press("Space")
    else:
        radio.check(force=True)
    if person.hand == "scriptless":
        person.page.get_by_role("button", name="Aplicar").click()
    expect(person.page.locator('#jugar [name="herramienta"]')).to_have_value(tool)
    if person.hand == "keyboard":
        expect(person.page.locator(f"#herramienta-{tool}")).to_be_focused()


def use(person: Person, cell: str, then: str) -> None:
    """Use the tool on a cell, until it is called so."""
    if person.hand == "keyboard":
        person.walk_to(cell)
        person.page.keyboard.press("Enter")
    else:
        person.point_at(cell)
    expect(person.button(cell)).to_have_text(then)
    if person.hand == "keyboard":
        expect(person.button(cell)).to_be_focused()


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_from_an_empty_board_to_a_game_on_it(makers: People, hand: Hand) -> None:
    anna, bruno = makers.someone(hand), makers.someone(hand)
    page = anna.page
    anna.page.goto(anna.address + EDITOR)
    page.locator("#board").select_option("torus")
    page.locator("#rows").select_option("3")
    page.locator("#cols").select_option("4")
    if hand == "scriptless":
        page.get_by_role("button", name="Aplicar").click()
    expect(page.locator("#jugar button")).to_have_count(12)
    take(anna, "obstaculo")
    use(anna, "c2", "c2: bloqueada")
    take(anna, "valor")
    use(anna, "a3", "a3: libre, vale 3")
    take(anna, "salida")
    use(anna, "b1", "b1: salida, vale 1")
    made = {"board": "torus", "rows": "3", "cols": "4", "start": "b1", "blocked": "c2", "values": "a3:3"}
    assert board_of(anna) == made
    if hand == "scriptless":
        page.get_by_role("button", name="Calcular").click()
    expect(page.locator("#valoracion")).to_contain_text("valor exacto")
    link = page.locator("#enlace").input_value()
    assert page.locator("#linea").input_value() == (
        "gusano board=torus rows=3 cols=4 start=b1 blocked=c2 values=a3:3"
    )
    bruno.page.goto(link)
    assert board_of(bruno) == made
    expect(bruno.button("c2")).to_have_text("c2: bloqueada")
    bruno.press(bruno.page.locator("#jugarlo"))
    screen = bruno.page.get_by_role("radio", name="En esta pantalla")
    screen.check(force=True)
    bruno.press(bruno.page.get_by_role("button", name="Jugar", exact=True))
    expect(bruno.page.locator("#partida")).to_be_visible()
    bruno.ready()
    expect(bruno.button("c2")).to_contain_text("bloqueada")
    bruno.play("a1", 1)
    bruno.play("a3", 2)
    assert bruno.shown()["points"] == ["5", "0"]


def test_nothing_done_in_haste_is_lost(makers: People) -> None:
    anna = makers.someone()
    anna.page.goto(anna.address + EDITOR + "?board=square4&rows=4&cols=4")
    for cell in ("b2", "c2", "d2"):
        anna.button(cell).dispatch_event("click")
    expect(anna.button("d2")).to_have_text("d2: bloqueada")
    take(anna, "valor")
    anna.page.locator("#valor").fill("-5")
    anna.point_at("a1")
    expect(anna.button("a1")).to_have_text("a1: libre, vale −5")
    expect(anna.page.locator("#valor")).to_have_value("-5")
    assert board_of(anna)["blocked"] == "b2,c2,d2"


def test_a_change_cancels_the_question_before_it(makers: People) -> None:
    anna = makers.someone()
    anna.page.goto(anna.address + EDITOR + "?board=square8&rows=10&cols=10&start=e5")
    expect(anna.page.locator("#valoracion")).to_contain_text("entre")
    anna.page.locator("#board").select_option("cube")
    expect(anna.page.locator("#valoracion")).to_contain_text("se sortea")
    take(anna, "salida")
    use(anna, "6", "6: salida, vale 1")
    expect(anna.page.locator("#valoracion")).to_contain_text("6 puntos: valor exacto")


def test_bad_boards_are_refused_on_the_page(makers: People, guard: Guard) -> None:
    guard.allowed.append("422")
    anna = makers.someone()
    anna.page.goto(anna.address + EDITOR + "?board=cube&blocked=1,2,3,4,5")
    take(anna, "obstaculo")
    anna.point_at("6")
    expect(anna.page.locator("#problema")).to_contain_text("deja libre al menos una")
    expect(anna.page.locator("#jugarlo")).to_have_count(0)
    anna.page.get_by_role("link", name="Empezar de nuevo").click()
    expect(anna.page.locator("#jugar button")).to_have_count(25)


def test_the_board_is_seen_whole_under_the_title(people: People) -> None:
    person = people.someone("mouse")
    person.page.goto(f"{person.address}/juegos/gusano/editor")
    box = person.page.locator(".wood").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720
