"""A finished game is studied in each way in which a person may use the page; what axe thinks of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Route, expect

from engines.core.match import Match
from tests.app.api.conftest import UNLIMITED, warm_engines, warm_site
from tests.browser.people import LOST, Guard, Hand, People, Person
from tests.browser.test_axe import LOOKS, faults
from tests.engines.reviews import recorded
from tests.running import RunningSite, eventually

__all__ = ["warm_engines"]

GUSANO = recorded()[0]
TIMBIRICHE = next(match for match in recorded() if match.to_text().startswith("timbiriche rows=3 cols=3 : "))


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory, warm_engines: None) -> Iterator[RunningSite]:
    with warm_site(tmp_path_factory.mktemp("study"), **UNLIMITED) as site:
        yield site


@pytest.fixture
def site(warm: RunningSite) -> RunningSite:
    return warm


def finished(site: RunningSite, match: Match) -> str:
    with site.client() as web:
        answer = web.post("/api/v1/games", json={"match": match.to_text(), "seats": ["person", "person"]})
        return f"/p/{answer.json()['id']}"


def analysed(site: RunningSite, match: Match) -> str:
    path = finished(site, match)
    with site.client() as web:
        web.post(f"{path}/analisis")
        eventually(lambda: web.get(f"{path}/analisis/datos.json").json()["status"] == "done", 60)
    return path


def section(person: Person) -> Locator:
    return person.page.locator("#analisis")


def at(person: Person, ply: int) -> None:
    expect(section(person)).to_have_attribute("data-ply", str(ply))
    assert f"jugada={ply}" in person.page.url or not ply


def ask_for_it(person: Person) -> None:
    """From the end of the game to a finished analysis."""
    page = person.page
    person.press(page.locator("#ver-analisis"))
    expect(section(person)).to_be_visible()
    if person.hand == "scriptless":
        eventually(lambda: page.reload() and section(person).get_attribute("data-state") == "done", 60)
    expect(section(person)).to_have_attribute("data-state", "done", timeout=60_000)


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_a_game_is_studied(people: People, site: RunningSite, hand: Hand) -> None:
    person = people.someone(hand)
    page = person.page
    person.open(finished(site, TIMBIRICHE))
    ask_for_it(person)
    expect(page.locator("#conjunto")).to_contain_text("perdió")
    person.press(page.locator("#paso-first"))
    at(person, 0)
    for ply in (1, 2):
        person.press(page.locator("#paso-next"))
        at(person, ply)
    mistake = page.locator(".record a.costly").first
    ply = int((mistake.get_attribute("href") or "").rpartition("jugada=")[2])
    person.press(mistake)
    at(person, ply)
    expect(page.locator("#detalle")).to_contain_text("casilla")
    person.press(page.locator("#ver-castigo"))
    expect(section(person)).to_have_attribute("data-step", "1")
    person.press(page.locator("#paso-next"))
    expect(section(person)).to_have_attribute("data-step", "2")
    expect(page.locator("#valor")).to_contain_text("exacto")
    person.press(page.locator("#volver-partida"))
    expect(section(person)).to_have_attribute("data-tried", "0")
    try_a_move(person, TIMBIRICHE.at(ply - 1).legal_moves()[-1])
    answer_a_question(person)


def try_a_move(person: Person, move: str) -> None:
    """On the analysis board, the way this person points at places."""
    if person.hand == "keyboard":
        person.page.locator("#contenido").focus()
        person.walk_to(move)
        person.page.keyboard.press("Enter")
    else:
        person.point_at(move)
    expect(section(person)).to_have_attribute("data-tried", "1")
    expect(person.page.locator("#valor")).to_contain_text("exacto")
    expect(person.page.locator("#variante-1")).to_contain_text(move)


def answer_a_question(person: Person) -> None:
    page = person.page
    person.press(page.locator("#volver-partida"))
    expect(section(person)).to_have_attribute("data-tried", "0")
    person.press(page.locator("#aprender"))
    expect(page.get_by_role("heading", name="¿Qué habrías jugado?")).to_be_visible()
    free = page.locator("#jugar button:not([aria-disabled])")
    tokens = [(each or "")[2:] for each in free.evaluate_all("all => all.map((each) => each.id)")]
    if person.hand == "keyboard":
        page.locator("#contenido").focus()
        person.walk_to(tokens[0])
        page.keyboard.press("Enter")
    else:
        person.point_at(tokens[0])
    expect(page.locator("#respuesta h2")).to_contain_text(":")


def test_keys_slider_graph_and_playing_by_itself(people: People, site: RunningSite) -> None:
    person = people.someone("keyboard")
    page = person.page
    person.open(f"{analysed(site, GUSANO)}/analisis?jugada=5")
    graph = page.locator("#grafica")
    graph.focus()
    expect(graph).to_have_attribute("role", "slider")
    for key, ply in (("ArrowRight", 6), ("ArrowLeft", 5), ("Home", 0), ("End", GUSANO.ply)):
        page.keyboard.press(key)
        at(person, ply)
        expect(graph).to_be_focused()
        expect(graph).to_have_attribute("aria-valuenow", str(ply))
    page.locator("#deslizador").focus()
    page.keyboard.press("ArrowLeft")
    at(person, GUSANO.ply - 1)
    expect(page.locator("#deslizador")).to_be_focused()
    page.locator("#paso-previous").click()
    page.locator("#paso-previous").click()
    at(person, GUSANO.ply - 3)
    page.locator("#ritmo").select_option("400")
    page.locator("#reproducir").click()
    at(person, GUSANO.ply)
    expect(page.locator("#reproducir")).to_have_attribute("aria-pressed", "false")


def test_presses_faster_than_the_site_answers_all_count(people: People, site: RunningSite) -> None:
    person = people.someone("keyboard")
    person.open(f"{analysed(site, GUSANO)}/analisis?jugada=1")
    person.page.evaluate(
        """["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"].forEach((key) =>
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })))"""
    )
    at(person, 4)
    person.page.evaluate(
        """["next", "next", "previous", "next"].forEach((name) =>
          document.getElementById(`paso-${name}`).click())"""
    )
    at(person, 6)


def test_each_step_is_said(people: People, site: RunningSite) -> None:
    person = people.someone()
    person.open(f"{analysed(site, TIMBIRICHE)}/analisis?jugada=5")
    person.page.locator("#paso-next").click()
    at(person, 6)
    expect(person.page.locator("#anuncio")).to_contain_text("Jugada 6 de 24")


def test_what_a_move_cost_is_said(people: People, site: RunningSite) -> None:
    person = people.someone()
    page = person.page
    person.open(f"{analysed(site, TIMBIRICHE)}/analisis?jugada=0")
    page.locator(".record a.costly").first.click()
    said = page.locator("#anuncio")
    expect(said).to_contain_text("Perdió")
    expect(said).to_contain_text("mejor")
    words = said.inner_text()
    assert ".." not in words
    assert words.endswith(".")


def test_the_end_of_an_analysis_is_said_and_focus_stays_in_the_list(
    people: People, site: RunningSite
) -> None:
    """Its links have no names of their own, and the list is replaced again and again meanwhile."""
    person = people.someone("keyboard")
    page = person.page
    path = f"{analysed(site, TIMBIRICHE)}/analisis"

    def unfinished(route: Route) -> None:
        done = route.fetch().text()
        route.fulfill(body=done.replace('data-state="done"', 'data-state="running"').replace("costly", ""))

    page.route(f"**{path}", unfinished, times=1)
    person.open(path)
    page.locator(".record a").nth(3).focus()
    expect(page.locator("#anuncio")).to_contain_text("Análisis terminado. ")
    expect(page.locator(".record a.costly").first).to_be_visible()
    expect(page.locator(".record a").nth(3)).to_be_focused()


def test_the_move_that_is_chosen_in_the_list_stays_where_it_is(people: People, site: RunningSite) -> None:
    """What is said of it above takes more room than what was said before."""
    person = people.someone("keyboard", viewport={"width": 900, "height": 600})
    page = person.page
    person.open(f"{analysed(site, TIMBIRICHE)}/analisis?jugada=0")
    link = page.locator(".record a.costly").first
    link.focus()
    before = link.bounding_box()
    page.keyboard.press("Enter")
    expect(page.locator("#ver-castigo")).to_be_visible()
    expect(link).to_be_focused()
    after = link.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2


@pytest.mark.parametrize("hand", ["mouse", "touch"])
def test_a_link_far_below_shows_its_move_on_the_board(people: People, site: RunningSite, hand: Hand) -> None:
    """Where the page is wide the board has stayed in sight; on a phone the page goes up to it."""
    person = people.someone(hand)
    person.open(f"{analysed(site, TIMBIRICHE)}/analisis?jugada=0")
    person.press(person.page.locator("#conjunto .story a").last)
    expect(section(person)).not_to_have_attribute("data-ply", "0")
    expect(person.page.locator("#tablero")).to_be_in_viewport(ratio=0.9)


def test_focus_is_never_behind_the_board(people: People, site: RunningSite) -> None:
    person = people.someone("keyboard")
    page = person.page
    person.open(f"{analysed(site, TIMBIRICHE)}/analisis?jugada=17")
    hidden = page.locator("#conjunto .story a").evaluate_all(
        """all => all.filter((link) => {
          link.focus();
          const { x, y, width, height } = link.getBoundingClientRect();
          return !link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).map((link) => link.textContent)"""
    )
    assert page.locator("#conjunto .story a").count() > 1
    assert hidden == []


def test_a_position_that_does_not_arrive_is_asked_for_again(
    people: People, site: RunningSite, guard: Guard
) -> None:
    guard.allowed.append(LOST)
    person = people.someone()
    page = person.page
    person.open(f"{analysed(site, TIMBIRICHE)}/analisis?jugada=3")
    page.context.set_offline(True)
    page.locator("#paso-next").click()
    expect(page.locator("#anuncio.toast")).to_have_text("Sin conexión. Reintentando…")
    page.context.set_offline(False)
    at(person, 4)
    expect(page.locator("#anuncio.toast")).to_have_count(0)


def test_a_running_game_never_takes_the_viewer_along(people: People, site: RunningSite) -> None:
    person = people.someone()
    match = TIMBIRICHE.at(5)
    with site.client() as web:
        made = web.post(
            "/api/v1/games", json={"match": match.to_text(), "seats": ["person", "person"]}
        ).json()
        path = f"/p/{made['id']}"
        person.open(f"{path}/analisis?jugada=2")
        at(person, 2)
        for move in TIMBIRICHE.moves[5:8]:
            seat = match.turn
            key = {"Authorization": f"Bearer {made['seat_tokens'][seat]}"}
            sent = web.post(
                f"/api/v1/games/{made['id']}/moves", json={"move": move, "version": match.ply}, headers=key
            )
            assert sent.status_code == 200
            match = match.play(move)
    expect(person.page.locator("#nuevas")).to_have_text("3 jugadas nuevas.", timeout=20_000)
    at(person, 2)
    person.page.locator("#ir-ultima").click()
    at(person, 8)


def test_progress_comes_in_by_itself(people: People, site: RunningSite) -> None:
    """Also while somebody looks at a move: the board stays, the list gets its losses."""
    person = people.someone()
    person.open(finished(site, recorded()[1]))
    person.page.locator("#ver-analisis").click()
    expect(section(person)).to_have_attribute("data-state", "done", timeout=60_000)
    expect(person.page.locator(".record a.costly").first).to_be_visible()
    expect(person.page.locator("#avance")).to_have_count(0)


@contextmanager
def other_site(body: str) -> Iterator[str]:
    """Another web site, with one page; its address."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *parts: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_an_embedded_game_is_gone_through_in_a_frame(people: People, site: RunningSite, guard: Guard) -> None:
    person = people.someone()
    path = analysed(site, GUSANO)
    guard.allowed += ["another host", "404"]  # the other site itself, and the icon that it has not
    body = (
        f'<!doctype html><title>x</title><iframe src="{site.address}{path}/incrustar" width="420"></iframe>'
    )
    with other_site(body) as address:
        person.page.goto(address)
        frame = person.page.frame_locator("iframe")
        expect(frame.locator("#analisis")).to_have_attribute("data-ply", str(GUSANO.ply))
        frame.locator("#paso-first").click()
        expect(frame.locator("#analisis")).to_have_attribute("data-ply", "0")
        frame.locator("#paso-next").click()
        expect(frame.locator("#analisis")).to_have_attribute("data-ply", "1")
        assert person.context.cookies() == []


@pytest.mark.parametrize(("language", "scheme"), LOOKS, ids=["-".join(look) for look in LOOKS])
def test_axe_finds_nothing(people: People, site: RunningSite, language: str, scheme: str) -> None:
    person = people.someone(language=language, color_scheme=scheme)
    timbiriche, gusano = analysed(site, TIMBIRICHE), analysed(site, GUSANO)
    found: list[str] = []
    for address in (
        f"{timbiriche}/analisis?jugada=17",
        f"{gusano}/analisis?jugada=3&prueba={GUSANO.moves[3]}",
        f"{timbiriche}/analisis/pregunta",
        f"{gusano}/incrustar?jugada=3",
        f"{timbiriche}/analisis/hoja",
        f"{finished(site, TIMBIRICHE.at(4))}/analisis",
    ):
        person.open(address)
        person.page.locator("#tabla").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        found += faults(person.page)
    assert found == []


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_is_wider_than_a_phone(people: People, site: RunningSite, width: int) -> None:
    person = people.someone("touch", viewport={"width": width, "height": 740})
    path = analysed(site, GUSANO)
    for rest in ("/analisis?jugada=4", "/analisis/pregunta", "/analisis/hoja", "/incrustar"):
        person.open(path + rest)
        person.page.locator("#tabla").evaluate_all("all => all.forEach((each) => { each.open = true; })")
        assert person.page.evaluate("document.documentElement.scrollWidth") <= width


def test_axe_without_scripts(people: People, site: RunningSite, guard: Guard) -> None:
    guard.allowed.append(LOST)
    person = people.someone()
    path = analysed(site, TIMBIRICHE)
    person.context.route("**/a/**/*.js", lambda route: route.abort())
    person.page.goto(f"{person.address}{path}/analisis?jugada=17")
    assert faults(person.page) == []


def test_the_printed_sheet_is_black_on_white(people: People, site: RunningSite, tmp_path: Path) -> None:
    person = people.someone()
    person.open(f"{analysed(site, TIMBIRICHE)}/analisis/hoja")
    person.page.emulate_media(media="print")
    expect(person.page.locator(".top")).to_be_hidden()
    colours = person.page.evaluate(
        """() => [...new Set([...document.querySelectorAll(".paper .drawing *")].flatMap((each) => {
          const { stroke, fill } = getComputedStyle(each);
          return [stroke, fill];
        }))].filter((each) => each.startsWith("rgb"))"""
    )
    greys = [
        parts for each in colours if (parts := each.strip("rgba()").split(", ")) and len(set(parts[:3])) == 1
    ]
    assert len(greys) == len(colours)


def test_a_question_is_answered_without_leaving_its_page(people: People, site: RunningSite) -> None:
    """The answer is said and has the focus; going back leads to the question."""
    person = people.someone("keyboard")
    page = person.page
    person.open(f"{analysed(site, TIMBIRICHE)}/analisis/pregunta")
    page.evaluate("window.stays = true")
    token = (page.locator("#jugar button:not([aria-disabled])").first.get_attribute("id") or "")[2:]
    person.walk_to(token)
    page.keyboard.press("Enter")
    expect(page.locator("#respuesta h2")).to_contain_text(":")
    expect(page.locator("#respuesta")).to_be_focused()
    assert f"respuesta={token}" in page.url
    page.go_back()
    expect(page.locator("#respuesta")).to_contain_text("Responde en el tablero.")
    assert page.evaluate("window.stays") is True


def test_what_takes_time_to_find_out_is_seen_to_be_waited_for(people: People, site: RunningSite) -> None:
    person = people.someone("touch")
    page = person.page
    held: list[Route] = []
    page.route(re.compile("respuesta=|solucion=|/linea"), lambda route: held.append(route))

    def waited(sign: Locator, text: str) -> None:
        expect(sign).to_have_text(text)
        expect(sign).to_be_in_viewport()
        held.pop().continue_()

    game = analysed(site, TIMBIRICHE)
    person.open(f"{game}/analisis/pregunta")
    token = (page.locator("#jugar button:not([aria-disabled])").first.get_attribute("id") or "")[2:]
    person.point_at(token)
    expect(page.locator(f"#tablero-line-{token}")).to_have_class(re.compile("sending"))
    waited(page.locator("#respuesta"), "Pensando…")
    expect(page.locator("#respuesta h2")).to_contain_text(":")
    expect(page.locator("#respuesta")).to_be_focused()
    if page.locator("#ver-solucion").count():
        person.press(page.locator("#ver-solucion"))
        waited(page.locator("#respuesta"), "Pensando…")
        expect(page.locator("#respuesta h2")).to_have_text("La solución")
        expect(page.locator("#respuesta")).to_be_focused()
    number = page.url.partition("jugada=")[2].partition("&")[0]
    person.open(f"{game}/analisis?jugada={number}")
    person.press(page.locator("#ver-linea"))
    waited(page.locator("#anuncio"), "Un momento…")
    expect(section(person)).not_to_have_attribute("data-tried", "0")
    expect(page.locator("#anuncio")).to_have_class("hidden")


@pytest.mark.parametrize(
    ("line", "first", "plain"),
    [("ayu size=5", "b5", ".point:not(.choice)"), ("gyges setup=321123/321123", "c1", ".cell:not(.choice)")],
    ids=["ayu", "gyges"],
)
def test_after_a_first_click_it_is_seen_where_one_may_go_on(
    people: People, line: str, first: str, plain: str
) -> None:
    page = people.someone().page
    page.goto(f"{people.address}/problema?{urlencode({'partida': line, 'respuesta': first})}")
    look = "(all) => [...new Set(all.map((it) => getComputedStyle(it).stroke))]"
    choices = page.locator(f"#tablero {plain.partition(':')[0]}.choice")
    assert choices.count() > 1
    accent = choices.evaluate_all(look)
    assert len(accent) == 1
    assert accent[0] not in page.locator(f"#tablero {plain}").evaluate_all(look)
