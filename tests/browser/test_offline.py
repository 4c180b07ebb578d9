"""Without a connection: the server is really stopped; what was kept works, nothing else is answered for."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Error, Page, expect

from app import pages, settings
from app.offline import edition
from tests.browser.people import Person
from tests.browser.test_lessons import choose, learn
from tests.running import RunningSite, eventually

LESSON = "/juegos/gusano/aprender"
STEPS = 5
KEPT = """async ([path, count]) => {
  const kept = (number) => caches.match(`${path}?paso=${number}&lado=0`, { ignoreVary: true });
  const all = (await Promise.all([...Array(count).keys()].map((number) => kept(number + 1)))).every(Boolean);
  return all || new Promise((later) => setTimeout(later, 300, false));
}"""
"""Whether a lesson is kept; a no comes late, so that nobody asks all the time."""
PATIENCE = 400.0
"""Seconds for a lesson to be packed on a machine that has other things to do."""


def wait_until_kept(person: Person) -> None:
    eventually(lambda: person.page.evaluate(KEPT, [LESSON, STEPS]), PATIENCE)


def address_of(key: str, number: int) -> str:
    names = ("jugadas", "jugada", "borrador", "pista")
    parts = [f"{name}={value}" for name, value in zip(names, key.split("|"), strict=True) if value]
    return "&".join([f"{LESSON}?paso={number}", *parts])


SECTION = """async (address) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  return page.getElementById("leccion").outerHTML;
}"""


def test_a_whole_lesson_without_a_connection(person: Person, own_site: RunningSite) -> None:
    page = person.page
    person.open(LESSON)
    wait_until_kept(person)
    packed = page.request.get(f"{person.address}{LESSON}/paquete?paso=2&lado=0").json()
    some = Random(4).sample(sorted(packed["pages"]), 8)
    online = [page.evaluate(SECTION, address_of(key, 2)) for key in some]
    own_site.stop()

    assert [page.evaluate(SECTION, address_of(key, 2)) for key in some] == online
    choose(person, "a3")
    expect(page.locator("#veredicto")).to_be_visible()
    page.goto(person.address + LESSON)
    for number in range(1, STEPS + 1):
        expect(page.locator('.way [aria-current="step"]')).to_contain_text(str(number))
        learn(person)
        if number == 1:
            page.reload()
            expect(page.locator("#veredicto.good")).to_be_visible()
        page.locator("#siguiente").click()
    # The game at the end is against the computer, which is on the server.
    expect(page.locator("h1")).to_have_text("Sin conexión")
    expect(page.locator(f'[data-path="{LESSON}"] + span')).to_have_text("Guardada")
    page.goto(person.address + "/")
    expect(page.locator("h1")).to_have_text("Sin conexión")
    assert page.locator(".page").evaluate("(main) => getComputedStyle(main).maxWidth") != "none"

    own_site.start()
    page.goto(person.address + "/")
    expect(page.locator(".compartment")).to_have_count(5)


def test_games_streams_and_classes_are_never_answered_for(person: Person, own_site: RunningSite) -> None:
    page = person.page
    person.open("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    person.open("/juegos/gusano")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    path = person.begin(mode="screen")
    answered: list[tuple[str, bool]] = []
    page.on("response", lambda answer: answered.append((answer.url, answer.from_service_worker)))
    person.open(path)
    person.play("a1b1", 1)
    by_worker = [url for url, worker in answered if worker]
    assert len(answered) > len(by_worker)
    assert [url for url in by_worker if "/a/" not in url] == []
    own_site.stop()
    for address in (path, path + "/tablero", "/profe", "/clase", "/reto", "/api/docs", "/salud"):
        with pytest.raises(Error, match="Failed to fetch"):
            page.evaluate("(address) => fetch(address)", address)
    for address in (path, "/profe", "/clase", "/reto", "/yo", "/api/docs"):
        with pytest.raises(Error, match="ERR_"):
            page.goto(person.address + address)


@pytest.fixture
def build_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Makes another edition of the site, with a style sheet of its own, for the next start of the server."""
    root = tmp_path / "build"

    def forget() -> None:
        for cached in (pages.static_files, pages.environment, pages._board_sheet, edition.edition):
            cached.cache_clear()

    def build() -> None:
        shutil.copytree(settings.own_path("static"), root / "static")
        for name in ("templates", "migrations"):
            (root / name).symlink_to(settings.own_path(name))
        with (root / "static" / "css" / "site.css").open("a", encoding="utf-8") as sheet:
            sheet.write("\n:root { --build: second; }\n")
        monkeypatch.setattr(settings, "_ROOT", root)
        forget()

    yield build
    monkeypatch.undo()
    forget()


