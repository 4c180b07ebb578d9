"""Networks in which streams do not come through, or late: play goes on, since pages ask by themselves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.app.classes.conftest import Pupil, Teacher
from tests.browser.people import LOST, Guard, People
from tests.reliability.proxies import Proxy, Streams
from tests.running import RunningSite

MOVES = ("a1b1", "b1c1", "c1d1", "a2b2", "b2c2")


@pytest.mark.parametrize(
    "streams",
    ["blocks", pytest.param("hold", marks=pytest.mark.slow), pytest.param("refuse", marks=pytest.mark.slow)],
)
def test_behind_a_proxy_that_keeps_streams_back_the_page_asks_by_itself(
    browser: Browser, site: RunningSite, guard: Guard, streams: Streams
) -> None:
    guard.allowed += [LOST, "403"]
    with Proxy(site.port, streams=streams) as proxy:
        near, far = People(browser, site.address, guard), People(browser, proxy.address, guard)
        anna, bruno = near.someone(), far.someone()
        bruno.sit(anna.begin())
        for number, move in enumerate(MOVES, start=1):
            (anna, bruno)[(number + 1) % 2].play(move, number)
            bruno.sees(number)
        far.leave()
        near.leave()


def test_the_pages_of_a_class_ask_by_themselves_where_no_stream_comes_through(
    people: People, site: RunningSite, guard: Guard
) -> None:
    guard.allowed.append(LOST)
    teacher, screen = Teacher(site), people.someone()
    screen.context.route("**/vivo*", lambda route: route.abort())
    screen.page.goto(screen.address + teacher.desk)
    name = Pupil(site).join(teacher.code)
    expect(screen.page.locator("#tabla")).to_contain_text(name)


def test_forms_go_on_after_a_moment_without_a_connection(people: People, guard: Guard) -> None:
    guard.allowed.append("net::ERR_")  # and no script fails
    person = people.someone()
    page = person.page
    person.open("/juegos/gusano")
    page.locator("summary", has_text="Señalar").click()
    person.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.locator('[name="tablero"]').nth(1).check(force=True)
    person.context.set_offline(False)
    page.locator(".launch button").click()
    page.wait_for_url("**/p/*")

    person.open("/juegos/gusano/editor")
    page.locator("#rows").select_option("3")
    expect(page).to_have_url(re.compile("rows=3"))  # what was chosen has come
    person.context.set_offline(True)
    page.locator("#vaciar").click()
    expect(page.locator("#editor")).to_have_count(0)  # the browser says what is wrong
    person.context.set_offline(False)
    page.reload()
    expect(page.locator("#editor")).to_be_visible()


@pytest.mark.slow
def test_two_seconds_of_latency_and_lost_requests_do_not_stop_a_game(
    browser: Browser, site: RunningSite, guard: Guard
) -> None:
    guard.allowed.append(LOST)
    with Proxy(site.port, latency=2.0, seed=3) as proxy:
        near, far = People(browser, site.address, guard), People(browser, proxy.address, guard)
        anna, bruno = near.someone(), far.someone()
        bruno.sit(anna.begin())
        proxy.loss = 0.1  # from now on: who cannot load the page loads it again
        for number, move in enumerate(MOVES, start=1):
            (anna, bruno)[(number + 1) % 2].play(move, number)
            bruno.sees(number)
        far.leave()
        near.leave()
