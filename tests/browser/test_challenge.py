"""The challenge of the day, played to its result in each way in which a person may use the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engines import registry
from engines.core.limit import Limit
from tests.app.api.conftest import UNLIMITED, warm_engines, warm_site
from tests.app.challenges.conftest import BOARD, TODAY, Clock, set_challenge
from tests.browser.people import Guard, Hand, People, Person
from tests.browser.test_axe import faults
from tests.running import RunningSite, eventually

__all__ = ["warm_engines"]


@pytest.fixture(scope="module")
def challenge_site(tmp_path_factory: pytest.TempPathFactory, warm_engines: None) -> Iterator[RunningSite]:
    with warm_site(tmp_path_factory.mktemp("challenge"), clock=Clock(), **UNLIMITED) as site:
        set_challenge(site, TODAY, BOARD)
        yield site


@pytest.fixture
def solvers(browser: Browser, challenge_site: RunningSite, guard: Guard) -> Iterator[People]:
    crowd = People(browser, challenge_site.address, guard)
    yield crowd
    crowd.leave()


def board_of(site: RunningSite, game: str) -> Any:
    slug, setup, moves = site.rows("SELECT slug, setup, moves FROM games WHERE id = ?", game)[0]
    return registry.read_match(f"{slug} {setup} : {moves}")


def play_out(person: Person, site: RunningSite) -> None:
    """Play best moves until the round is over; the bird may answer before anybody looks."""
    game = person.page.url.rpartition("/p/")[2].partition("?")[0]
    moves = {"keyboard": person.type, "scriptless": person.confirm}
    while True:
        match = eventually(lambda: (found := board_of(site, game)).turn != 1 and found)
        person.sees(match.ply)
        if match.outcome is not None:
            return
        best = match.game.evaluate(match.state, Limit(), False).best[0]
        moves.get(person.hand, person.point_at)(best)
        eventually(lambda before=match.ply: board_of(site, game).ply > before)


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_a_try_from_the_front_page_to_the_text_to_share(
    solvers: People, challenge_site: RunningSite, hand: Hand
) -> None:
    person = solvers.someone(hand)
    page = person.page
    person.open("/")
    person.press(page.get_by_role("link", name="Ver el reto"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("2 de diciembre de 2026")
    person.press(page.locator("#jugar-reto"))
    page.wait_for_url("**/p/*")
    person.ready()
    play_out(person, challenge_site)
    expect(page.locator(".result")).to_have_text("Fin de la ronda")
    person.press(page.locator("#volver-tarea"))
    expect(page.locator(".verdict")).to_have_text("Has conseguido el par: no se puede más.")
    if hand == "scriptless":
        for _ in range(40):
            if page.locator("#texto-reto").count():
                break
            page.get_by_role("link", name="Actualizar").click()
    expect(page.locator("#texto-reto")).to_have_value(re.compile("he conseguido el par"))
    expect(page.locator(".streak")).to_have_text("Racha: 1 día")
    if hand != "scriptless":
        assert faults(page) == []


def test_pages_of_challenges_are_sound(solvers: People, guard: Guard) -> None:
    guard.allowed.append("404")
    for scheme in ("light", "dark"):
        person = solvers.someone(color_scheme=scheme)
        for path in ("/reto", "/reto/archivo", "/reto/historial", "/reto/traer?llave=x", f"/reto/{TODAY}"):
            person.open(path)
            assert faults(person.page) == []
        phone = solvers.someone("touch", color_scheme=scheme, viewport={"width": 320, "height": 640})
        phone.open("/reto")
        wide = phone.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320