BUILD = '() => getComputedStyle(document.documentElement).getPropertyValue("--build")'
EDITIONS = '() => caches.keys().then((names) => names.filter((name) => name.startsWith("ingenio-")))'


TABLE = "/juegos/gusano/mesa"
TABLE_KEPT = f"() => caches.match({TABLE!r}, {{ ignoreVary: true }}).then(Boolean)"


def test_a_deploy_reaches_an_old_tab_within_one_reload(
    person: Person, own_site: RunningSite, build_again: Callable[[], None]
) -> None:
    page = person.page
    person.open(TABLE)
    eventually(lambda: page.evaluate(TABLE_KEPT))
    first = page.evaluate(EDITIONS)
    assert len(first) == 1
    assert page.evaluate(BUILD) == ""

    own_site.stop()
    build_again()
    own_site.start()
    choose(person, "d1")  # the old tab goes on as it is
    expect(page.locator(".points")).to_have_text(["2", "0"])
    page.reload()
    assert page.evaluate(BUILD).strip() == "second"
    # What was kept is kept anew, and no copy of the first edition is left.
    eventually(lambda: first[0] not in page.evaluate(EDITIONS))
    own_site.stop()
    page.goto(person.address + TABLE)
    assert page.evaluate(BUILD).strip() == "second"
    expect(page.locator(".points")).to_have_text(["2", "0"])
    own_site.start()


@pytest.mark.slow
def test_lessons_that_were_kept_are_kept_anew_after_a_deploy(
    person: Person, own_site: RunningSite, build_again: Callable[[], None]
) -> None:
    page = person.page
    person.open(LESSON)
    wait_until_kept(person)
    first = page.evaluate(EDITIONS)
    own_site.stop()
    build_again()
    own_site.start()
    person.open("/")
    eventually(lambda: first[0] not in page.evaluate(EDITIONS), PATIENCE)
    wait_until_kept(person)
    own_site.stop()
    page.goto(person.address + LESSON)
    assert page.evaluate(BUILD).strip() == "second"
    learn(person)
    own_site.start()


def test_a_browser_that_may_keep_nothing_is_told_so(
    forgetful: Callable[[str], Page], own_site: RunningSite
) -> None:
    page = forgetful(own_site.address)
    page.goto("/sin-conexion")
    expect(page.locator("#imposible")).to_be_visible()
    expect(page.locator("[data-path]:visible")).to_have_count(0)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/yo",
        "/reto",
        "/profe",
        "/preferencias",
        "/juegos/gusano",
        "/juegos/gusano/editor",
        LESSON,
        TABLE,
    ],
)
def test_no_page_fails_where_nothing_may_be_kept(
    forgetful: Callable[[str], Page], own_site: RunningSite, path: str
) -> None:
    page = forgetful(own_site.address)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    if path == TABLE:
        page.locator("#jugar button:not([aria-disabled=true])").first.dispatch_event("click")
        expect(page.locator("#mesa")).to_have_attribute("data-last", "1")


def test_the_site_can_be_installed(person: Person) -> None:
    person.open("/")
    tools = person.context.new_cdp_session(person.page)
    told = tools.send("Page.getAppManifest")
    assert told["errors"] == []
    assert json.loads(told["data"])["short_name"] == "Ingenio"
    problems = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in problems if each["errorId"] != "in-incognito"] == []
