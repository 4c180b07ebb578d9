"""Whatever is sent, the answer is one that the description of the call allows, never a failure of ours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.api.documentation import document
from app.api.routes import router
from app.api.told import Error
from tests.app.api.conftest import Json, Player, make, play_out
from tests.running import RunningSite

DOCUMENT = document(router.routes)
SCHEMAS: Json = DOCUMENT["components"]["schemas"]
CALLS = [
    (method.upper(), path, call)
    for path, calls in DOCUMENT["paths"].items()
    for method, call in calls.items()
    if not path.endswith("/events")
]
BOUNDED = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""Any JSON, half characters, infinities and huge numbers included."""
headers = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=60)


def fitting(schema: Json) -> st.SearchStrategy[Any]:
    """Values that a schema describes."""
    if "$ref" in schema:
        return fitting(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return st.one_of([fitting(choice) for choice in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "null":
            return st.none()
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case "array":
            return st.lists(
                fitting(schema["items"]), min_size=schema["minItems"], max_size=schema["maxItems"]
            )
        case "object":
            return st.fixed_dictionaries(
                {}, optional={name: fitting(field) for name, field in schema["properties"].items()}
            )
        case _:
            examples = st.sampled_from(schema.get("examples", [""]))
            shaped = st.from_regex(schema["pattern"]) if "pattern" in schema else st.text(max_size=300)
            return examples | shaped


def bodies(call: Json) -> st.SearchStrategy[Any]:
    """Bodies that fit, nearly fit, or do not fit at all."""
    described = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if described is None:
        return anything
    return (
        fitting(described) | st.builds(_spoilt, fitting(described), st.text(max_size=9), anything) | anything
    )


def _spoilt(body: Any, name: str, value: Any) -> Any:
    if not isinstance(body, dict):
        return value
    return {**body, next(iter(body), name): value}


@pytest.fixture(scope="module")
def web_of_games(api_site: RunningSite) -> Iterator[tuple[httpx.Client, list[Player]]]:
    """Games in every state, and the holders of their seats."""
    with api_site.client() as web:
        running = make(web, "timbiriche rows=3 cols=3")[1]
        against = make(web, "timbiriche rows=2 cols=2", "person", "computer:facil")[1]
        free = make(web, "timbiriche rows=2 cols=2", "person", "open")[1]
        over = make(web)[1]
        play_out(over)
        yield web, [*running, *against, *free, *over]


def allowed(call: Json, answer: httpx.Response) -> None:
    assert str(answer.status_code) in call["responses"], (answer.request.url, answer.status_code, answer.text)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert Error.model_validate(answer.json()).error.message
        assert "Traceback" not in answer.text


@pytest.mark.parametrize(("method", "path", "call"), CALLS, ids=[call["operationId"] for *_, call in CALLS])
@BOUNDED
@given(data=st.data())
def test_anything_may_be_sent(
    web_of_games: tuple[httpx.Client, list[Player]], method: str, path: str, call: Json, data: st.DataObject
) -> None:
    web, players = web_of_games
    player = data.draw(st.sampled_from(players))
    token = data.draw(st.just(player.token) | headers)
    game = data.draw(st.just(player.game) | st.text(st.characters(codec="utf-8"), min_size=1, max_size=20))
    body = json.dumps(data.draw(bodies(call))).encode()
    sent = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    if "{game_id}" in path and game != player.game and quote(game, safe="") in (".", ".."):
        return  # the client itself resolves these
    day = data.draw(st.sampled_from(["2020-01-01", "2999-12-31"]) | st.dates().map(str))
    address = path.format(game_id=quote(game, safe=""), day=day, code="CDFHJKM", task="1")
    if method == "GET":
        allowed(call, web.request(method, address, headers=sent))
    else:
        allowed(call, web.request(method, address, content=body, headers=sent))


RAW: dict[str, bytes] = {
    "nothing": b"",
    "half a document": b'{"match": ',
    "deep lists": b"[" * 30_000,
    "deep lists, closed": b"[" * 30_000 + b"]" * 30_000,
    "deep objects": b'{"match":' * 6_000,
    "a huge number": b'{"match": "x", "version": ' + b"9" * 60_000 + b"}",
    "a huge exponent": b'{"move": "a1b1", "version": 1e400}',
    "not a number": b'{"move": "a1b1", "version": NaN}',
    "infinity": b'{"move": "a1b1", "version": -Infinity}',
    "a number as text": b'{"move": "a1b1", "version": "0"}',
    "a fraction": b'{"move": "a1b1", "version": 0.0}',
    "a truth": b'{"move": "a1b1", "version": false}',
    "beyond the column": b'{"move": "a1b1", "version": 2147483648}',
    "the same key twice": b'{"move": "a1b1", "move": "a1a2", "version": 99}',
    "half a character": b'{"move": "\\ud800", "version": 0, "\\udfff": "\\ud800"}',
    "a zero byte": b'{"move": "\\u0000", "version": 0}',
    "raw zero bytes": b"\x00" * 100,
    "no text": b"\xff\xfe\x00\x01",
    "a mark of order": b'\xef\xbb\xbf{"move": "a1b1", "version": 99}',
    "another encoding": '{"move": "a1b1", "version": 99}'.encode("utf-16"),
    "a text": b'"a1b1"',
    "emoji and marks": '{"move": "👩‍👩‍👧‍👦\u202e\u0301", "version": 0}'.encode(),
    "a form": b"move=a1b1&version=0",
}


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "application/x-www-form-urlencoded", "", "ñ"]
)
@pytest.mark.parametrize("name", RAW)
def test_broken_bodies_are_refused(web: httpx.Client, name: str, kind: str) -> None:
    _, (first, _) = make(web)
    before = first.state
    sent = {"Authorization": f"Bearer {first.token}".encode(), "Content-Type": kind.encode()}
    for path in (f"/api/v1/games/{first.game}/moves", "/api/v1/games"):
        answer = web.post(path, content=RAW[name], headers=sent)
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert Error.model_validate(answer.json()).error.code
    assert first.state == before


FORMS: list[tuple[str, tuple[str, ...]]] = [
    ("/juegos/timbiriche", ("tablero", "rows", "cols", "grid", "misere", "modo", "nivel", "empieza")),
    ("/juegos/sueco", ("tablero", "rows", "cols", "border", "modo", "nivel")),
    ("/p/GAME/jugadas", ("move", "version", "llave")),
    ("/p/GAME/deshacer", ("answer", "version", "llave")),
    ("/p/GAME/tablas", ("answer", "version", "llave")),
    ("/p/GAME/rendirse", ("seat", "version", "llave")),
    ("/p/GAME/sentarse", ("seat", "llave")),
    ("/p/GAME/revancha", ("llave",)),
    ("/p/GAME/enlace", ("llave",)),
    ("/idioma", ("idioma", "volver")),
    ("/tema", ("tema", "volver")),
]
values: Callable[[], st.SearchStrategy[str]] = lambda: (  # noqa: E731 - a strategy, drawn more than once
    st.sampled_from(["0", "1", "2", "-1", "9" * 30, "a1b1", "si", "no", "person", "", "on", "rows=3 cols=3"])
    | st.text(st.characters(codec="utf-8"), max_size=40)
)


@pytest.mark.parametrize(("path", "names"), FORMS, ids=lambda part: str(part)[:30])
@BOUNDED
@given(data=st.data())
def test_any_form_may_be_sent(
    web_of_games: tuple[httpx.Client, list[Player]], path: str, names: tuple[str, ...], data: st.DataObject
) -> None:
    web, players = web_of_games
    player = data.draw(st.sampled_from(players))
    form = data.draw(st.dictionaries(st.sampled_from(names) | st.text(max_size=5), values(), max_size=6))
    if data.draw(st.booleans()):
        form["llave"] = str(player.token)
    plain = {name.encode("utf-8", "replace").decode(): value for name, value in form.items()}
    scripted = {"HX-Request": "true"} if data.draw(st.booleans()) else {}
    answer = web.post(path.replace("GAME", player.game), data=plain, headers=scripted)
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "path", ["/p/GAME", "/p/GAME/tablero", "/p/GAME/compartir", "/juegos/timbiriche", "/"]
)
@BOUNDED
@given(data=st.data())
def test_any_question_may_be_asked(
    web_of_games: tuple[httpx.Client, list[Player]], path: str, data: st.DataObject
) -> None:
    web, players = web_of_games
    game = data.draw(st.sampled_from(players)).game
    names = ("jugada", "borrador", "llave", "revision", "lang", "tablero", "rows", "modo")
    query = data.draw(st.dictionaries(st.sampled_from(names), values(), max_size=4))
    answer = web.get(path.replace("GAME", game), params=query)
    assert answer.status_code < 500, answer.text
