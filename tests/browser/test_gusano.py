"""Whole pairs of Gusano on boards of every nature, played in each way in which a person may use the page."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from engines import registry
from tests.browser.people import Guard, Hand, People, Person, arrows
from tests.browser.test_hits import SWEEP
from tests.engines.contract.drawings import inside

PAIRS = {
    "torus": "gusano board=torus rows=3 cols=3 start=b2 : b1 c1 c3 a3 b3 b3 c3 c1 a1 b1",
    "hex": "gusano board=hex side=2 start=a1 : b1 b2 c2 c1 b2 b3 a2",
    "knight": "gusano board=knight rows=4 cols=4 start=a1 : b3 d2 c4 a3 c2 d4 c2 a3 b1 c3 a4 b2 d1",
    "football": "gusano board=football start=28 : 29 25 19 14 8 18 24 29 32 31 22 12 17 23 27",
    "obstacles and values": "gusano board=square4 rows=4 cols=4 start=b2 blocked=a4,c2 values=b1:-2,a3:7,b3:5"
    " : a2 a3 b3 c3 c4 b4 b3 c3 c4 b4",
}
"""Each is played to its end; on the torus and on the football the worm crosses the rim of the picture."""


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
@pytest.mark.parametrize("line", PAIRS.values(), ids=PAIRS)
def test_a_whole_pair_on_every_nature_of_board(people: People, line: str, hand: Hand) -> None:
    person = people.someone(hand)
    match = registry.read_match(line)
    assert match.outcome is not None
    person.begin_from(line.partition(" :")[0])
    for number, move in enumerate(match.moves, start=1):
        before, after = match.at(number - 1), match.at(number)
        assert choices(person) == set(before.legal_moves())
        person.play(move, number)
        assert person.shown()["points"] == [str(points) for points in after.state.score]
        follow_the_round(person, after.state.round if after.outcome is None else 1)
    state = person.state()
    if match.outcome.winner is None:
        assert state.startswith("Empate")
        one_more_pair(person, match.to_text().partition(" :")[0])
    else:
        assert state.startswith(f"Ha ganado el jugador {match.outcome.winner + 1}")


def choices(person: Person) -> set[str]:
    """The cells that the page offers."""
    free = person.page.locator("#jugar button:not([aria-disabled])")
    return {(identity or "")[2:] for identity in free.evaluate_all("all => all.map((each) => each.id)")}


def follow_the_round(person: Person, number: int) -> None:
    """The round, and who is what in it, are on the screen all the time."""
    situation = person.page.locator("#situacion")
    expect(situation).to_contain_text(f"Ronda {number + 1} de 2")
    if number == 1:
        expect(situation).to_contain_text(re.compile(r"Jugador 1: \d+ puntos? en la ronda 1"))
    roles = person.page.locator(".side .role")
    expect(roles).to_have_text(["pájaro", "gusano"] if number else ["gusano", "pájaro"])


def one_more_pair(person: Person, head: str) -> None:
    """A draw offers another pair: a game of its own on the same board."""
    before = person.page.url
    again = person.page.locator("#otra")
    expect(again).to_have_text("Una pareja más")
    person.press(again)
    expect(person.page).not_to_have_url(before)
    expect(person.page.locator("#partida")).to_have_attribute("data-last", "0")
    assert choices(person) == set(registry.read_match(head).legal_moves())


@pytest.mark.parametrize("board", registry.entry("gusano")[1].offered, ids=lambda board: board["board"])
def test_arrow_keys_lead_to_every_cell(board: dict[str, str]) -> None:
    game = registry.entry("gusano")[1]
    drawing = game.draw(game.start(game.complete(board, Random(1))))
    places = {place.token: place.at for place in drawing.places}
    names = list(places)
    starts = (names[0], names[len(names) // 2], names[-1])
    assert all(len(arrows(places, start, target)) < 14 for start in starts for target in places)


@pytest.mark.parametrize(
    "line", ["gusano board=klein rows=5 cols=5 start=c3", "gusano board=football start=1"]
)
def test_a_tap_anywhere_on_a_phone_reaches_a_cell(people: People, line: str) -> None:
    """Also beyond glued sides and on the face around all others: the cell that the drawing shows there."""
    person = people.someone("touch")
    person.begin_from(line)
    match = registry.read_match(line)
    areas = {place.token: (place.outline, *place.also) for place in match.game.draw(match.state).places}
    points = person.page.evaluate(SWEEP, 5)
    assert len(points) > 3_000
    assert [point for point in points if point[2] is None] == []
    astray = [point for point in points if not any(inside(point[:2], area) for area in areas[point[2]])]
    assert len(astray) < len(points) / 100  # on the border between two cells a pixel is either's


@pytest.mark.parametrize("hand", ["mouse", "scriptless"])
def test_help_shows_the_ceiling_and_stays_on(people: People, hand: Hand) -> None:
    person = people.someone(hand)
    person.begin_from("gusano board=square4 rows=3 cols=4 start=b1")
    page = person.page
    for number, move in enumerate(("b2", "b3"), start=1):
        person.play(move, number)
    expect(page.locator("#ayuda")).to_have_count(0)
    person.press(page.locator("#cambiar-ayuda"))
    expect(page.locator("#ayuda")).to_contain_text("Techo del gusano: 12 puntos")
    expect(page.locator("#cambiar-ayuda")).to_have_attribute("aria-checked", "true")
    person.play("c3", 3)
    expect(page.locator("#ayuda")).to_contain_text("Techo del gusano: 9 puntos")
    expect(page.locator("#ayuda")).to_contain_text("3 casillas libres han quedado fuera de su alcance")
    assert page.locator("#tablero .cell.lost").count() == 3
    person.begin_from("timbiriche rows=3 cols=3")
    expect(page.locator("#ayuda")).to_be_visible()
    person.press(page.locator("#cambiar-ayuda"))
    expect(page.locator("#ayuda")).to_have_count(0)
    page.reload()
    expect(page.locator("#ayuda")).to_have_count(0)


def test_a_start_cell_is_pointed_at_or_left_to_chance(people: People) -> None:
    person = people.someone()
    page = person.page
    person.open("/juegos/gusano")
    page.get_by_text("Más tableros").click()
    page.get_by_role("radio", name="Cubo").check()
    page.get_by_text("Señalar en el tablero").click()
    page.locator('#lugar [data-token="6"]').first.wait_for()
    page.locator('#lugar [data-token="1"]').first.click()
    expect(page.locator("#start")).to_have_value("1")
    expect(page.locator("#lugar .worm-head")).to_be_visible()
    page.locator("#al-azar").click()
    expect(page.locator("#start")).to_have_value("")
    expect(page.locator("#lugar .worm-head")).to_be_hidden()
    page.locator("#start").fill("7")
    page.locator("#start").press("Tab")
    expect(page.locator("#error-start")).to_contain_text("no hay ninguna casilla «7»")
    page.locator("#start").fill("6")
    page.get_by_role("radio", name="En esta pantalla").check()
    page.get_by_role("button", name="Jugar", exact=True).click()
    expect(page.locator("#b-6")).to_contain_text("la cabeza del gusano")


def test_a_place_that_cannot_be_chosen_says_why(people: People, guard: Guard) -> None:
    """But not for the second click of two on the place that was just played."""
    guard.allowed.append("422")
    person = people.someone()
    person.begin_from("gusano rows=3 cols=3 start=a1")
    person.play("a2", 1)
    person.point_at("a2")
    person.point_at("c3")
    why = person.page.locator("#explicacion")
    expect(why).to_have_text("La casilla c3 no es vecina de la cabeza, que está en a2.")
    expect(person.page.locator("#anuncio")).to_contain_text("La casilla c3 no es vecina")
    person.play("b2", 2)
    expect(why).to_have_count(0)
