"""A class round: a teacher and two pupils, in each way in which a person may use the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, expect

from tests.app.api.conftest import UNLIMITED, warm_engines, warm_site
from tests.app.challenges.conftest import BOARD as BOARD_OF_THE_DAY
from tests.app.challenges.conftest import set_challenge
from tests.app.classes.conftest import Pupil, Teacher
from tests.browser.people import Guard, Hand, People, Person
from tests.browser.test_axe import faults
from tests.browser.test_challenge import play_out
from tests.browser.test_front import small_targets
from tests.running import RunningSite

__all__ = ["warm_engines"]

BOARD = "gusano rows=3 cols=3 start=b2 values=a1:3"


@pytest.fixture(scope="module")
def school_site(tmp_path_factory: pytest.TempPathFactory, warm_engines: None) -> Iterator[RunningSite]:
    with warm_site(tmp_path_factory.mktemp("school"), watch_seconds=0.05, **UNLIMITED) as site:
        yield site


@pytest.fixture
def school(browser: Browser, school_site: RunningSite, guard: Guard) -> Iterator[People]:
    crowd = People(browser, school_site.address, guard)
    yield crowd
    crowd.leave()


def make_class(teacher: Person) -> str:
    """From the front page to the first published task; the code of the class."""
    page = teacher.page
    teacher.open("/")
    teacher.press(page.get_by_role("link", name="Crear una clase"))
    teacher.press(page.locator("#crear-clase"))
    code = page.locator(".class-code").inner_text().replace(" ", "")
    sound(teacher)
    teacher.press(page.locator("#ir-a-la-clase"))
    page.locator("#partida").fill(BOARD)
    teacher.press(page.locator("#publicar-reto"))
    page.wait_for_url("**?reto=*")
    expect(page.locator("#titulo-tabla")).to_contain_text("Gusano")
    return code


def sound(person: Person) -> None:
    if person.hand != "scriptless":
        assert faults(person.page) == []


def join(pupil: Person, code: str) -> str:
    """From the code to the class; the alias."""
    page = pupil.page
    pupil.open("/")
    page.locator("#codigo").fill(code.lower())
    pupil.press(page.get_by_role("button", name="Entrar en clase"))
    expect(page.locator("#entrar")).to_be_visible()
    sound(pupil)
    pupil.press(page.locator("#entrar"))
    expect(page.locator(".phrase")).to_have_text(re.compile(r"^\S+ \S+ \S+$"))
    name = page.locator("h1").inner_text().removeprefix("Hola, ")
    pupil.press(page.locator("#seguir"))
    expect(page.locator("h1")).to_have_text(name)
    sound(pupil)
    return name


@pytest.mark.parametrize("hand", ["mouse", "keyboard", "touch", "scriptless"])
def test_a_round_from_making_the_class_to_the_printed_sheet(
    school: People, school_site: RunningSite, hand: Hand
) -> None:
    teacher = school.someone("scriptless" if hand == "scriptless" else "mouse")
    code = make_class(teacher)
    pupils = [school.someone(hand), school.someone(hand)]
    names = [join(pupil, code) for pupil in pupils]
    for pupil in pupils:
        pupil.press(pupil.page.locator("[id^=jugar-]"))
        pupil.page.wait_for_url("**/p/*")
        pupil.ready()
        play_out(pupil, school_site)
        pupil.press(pupil.page.locator("#volver-tarea"))
        expect(pupil.page.locator(".verdict")).to_contain_text("Tu mejor resultado")
    page = teacher.page
    if hand == "scriptless":
        page.reload()
    for name in names:
        row = page.locator("#tabla tr").filter(has=page.locator("th", has_text=name))
        expect(row).to_contain_text("par", timeout=30_000)
    expect(page.locator("#tabla")).to_contain_text("2 han terminado")
    sound(teacher)
    for link in ("Dónde se perdieron puntos", "Hoja para imprimir"):
        teacher.press(page.get_by_role("link", name=link))
        page.wait_for_url("**/retos/*/*")
        sound(teacher)
        page.go_back()
        expect(page.locator("#tabla")).to_be_visible()
    teacher.press(page.get_by_role("link", name="Proyectar"))
    expect(page.locator("#pantalla")).to_contain_text("2 han terminado")
    assert not any(name in page.content() for name in names)
    sound(teacher)


SHEETS = (
    "gusano rows=10 cols=10 start=e5",
    "gusano board=football start=1",
    "ayu size=15",
    "gyges setup=321123/321123",
    "timbiriche rows=9 cols=3",
)
"""Boards wide and tall: each has to leave room for a second one on its page."""


def pages_of(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of each page of a document that Chromium printed, in millimetres."""
    size = rb"\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)"
    boxes = re.findall(rb"/Type\s*/Page\b(?!s).*?/MediaBox\s*" + size, pdf, re.DOTALL)
    return [(round(float(width) / 72 * 25.4), round(float(height) / 72 * 25.4)) for width, height in boxes]


