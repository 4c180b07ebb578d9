"""A move on its way is shown as that; one that does not arrive goes back and can be sent again."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.people import LOST, Guard, People


def test_a_move_that_does_not_arrive_goes_back_and_is_sent_again(people: People, guard: Guard) -> None:
    guard.allowed.append(LOST)
    anna = people.someone()
    anna.begin(mode="screen")
    before = anna.shown()
    anna.page.route("**/jugadas", lambda route: route.abort("connectionreset"), times=1)
    anna.hit("b2c2").click()
    toast = anna.page.locator("#envio")
    expect(toast).to_contain_text("La jugada no ha llegado")
    assert anna.shown() == before
    expect(anna.page.locator("#anuncio")).to_contain_text("La jugada no ha llegado")
    toast.get_by_role("button", name="Reintentar").click()
    anna.sees(1)
    expect(toast).to_be_hidden()


def test_a_move_whose_answer_was_lost_is_played_once(people: People, guard: Guard) -> None:
    guard.allowed.append(LOST)
    anna = people.someone()
    anna.begin(mode="screen")
    for path in ("vivo", "tablero"):
        anna.page.route(f"**/{path}*", lambda route: route.abort())
    anna.page.reload()
    anna.ready()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    anna.page.route("**/jugadas", lose, times=1)
    anna.hit("b2c2").click()
    anna.page.locator("#envio").get_by_role("button", name="Reintentar").click()
    anna.sees(1)
    assert anna.page.locator("#explicacion").count() == 0


def test_a_page_of_a_proxy_is_not_taken_for_the_board(people: People, guard: Guard) -> None:
    guard.allowed.append("502")
    anna = people.someone()
    anna.begin(mode="screen")
    anna.page.route(
        "**/jugadas", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"), times=1
    )
    anna.hit("b2c2").click()
    expect(anna.page.locator("#envio")).to_contain_text("La jugada no ha llegado")
    expect(anna.page.locator("#tablero")).to_be_visible()


def test_the_way_is_shown_until_the_move_is_stored(people: People) -> None:
    anna = people.someone()
    anna.begin(mode="screen")
    held: list[Route] = []
    anna.page.route("**/jugadas", lambda route: held.append(route), times=1)
    anna.hit("b2c2").click()
    expect(anna.page.locator("#envio")).to_contain_text("Enviando…")
    expect(anna.page.locator("#tablero-line-b2c2.sending")).to_have_count(1)
    held[0].continue_()
    anna.sees(1)
    expect(anna.page.locator("#envio")).to_be_hidden()
    expect(anna.page.locator(".sending")).to_have_count(0)


def test_with_confirmation_the_first_tap_only_shows(people: People) -> None:
    anna = people.someone("touch")
    anna.begin(mode="screen")
    anna.page.locator("#confirmar-siempre").check()
    anna.hit("a1b1").tap()
    expect(anna.page.locator("#tablero-line-a1b1.chosen")).to_have_count(1)
    expect(anna.page.locator("#envio")).to_contain_text("Toca otra vez para jugar")
    anna.hit("b2c2").tap()
    expect(anna.page.locator("#tablero .chosen")).to_have_count(1)
    expect(anna.page.locator("#partida")).to_have_attribute("data-last", "0")
    anna.page.locator("#envio").get_by_role("button", name="Jugar").tap()
    anna.sees(1)
    expect(anna.page.locator("#tablero-line-b2c2.last")).to_have_count(1)
    anna.hit("a1b1").tap()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#tablero .chosen")).to_have_count(0)
    expect(anna.page.locator("#envio")).to_be_hidden()
    anna.hit("a1b1").tap()
    anna.hit("a1b1").tap()
    anna.sees(2)
    anna.page.reload()
    expect(anna.page.locator("#confirmar-siempre")).to_be_checked()


def test_a_move_can_be_typed_and_a_wrong_one_is_explained(people: People, guard: Guard) -> None:
    guard.allowed.append("422")
    anna = people.someone("keyboard")
    anna.begin(mode="screen")
    page = anna.page
    page.locator("#por-escrito summary").click()
    page.locator("#jugada-escrita").fill("a1c3")
    page.keyboard.press("Enter")
    expect(page.locator("#explicacion")).to_contain_text("no son vecinos")
    expect(page.locator("#anuncio")).to_contain_text("no son vecinos")
    expect(page.locator("#jugada-escrita")).to_be_focused()
    page.locator("#jugada-escrita").fill("a1b1")
    page.keyboard.press("Enter")
    anna.sees(1)
    expect(page.locator("#explicacion")).to_have_count(0)
