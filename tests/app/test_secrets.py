"""What opens a seat, a class or a history is told to its holder and to nobody else, wherever one looks.

Everybody who lacks some of the keys looks at every address of the site (read from its routes) and follows the
links that are found there: pages, fragments, streams, JSON, tables, drawings, figures, logs.
"""

from __future__ import annotations

import logging
import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi.routing import iter_route_contexts

from tests.app.api.conftest import UNLIMITED, make, play_out
from tests.app.classes.conftest import Pupil, Teacher
from tests.app.edge.test_logs import Kept
from tests.app.test_route_table import TABLE
from tests.people import SCRIPTED, Person, two_at_a_table
from tests.running import RunningSite, eventually

SECRET = "signing-secret-of-the-site-0123456789"
MOST_PAGES = 12
"""Pages that one visitor follows links to, beside all addresses that the routes name."""


@dataclass
class Visitor:
    """Somebody who looks around: a browser, what stands for the parts of addresses, and the keys held."""

    http: httpx.Client
    parts: dict[str, str]
    holds: set[str] = field(default_factory=set)
    key: str = ""


@dataclass
class World:
    site: RunningSite
    keys: dict[str, str]
    """Every secret by what it opens."""
    visitors: dict[str, Visitor]
    logged: list[str]


def player_of(http: httpx.Client) -> str:
    """The cookie by which a browser is known."""
    return str(http.cookies["jugador"])


@pytest.fixture(scope="module")
def logged() -> Iterator[list[str]]:
    """Every line that the server writes, the chattiest ones too."""
    handler, root, level = Kept(), logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    yield handler.lines
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, logged: list[str]) -> Iterator[World]:
    with RunningSite(tmp_path_factory.mktemp("secrets"), secret=SECRET, **UNLIMITED) as site:
        logging.getLogger().setLevel(logging.DEBUG)
        ana, bea, eva = Person(site), Person(site), Person(site)
        keys: dict[str, str] = {"the signature": SECRET}
        keys["finished 0"], keys["finished 1"] = _finished(eva)
        over = eva.game
        game = two_at_a_table(ana, bea)
        keys["ana's link"], keys["bea's link"] = _private_link(ana), _private_link(bea)
        eva.open(game)
        nosy = Person(site, keeps_cookies=False)
        nosy.make(modo="screen")
        keys["the seat without cookies"] = str(nosy.key)
        history = ana.http.post("/reto/enlace").text
        keys["ana's history"] = re.search(r"/reto/traer\?llave=([\w-]+)", history)[1]  # type: ignore[index]
        teacher, other = Teacher(site, nombres="si"), Teacher(site)
        keys["the desk"], keys["the other desk"] = (
            each.desk.removeprefix("/profe/") for each in (teacher, other)
        )
        task = teacher.publish("timbiriche rows=1 cols=1")
        pupils = {name: Pupil(site) for name in ("Lucía", "Íñigo")}
        for name, pupil in pupils.items():
            pupil.join(teacher.code, name)
            keys[f"{name}'s cookie"] = str(pupil.http.cookies[f"alumno-{teacher.code}"])
            keys[f"{name}'s phrase"] = pupil.phrase
        for name, http in (("ana", ana.http), ("bea", bea.http), ("eva", eva.http)):
            keys[f"{name}'s cookie"] = player_of(http)
            keys[f"{name}'s number"] = player_of(http).rpartition(".")[0]
        parts = {
            "game_id": game,
            "over": over,
            "entry": "timbiriche",
            "day": "2026-01-02",
            "slug": "gusano",
            "idioma": "es",
            "code": teacher.code,
            "secret": "A" * 32,
            "task": str(task),
            "pupil": str(teacher.pupil("Lucía")),
            "number": "1",
        }

        def visitor(http: httpx.Client, *holds: str, **own: str) -> Visitor:
            return Visitor(http, {**parts, **own}, set(holds))

        yield World(
            site,
            keys,
            {
                "nobody": visitor(site.client()),
                "eva, who watches": visitor(eva.http),
                "bea, the other seat": visitor(bea.http),
                "ana": visitor(ana.http),
                "Lucía, a pupil": visitor(pupils["Lucía"].http),
                "the teacher": visitor(teacher.http, "the desk", secret=keys["the desk"]),
                "the other teacher": visitor(other.http, "the other desk", secret=keys["the other desk"]),
                "who has ana's link": Visitor(site.client(), parts, {"ana's link"}, keys["ana's link"]),
            },
            logged,
        )


