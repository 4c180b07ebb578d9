"""Ayu on the page: whole games, what stones show, tries that are refused, swaps, large boards on a phone."""

from __future__ import annotations

import os
import re
from functools import partial

import pytest
from playwright.sync_api import expect

from engines import registry
from engines.core.match import Match
from tests.browser.people import Guard, Hand, People, Person
from tests.browser.test_announcements import TRANSCRIPTS
from tests.browser.test_axe import faults
from tests.browser.test_looks import overflow

GAME = "ayu size=5 : d5-d4 a2-a3 b1-c1 c2-c3 c1-d2 c3-b4 d1-c3 e2-e3 d2-d5 c4-a2 b3-c5 b4-b2"
"""Black unites everything and White plays once more."""
MIDDLE = "ayu size=7 position=......./.bb..b./..b..../w....w./w....w./...b.../.wwb..w turn=0"
REFUSED = "422"
"""What the console says of an answer that refuses a click."""
STONES = re.compile(r'<circle id="tablero-circle-([a-z0-9]+)" class="stone (black|white)')


def stones(person: Person) -> dict[str, str]:
    """Where stones stand on the drawing, with their colour."""
    return dict(STONES.findall(person.page.content()))


def stones_of(match: Match) -> dict[str, str]:
    places = match.game.draw(match.state).places
    return {place.token: place.code for place in places if place.code != "empty"}


def move(person: Person, clicks: str, last: int) -> None:
    """Make a move, stone first; `last` is the number of moves there are then."""
    person.sees(last - 1)
    stone, target = clicks.split("-")
    person.drafting(partial(person.click, stone))
    if person.hand == "scriptless":
        person.drafting(partial(person.click, target))
        person.page.locator("#confirmar-jugada").click()
    else:
        person.click(target)
    person.sees(last)


def marked(person: Person, mark: str) -> set[str]:
    """The points that are marked on the drawing now."""
    shapes = person.page.locator(f"#tablero .{mark}[id]")
    return {(each or "").rpartition("-")[2] for each in shapes.evaluate_all("all => all.map(({id}) => id)")}


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_a_whole_game_on_the_small_board(people: People, hand: Hand) -> None:
    person = people.someone(hand)
    match = registry.read_match(GAME)
    person.begin_from("ayu size=5")
    for number, clicks in enumerate(match.moves, start=1):
        move(person, clicks, number)
        assert stones(person) == stones_of(match.at(number))
        assert marked(person, "last") == set(clicks.split("-"))
    assert person.state().startswith("Ha ganado el jugador 1 Por reunir todas sus piedras")


def test_without_scripts_stones_are_a_list_and_then_their_targets(people: People) -> None:
    person = people.someone("scriptless")
    person.begin_from("ayu size=5")
    page = person.page
    listed = page.locator("#jugar li:visible button")
    assert listed.all_inner_texts() == [
        f"{point}, piedra negra, a 1 de la más cercana" for point in ("b5", "d5", "b3", "d3", "b1", "d1")
    ]
    listed.last.click()
    free = page.locator("#jugar li:visible button:not([aria-disabled])")
    assert [text[:2] for text in free.all_inner_texts() if "vacío" in text] == ["d2", "c1"]
    page.get_by_text("Todo el tablero").click()
    expect(page.locator("#jugar li:visible")).to_have_count(25)
    page.locator("#b-d2").click()
    person.sees(1)
    assert stones(person)["d2"] == "black"


