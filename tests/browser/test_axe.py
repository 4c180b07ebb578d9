"""axe finds nothing on any page: every address of the router, in both languages, light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from playwright.sync_api import Page

from tests.browser.games import whole_game
from tests.browser.people import LOST, Guard, People, Person
from tests.running import RunningSite

(AXE,) = (Path(__file__).parent / "vendor").glob("axe-*.min.js")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NO_PAGE = re.compile(r"^/api/v1/|/vivo$|/tablero$|/valor$|/csv$|\.json$|^/metrics$")
LOOKS = [("es-ES", "light"), ("es-ES", "dark"), ("en-GB", "light"), ("en-GB", "dark")]


def page_routes(app: FastAPI) -> set[str]:
    """The paths of the router that answer GET, without the API and the streams, which are no pages."""
    return {
        route.path
        for route in iter_route_contexts(app.routes)
        if route.path and "GET" in (route.methods or ()) and not NO_PAGE.search(route.path)
    }


def faults(page: Page) -> list[str]:
    """What axe finds on the page as it stands."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        """async (tags) => {
          const { violations } = await axe.run({ runOnly: { type: "tag", values: tags } });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((each) => each.html)}`);
        }""",
        TAGS,
    )
    return [f"{page.url} {fault}" for fault in found]


def games(person: Person) -> dict[str, str]:
    """Paths of games in every state that a page may show."""
    paths = {"new": person.begin(mode="screen"), "waiting": person.begin(mode="link")}
    paths["over"] = person.begin(2, 2, mode="screen")
    for number, (_, move, _match) in enumerate(whole_game("timbiriche rows=2 cols=2", seed=1), start=1):
        person.play(move, number)
    return paths


def pages_of_gusano(person: Person) -> list[str]:
    """A game in its second round with help mode on, the set-up form, and boards in the editor."""
    game = person.begin_from("gusano rows=3 cols=3 start=a2 blocked=c3 values=c1:-2")
    for number, move in enumerate(("b2", "b1", "a1"), start=1):
        person.play(move, number)
    person.page.locator("#cambiar-ayuda").click()
    person.page.locator("#ayuda").wait_for()
    editor = "/juegos/gusano/editor"
    return [
        game,
        "/juegos/gusano",
        "/juegos/gusano/reglas",
        f"{editor}?board=torus&start=c3&values=a1:-2&blocked=b2&calcular=si",
        f"{editor}?board=football",
        f"{editor}?rows=11",
    ]


@pytest.mark.parametrize(("language", "scheme"), LOOKS, ids=["-".join(look) for look in LOOKS])
def test_every_route(people: People, site: RunningSite, guard: Guard, language: str, scheme: str) -> None:
    person = people.someone(language=language, color_scheme=scheme)
    guard.allowed += ["404", "409", "422"]
    paths = games(person)
    values = {
        "game_id": paths["over"].removeprefix("/p/"),
        "entry": "timbiriche",
        "idioma": "es",
        # Challenges and classes that are there have tests of their own; here they are not.
        "day": "2020-01-01",
        "slug": "gusano",
        "code": "XXXXXXX",
        "secret": "A" * 32,
        "task": "1",
        "number": "1",
    }
    routes = page_routes(site.app)
    assert {"/", "/juegos/{entry}", "/juegos/{entry}/reglas", "/p/{game_id}"} <= routes
    addresses = [route.format_map(values) for route in sorted(routes)]
    addresses += [
        paths["over"] + "?jugada=3",
        paths["new"],
        paths["new"] + "?borrador=a1b1",
        paths["new"] + "/rendirse",
        paths["waiting"],
        paths["waiting"] + "/compartir",
        "/juegos/sueco/reglas",
        *pages_of_gusano(person),
        "/no-existe",
    ]
    found: list[str] = []
    seen = 0
    for address in addresses:
        answer = person.page.goto(person.address + address)
        assert answer is not None
        if answer.headers.get("content-type", "").startswith("text/html"):
            found += faults(person.page)
            seen += 1
    assert found == []
    assert seen >= 12


def test_a_phone_at_its_narrowest(people: People) -> None:
    person = people.someone("touch", viewport={"width": 320, "height": 640})
    found: list[str] = []
    for path in games(person).values():
        person.open(path)
        found += faults(person.page)
    assert found == []


def test_dialogs_and_questions(people: People) -> None:
    anna, bruno, eva = people.someone(), people.someone(), people.someone()
    path = anna.begin()
    anna.page.locator("#invitar").click()
    anna.page.locator("#dialogo[open]").wait_for()
    found = faults(anna.page)
    anna.page.keyboard.press("Escape")
    eva.open(path)
    found += faults(eva.page)
    bruno.sit(path)
    anna.play("a1b1", 1)
    anna.page.locator("#deshacer").click()
    bruno.page.locator("#aceptar").wait_for()
    found += faults(anna.page) + faults(bruno.page)
    anna.page.locator("#rendirse").click()
    anna.page.locator("#dialogo[open]").wait_for()
    found += faults(anna.page)
    assert found == []


def test_a_private_link(people: People) -> None:
    anna = people.someone()
    anna.begin()
    anna.page.locator("#otro-aparato").click()
    anna.page.locator("#enlace-privado").wait_for()
    assert faults(anna.page) == []


def test_without_scripts(people: People, guard: Guard) -> None:
    """Our scripts are kept away rather than switched off: axe itself needs them."""
    guard.allowed.append(LOST)
    anna = people.someone()
    path = anna.begin(mode="screen")
    anna.context.route("**/a/**/*.js", lambda route: route.abort())
    for draft in ("", "?borrador=a1b1"):
        anna.page.goto(anna.address + path + draft)
        assert faults(anna.page) == []
