"""Two screens stay one game: through blocked streams, a stopped server, two tabs and impatient fingers."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Request, Route, expect

from tests.browser.people import LOST, Guard, People, Person
from tests.running import RunningSite, eventually


def test_where_streams_are_blocked_the_page_asks_by_itself(people: People, guard: Guard) -> None:
    guard.allowed.append(LOST)
    anna, bruno = people.someone(), people.someone()
    bruno.context.route("**/vivo*", lambda route: route.abort())
    bruno.sit(anna.begin())
    anna.play("a1b1", 1)
    bruno.sees(1)
    bruno.play("b1c1", 2)
    anna.sees(2)
    anna.play("c1d1", 3)
    bruno.sees(3)


def waited(page: Page, stream: Request) -> float:
    """Milliseconds from the end of loading to the opening of a stream; the watchdog looks after 10,000."""
    loaded = page.evaluate(
        "performance.timeOrigin + performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
    )
    return float(stream.timing["startTime"] - loaded)


def test_asking_stops_when_the_stream_opens(people: People) -> None:
    anna = people.someone()
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    with anna.page.expect_request("**/vivo*", timeout=30_000) as opened:
        anna.begin()
    assert waited(anna.page, opened.value) < 5_000
    anna.page.wait_for_timeout(1_000)
    asked.clear()
    anna.page.wait_for_timeout(5_000)
    assert [url for url in asked if "/tablero" in url and "revision=" in url] == []
    assert [url for url in asked if "/vivo" in url] == []


def test_the_stream_opens_however_late_a_script_arrives(people: People) -> None:
    anna = people.someone()

    def dawdle(route: Route) -> None:
        anna.page.wait_for_timeout(1_500)
        route.continue_()

    anna.page.route("**/hx-sse-*", dawdle)
    with anna.page.expect_request("**/vivo*", timeout=30_000) as opened:
        anna.begin()
    assert waited(anna.page, opened.value) < 5_000


def test_a_server_that_comes_back_finds_both_screens_again(
    browser: Browser, tmp_path: Path, guard: Guard
) -> None:
    guard.allowed.append(LOST)
    with RunningSite(tmp_path) as site:
        crowd = People(browser, site.address, guard)
        anna, bruno, eva = crowd.someone(), crowd.someone(), crowd.someone("scriptless")
        bruno.sit(path := anna.begin())
        anna.play("a1b1", 1)
        bruno.sees(1)
        moving = eva.context.request
        link = private_link(bruno, path)
        site.stop()
        site.start()
        answer = moving.post(
            f"{site.address}{path}/jugadas",
            form={"move": "b2c2", "version": 1, "llave": link},
            headers={"Origin": site.address},
        )
        assert answer.ok
        anna.sees(2)
        bruno.sees(2)
        anna.play("c3d3", 3)
        bruno.sees(3)
        assert anna.shown() == bruno.shown()
        crowd.leave()


def private_link(person: Person, path: str) -> str:
    """The key of somebody's private link, made with the button of the page, in another tab."""
    page = person.another_page()
    page.goto(person.address + path)
    page.locator("#otro-aparato").click()
    address = page.locator("#enlace-privado").input_value()
    page.close()
    return address.partition("llave=")[2]


def test_an_earlier_position_is_never_pulled_away(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin())
    for number, move in enumerate(("a1b1", "b1c1", "c1d1"), start=1):
        (anna, bruno)[(number + 1) % 2].play(move, number)
    bruno.sees(3)
    page = anna.page
    anna.sees(3)
    page.locator("#paso-first").click()
    expect(page.locator("#partida")).to_have_attribute("data-ply", "0")
    assert page.url.endswith("jugada=0")
    bruno.play("a2b2", 4)
    expect(page.locator("#nuevas")).to_have_text("1 jugada nueva.")
    expect(page.locator("#partida")).to_have_attribute("data-ply", "0")
    expect(page.locator("#pasado")).to_contain_text("aquí no se puede jugar")
    expect(page.locator("#tablero a")).to_have_count(0)
    page.locator('#tablero [data-token="c2d2"]').first.click()
    anna.button("c2d2").dispatch_event("click")
    expect(bruno.page.locator("#partida")).to_have_attribute("data-last", "4")
    page.locator("#ir-ultima").click()
    expect(page.locator("#partida")).to_have_attribute("data-ply", "4")
    anna.play("c2d2", 5)
    bruno.sees(5)


@pytest.mark.parametrize("told", ["presencia", "cambio"])
def test_news_do_not_keep_from_the_position_that_was_asked_for(people: People, told: str) -> None:
    """Before its answer is there, the stream tells of somebody who came, or of a move."""
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin())
    anna.play("a1b1", 1)
    bruno.play("b1c1", 2)
    anna.sees(2)
    held: list[Route] = []
    anna.page.route("**/tablero?jugada=0*", lambda route: held.append(route), times=1)
    with anna.page.expect_request("**/tablero?jugada=0*"):
        anna.page.locator("#paso-first").click()
    anna.page.evaluate(
        """told => {
            const ask = htmx.ajax;
            htmx.ajax = (...given) => { window.asked = true; return ask.apply(htmx, given); };
            document.dispatchEvent(new CustomEvent(told, { detail: { id: "999", data: "?" } }));
        }""",
        told,
    )
    eventually(lambda: anna.page.evaluate("window.asked"))
    held[0].continue_()
    expect(anna.page.locator("#partida")).to_have_attribute("data-ply", "0")