def _finished(person: Person) -> list[str]:
    """A game that is over, which `person` goes on to watch; the keys of its seats."""
    made, players = make(person.http)
    play_out(players)
    person.game = made["id"]
    person.http.get(f"/p/{made['id']}")
    return list(made["seat_tokens"])


def _private_link(person: Person) -> str:
    shown = person.send("/enlace", scripted=False).html
    found = re.search(r"llave=([\w-]+)", shown)
    assert found
    return found[1]


def addresses(world: World, visitor: Visitor) -> list[str]:
    """Every address of the routes that can be looked at, for running and for finished games."""
    found = []
    for route in iter_route_contexts(world.site.app.routes):
        if route.methods and "GET" in route.methods:
            games = [visitor.parts["game_id"], visitor.parts["over"]] if "game_id" in route.path else [""]
            parts = [defaultdict(lambda: "1", {**visitor.parts, "game_id": game}) for game in games]
            found += [route.path.format_map(each) for each in parts]
    if visitor.key:
        found = [
            f"{path}?llave={visitor.key}"
            for path in found
            if path.startswith(f"/p/{visitor.parts['game_id']}")
        ]
    return found


def look(visitor: Visitor, path: str) -> str:
    """All that is answered, with the headers; of a stream the beginning; of a game the fragment too."""
    seen = ""
    for headers in ({}, SCRIPTED) if path.startswith("/p/") else ({},):
        with visitor.http.stream("GET", path, headers=headers) as answer:
            if answer.headers.get("content-type", "").startswith("text/event-stream"):
                body = next(answer.iter_text(), "")
            else:
                body = answer.read().decode(errors="replace")
        seen += "\n".join(f"{name}: {value}" for name, value in answer.headers.items()) + "\n" + body
    return unescape(seen)


def links(visitor: Visitor, page: str) -> list[str]:
    """The addresses of this site that a page names and that only look."""
    named = re.findall(r'(?:href|src|hx-get|data-live|data-[a-z-]+|content)="(/[^"]*)"', page)
    return [address for address in named if not address.startswith(("/a/", "//"))]


def test_nobody_is_told_a_key_of_somebody_else(world: World) -> None:
    told: list[str] = []
    for name, visitor in world.visitors.items():
        foreign = {what: key for what, key in world.keys.items() if what not in visitor.holds}
        # A browser is told its own cookie again when it is renewed, and by nothing else.
        own = visitor.http.cookies.get("jugador", "")
        ahead, seen = addresses(world, visitor), set[str]()
        followed = 0
        while ahead:
            path = ahead.pop(0)
            if path in seen:
                continue
            seen.add(path)
            page = look(visitor, path)
            own = own or visitor.http.cookies.get("jugador", "")
            bare = re.sub(r"(?im)^set-cookie: .*$", "", page)
            told += [f"{name}, at {path}: {what}" for what, key in foreign.items() if key in bare]
            if followed < MOST_PAGES:
                new = [each for each in links(visitor, page) if each not in seen]
                followed += len(new)
                ahead += new
        assert len(seen) > 20, name
    assert told == []
    everything = "\n".join(world.logged)
    assert len(world.logged) > 500
    assert [what for what, key in world.keys.items() if key in everything] == []


def test_the_figures_and_the_database_hold_no_key(world: World) -> None:
    figures = world.visitors["nobody"].http.get("/metrics").text
    kept = world.site.everything()
    for what, key in world.keys.items():
        assert key not in figures, what
        if not what.endswith("'s number"):  # a browser's number opens nothing without the signature
            assert key not in kept, what


def test_a_preview_of_a_private_link_shows_the_public_one(world: World) -> None:
    """Programs that fetch a link to show what it leads to, and whoever copies from the page's head."""
    visitor = world.visitors["who has ana's link"]
    page = visitor.http.get(f"/p/{visitor.parts['game_id']}", params={"llave": visitor.key}).text
    head = re.search(r"<head>.*?</head>", page, re.DOTALL)
    assert head
    assert 'property="og:' in head[0]
    assert visitor.key not in head[0]


