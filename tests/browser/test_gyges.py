"""Gygès on the page: a whole game by link, choosing, bouncing, replacing, walking, and what is refused."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from engines import registry
from engines.core.match import Match
from tests.browser.people import Guard, Hand, People, Person
from tests.browser.test_announcements import TRANSCRIPTS
from tests.browser.test_axe import faults
from tests.browser.test_looks import lower_edge, overflow

GAME = "gyges : 321123 231132 a1-b1-c3 b6-a4 c1-e1-c4 c6-e6-b4 b1-goal"
"""Rows, replacements with and without a question, a plain move, and a bounce into the goal."""
NEAR = "gyges position=123002/000000/000310/001000/000020/230301"
"""Row 1: two rings on a1, three on b1 and d1, one on f1; d1 can bounce on d4 into the goal."""
SHUT = "gyges position=000000/000000/000000/000000/112131/232323"
DANGER = "gyges position=210102/000200/003000/002000/000030/331100"
"""Whoever sits above threatens to win with two pieces; nobody can win now."""
REFUSED = "422"
"""What the console says of an answer that refuses a click."""


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_two_people_place_their_rows_and_play_by_link(people: People, hand: Hand) -> None:
    anna, bruno = people.someone(hand), people.someone(hand)
    bruno.sit(anna.begin_from("gyges", mode="link"))
    match = registry.read_match(GAME)
    seats = (anna, bruno)
    for number, move in enumerate(match.moves, start=1):
        seat = match.states[number - 1].turn
        mover, other = seats[seat], seats[1 - seat]
        mover.sees(number - 1)
        mover.ready()
        play(mover, match.at(number - 1), move)
        mover.sees(number)
        other.sees(number)
        for person in seats:
            assert pieces(person) == pieces_of(match.at(number))
    assert anna.state().startswith("Has ganado")
    assert "llegar a la meta" in anna.state()
    assert bruno.state().startswith("Ha ganado tu rival")


def play(person: Person, match: Match, move: str) -> None:
    """Make a move click by click: a row, piece by piece or ready-made; or a piece, its end, and the rest."""
    page = person.page
    if match.state.to_place:
        if match.ply == 0:
            for digit in move:
                person.drafting(partial(person.press, page.locator(f"#pieza-{digit}")))
            if person.hand == "keyboard":
                expect(page.locator("#confirmar-jugada")).to_be_focused()
        else:
            if not page.locator("#preparadas").get_attribute("open"):
                person.press(page.locator("#preparadas summary"))
            person.drafting(lambda: person.press(page.locator("#preparada-2")))
        person.press(page.locator("#confirmar-jugada"))
        return
    clicks = move.split("-")
    for count, token in enumerate(clicks, start=1):
        if count < len(clicks) or person.hand == "scriptless":
            person.drafting(partial(person.click, token))
        else:
            person.click(token)
        if count == 2 and len(clicks) == 3 and page.locator("#quedarse").count():
            person.drafting(lambda: person.press(page.locator("#quedarse")))
    if person.hand == "scriptless":
        page.locator("#confirmar-jugada").click()


def pieces(person: Person) -> dict[str, str]:
    """Where pieces stand on the drawing, with their kind."""
    found = re.findall(
        r'<circle id="tablero-circle-([a-z0-9]+)" class="piece carried (rings-\d)', person.page.content()
    )
    return dict(found)


def pieces_of(match: Match) -> dict[str, str]:
    places = match.game.draw(match.state).places
    return {place.token: f"rings-{place.detail['rings']}" for place in places if place.detail.get("rings")}


def test_pointing_at_an_end_draws_the_way_with_its_bounces(people: People) -> None:
    person = people.someone()
    person.begin_from(NEAR)
    page = person.page
    assert page.locator("#tablero .halo").count() == 4
    person.drafting(lambda: person.point_at("d1"))
    expect(page.locator("#haciendo")).to_contain_text("d1 da 3 pasos")
    assert page.locator("#tablero .over .end.goal").count() == 1
    assert page.locator("#tablero .over .end.piece").count() == 6
    page.locator('#tablero [data-token="b4"]').hover()
    shown = page.locator("#tablero .preview.shown")
    expect(shown).to_have_attribute("data-for", "b4")
    assert shown.locator(".bounce").count() == 2
    page.locator("#b-goal").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(shown).to_have_attribute("data-for", "goal")
    page.keyboard.press("Escape")
    expect(page.locator("#partida")).to_have_attribute("data-draft", "")
    expect(page.locator("#haciendo")).to_have_count(0)


@pytest.mark.parametrize("hand", ["mouse", "touch", "scriptless"])
def test_an_occupied_end_asks_whether_to_bounce_or_to_replace(people: People, hand: Hand) -> None:
    person = people.someone(hand)
    person.begin_from(NEAR)
    page = person.page
    person.drafting(lambda: person.point_at("d1"))
    person.drafting(lambda: person.point_at("d4"))
    expect(page.locator("#haciendo")).to_contain_text("¿Rebotar o reemplazar?")
    person.drafting(lambda: person.press(page.locator("#seguir")))
    expect(page.locator("#quedarse")).to_have_count(0)
    person.point_at("goal")
    if hand == "scriptless":
        page.locator("#confirmar-jugada").click()
    expect(page.locator("#estado")).to_contain_text("Ha ganado el jugador 1")


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "scriptless"])
def test_walking_cell_by_cell(people: People, guard: Guard, hand: Hand) -> None:
    guard.allowed.append(REFUSED)
    person = people.someone(hand)
    person.begin_from(NEAR)
    page = person.page
    person.drafting(lambda: person.click("d1"))
    person.press(page.locator("#cambiar-pasos"))
    expect(page.locator("#cambiar-pasos")).to_have_attribute("aria-checked", "true")
    if hand == "scriptless":  # the page was loaded anew
        person.drafting(lambda: person.click("d1"))
    expect(page.locator("#haciendo")).to_contain_text("te quedan 3 pasos")
    for token in ("d2", "d3"):
        person.drafting(partial(person.click, token))
    expect(page.locator("#haciendo")).to_contain_text("Estás en d3: te queda 1 paso.")
    click_refused(person, "d2", "Ya has pasado por el tramo de d3 a d2")
    person.drafting(lambda: person.click("d4"))
    person.drafting(lambda: person.press(page.locator("#un-paso-atras")))
    person.drafting(lambda: person.click("d4"))
    for token in ("d5", "d6"):
        person.drafting(partial(person.click, token))
    person.click("goal")
    if hand == "scriptless":
        page.locator("#confirmar-jugada").click()
    person.sees(1)
    assert "Rebotó una vez" in page.content()


def click_refused(person: Person, token: str, reason: str) -> None:
    """Ask for what the rules forbid, read why, and still have what was chosen."""
    page = person.page
    before = page.locator("#partida").get_attribute("data-draft") or ""
    if person.hand == "scriptless":
        page.locator(f"#b-{token}").click(force=True)  # said to be disabled, but it can be pressed
    else:
        person.click(token)
    expect(page.locator("#explicacion")).to_contain_text(reason)
    expect(page.locator("#partida")).to_have_attribute("data-draft", before)


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_why_a_click_is_refused_is_said(people: People, guard: Guard, hand: Hand) -> None:
    guard.allowed.append(REFUSED)
    person = people.someone(hand)
    person.begin_from(NEAR)
    click_refused(person, "e2", "La pieza de e2 está en la fila 2")
    click_refused(person, "c2", "En c2 no hay ninguna pieza")
    person.drafting(lambda: person.click("a1"))
    click_refused(person, "c1", "está cortado")
    click_refused(person, "f6", "no se llega con la cuenta exacta")


def test_the_next_row_is_used_and_said(people: People) -> None:
    person = people.someone()
    person.begin_from(SHUT)
    expect(person.page.locator("#situacion")).to_contain_text("En la fila 1 no se puede mover ninguna pieza")
    assert person.page.locator("#tablero .halo").count() == 6


def test_help_shows_who_threatens_to_win_and_how(people: People) -> None:
    person = people.someone()
    person.begin_from(DANGER)
    page = person.page
    page.locator("#cambiar-ayuda").click()
    expect(page.locator("#ayuda")).to_contain_text(
        "El jugador 2 amenaza ganar con 2 piezas, por ejemplo la de d6."
    )
    assert page.locator("#tablero .route.danger").count() == 1
    person.drafting(lambda: person.point_at("a1"))  # while a move is made, its own ways are shown
    assert page.locator("#tablero .route.danger").count() == 0


def test_a_threat_is_told_to_each_side_in_its_own_words(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin_from(DANGER, mode="link"))
    for person in (anna, bruno):
        person.page.locator("#cambiar-ayuda").click()
    expect(anna.page.locator("#ayuda")).to_contain_text("Tu rival amenaza ganar con 2 piezas")
    expect(bruno.page.locator("#ayuda")).to_contain_text("Amenazas ganar con 2 piezas")
    expect(bruno.page.locator("#ayuda")).to_contain_text("Se pueden mover 4 piezas de la fila 1")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_piece_goes_its_way_unless_motion_is_not_wanted(people: People, motion: str) -> None:
    person = people.someone(reduced_motion=motion)
    person.begin_from(NEAR)
    page = person.page
    page.evaluate(
        """() => {
          window.went = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, options) {
            went.push([this.id, frames.length, options.duration]);
            return animate.call(this, frames, options);
          };
        }"""
    )
    person.drafting(lambda: person.point_at("b1"))
    person.drafting(lambda: person.point_at("c3"))
    person.drafting(lambda: person.press(page.locator("#quedarse")))
    person.point_at("d6")
    person.sees(1)
    went = page.evaluate("went")
    if motion == "reduce":
        assert went == []
        return
    legs = {identity: (frames, duration) for identity, frames, duration in went}
    assert legs["tablero-circle-c3"][0] == 4  # b1, two cells, c3
    assert legs["tablero-circle-d6"][0] == 2
    assert all(duration / (frames - 1) < 300 for frames, duration in legs.values())
    expect(page.locator("#tablero .trail .route")).to_have_count(1)


def test_digits_are_written_for_whoever_wants_them(people: People) -> None:
    person = people.someone()
    person.begin_from(NEAR)
    page = person.page
    digit = page.locator("#tablero .digit").first
    expect(digit).to_be_hidden()
    page.locator("#cambiar-cifras").click()
    expect(digit).to_be_visible()
    page.locator("#cambiar-cifras").click()
    expect(digit).to_be_hidden()


def test_against_the_weakest_level_a_row_is_proposed(people: People) -> None:
    person = people.someone()
    page = person.page
    person.open("/juegos/gyges")
    expect(page.get_by_role("radio", name="Colocáis vosotros")).to_be_checked()
    page.get_by_role("radio", name="Fácil").check()
    expect(page.get_by_role("radio", name="Al azar")).to_be_checked()
    page.get_by_role("radio", name="Medio").check()
    expect(page.get_by_role("radio", name="Colocáis vosotros")).to_be_checked()
    page.get_by_role("radio", name="321123").first.check()
    page.get_by_role("radio", name="Fácil").check()
    expect(page.get_by_role("radio", name="321123").first).to_be_checked()


@pytest.mark.parametrize("width", [320, 390])
def test_all_of_it_fits_on_a_phone(people: People, width: int) -> None:
    person = people.someone("touch", viewport={"width": width, "height": 640 if width == 320 else 844})
    page = person.page
    person.begin_from("gyges")
    assert overflow(page) == 0
    if width == 390:
        for selector in (".score", ".wood", ".turn", ".stock"):
            assert lower_edge(page, selector) <= 844, selector
    person.begin_from(NEAR)
    person.drafting(lambda: person.point_at("d1"))
    person.drafting(lambda: person.point_at("d4"))
    assert overflow(page) == 0


@pytest.mark.parametrize(("language", "scheme"), [("es-ES", "light"), ("en-GB", "dark")])
def test_axe_finds_nothing_while_a_move_is_made(people: People, language: str, scheme: str) -> None:
    person = people.someone(language=language, color_scheme=scheme)
    found: list[str] = []
    person.begin_from("gyges")
    person.page.locator("#preparadas summary").click()
    found += faults(person.page)
    path = person.begin_from(NEAR)
    person.page.locator("#cambiar-ayuda").click()
    person.page.locator("#ayuda").wait_for()
    for draft in ("", "d1", "d1~d2~d3~d4", "d1-d4", "d1-d4-a2"):
        person.open(f"{path}?borrador={draft}")
        found += faults(person.page)
    for address in ("/juegos/gyges", "/juegos/gyges/reglas"):
        person.open(address)
        found += faults(person.page)
    assert found == []


def test_what_is_heard_while_a_row_is_placed_and_a_piece_bounces(people: People, guard: Guard) -> None:
    """Compared with the transcript that is kept; how to record it anew: test_announcements.py."""
    guard.allowed.append(REFUSED)
    person = people.someone()
    page = person.page
    transcript: list[str] = []

    def hear(act: Callable[[], None]) -> None:
        count = len(person.heard())
        act()
        page.wait_for_function("(count) => heard.length > count", arg=count)
        transcript.extend(person.heard()[count:])

    person.begin_from("gyges")
    person.listen()
    for digit in "31":
        hear(page.locator(f"#pieza-{digit}").click)
    hear(partial(person.point_at, "a1"))
    page.locator("#preparadas summary").click()
    hear(page.locator("#preparada-1").click)
    hear(page.locator("#confirmar-jugada").click)
    person.begin_from(NEAR)
    person.listen()
    hear(partial(person.point_at, "e2"))
    hear(partial(person.point_at, "d1"))
    hear(partial(person.point_at, "d4"))
    hear(page.locator("#quedarse").click)
    hear(partial(person.point_at, "a2"))
    kept = TRANSCRIPTS / "gyges.txt"
    told = "".join(f"{line}\n" for line in transcript)
    if os.environ.get("INGENIO_RECORD"):
        kept.write_text(told, "utf-8")
    assert told == kept.read_text("utf-8")


def test_the_pieces_to_choose_from_are_in_sight_on_the_smallest_phone(people: People) -> None:
    person = people.someone("touch", viewport={"width": 320, "height": 640})
    person.begin_from("gyges")
    picture = person.page.locator(".stock .drawing").first.bounding_box()
    bar = person.page.locator(".actions").bounding_box()
    assert picture is not None
    assert bar is not None
    assert picture["y"] + picture["height"] < bar["y"]


def test_tab_leads_to_the_row_that_is_to_be_filled_and_a_press_there_says_how(
    people: People, guard: Guard
) -> None:
    guard.allowed.append(REFUSED)
    person = people.someone("keyboard")
    person.begin_from("gyges", mode="computer")
    person.reach_board()
    expect(person.button("a1")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.page.locator("#explicacion")).to_contain_text("elige una de las que faltan")
    expect(person.button("a1")).to_be_focused()
