"""Taking back, drawing, resigning and playing again, as each of the people at the table sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import Guard, People, Person

Table = tuple[Person, Person]


@pytest.fixture
def table(people: People) -> Table:
    """Two people at their screens, one move played."""
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin())
    anna.play("a1b1", 1)
    bruno.sees(1)
    return anna, bruno


def test_a_take_back_that_is_accepted(table: Table) -> None:
    anna, bruno = table
    anna.page.locator("#deshacer").click()
    expect(anna.page.locator("#peticion")).to_contain_text("Falta que tu rival conteste")
    expect(bruno.page.locator("#peticion")).to_contain_text("Tu rival pide deshacer")
    bruno.page.locator("#aceptar").click()
    for person in (anna, bruno):
        person.sees(0)
        expect(person.page.locator("#peticion")).to_have_count(0)
        expect(person.page.locator("#anuncio")).to_contain_text("Se ha deshecho.")
    expect(anna.page.locator(".turn")).to_have_text("Te toca.")


def test_a_take_back_that_is_declined(table: Table) -> None:
    anna, bruno = table
    anna.page.locator("#deshacer").click()
    bruno.page.locator("#rechazar").click()
    expect(anna.page.locator("#explicacion")).to_have_text("Tu rival prefiere seguir así.")
    expect(bruno.page.locator("#peticion")).to_have_count(0)
    for person in (anna, bruno):
        expect(person.page.locator("#partida")).to_have_attribute("data-last", "1")


def test_a_move_answers_a_take_back(table: Table) -> None:
    anna, bruno = table
    anna.page.locator("#deshacer").click()
    expect(bruno.page.locator("#peticion")).to_be_visible()
    bruno.play("b2c2", 2)
    anna.sees(2)
    for person in (anna, bruno):
        expect(person.page.locator("#peticion")).to_have_count(0)


def test_a_draw_that_is_offered_and_accepted(table: Table) -> None:
    anna, bruno = table
    anna.page.locator("#tablas").click()
    expect(bruno.page.locator("#peticion")).to_contain_text("Tu rival ofrece tablas")
    bruno.page.locator("#aceptar").click()
    for person in (anna, bruno):
        expect(person.page.locator(".result")).to_have_text("Empate")
        expect(person.page.locator("#estado")).to_contain_text("De común acuerdo")


def test_resigning_takes_two_steps_that_name_the_winner(table: Table, people: People) -> None:
    anna, bruno = table
    eva = people.someone()
    eva.open(bruno.page.url.removeprefix(bruno.address))
    anna.page.locator("#rendirse").click()
    dialog = anna.page.locator("#dialogo")
    expect(dialog).to_contain_text("gana tu rival")
    expect(bruno.page.locator(".result")).to_have_count(0)
    dialog.locator("#rendirse-ya").click()
    seen = {
        anna: ("Ha ganado tu rival", "Te has rendido."),
        bruno: ("Has ganado", "Tu rival se ha rendido."),
        eva: ("Ha ganado el jugador 2", "Se ha rendido el jugador 1."),
    }
    for person, (result, why) in seen.items():
        expect(person.page.locator(".result")).to_have_text(result)
        expect(person.page.locator("#estado")).to_contain_text(why)


def test_playing_again_leads_both_to_one_game_with_seats_swapped(table: Table) -> None:
    anna, bruno = table
    anna.page.locator("#rendirse").click()
    anna.page.locator("#rendirse-ya").click()
    anna.page.locator("#otra").click()
    expect(anna.page.locator("#partida")).to_have_attribute("data-last", "0")
    following = bruno.page.locator("#siguiente-partida")
    expect(following).to_be_visible(timeout=15_000)
    following.click()
    expect(bruno.page.locator("#partida")).to_have_attribute("data-last", "0")
    assert bruno.page.url == anna.page.url
    expect(bruno.page.locator(".turn")).to_have_text("Te toca.")
    expect(anna.page.locator(".turn")).to_have_text("Le toca a tu rival.")


def test_a_private_link_opens_the_seat_elsewhere_and_the_public_one_does_not(
    table: Table, people: People, guard: Guard
) -> None:
    anna, bruno = table
    public = bruno.page.url
    bruno.page.locator("#otro-aparato").click()
    private = bruno.page.locator("#enlace-privado").input_value()
    assert private.startswith(public + "?llave=")
    phone, stranger = people.someone("touch"), people.someone()
    phone.open(private.removeprefix(phone.address))
    stranger.open(public.removeprefix(stranger.address))
    expect(stranger.page.locator("#tablero a")).to_have_count(0)
    expect(stranger.page.locator("#sentarse")).to_have_count(0)
    phone.play("b2c2", 2)
    anna.sees(2)
    stranger.page.locator("#abrir-compartir").click()
    expect(stranger.page.locator("#enlace-publico")).to_have_value(public)
    phone.page.locator("#abrir-compartir").tap()
    expect(phone.page.locator("#enlace-publico")).to_have_value(public)


def test_undo_on_one_screen_and_against_the_computer_needs_nobody(people: People) -> None:
    anna = people.someone()
    anna.begin(mode="screen")
    anna.play("a1b1", 1)
    anna.page.locator("#deshacer").click()
    anna.sees(0)
    anna.begin(2, 2, mode="computer", nivel="facil")
    anna.play("a1b1", 1)
    expect(anna.page.locator(".turn")).to_have_text("Te toca.")
    anna.page.locator("#deshacer").click()
    anna.sees(0)
    expect(anna.page.locator(".turn")).to_have_text("Te toca.")
