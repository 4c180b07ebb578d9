"""Pages as an inspector goes over them: weight, shifts, targets, reflow, zoom, contrast, and what is heard.

A seeded share by default, all of them with `-m slow`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from engines import registry
from tests.browser.games import some_game, whole_game
from tests.browser.people import Hand, People, Person
from tests.browser.test_axe import AXE
from tests.browser.test_front import TARGETS
from tests.browser.test_looks import LIMIT, overflow, weight

EVERY = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
PLAIN = (
    "/",
    *(
        f"/juegos/{entry.slug}{rest}"
        for entry, _ in registry.entries()
        for rest in ("", "/reglas", "/aprender")
    ),
    "/juegos/timbiriche/mesa",
    "/juegos/gusano/mesa",
    "/juegos/gusano/editor",
    "/juegos/gyges/aprender?paso=6",
    "/preferencias",
    "/sin-conexion",
    "/yo",
    "/yo/borrar",
    "/reto",
    "/reto/archivo",
    "/reto/historial",
    "/profe",
    "/privacidad",
    "/api/docs",
)
GAMES = (
    ("timbiriche rows=4 cols=4", 24),
    ("timbiriche rows=4 cols=4 border=swedish", 12),
    ("gusano board=torus rows=4 cols=4 start=a1 values=b2:-2,c1:3 blocked=c3", 5),
    ("gusano board=knight rows=5 cols=5 start=c3", 6),
    ("gusano board=football start=1", 5),
    ("ayu size=9", 20),
    ("gyges setup=312231/132213", 4),
)
KINDS = ("clasico", "papel", "contraste")
SCHEMES = ("claro", "oscuro")
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 120))]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""
NEXT_FRAMES = (
    "() => new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(() => later(shifts))))"
)
STEADY = 0.01
"""The most that a page may shift in all: a tenth of what counts as good elsewhere."""


def share(every: bool, all_of_them: tuple[str, ...], count: int, seed: int) -> list[str]:
    return list(all_of_them) if every else Random(seed).sample(all_of_them, count)


def made(person: Person, line: str, plies: int) -> str:
    """The path of a game between two people, so many moves after its beginning."""
    match = some_game(line, plies)
    answer = person.page.request.post(
        f"{person.address}/api/v1/games", data={"match": match.to_text(), "seats": ["person", "person"]}
    )
    assert answer.ok, answer.text()
    return str(urlsplit(answer.json()["url"]).path)


def shifted(page: Page) -> list[object]:
    """What has moved on a page since it was opened, if it is more than rounding."""
    entries: list[tuple[float, object]] = page.evaluate(NEXT_FRAMES)
    return [entries] if sum(value for value, _ in entries) > STEADY else []


def first_visit(people: People, path: str) -> dict[str, int]:
    """Bytes over the wire of all that a browser fetches that has never been here, by address."""
    visitor = people.someone(fresh=True)
    answers: list[Response] = []
    visitor.page.on("response", lambda answer: answers.append(answer))
    visitor.page.goto(visitor.address + path, timeout=60_000)
    return {answer.url: weight(answer) for answer in answers}


@EVERY
def test_pages_stay_within_their_weight(people: People, every: bool) -> None:
    found: list[tuple[str, int, dict[str, int]]] = []
    for path in share(every, PLAIN, 6, seed=2):
        weights = first_visit(people, path)
        found += [(path, sum(weights.values()), weights)] if sum(weights.values()) > LIMIT else []
    assert found == []


@EVERY
def test_pages_fit_any_window_stay_where_they_are_and_can_be_touched(people: People, every: bool) -> None:
    person = people.someone("touch", reduced_motion="reduce")
    person.page.add_init_script(f"({SHIFTS})()")
    paths = share(every, PLAIN, 7, seed=3)
    lines = GAMES if every else tuple(Random(3).sample(GAMES, 3))
    found: list[tuple[str, object, object]] = []
    for path in [*paths, *(made(person, *game) for game in lines)]:
        person.page.set_viewport_size({"width": 390, "height": 844})
        person.open(path)
        found += [(path, "shift", each) for each in shifted(person.page)]
        for width, height in ((390, 844), (320, 640), (320, 256)):
            person.page.set_viewport_size({"width": width, "height": height})
            found += [(path, width, overflow(person.page))] if overflow(person.page) else []
            found += [(path, width, small) for small in person.page.evaluate(TARGETS)]
    assert found == []


@pytest.mark.parametrize("hand", ["touch", "mouse"])
def test_moves_of_others_shift_nothing(people: People, hand: Hand) -> None:
    player, watcher = people.someone(), people.someone(hand)
    path = player.begin(2, 2, mode="screen")
    watcher.page.add_init_script(f"({SHIFTS})()")
    watcher.open(path)
    for number, (_, move, match) in enumerate(whole_game("timbiriche rows=2 cols=2", seed=1), start=1):
        if match.turn is None:
            break  # the end of a game brings a page of its own
        player.play(move, number)
        watcher.sees(number)
    assert shifted(watcher.page) == []


def contrasts(page: Page) -> list[str]:
    """Texts that axe finds too pale, and those on the board that stand out too little from what is behind."""
    page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(
        """async () => {
          const { violations } = await axe.run({ runOnly: ["color-contrast"] });
          return violations.flatMap(({ nodes }) => nodes.map((each) => each.html.slice(0, 160)));
        }"""
    )
    return found


def look_like(person: Person, kind: str, scheme: str) -> None:
    person.context.add_cookies(
        [
            {"name": "tablero", "value": kind, "url": person.address},
            {"name": "tema", "value": scheme, "url": person.address},
        ]
    )


@EVERY
def test_every_text_can_be_read_on_every_kind_of_board(people: People, every: bool) -> None:
    person = people.someone("touch", reduced_motion="reduce")
    games = [made(person, *game) for game in (GAMES if every else Random(5).sample(GAMES, 2))]
    found: list[tuple[str, ...]] = []
    for number, (kind, scheme) in enumerate(product(KINDS, SCHEMES)):
        look_like(person, kind, scheme)
        for path in [*share(every, PLAIN, 1, seed=10 + number), *games]:
            person.open(path)
            found += [(kind, scheme, path, each) for each in contrasts(person.page)]
    assert found == []


MARKS = """() => {
  const board = document.getElementById("tablero");
  const seen = {};
  for (const selector of ["line", "polygon", "circle", "path", "text"]) {
    for (const shape of board.querySelectorAll(selector)) {
      if (shape.closest(".hits")) continue;
      const { fill, stroke, strokeWidth, display } = getComputedStyle(shape);
      seen[shape.getAttribute("class")] = [fill, stroke, strokeWidth, display];
    }
  }
  const { backgroundImage, borderTopColor, borderTopWidth } = getComputedStyle(board.parentElement);
  seen.wood = [backgroundImage, borderTopColor, borderTopWidth, ""];
  return seen;
}"""


@pytest.mark.parametrize(
    "line", ["timbiriche rows=3 cols=3", "gusano rows=4 cols=4 start=b2", "gyges setup=312231/132213"]
)
def test_each_kind_of_board_looks_different_and_keeps_its_marks_apart(people: People, line: str) -> None:
    person = people.someone()
    person.begin_from(line)
    looks = []
    for kind in KINDS:
        look_like(person, kind, "claro")
        person.page.reload()
        person.ready()
        looks.append(person.page.evaluate(MARKS))
    assert looks[0].keys() == looks[1].keys() == looks[2].keys()
    assert looks[0] != looks[1] != looks[2] != looks[0]
    for look in looks:
        assert len({tuple(it) for it in look.values()}) > len(look) / 3


# What is heard

TONES = """() => {
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.tones += 1;
    return make.call(this);
  };
  document.addEventListener("sonido", ({ detail }) => (window.kinds ??= []).push(detail));
}"""


def listening(people: People, sound: str) -> Person:
    person = people.someone()
    person.context.add_cookies([{"name": "sonido", "value": sound, "url": person.address}])
    person.page.add_init_script(f"({TONES})()")
    return person


def test_without_asking_nothing_is_heard(people: People) -> None:
    person = listening(people, "no")
    person.begin(1, 1, mode="screen")
    person.play("a1b1", 1)
    assert person.page.evaluate("[window.tones, typeof kinds]") == [0, "undefined"]


def test_whatever_is_heard_is_seen(people: People) -> None:
    person = listening(people, "si")
    person.begin(1, 2, mode="screen")
    seen: list[tuple[str, Callable[[], None]]] = [
        ("a1b1", lambda: expect(person.page.locator("#tablero .edge.last")).to_have_count(1)),
        ("a2b2", lambda: expect(person.page.locator("#tablero .edge.last")).to_have_count(1)),
        ("a1a2", lambda: expect(person.page.locator("#tablero .edge.last")).to_have_count(1)),
        ("b1b2", lambda: expect(person.page.locator(".points").nth(1)).to_have_text("1")),
        ("b1c1", lambda: expect(person.page.locator("#tablero .edge.last")).to_have_count(1)),
        ("c1c2", lambda: expect(person.page.locator("#tablero .edge.last")).to_have_count(1)),
        ("b2c2", lambda: expect(person.page.locator(".result")).to_be_visible()),
    ]
    for number, (move, twin) in enumerate(seen, start=1):
        person.play(move, number)
        twin()
    assert person.page.evaluate("kinds") == ["move", "move", "move", "points", "move", "move", "over"]
    assert person.page.evaluate("tones") == 10
    person.open("/juegos/timbiriche/aprender?paso=3")
    person.point_at("a1a2")
    expect(person.page.locator("#veredicto.bad")).to_be_visible()
    assert person.page.evaluate("kinds") == ["refused"]


def test_sounds_can_be_tried_where_they_are_chosen(people: People) -> None:
    person = listening(people, "no")
    person.open("/preferencias")
    expect(person.page.locator("#oir")).to_have_count(0)
    person.page.locator('[name=sonido][value="si"]').click()
    person.page.locator('#oir [data-sound="over"]').click()
    assert person.page.evaluate("[tones, kinds]") == [3, ["over"]]
