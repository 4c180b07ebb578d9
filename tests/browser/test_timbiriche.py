"""Whole games of Timbiriche on every grid, in each way in which a person may use the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.games import whole_game
from tests.browser.people import Hand, People, Person

HEX_GIVEN = (
    "a1b2,a2a3,a3a4,a3b4,a4a5,a5a6,a6a7,b1b2,b1c2,b2b3,b3c4,b4b5,b5b6,b6b7,b7a8,c3c4,c3d4,c4c5,c5b6,c5c6,c6c7"
)
"""All but nine edges of the small hexagon field."""
BOARDS = {
    "triangle": "timbiriche grid=triangle side=2",
    "hex": f"timbiriche grid=hex side=2 drawn={HEX_GIVEN}",
    "Swedish misère": "timbiriche rows=2 cols=2 border=swedish misere=yes",
}
GOAL = "Gana quien cierra menos casillas."


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_game_on_every_grid(people: People, hand: Hand, board: str) -> None:
    person = people.someone(hand)
    line = BOARDS[board]
    person.begin_from(line)
    for number, (seat, move, match) in enumerate(whole_game(line), start=1):
        says_the_goal(person, "misère" in board)
        person.play(move, number)
        assert person.shown()["points"] == [str(points) for points in match.state.score]
        assert person.shown()["shapes"][f"tablero-line-{move}"] == f"edge last owner-{seat}"
        if match.turn == seat:
            assert "Vuelve a jugar." in person.state()
    says_the_goal(person, "misère" in board)
    assert match.outcome is not None
    first, second = match.state.score
    if match.outcome.winner is None:
        assert person.state() == f"Empate Con las mismas casillas: {first} a {second}."
    else:
        won = match.outcome.winner
        how = "Por cerrar menos casillas" if "misère" in board else "Por cerrar más casillas"
        points = match.state.score[won], match.state.score[1 - won]
        assert person.state() == f"Ha ganado el jugador {won + 1} {how}: {points[0]} a {points[1]}."


def says_the_goal(person: Person, misere: bool) -> None:
    if misere:
        expect(person.page.locator("#situacion")).to_have_text(GOAL)
    else:
        expect(person.page.locator("#situacion")).to_have_count(0)


@pytest.mark.parametrize("hand", ["mouse", "scriptless"])
def test_a_size_of_one_s_own_is_pictured_and_played(people: People, hand: Hand) -> None:
    person = people.someone(hand)
    page = person.page
    person.open("/juegos/timbiriche")
    page.get_by_text("Más tableros").click()
    page.get_by_role("radio", name="Otro tamaño").check()
    page.get_by_role("radio", name="Triángulos", exact=True).check()
    page.locator("#side").select_option("7")
    page.get_by_role("radio", name="Hexágonos", exact=True).check()
    if hand == "scriptless":
        page.locator("#side").select_option("4")
        page.get_by_role("button", name="Ver el tablero").click()
    else:
        expect(page.locator("#rows")).not_to_be_visible()
        expect(page.locator("#side")).to_have_value("4")
        assert page.locator("#side option:enabled").all_inner_texts() == ["2", "3", "4"]
    expect(page.locator("#dibujo polygon.cell")).to_have_count(37)
    page.get_by_role("radio", name="En esta pantalla").check()
    page.get_by_role("button", name="Jugar", exact=True).click()
    expect(page.locator("#tablero polygon.cell")).to_have_count(37)
