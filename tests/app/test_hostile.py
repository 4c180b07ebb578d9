"""Whatever is sent to whatever address, there is an answer in words and never a failure of ours.

The fields are read from the routes themselves, and from the pages where a form's fields depend on the game,
so that a new route and a new field are tried without being named here.
"""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import quote, quote_from_bytes

import httpx
import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import iter_route_contexts
from pydantic import BaseModel

from app.challenges.publisher import publish
from app.main import create_app
from app.settings import Settings
from tests.app.api.conftest import UNLIMITED, make
from tests.app.classes.conftest import Pupil, Teacher
from tests.people import Person
from tests.running import RunningSite

SMALL = "timbiriche rows=1 cols=1"
OVER = f"{SMALL} : a1b1 a1a2 a2b2 b1b2"
DAY = "2026-01-02"

HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "spaces": " \u00a0\u2003\t".encode(),
    "a zero byte": b"a\x00b",
    "written backwards": "\u202eanA\u2066\u2069".encode(),
    "of no width": "\u200bA\u200d\ufeff\u2060".encode(),
    "half a character": b"\xed\xa0\x80",
    "no text": b"\xff\xfe\xc3\x28",
    "marks without end": ("A" + "\u0301" * 200).encode(),
    "a family": "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿".encode(),
    "digits of elsewhere": "١٢²".encode(),
    "a huge number": b"9" * 5_000,
    "a huge exponent": b"1e999",
    "below zero": b"-1",
    "very long": b"a1b1-" * 10_000,
    "very many words": b"a1b1 " * 10_000,
    "markup": b"\"'><script>alert(1)</script>",
    "a template": b"{{7*7}}{%x%}%(x)s%s%n",
    "a header": b"x\r\nSet-Cookie: jugador=x",
    "a statement": b"'; DROP TABLE games; --",
    "a place": b"../../../../etc/passwd",
    "a formula": b"=1+1",
    "a line": b"timbiriche rows=99999 cols=99999",
    "a deep line": b"gusano " + b"blocked=a1," * 2_000,
}
ODD_JSON: dict[str, bytes] = {
    "half a character": b'"\\ud800"',
    "a zero byte": b'"\\u0000"',
    "a huge number": b"9" * 4_000,
    "a huge exponent": b"1e999",
    "no number": b"NaN",
    "deep": b"[" * 500 + b"]" * 500,
    "an object": b'{"a": {"b": null}}',
    "a truth": b"true",
    "nothing": b"null",
    "very long": b'"' + b"a1b1-" * 10_000 + b'"',
    "written backwards": '"\u202ea\u2066\u200b"'.encode(),
}
EACH = 2
"""How many of the values each field is tried with by default; those of the next field are others."""


@dataclass(frozen=True)
class Route:
    """What a route may be sent."""

    method: str
    pattern: str
    path: tuple[str, ...]
    query: tuple[str, ...]
    form: tuple[str, ...]
    body: dict[str, Any] | None
    """Examples of the fields of its JSON, if it takes any."""


def routes() -> list[Route]:
    """Every route of the site, read from the application."""
    app = create_app(Settings(warm_up=False))
    found = []
    for context in iter_route_contexts(app.routes):
        dependant = getattr(context, "dependant", None)
        if dependant is None:
            continue
        bodies = _of("body_params", dependant)
        models = [field for field in bodies if _model(field.field_info.annotation)]
        forms = [field.alias for field in bodies if field not in models]
        model = _model(models[0].field_info.annotation) if models else None
        for method in context.methods or ():
            found.append(
                Route(
                    method,
                    context.path,
                    tuple(field.alias for field in _of("path_params", dependant)),
                    tuple(field.alias for field in _of("query_params", dependant)),
                    tuple(forms),
                    {name: _example(field) for name, field in model.model_fields.items()} if model else None,
                )
            )
    return found


def _of(kind: str, dependant: Dependant) -> list[Any]:
    """The fields of a kind that a route and what it depends on read, each once."""
    fields = {field.alias: field for field in getattr(dependant, kind)}
    for inner in dependant.dependencies:
        fields |= {field.alias: field for field in _of(kind, inner)}
    return list(fields.values())


def _model(annotation: Any) -> type[BaseModel] | None:
    kinds = [annotation, *getattr(annotation, "__args__", ())]
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)


def _example(field: Any) -> Any:
    return field.examples[0] if field.examples else None


ROUTES = routes()


@dataclass
class Somebody:
    """Somebody who may do everything: who sits in the games, teaches the class and is its pupil."""

    site: RunningSite
    http: httpx.Client
    parts: dict[str, str]
    token: str

    def path(self, route: Route, **spoilt: bytes) -> str:
        """The address of a route, with a part of it spoilt."""
        parts = dict.fromkeys(route.path, "1") | {name: quote(value) for name, value in self.parts.items()}
        if route.pattern.startswith("/p/") and "analisis" in route.pattern:
            parts["game_id"] = self.parts["over"]
        parts |= {name: quote_from_bytes(value[:4_000], safe="") for name, value in spoilt.items()}
        return route.pattern.format(**parts)

    def send(self, route: Route, path: str, content: bytes = b"", kind: str = "") -> httpx.Response:
        headers = {"Content-Type": kind or "application/x-www-form-urlencoded"}
        if route.pattern.startswith("/api/"):
            headers["Authorization"] = f"Bearer {self.token}"
        with self.http.stream(route.method, path, content=content, headers=headers) as answer:
            if not answer.headers.get("content-type", "").startswith("text/event-stream"):
                answer.read()
        return answer


