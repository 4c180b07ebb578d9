"""Two people at two screens play a whole game, in each way in which a person may use the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.games import whole_game
from tests.browser.people import Hand, People, Person


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_create_share_join_and_play_to_the_end(people: People, hand: Hand) -> None:
    anna, bruno = people.someone(hand), people.someone(hand)
    link = create_and_share(anna)
    bruno.sit(link)
    seats = (anna, bruno)
    for number, (seat, move, match) in enumerate(whole_game(), start=1):
        if number == 1:
            anna.sees(0)
        seats[seat].sees(number - 1)
        seats[seat].play(move, number)
        seats[1 - seat].sees(number)
        assert anna.shown() == bruno.shown()
        assert anna.shown()["points"] == [str(points) for points in match.state.score]
    winner = match.outcome.winner if match.outcome else None
    assert winner is not None
    assert seats[winner].state().startswith("Has ganado")
    assert seats[1 - winner].state().startswith("Ha ganado tu rival")
    if hand != "scriptless":  # without scripts each step is a page: test_replay walks through a shorter game
        replay_without_leaving_a_move_out(bruno, number)


def create_and_share(person: Person) -> str:
    """From the home page to the link that is sent: two presses to a game, one to its link."""
    page = person.page
    person.open("/")
    person.press(page.locator("a[href='/juegos/timbiriche']").first)
    choose(person, page.get_by_role("radio", name="3 × 3"))
    choose(person, page.get_by_role("radio", name="Con un enlace"))
    person.press(page.get_by_role("button", name="Jugar", exact=True))
    expect(page.locator("#partida")).to_be_visible()
    person.ready()
    person.press(page.locator("#invitar"))
    field = page.locator("#enlace-publico")
    expect(field).to_be_visible()
    expect(page.locator("#dialogo")).to_be_visible(visible=person.hand != "scriptless")
    link = field.input_value()
    assert link.startswith(person.address + "/p/")
    if person.hand == "scriptless":
        page.get_by_role("link", name="Volver a la partida").click()
    else:
        page.keyboard.press("Escape")
        expect(page.locator("#dialogo")).not_to_be_visible()
    return link.removeprefix(person.address)


def choose(person: Person, radio: Locator) -> None:
    if person.hand == "keyboard":
        radio.focus()
        person.page.keyboard.press("Space")
    else:
        person.press(radio)
    expect(radio).to_be_checked()


def replay_without_leaving_a_move_out(person: Person, last: int) -> None:
    page = person.page
    section = page.locator("#partida")
    person.press(page.locator("#paso-first"))
    expect(section).to_have_attribute("data-ply", "0")
    for ply in range(1, last + 1):
        person.press(page.locator("#paso-next"))
        expect(section).to_have_attribute("data-ply", str(ply))
    expect(page.locator("#paso-next")).to_have_attribute("aria-disabled", "true")
    page.reload()
    expect(section).to_have_attribute("data-ply", str(last))
