"""A short class league: a teacher, and four pupils who use the pages in different ways, up to the bell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.app.api.conftest import UNLIMITED
from tests.app.challenges.conftest import Clock
from tests.browser.people import Guard, Hand, People, Person
from tests.browser.test_axe import faults
from tests.running import RunningSite, eventually

TINY = "timbiriche rows=1 cols=1"
LINES = ("a1b1", "a2b2", "a1a2", "b1b2")


@pytest.fixture(scope="module")
def league_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """Its clock stands still: nobody waits too long, however slow the machine is."""
    folder = tmp_path_factory.mktemp("league")
    with RunningSite(folder, clock=Clock(), watch_seconds=0.05, **UNLIMITED) as site:
        yield site


@pytest.fixture
def school(browser: Browser, league_site: RunningSite, guard: Guard) -> Iterator[People]:
    crowd = People(browser, league_site.address, guard)
    yield crowd
    crowd.leave()


def make_class(teacher: Person) -> str:
    """A class with a league that is open; its code."""
    page = teacher.page
    teacher.open("/profe")
    teacher.press(page.locator("#crear-clase"))
    code = page.locator(".class-code").inner_text().replace(" ", "")
    teacher.press(page.locator("#ir-a-la-clase"))
    teacher.press(page.get_by_role("link", name="Liga de la clase"))
    page.locator("summary", has_text="Otro tablero").click()
    page.locator("#linea").fill(TINY)
    teacher.press(page.locator("#abrir-liga"))
    expect(page.locator("#timbre")).to_be_visible()
    return code


def sound(person: Person) -> None:
    """axe finds nothing, and nothing is wider than the screen."""
    assert faults(person.page) == []
    width = person.page.evaluate("innerWidth")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= width


def come(pupil: Person, code: str) -> str:
    """Come into the class and into its league; the alias."""
    page = pupil.page
    pupil.open(f"/clase/{code}")
    pupil.press(page.locator("#entrar"))
    expect(page.locator(".phrase")).to_be_visible()
    alias = page.locator("h1").inner_text().removeprefix("Hola, ")
    pupil.press(page.locator("#seguir"))
    pupil.press(page.locator("#ir-a-la-liga"))
    expect(page.locator("#estoy")).to_be_visible()
    pupil.press(page.locator("#estoy"))
    return alias


def reach_game(pupil: Person) -> str:
    """Wait for the next game: scripts lead there, without them one asks and presses. Its id."""
    page = pupil.page
    if pupil.hand == "scriptless":

        def shown() -> bool:
            page.reload()
            return page.locator("#jugar").count() > 0

        eventually(shown, 60)
        pupil.press(page.locator("#jugar"))
    page.wait_for_url("**/p/*", timeout=60_000)
    pupil.ready()
    return page.url.rpartition("/p/")[2]


def play_out(players: list[Person], site: RunningSite, game: str) -> None:
    """The two of a game draw the first free line, in turn, until the box is closed."""
    seats: dict[int, Person] = {}
    for player in players:
        mine = player.page.locator("#partida .side").filter(has_text="Tú").get_attribute("class") or ""
        seats[int(re.search(r"seat-(\d)", mine)[1])] = player  # type: ignore[index]
    for number, line in enumerate(LINES, start=1):
        turn = site.rows("SELECT turn FROM games WHERE id = ?", game)[0][0]
        seats[turn].play(line, number)
    for player in players:
        player.sees(len(LINES))
        expect(player.page.locator("#estado")).to_contain_text(
            "Has ganado" if player is seats[1] else "Ha ganado"
        )


def test_whoever_may_keep_nothing_presses_to_play(
    school: People, forgetful: Callable[[str], Page], league_site: RunningSite
) -> None:
    code = make_class(school.someone())
    page = forgetful(league_site.address)
    page.goto(f"/clase/{code}")
    for control in ("#entrar", "#seguir", "#ir-a-la-liga", "#estoy"):
        page.locator(control).click()
    come(school.someone("mouse"), code)
    page.locator("form[data-go] button").click()
    page.wait_for_url("**/p/*")
    expect(page.locator("#estado")).to_contain_text("toca")


def test_four_pupils_play_a_league_to_the_bell(school: People, league_site: RunningSite) -> None:
    teacher = school.someone()
    code = make_class(teacher)
    hands: tuple[Hand, ...] = ("scriptless", "keyboard", "mouse", "touch")
    pupils = [school.someone(hand) for hand in hands]
    aliases = [come(pupil, code) for pupil in pupils]
    by_game: dict[str, list[Person]] = {}
    for pupil in pupils:
        by_game.setdefault(reach_game(pupil), []).append(pupil)
    assert [len(players) for players in by_game.values()] == [2, 2]
    (game, players), (other, resting) = by_game.items()
    play_out(players, league_site, game)
    # The page of the league leads on to the second game of the two.
    for player in players:
        player.press(player.page.locator("#volver-tarea"))
        player.page.wait_for_url("**/liga*")
    (second,) = {reach_game(player) for player in players}
    assert league_site.rows("SELECT previous_id FROM games WHERE id = ?", second) == [(game,)]
    play_out(players, league_site, second)
    # Both have met now: they are back among those who wait, without a click where scripts run.
    for player in players:
        player.press(player.page.locator("#volver-tarea"))
        player.page.wait_for_url("**/liga*")
        if player.hand == "scriptless":
            player.press(player.page.locator("#estoy"))
    waiting = "SELECT count(*) FROM league_players WHERE state = 'ready'"
    eventually(lambda: league_site.rows(waiting) == [(2,)])
    # The teacher sees it without touching anything; the bell stops what goes on.
    page = teacher.page
    expect(page.locator("#liga")).to_contain_text("2 terminadas")
    sound(teacher)
    teacher.press(page.locator("#timbre"))
    expect(page.locator("#liga")).to_contain_text("Terminó")
    for pupil in resting:
        if pupil.hand == "scriptless":
            pupil.page.reload()
        expect(pupil.page.locator("#estado")).to_contain_text("Partida parada")
        pupil.press(pupil.page.locator("#volver-tarea"))
    assert league_site.rows("SELECT how FROM games WHERE id = ?", other) == [("stopped",)]
    for pupil in pupils:
        if pupil not in resting and pupil.hand == "scriptless":
            pupil.page.reload()
        expect(pupil.page.locator("#que-toca")).to_have_text("Ha sonado el timbre")
    sound(pupils[-1])
    row = page.locator("#liga tr").filter(has=page.locator("th", has_text=aliases[pupils.index(players[0])]))
    expect(row.locator("td").nth(1)).to_have_text("1")
    teacher.press(page.get_by_role("link", name="Proyectar"))
    for alias in aliases:
        expect(page.locator("#pantalla")).to_contain_text(alias)


@pytest.mark.parametrize("language", ["es-ES", "en-GB"])
def test_pages_of_a_league_are_sound_on_a_narrow_phone_in_the_dark(school: People, language: str) -> None:
    narrow = {"language": language, "color_scheme": "dark", "viewport": {"width": 320, "height": 640}}
    teacher = school.someone("touch", **narrow)  # type: ignore[arg-type]
    teacher.open("/profe")
    teacher.press(teacher.page.locator("#crear-clase"))
    code = teacher.page.locator(".class-code").inner_text().replace(" ", "")
    teacher.press(teacher.page.locator("#ir-a-la-clase"))
    expect(teacher.page.locator("#publicar")).to_be_visible()
    desk = teacher.page.url.partition("?")[0]
    pupil = school.someone("touch", **narrow)  # type: ignore[arg-type]
    pupil.open(f"/clase/{code}")
    pupil.press(pupil.page.locator("#entrar"))
    pupil.press(pupil.page.locator("#seguir"))
    for person, path in ((teacher, f"{desk}/liga"), (pupil, f"{pupil.address}/clase/{code}/liga")):
        person.page.goto(path)
        sound(person)
    teacher.press(teacher.page.locator("#abrir-liga"))
    pupil.page.reload()
    sound(pupil)
    pupil.press(pupil.page.locator("#estoy"))
    expect(pupil.page.locator("#descanso")).to_be_visible()
    sound(pupil)
    expect(teacher.page.locator("#liga table")).to_be_visible()
    sound(teacher)
    teacher.page.goto(f"{desk}/liga/pantalla")
    sound(teacher)


def test_whoever_comes_back_from_a_game_can_look_at_the_table(
    school: People, league_site: RunningSite
) -> None:
    """A page leads to a game once: it does not fetch anybody back who has left it."""
    code = make_class(school.someone())
    pupils = [school.someone(), school.someone("scriptless")]
    for pupil in pupils:
        come(pupil, code)
    page = pupils[0].page
    for pupil in pupils:
        reach_game(pupil)
    page.goto(f"{pupils[0].address}/clase/{code}/liga")
    expect(page.locator("#jugar")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.url.endswith("/liga")