@pytest.fixture(scope="module")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Somebody]:
    with RunningSite(tmp_path_factory.mktemp("hostile"), **UNLIMITED) as site:
        person = Person(site)
        game = person.make(modo="screen")
        _, players = make(person.http)
        over = make(person.http, OVER)[0]["id"]
        running = site.app.state.site
        challenge = {"day": DAY, "slug": "timbiriche", "line": SMALL, "seat": 0, "par": 1.0}
        with running.database.writing() as session:
            publish(session, running, challenge)
        teacher = Teacher(site, nombres="si")
        task = teacher.publish(SMALL)
        pupil = Pupil(site)
        pupil.join(teacher.code, "Lucía")
        person.http.cookies.update(pupil.http.cookies)
        parts = {
            "game_id": game,
            "over": over,
            "entry": "gusano",
            "day": DAY,
            "slug": "timbiriche",
            "code": teacher.code,
            "secret": teacher.desk.removeprefix("/profe/"),
            "task": str(task),
            "pupil": str(teacher.pupil("Lucía")),
        }
        yield Somebody(site, person.http, parts, str(players[0].token))


def in_words(route: Route, answer: httpx.Response, sent: object) -> None:
    """What is wrong is said, as JSON to programs and on a page to people; nothing is a failure of ours."""
    text = answer.text if hasattr(answer, "_content") else ""
    # A hint needs the compiled engines, which are not there.
    unready = answer.status_code == 503 and route.pattern.endswith(("/hint", "/pista", "/jugar", "/attempts"))
    told = f"{route.method} {route.pattern}, {sent}: {answer.status_code} {text[-2_000:]}"
    assert answer.status_code < 500 or unready, told
    assert "Traceback" not in text
    if answer.status_code >= 400 and route.method != "HEAD":
        if route.pattern.startswith("/api/"):
            said = answer.json()["error"]["message"]
        else:
            main = re.search(r"<main.*</main>", text, re.DOTALL)
            said = unescape(re.sub(r"<[^>]+>", " ", main[0] if main else text))
        assert len(said.split()) >= 3, (route.pattern, sent, text[:500])


def tried(number: int, values: dict[str, bytes], every: bool) -> list[tuple[str, bytes]]:
    """The values for the field with this number: all of them, or a few that go round."""
    listed = list(values.items())
    return listed if every else [listed[(EACH * number + step) % len(listed)] for step in range(EACH)]


def fields() -> Iterator[tuple[Route, str, str]]:
    """Every field of every route: which, of what kind, and its name."""
    for route in ROUTES:
        for kind in ("path", "query", "form"):
            for name in getattr(route, kind):
                yield route, kind, name


def barrage(somebody: Somebody, every: bool) -> int:
    asked = 0
    for number, (route, kind, name) in enumerate(fields()):
        for called, value in tried(number, HOSTILE, every):
            spoilt = {name: value} if kind == "path" else {}
            path = somebody.path(route, **spoilt)
            pair = f"{quote(name)}={quote_from_bytes(value)}"
            if kind == "query":
                path += "?" + pair[:60_000]
            answer = somebody.send(route, path, pair.encode() if kind == "form" else b"")
            in_words(route, answer, (kind, name, called))
            asked += 1
    return asked


def test_any_field_may_hold_anything(somebody: Somebody) -> None:
    assert barrage(somebody, every=False) > 400


@pytest.mark.slow
def test_any_field_may_hold_everything(somebody: Somebody) -> None:
    assert barrage(somebody, every=True) > 4_000


def form_fields(page: str) -> set[str]:
    """The names of all fields of the forms of a page."""
    return set(re.findall(r'<(?:input|select|textarea|button)\b[^>]*\bname="([^"]+)"', page))


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("entry", ["gusano", "timbiriche", "sueco", "ayu", "gyges"])
def test_any_field_of_a_form_for_a_new_game_may_hold_anything(
    somebody: Somebody, entry: str, every: bool
) -> None:
    route = next(each for each in ROUTES if (each.method, each.pattern) == ("POST", "/juegos/{entry}"))
    names = sorted(form_fields(somebody.http.get(f"/juegos/{entry}").text))
    assert len(names) > 3
    for number, name in enumerate(names):
        for called, value in tried(number, HOSTILE, every):
            pair = f"{quote(name)}={quote_from_bytes(value)}"
            for answer in (
                somebody.send(route, f"/juegos/{entry}", f"tablero=&{pair}".encode()),
                somebody.http.get(f"/juegos/{entry}?tablero=&{pair[:60_000]}"),
            ):
                in_words(route, answer, (name, called))


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("where", ["desk", "editor", "new"])
def test_any_field_of_a_form_that_only_the_page_knows_may_hold_anything(
    somebody: Somebody, where: str, every: bool
) -> None:
    desk = f"/profe/{somebody.parts['secret']}"
    address, pattern, method = {
        "desk": (desk, "/profe/{secret}/retos", "POST"),
        "editor": ("/juegos/gusano/editor", "/juegos/gusano/editor", "GET"),
        "new": ("/profe", "/profe", "POST"),
    }[where]
    route = next(each for each in ROUTES if (each.method, each.pattern) == (method, pattern))
    names = sorted(form_fields(somebody.http.get(address).text))
    assert len(names) > 3
    for number, name in enumerate(names):
        for called, value in tried(number, HOSTILE, every):
            pair = f"{quote(name)}={quote_from_bytes(value)}"
            if method == "POST":
                answer = somebody.send(route, somebody.path(route), pair.encode())
            else:
                answer = somebody.send(route, f"{address}?{pair[:60_000]}")
            in_words(route, answer, (name, called))