def test_a_sheet_is_six_clicks_away_and_prints_on_two_pages(school: People, school_site: RunningSite) -> None:
    """Six clicks and nothing to type: the form's defaults are today's challenge, one try, Perfecto."""
    set_challenge(school_site, datetime.now(ZoneInfo("Europe/Madrid")).date(), BOARD_OF_THE_DAY)
    teacher = school.someone()
    page = teacher.page
    page.add_init_script("window.print = () => { document.body.dataset.printed = 'yes'; }")
    teacher.open("/")
    for button in (
        page.get_by_role("link", name="Crear una clase"),
        page.locator("#crear-clase"),
        page.locator("#ir-a-la-clase"),
        page.locator("#publicar-reto"),
        page.get_by_role("link", name="Hoja para imprimir"),
        page.locator("#imprimir"),
    ):
        teacher.press(button)
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")
    assert pages_of(page.pdf(prefer_css_page_size=True)) == [(210, 297)] * 2
    desk = page.url.partition("/retos/")[0]
    for line in SHEETS:
        told = page.request.post(f"{desk}/retos", form={"partida": line, "nivel": "facil"}, max_redirects=0)
        task = told.headers["location"].partition("reto=")[2].partition("#")[0]
        page.goto(f"{desk}/retos/{task}/hoja")
        assert pages_of(page.pdf(prefer_css_page_size=True)) == [(210, 297)] * 2, line
        page.request.post(f"{desk}/retos/{task}/borrar")  # nobody waits for its par
    page.goto(f"{desk}/tarjetas")
    assert pages_of(page.pdf(prefer_css_page_size=True)) == [(210, 297)]


def test_pages_of_a_class_fit_a_narrow_phone_in_the_dark(school: People) -> None:
    teacher = school.someone("touch", color_scheme="dark", viewport={"width": 320, "height": 640})
    code = make_class(teacher)
    pupil = school.someone("touch", color_scheme="dark", viewport={"width": 320, "height": 640})
    join(pupil, code)
    desk = teacher.page.url.partition("?")[0]
    for person, path in (
        (teacher, ""),
        (teacher, "/pantalla"),
        (teacher, "/tarjetas"),
        (teacher, "/borrar"),
    ):
        person.page.goto(desk + path)
        sound(person)
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 320, path
    for path in ("/profe", "/privacidad", f"/clase/{code}"):
        pupil.open(path)
        sound(pupil)
        assert pupil.page.evaluate("document.documentElement.scrollWidth") <= 320, path


@pytest.fixture
def desk(school: People, school_site: RunningSite) -> tuple[Person, Teacher]:
    """A teacher with three pupils and a task, looking at the table."""
    teacher = Teacher(school_site)
    teacher.publish()
    for _ in range(3):
        Pupil(school_site).join(teacher.code)
    screen = school.someone("keyboard")
    screen.page.goto(screen.address + teacher.desk)
    return screen, teacher


def test_focus_stays_on_a_control_without_a_name_when_somebody_comes(
    desk: tuple[Person, Teacher], school_site: RunningSite
) -> None:
    screen, teacher = desk
    controls = screen.page.locator("#borrar-reto summary"), screen.page.get_by_text("Hoja para imprimir")
    for number, control in enumerate(controls, start=4):
        control.focus()
        Pupil(school_site).join(teacher.code)
        expect(screen.page.locator("#tabla")).to_contain_text(f"{number} personas en clase")
        expect(control).to_be_focused()


def test_a_choice_that_is_being_made_is_not_disturbed(
    desk: tuple[Person, Teacher], school_site: RunningSite
) -> None:
    screen, teacher = desk
    page = screen.page
    # By its id: whoever comes may stand before it in the list.
    pupil = page.locator(f"#{page.locator('details.pupil').first.get_attribute('id')}")
    pupil.locator("summary").click()
    choice = pupil.locator("select")
    usual = choice.input_value()
    choice.focus()
    page.keyboard.press("ArrowDown")
    expect(choice).not_to_have_value(usual)
    chosen = choice.input_value()
    choice.evaluate("(it) => { window.held = it; }")
    with page.expect_response(lambda answer: "reto=" in answer.url) as answered:
        Pupil(school_site).join(teacher.code)
    answered.value.finished()
    page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    assert page.evaluate("held.isConnected"), "a list that is open would have closed"
    expect(choice).to_be_focused()
    pupil.locator("summary").focus()
    expect(page.locator("#tabla")).to_contain_text("4 personas en clase")
    expect(choice).to_have_value(chosen)
    expect(pupil).to_have_attribute("open", "")


def test_a_finger_finds_what_it_presses_on_the_pages_of_a_class(
    school: People, school_site: RunningSite
) -> None:
    teacher = Teacher(school_site)
    teacher.publish()
    pupil = Pupil(school_site)
    pupil.join(teacher.code)
    teacher.send("/liga", linea="timbiriche rows=1 cols=1")
    pupil.http.post(f"/clase/{teacher.code}/liga/estoy")
    page = school.someone("touch").page
    for path in ("", "/liga", "/pantalla", "/liga/pantalla", "/tarjetas", "/borrar"):
        page.goto(school.address + teacher.desk + path)
        assert small_targets(page) == [], path


def test_on_the_projector_what_the_class_has_done_is_in_sight_below_the_code(
    school: People, school_site: RunningSite
) -> None:
    teacher = Teacher(school_site)
    task = teacher.publish()
    pupil = Pupil(school_site)
    pupil.join(teacher.code)
    pupil.begin(task)
    pupil.finish(well=False)
    page = school.someone().page
    page.goto(f"{school.address}{teacher.desk}/pantalla?reto={task}")
    box = page.locator(".spread").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720