def test_a_stranger_reads_no_pupil_s_name(world: World) -> None:
    for name in ("nobody", "eva, who watches", "the other teacher"):
        visitor = world.visitors[name]
        for path in addresses(world, visitor):
            assert "Íñigo" not in look(visitor, path), (name, path)


def test_whoever_leaves_takes_no_key_along(world: World) -> None:
    """Addresses with a key are told to this site only."""
    visitor = world.visitors["who has ana's link"]
    answer = visitor.http.get(f"/p/{visitor.parts['game_id']}", params={"llave": visitor.key})
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "no-store" in answer.headers["cache-control"]
    named = re.findall(r'(?:href|src|action)="(https?://[^"]*)"', answer.text)
    assert {urlsplit(each).netloc for each in named} <= {urlsplit(world.site.address).netloc}


@pytest.mark.parametrize(
    ("method", "pattern"),
    [key for key, each in TABLE.items() if key[0] in ("POST", "DELETE") and each.watcher >= 400],
    ids=" ".join,
)
def test_whoever_is_refused_is_told_no_key(world: World, method: str, pattern: str) -> None:
    expected = TABLE[method, pattern]
    for name in ("nobody", "eva, who watches"):
        visitor = world.visitors[name]
        path = pattern.format_map(defaultdict(lambda: "1", visitor.parts))
        for headers in ({}, SCRIPTED):
            answer = visitor.http.request(
                method, path, data=expected.form, json=expected.body, headers=headers
            )
            assert answer.status_code >= 400
            told = unescape(f"{answer.headers} {answer.text}")
            assert [what for what, key in world.keys.items() if key in told] == [], name


class Listener:
    """Somebody who keeps a stream open, and all that it tells."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self.told, self.open = "", False
        self._visitor, self._path = visitor, path
        self._query = {"llave": visitor.key, "tablero": "si"} if visitor.key else {"tablero": "si"}
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        # It is cut off when the server stops.
        with (
            suppress(httpx.TransportError),
            self._visitor.http.stream("GET", self._path, params=self._query) as answer,
        ):
            self.open = True
            for text in answer.iter_text():
                self.told += text


def test_no_stream_tells_a_key_whatever_happens_meanwhile(world: World) -> None:
    """Moves, a take-back, a hand-over to another device and the end of the game; a pupil who comes."""
    ana, bea = world.visitors["ana"], world.visitors["bea, the other seat"]
    game, teacher = ana.parts["game_id"], world.visitors["the teacher"]
    of_the_game = [
        (visitor, Listener(visitor, path))
        for path in (f"/p/{game}/vivo", f"/api/v1/games/{game}/events")
        for visitor in world.visitors.values()
    ]
    of_the_class = Listener(teacher, f"/profe/{teacher.parts['secret']}/vivo")
    eventually(lambda: all(each.open for _, each in of_the_game) and of_the_class.open)

    def post(visitor: Visitor, what: str, **form: Any) -> str:
        answer = visitor.http.post(f"/p/{game}/{what}", data=form, headers=SCRIPTED)
        assert answer.status_code == 200, answer.text
        return answer.text

    post(ana, "jugadas", move="a1b1", version=0)
    post(bea, "jugadas", move="b1c1", version=1)
    post(bea, "deshacer", version=2)
    fresh = re.search(r"llave=([\w-]+)", post(ana, "enlace"))
    assert fresh
    post(bea, "rendirse")
    Pupil(world.site).join(teacher.parts["code"], "Noé")
    eventually(lambda: all(re.search("event: (fin|end)", each.told) for _, each in of_the_game))
    eventually(lambda: of_the_class.told.count("event: cambio") >= 2)
    for visitor, each in [*of_the_game, (teacher, of_the_class)]:
        foreign = {what: key for what, key in world.keys.items() if what not in visitor.holds}
        told = unescape(each.told)
        assert [what for what, key in {**foreign, "the new link": fresh[1]}.items() if key in told] == []
    assert any("event: tablero" in each.told and "</section>" in each.told for _, each in of_the_game)