def test_the_pages_still_show_what_was_kept_of_it(somebody: Somebody) -> None:
    desk = f"/profe/{somebody.parts['secret']}"
    task = somebody.parts["task"]
    for page in ("", "/pantalla", "/tarjetas", f"/retos/{task}/csv", f"/retos/{task}/hoja", "/borrar"):
        answer = somebody.http.get(desk + page)
        assert answer.status_code == 200, page
        assert "<script>alert" not in answer.text
    for path in ("/", "/yo", "/reto/historial.json", f"/p/{somebody.parts['game_id']}"):
        assert somebody.http.get(path).status_code == 200


@pytest.mark.parametrize("route", [each for each in ROUTES if each.body], ids=lambda each: each.pattern)
def test_any_field_of_json_may_hold_anything(somebody: Somebody, route: Route) -> None:
    assert route.body is not None
    path = somebody.path(route)
    for name in (*route.body, "un campo de más"):
        for called, value in ODD_JSON.items():
            others = {each: given for each, given in route.body.items() if each != name and given is not None}
            start = json.dumps(others)[:-1] + (", " if others else "")
            body = start.encode() + json.dumps(name).encode() + b": " + value + b"}"
            answer = somebody.send(route, path, body, "application/json")
            in_words(route, answer, (name, called))


def test_json_that_is_too_deep_is_told_to_be(somebody: Somebody) -> None:
    for body in (b"[" * 30_000 + b"]" * 30_000, b'{"match":' * 7_000):
        answer = somebody.http.post(
            "/api/v1/games",
            content=body,
            headers={"Content-Type": "application/json", "Accept-Language": "es"},
        )
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "too-deep"
        assert answer.json()["error"]["message"] == "El JSON de la petición está anidado demasiado hondo."


def raw(site: RunningSite, head: str, send: Callable[[socket.socket], None]) -> bytes:
    """The beginning of what is answered to a request written by hand."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as wire:
        wire.sendall(head.encode())
        with suppress(BrokenPipeError, ConnectionResetError):  # it was refused before it was sent
            send(wire)
        return wire.recv(4_096)


TEN_MEGABYTES = 10 * 2**20


@pytest.mark.parametrize(
    "route", [each for each in ROUTES if each.method != "GET"], ids=lambda each: each.pattern
)
def test_ten_megabytes_are_refused_before_they_are_read(somebody: Somebody, route: Route) -> None:
    line = f"{route.method} {somebody.path(route)} HTTP/1.1"
    head = f"{line}\r\nHost: x\r\nContent-Length: {TEN_MEGABYTES}\r\n\r\n"
    answer = raw(somebody.site, head, lambda wire: wire.sendall(b"x" * 1_000))
    assert answer.startswith(b"HTTP/1.1 413 ")


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v1/games", "application/json"),
        ("/api/v1/classes", "application/json"),
        ("/juegos/timbiriche", FORM),
        ("/profe", FORM),
        ("/idioma", FORM),
        ("/juegos/timbiriche", "multipart/form-data; boundary=x"),
    ],
)
def test_a_body_without_an_announced_end_is_cut_off(somebody: Somebody, path: str, kind: str) -> None:
    # A part that begins well: a reader that is quick would refuse another one before it is too long.
    begun = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' if "multipart" in kind else b"a="

    def pour(wire: socket.socket) -> None:
        wire.sendall(f"{len(begun):x}\r\n".encode() + begun + b"\r\n")
        for _ in range(TEN_MEGABYTES // 65_536):
            wire.sendall(b"10000\r\n" + b"x" * 65_536 + b"\r\n")

    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert raw(somebody.site, head, pour).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "name", ["X-Request-Id", "Cookie", "Authorization", "X-Forwarded-For", "User-Agent", "X"]
)
def test_headers_without_end_are_refused(somebody: Somebody, name: str) -> None:
    head = f"GET / HTTP/1.1\r\nHost: x\r\n{name}: "
    answer = raw(somebody.site, head, lambda wire: wire.sendall(b"x" * 200_000 + b"\r\n\r\n"))
    assert answer == b"" or 400 <= int(answer.split()[1]) < 500 or answer.startswith(b"HTTP/1.1 200 ")