def test_a_stone_under_the_pointer_or_in_focus_shows_its_unit(people: People) -> None:
    person = people.someone()
    person.begin_from(MIDDLE)
    page = person.page
    person.hit("b6").hover()
    line = page.locator("#senalado")
    expect(line).to_have_text(
        "Unidad de 3 piedras, a distancia 2 de la más cercana. Puede ir a d6 y quedar a distancia 1."
    )
    assert marked(person, "unit") == {"b6", "c6", "c5"}
    assert marked(person, "nearest") == {"f6"}
    assert marked(person, "path") == {"d6", "e6"}
    assert marked(person, "target") == {"d6"}
    assert page.locator("#tablero .label").all_text_contents() == ["1"]
    person.hit("a4").hover()
    expect(line).to_have_text("Unidad de 2 piedras, a distancia 2 de la más cercana.")
    assert marked(person, "target") == set()
    person.hit("g7").hover()
    expect(line).to_contain_text("Señala una piedra")
    assert marked(person, "unit") == set()
    person.reach_board()
    person.walk_to("f6")
    assert marked(person, "unit") == {"f6"}


def test_a_try_is_refused_with_the_reason_and_the_stone_stays_chosen(people: People, guard: Guard) -> None:
    guard.allowed.append(REFUSED)
    person = people.someone("touch")
    person.begin_from(MIDDLE)
    page = person.page
    person.drafting(partial(person.point_at, "b6"))
    person.point_at("c4")
    expect(page.locator("#explicacion")).to_have_text(
        "Esa unidad sigue a distancia 2 de la más cercana: la jugada tiene que acercarla."
    )
    expect(page.locator("#partida")).to_have_attribute("data-draft", "b6")
    person.drafting(lambda: page.locator("#cancelar").tap())
    person.point_at("a4")
    expect(page.locator("#explicacion")).to_have_text("La piedra de a4 es de tu rival.")
    assert marked(person, "unit") == {"a4", "a3"}
    person.drafting(partial(person.point_at, "f6"))
    person.point_at("e6")
    person.sees(1)


@pytest.mark.parametrize("size", [11, 13, 15])
def test_on_a_phone_a_large_board_asks_before_it_plays(people: People, size: int) -> None:
    person = people.someone("touch")
    person.begin_from(f"ayu size={size}")
    page = person.page
    assert overflow(page) == 0
    person.drafting(partial(person.point_at, "f1"))
    person.point_at("g1")
    bar = page.locator("#envio")
    expect(bar).to_contain_text("De f1 a g1. Toca otra vez para jugar.")
    lens, board = bar.locator("svg").bounding_box(), page.locator("#tablero").bounding_box()
    assert lens is not None
    assert board is not None
    assert lens["width"] / 4.2 > 1.25 * board["width"] / size, "the preview is larger than the board"
    assert lens["y"] > board["y"] + board["height"], "the board stays in sight"
    person.point_at("f2")
    expect(bar).to_contain_text("De f1 a f2.")
    person.drafting(lambda: bar.get_by_role("button", name="Cancelar").tap())
    expect(bar).to_be_hidden()
    person.sees(0)
    person.drafting(partial(person.point_at, "f1"))
    person.point_at("g1")
    bar.get_by_role("button", name="Jugar").tap()
    person.sees(1)
    assert stones(person)["g1"] == "black"


def test_a_finger_that_just_misses_means_the_place_beside(people: People) -> None:
    person = people.someone("touch")
    person.begin_from("ayu size=15")
    board = person.page.locator("#tablero")
    box = board.bounding_box()
    assert box is not None
    unit = box["width"] / float((board.get_attribute("viewBox") or "").split()[2])
    x, y = person.middle("f1")
    beside = {"x": (x + 0.6) * unit, "y": y * unit}
    person.drafting(lambda: board.tap(position={"x": beside["x"], "y": beside["y"]}))
    expect(person.page.locator("#partida")).to_have_attribute("data-draft", "f1")