def test_a_double_click_plays_once(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin())
    anna.sees(0)
    sent: list[Request] = []
    anna.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    anna.hit("a1b1").dblclick()
    anna.sees(1)
    bruno.sees(1)
    assert len(sent) == 1


def test_two_tabs_with_different_moves_leave_one(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    bruno.sit(path := anna.begin())
    second = anna.another_page()
    # The second tab hears nothing, as one that slept: it moves on what it last saw.
    second.route("**/vivo*", lambda route: route.fulfill(status=204))
    second.route("**/tablero*", lambda route: route.fulfill(status=204))
    second.goto(anna.address + path)
    second.locator("#jugar[data-htmx-powered]").wait_for(state="attached")
    anna.play("a1b1", 1)
    bruno.play("b1c1", 2)
    anna.guard.allowed.append("409")
    second.locator('#tablero [data-token="c3d3"]').click()
    expect(second.locator("#explicacion")).to_contain_text("El tablero había cambiado")
    expect(second.locator("#partida")).to_have_attribute("data-last", "2")
    expect(anna.page.locator("#partida")).to_have_attribute("data-last", "2")


def test_a_finished_game_keeps_no_stream(people: People, site: RunningSite) -> None:
    anna, bruno = people.someone(), people.someone()
    path = anna.begin(1, 1)
    bruno.sit(path)
    game = path.removeprefix("/p/")
    for number, move in enumerate(("a1b1", "a2b2", "a1a2", "b1b2"), start=1):
        (anna, bruno)[(number + 1) % 2].play(move, number)
        (bruno, anna)[(number + 1) % 2].sees(number)
    expect(anna.page.locator("#en-vivo")).to_have_count(0)
    expect(bruno.page.locator("#en-vivo")).to_have_count(0)
    live = site.app.state.site.live
    eventually(lambda: not live._streams.get(game))


def test_streams_do_not_pile_up_with_swaps(people: People, site: RunningSite) -> None:
    anna = people.someone()
    path = anna.begin(3, 3, mode="screen")
    game = path.removeprefix("/p/").partition("?")[0]
    for number, move in enumerate(("a1b1", "b1c1", "c1d1", "a2b2", "b2c2"), start=1):
        anna.play(move, number)
    streams = site.app.state.site.live._streams
    eventually(lambda: len(streams.get(game, ())) == 1)


def test_news_that_overtake_the_answer_to_a_move_are_shown(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    with anna.page.expect_request("**/vivo*", timeout=30_000):
        bruno.sit(anna.begin())
    expect(anna.page.locator("#partida")).to_have_attribute("data-present", "?+0")
    held: list[tuple[Route, APIResponse]] = []
    anna.page.route("**/jugadas", lambda route: held.append((route, route.fetch())))
    anna.point_at("a1b1")
    bruno.sees(1)
    bruno.play("b1c1", 2)
    anna.page.wait_for_timeout(1_000)
    [(route, answer)] = held
    route.fulfill(response=answer)
    anna.sees(2)


def test_a_question_that_fails_is_asked_again(people: People, guard: Guard) -> None:
    guard.allowed.append(LOST)
    anna, bruno = people.someone(), people.someone()
    with anna.page.expect_request("**/vivo*", timeout=30_000):
        bruno.sit(anna.begin())
    anna.play("a1b1", 1)
    bruno.sees(1)
    expect(anna.page.locator("#partida")).to_have_attribute("data-present", "?+0")
    anna.page.route("**/tablero*", lambda route: route.abort(), times=1)
    bruno.play("b1c1", 2)
    anna.sees(2)


def test_the_computer_answers_and_its_moves_are_said(people: People) -> None:
    anna = people.someone()
    anna.begin(2, 2, mode="computer", nivel="facil")
    anna.listen()
    anna.play("a1b1", 1)
    expect(anna.page.locator("#partida")).to_have_attribute("data-last", "2")
    expect(anna.page.locator(".turn")).to_have_text("Te toca.")
    anna.page.wait_for_function("() => heard.some((line) => line.includes('Ordenador: dibujó'))")


def test_without_scripts_whoever_waits_is_offered_to_look_again(people: People) -> None:
    anna, bruno = people.someone("scriptless"), people.someone()
    bruno.sit(anna.begin())
    again = anna.page.locator("#actualizar")
    anna.page.reload()
    expect(again).to_have_count(0)
    anna.play("a1b1", 1)
    bruno.sees(1)
    expect(bruno.page.locator("#actualizar")).to_be_hidden()
    bruno.play("b1c1", 2)
    again.click()
    expect(anna.page.locator("#partida")).to_have_attribute("data-last", "2")
