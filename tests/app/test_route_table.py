"""Who may ask what: every route of the site, for nobody, for a stranger and for somebody who only watches.

The table is complete by construction: a route that is not in it fails the first test.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import iter_route_contexts

from tests.app.api.conftest import SMALL, make
from tests.people import Person, two_at_a_table
from tests.running import RunningSite

BOARD = {"tablero": "", "rows": "2", "cols": "2"}
MOVE = {"move": "a1b1", "version": 0}


@dataclass(frozen=True)
class Expected:
    """What a route answers: without a key, with a key that opens nothing, and with a watcher's cookie.

    `form` and `body` are what is sent. `stream` routes are read up to their headers.
    """

    nobody: int
    stranger: int
    watcher: int
    form: dict[str, Any] | None = None
    body: Any = None
    stream: bool = False


def same(status: int, **sent: Any) -> Expected:
    return Expected(status, status, status, **sent)


API = "/api/v1/games"
GAME = API + "/{game_id}"
TABLE: dict[tuple[str, str], Expected] = {
    ("GET", "/"): same(200),
    ("GET", "/juegos/{entry}"): same(200),
    ("POST", "/juegos/{entry}"): same(303, form=BOARD),
    ("GET", "/juegos/{entry}/reglas"): same(200),
    ("GET", "/juegos/gusano/editor"): same(200),
    ("GET", "/juegos/gusano/editor/valor"): same(204),
    ("POST", "/idioma"): same(303, form={"idioma": "en"}),
    ("POST", "/tema"): same(303, form={"tema": "oscuro"}),
    ("GET", "/p/{game_id}"): same(200),
    ("GET", "/p/{game_id}/tablero"): same(200),
    ("GET", "/p/{game_id}/vivo"): same(200, stream=True),
    ("GET", "/p/{game_id}/compartir"): same(200),
    ("GET", "/p/{game_id}/rendirse"): same(403),
    ("POST", "/p/{game_id}/rendirse"): same(403, form={}),
    ("POST", "/p/{game_id}/jugadas"): same(403, form=MOVE),
    ("POST", "/p/{game_id}/pista"): same(403, form={}),
    ("POST", "/p/{game_id}/ayuda"): same(303, form={"ayuda": "si"}),
    ("POST", "/p/{game_id}/deshacer"): same(403, form={}),
    ("POST", "/p/{game_id}/tablas"): same(403, form={}),
    ("POST", "/p/{game_id}/revancha"): same(403, form={}),
    ("POST", "/p/{game_id}/enlace"): same(403, form={}),
    ("POST", "/p/{game_id}/sentarse"): same(409, form={}),
    ("POST", API): same(201, body={"match": SMALL, "seats": ["person", "person"]}),
    ("GET", GAME): same(200),
    ("POST", GAME + "/moves"): Expected(401, 403, 401, body=MOVE),
    ("POST", GAME + "/join"): same(409, body={}),
    ("POST", GAME + "/undo"): Expected(401, 403, 401, body={}),
    ("POST", GAME + "/resign"): Expected(401, 403, 401),
    ("POST", GAME + "/draw"): Expected(401, 403, 401, body={}),
    ("POST", GAME + "/rematch"): Expected(401, 403, 401),
    ("POST", GAME + "/hint"): Expected(401, 403, 401),
    ("GET", GAME + "/events"): same(200, stream=True),
    ("GET", GAME + "/review"): same(409),
    ("GET", "/api/openapi.json"): same(200),
    ("GET", "/api/docs"): same(200),
    ("GET", "/salud"): same(200),
    ("GET", "/metrics"): same(200),
    ("MOUNT", "/a"): same(404),
}
"""The game is one between two people by link, both seats taken, nothing moved."""


@pytest.fixture(scope="module")
def routed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with RunningSite(tmp_path_factory.mktemp("routes")) as site:
        yield site


@pytest.fixture(scope="module")
def game(routed: RunningSite) -> str:
    return two_at_a_table(Person(routed), Person(routed))


def test_every_route_is_in_the_table(routed: RunningSite) -> None:
    found = {
        (method, route.path)
        for route in iter_route_contexts(routed.app.routes)
        for method in (route.methods or {"MOUNT"})
    }
    assert found == set(TABLE)


def ask(
    site: RunningSite, client: httpx.Client, method: str, path: str, expected: Expected, **headers: str
) -> int:
    with client.stream(method, path, data=expected.form, json=expected.body, headers=headers) as answer:
        if not expected.stream:
            answer.read()
        return answer.status_code


@pytest.mark.parametrize(("method", "pattern"), TABLE, ids=" ".join)
def test_nobody_does_what_only_players_may(routed: RunningSite, game: str, method: str, pattern: str) -> None:
    expected = TABLE[method, pattern]
    path = pattern.format(game_id=game, entry="timbiriche") + ("/x/y" if method == "MOUNT" else "")
    verb = "GET" if method == "MOUNT" else method
    before = routed.rows("SELECT id, version, revision, moves, how FROM games WHERE id = ?", game)
    with routed.client() as client:
        assert ask(routed, client, verb, path, expected) == expected.nobody
        page = path + "?llave=nadie" if path.startswith("/p/") else path
        assert ask(routed, client, verb, page, expected, Authorization="Bearer nadie") == expected.stranger
    with routed.client() as client:
        client.get(f"/p/{game}")
        assert client.cookies.get("jugador")
        assert ask(routed, client, verb, path, expected) == expected.watcher
    assert routed.rows("SELECT id, version, revision, moves, how FROM games WHERE id = ?", game) == before


@pytest.mark.parametrize(("method", "pattern"), [key for key in TABLE if "{game_id}" in key[1]], ids=" ".join)
def test_a_route_of_a_game_that_is_not_there_says_so(routed: RunningSite, method: str, pattern: str) -> None:
    expected = TABLE[method, pattern]
    with routed.client() as client:
        for game in ("aaaaaaaaaaaa", "corto", "a" * 500, "aaaaaaaaaaa%00", "aaaaaaaaaaaá"):
            path = pattern.format(game_id=game)
            status = ask(routed, client, method, path, expected, Authorization="Bearer nadie")
            assert status == 404, game


def test_a_key_acts_for_its_seat_only_wherever_it_is_shown(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site, site.client() as web:
        _, (first, second) = make(web)
        ana = Person(site)
        assert ana.open(first.game, str(second.token)).has("partida")
        assert ana.play("a1b1", 0).status == 409
        assert first.move("a1b1", 0).status_code == 200
        assert ana.play("a1a2", 1).status == 200
        assert second.state["version"] == 2