def test_sides_are_swapped_with_a_button_and_taken_back(people: People) -> None:
    anna, bruno = people.someone(), people.someone("touch")
    bruno.sit(anna.begin_from("ayu size=5 pie=yes", mode="link"))
    expect(anna.page.locator("#especiales")).to_have_count(0)
    move(anna, "d5-d4", 1)
    bruno.sees(1)
    expect(anna.page.locator("#especiales")).to_have_count(0)
    expect(bruno.page.locator("#especiales")).to_contain_text("En lugar de mover puedes cambiar de lado")
    bruno.press(bruno.page.locator("#especial-swap"))
    for person in (anna, bruno):
        person.sees(2)
        expect(person.page.locator("#especiales")).to_have_count(0)
        expect(person.page.locator(".side.seat-0 .role")).to_have_text("blancas")
    assert "Rival: cambió de lado" in anna.state()
    assert anna.state().startswith("Te toca.")
    anna.drafting(partial(anna.click, "a2"))
    expect(anna.page.locator("#haciendo")).to_contain_text("Unidad de 1 piedra")
    bruno.press(bruno.page.locator("#deshacer"))
    anna.press(anna.page.locator("#aceptar"))
    bruno.sees(1)
    expect(bruno.page.locator("#especiales")).to_be_visible()
    expect(bruno.page.locator(".side.seat-0 .role")).to_have_text("negras")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_stone_goes_its_way_in_less_than_a_third_of_a_second(people: People, motion: str) -> None:
    person = people.someone(reduced_motion=motion)
    person.begin_from("ayu size=5")
    person.page.evaluate(
        """() => {
          window.moved = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            moved.push([this.id, timing.duration]);
            return animate.call(this, frames, timing);
          };
        }"""
    )
    move(person, "b1-b2", 1)
    moved = person.page.evaluate("moved")
    if motion == "reduce":
        assert moved == []
    else:
        assert [shape for shape, _ in moved] == ["tablero-circle-b2"]
        assert all(duration < 300 for _, duration in moved)


def test_colours_of_stones_differ_at_high_contrast(people: People) -> None:
    person = people.someone(forced_colors="active")
    person.begin_from("ayu size=5")
    fills = [
        person.page.locator(f"#tablero .stone.{colour}").first.evaluate("(it) => getComputedStyle(it).fill")
        for colour in ("black", "white")
    ]
    assert fills[0] != fills[1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(people: People, scheme: str) -> None:
    person = people.someone(color_scheme=scheme)
    found: list[str] = []
    for path in ("/juegos/ayu", "/juegos/ayu/reglas"):
        person.open(path)
        found += faults(person.page)
    phone = people.someone("touch", color_scheme=scheme)
    phone.begin_from("ayu size=15")
    phone.drafting(partial(phone.point_at, "f1"))
    phone.point_at("g1")
    found += faults(phone.page)
    person.begin_from("ayu size=5 pie=yes")
    move(person, "d5-d4", 1)
    person.press(person.page.locator("#cambiar-ayuda"))
    expect(person.page.locator("#ayuda")).to_contain_text(
        "Negras: 5 unidades; hasta la más cercana: 5 a distancia 1."
    )
    found += faults(person.page)
    assert found == []


def test_every_move_is_said_once_on_both_screens(people: People) -> None:
    """What a screen reader hears of a whole game: see `test_announcements`."""
    match = registry.read_match(GAME)
    anna, bruno = people.someone("keyboard"), people.someone("keyboard")
    bruno.sit(anna.begin_from("ayu size=5", mode="link"))
    anna.page.reload()
    anna.ready()
    for person in (anna, bruno):
        person.listen()
    lines, told = [], {anna: 0, bruno: 0}
    for number, clicks in enumerate(match.moves, start=1):
        mover, other = (anna, bruno) if match.states[number - 1].turn == 0 else (bruno, anna)
        move(mover, clicks, number)
        other.sees(number)
        for person, name, count in ((anna, "A", 1 + (mover is anna)), (bruno, "B", 1 + (mover is bruno))):
            person.page.wait_for_function("(count) => heard.length >= count", arg=told[person] + count)
            heard = person.heard()
            lines += [f"{number:>2}  {name}: {said}" for said in heard[told[person] :]]
            told[person] = len(heard)
    kept = TRANSCRIPTS / "ayu-5x5.txt"
    transcript = "\n".join(lines) + "\n"
    if os.environ.get("INGENIO_RECORD"):
        kept.write_text(transcript, "utf-8")
    assert transcript == kept.read_text("utf-8")
