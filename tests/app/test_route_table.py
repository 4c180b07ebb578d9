"""Who may ask what: every route of the site, for everybody who has no right to more than anybody.

The table is complete by construction: a route that is not in it fails the first test, which says what to add.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import iter_route_contexts

from tests.app.api.conftest import SMALL, UNLIMITED, make
from tests.app.classes.conftest import Pupil, Teacher
from tests.people import Person, two_at_a_table
from tests.running import RunningSite

BOARD = {"tablero": "", "rows": "2", "cols": "2"}
MOVE = {"move": "a1b1", "version": 0}


@dataclass(frozen=True)
class Expected:
    """What a route answers, by who asks. `form` and `body` are sent; a stream is read up to its headers.

    `player` holds a seat of another game, `teacher` and `pupil` belong to another class; where they are not
    told apart they get what a `stranger` gets. `ends`: what the one who asks has afterwards is gone.
    """

    nobody: int
    stranger: int
    """With keys and cookies that open nothing."""
    watcher: int
    """With a cookie of the site, without a seat."""
    player: int | None = None
    teacher: int | None = None
    pupil: int | None = None
    form: dict[str, Any] | None = None
    body: Any = None
    stream: bool = False
    ends: bool = False

    def for_(self, who: str) -> int:
        status: int | None = getattr(self, who)
        return self.stranger if status is None else status


def same(status: int, **sent: Any) -> Expected:
    return Expected(status, status, status, **sent)


def taught(own: int = 404, **sent: Any) -> Expected:
    """A teacher's page: another teacher sees it as `own` for the class that is his."""
    return Expected(404, 404, 404, teacher=own, **sent)


def keyed(**sent: Any) -> Expected:
    """A call that needs a key: none is 401, one of somebody else 403."""
    return Expected(401, 403, 401, **sent)


API = "/api/v1/games"
GAME = API + "/{game_id}"
CLASSES = "/api/v1/classes"
TABLE: dict[tuple[str, str], Expected] = {
    ("GET", "/"): same(200),
    ("GET", "/juegos/{entry}"): same(200),
    ("POST", "/juegos/{entry}"): same(303, form=BOARD),
    ("GET", "/juegos/{entry}/reglas"): same(200),
    ("GET", "/glosario"): same(200),
    ("GET", "/juegos/{entry}/aprender"): same(200),
    ("GET", "/juegos/gusano/editor"): same(200),
    ("GET", "/juegos/gusano/editor/valor"): same(204),
    ("GET", "/yo"): same(200),
    ("GET", "/yo/borrar"): same(200),
    ("POST", "/yo/borrar"): same(303, form={"seguro": "si"}, ends=True),
    ("POST", "/idioma"): same(303, form={"idioma": "en"}),
    ("POST", "/tema"): same(303, form={"tema": "oscuro"}),
    ("POST", "/cifras"): same(303, form={"cifras": "si"}),
    ("GET", "/preferencias"): same(200),
    ("GET", "/sin-conexion"): same(200),
    ("GET", "/sw.js"): same(200),
    ("GET", "/manifest.webmanifest"): same(200),
    ("GET", "/juegos/{entry}/aprender/paquete"): same(422),
    ("GET", "/juegos/{entry}/mesa"): same(200),
    ("POST", "/juegos/{entry}/mesa"): same(303, form={"partida": "timbiriche rows=2 cols=2"}),
    ("GET", "/vista/{idioma}.png"): same(422),
    ("POST", "/tablero"): same(303, form={"tablero": "papel"}),
    ("POST", "/sonido"): same(303, form={"sonido": "si"}),
    ("GET", "/p/{game_id}"): same(200),
    ("GET", "/p/{game_id}/tablero"): same(200),
    ("GET", "/p/{game_id}/vivo"): same(200, stream=True),
    ("GET", "/p/{game_id}/compartir"): same(200),
    ("GET", "/p/{game_id}/rendirse"): same(403),
    ("POST", "/p/{game_id}/rendirse"): same(403, form={}),
    ("POST", "/p/{game_id}/jugadas"): same(403, form=MOVE),
    ("POST", "/p/{game_id}/pista"): same(403, form={}),
    ("POST", "/p/{game_id}/ayuda"): same(303, form={"ayuda": "si"}),
    ("POST", "/p/{game_id}/pasos"): same(303, form={"pasos": "si"}),
    ("POST", "/p/{game_id}/deshacer"): same(403, form={}),
    ("POST", "/p/{game_id}/tablas"): same(403, form={}),
    ("POST", "/p/{game_id}/revancha"): same(403, form={}),
    ("POST", "/p/{game_id}/enlace"): same(403, form={}),
    ("POST", "/p/{game_id}/sentarse"): same(409, form={}),
    ("GET", "/clase"): same(200),
    ("GET", "/clase/{code}"): same(200),
    ("POST", "/clase/{code}/entrar"): same(200, form={}),
    ("POST", "/clase/{code}/volver"): same(403, form={}),
    ("POST", "/clase/{code}/salir"): same(303, form={}, ends=True),
    ("POST", "/clase/{code}/retos/{task}/jugar"): same(404, form={}),
    ("GET", "/clase/{code}/liga"): same(303),
    ("POST", "/clase/{code}/liga/estoy"): same(404, form={}),
    ("POST", "/clase/{code}/liga/descanso"): same(404, form={}),
    ("POST", "/clase/{code}/liga/jugar"): same(404, form={}),
    ("GET", "/privacidad"): same(200),
    ("GET", "/profe"): same(200),
    ("POST", "/profe"): same(201, form={}),
    ("GET", "/profe/{secret}"): taught(200),
    ("GET", "/profe/{secret}/vivo"): taught(200, stream=True),
    ("POST", "/profe/{secret}/retos"): taught(422, form={}),
    ("POST", "/profe/{secret}/repetir"): taught(303, form={}),
    ("POST", "/profe/{secret}/retos/{task}/cerrar"): taught(form={}),
    ("POST", "/profe/{secret}/retos/{task}/borrar"): taught(form={}),
    ("GET", "/profe/{secret}/retos/{task}/csv"): taught(),
    ("GET", "/profe/{secret}/retos/{task}/mapa"): taught(),
    ("GET", "/profe/{secret}/retos/{task}/hoja"): taught(),
    ("GET", "/profe/{secret}/pantalla"): taught(200),
    ("GET", "/profe/{secret}/tarjetas"): taught(200),
    ("POST", "/profe/{secret}/alumnos/{pupil}/ocultar"): taught(form={}),
    ("POST", "/profe/{secret}/alumnos/{pupil}/quitar"): taught(form={}),
    ("POST", "/profe/{secret}/alumnos/{pupil}/unir"): taught(form={"con": "1"}),
    ("POST", "/profe/{secret}/alumnos/{pupil}/frase"): taught(form={}),
    ("GET", "/profe/{secret}/liga"): taught(200),
    ("POST", "/profe/{secret}/liga"): taught(303, form={}),
    ("GET", "/profe/{secret}/liga/pantalla"): taught(200),
    ("POST", "/profe/{secret}/liga/{number}/timbre"): taught(form={}),
    ("POST", "/profe/{secret}/liga/{number}/borrar"): taught(form={}),
    ("GET", "/profe/{secret}/liga/{number}/csv"): taught(),
    ("GET", "/profe/{secret}/borrar"): taught(200),
    ("POST", "/profe/{secret}/borrar"): taught(200, form={}, ends=True),
    ("POST", CLASSES): same(201, body={}),
    ("GET", CLASSES + "/{code}"): same(200),
    ("DELETE", CLASSES + "/{code}"): keyed(),
    ("POST", CLASSES + "/{code}/pupils"): same(201, body={}),
    ("POST", CLASSES + "/{code}/pupils/return"): same(422, body={"name": "x", "phrase": "x"}),
    ("POST", CLASSES + "/{code}/tasks"): keyed(body={"match": SMALL}),
    ("POST", CLASSES + "/{code}/tasks/{task}/attempts"): keyed(),
    ("GET", CLASSES + "/{code}/tasks/{task}/results"): keyed(),
    ("GET", "/reto"): same(200),
    ("GET", "/reto/archivo"): same(200),
    ("GET", "/reto/historial"): same(200),
    ("GET", "/reto/historial.json"): same(200),
    ("GET", "/reto/traer"): same(404),
    ("POST", "/reto/traer"): same(404, form={}),
    ("POST", "/reto/enlace"): Expected(303, 303, 200, player=200, pupil=200, form={}),
    ("GET", "/reto/{day}"): same(404),
    ("GET", "/reto/{day}/{slug}"): same(404),
    ("POST", "/reto/{day}/{slug}/jugar"): same(404, form={}),
    ("GET", "/api/v1/challenges/{day}"): same(404),
    ("POST", "/api/v1/challenges/{day}/attempts"): same(404, body={}),
    ("GET", "/p/{game_id}/analisis"): same(200),
    ("POST", "/p/{game_id}/analisis"): same(409, form={}),
    ("POST", "/p/{game_id}/analisis/parar"): same(409, form={}),
    ("GET", "/p/{game_id}/analisis/valor"): same(204),
    ("GET", "/p/{game_id}/analisis/linea"): same(303),
    ("GET", "/p/{game_id}/analisis/pregunta"): same(409),
    ("GET", "/p/{game_id}/analisis/datos.json"): same(200),
    ("GET", "/p/{game_id}/analisis/partida.txt"): same(200),
    ("GET", "/p/{game_id}/analisis/partida.svg"): same(200),
    ("GET", "/p/{game_id}/analisis/hoja"): same(200),
    ("GET", "/p/{game_id}/incrustar"): same(200),
    ("GET", "/problema"): same(422),
    ("POST", API): same(201, body={"match": SMALL, "seats": ["person", "person"]}),
    ("GET", GAME): same(200),
    ("POST", GAME + "/moves"): keyed(body=MOVE),
    ("POST", GAME + "/join"): same(409, body={}),
    ("POST", GAME + "/undo"): keyed(body={}),
    ("POST", GAME + "/resign"): keyed(),
    ("POST", GAME + "/draw"): keyed(body={}),
    ("POST", GAME + "/rematch"): keyed(),
    ("POST", GAME + "/hint"): keyed(),
    ("GET", GAME + "/events"): same(200, stream=True),
    ("GET", GAME + "/review"): same(409),
    ("GET", "/api/openapi.json"): same(200),
    ("GET", "/api/docs"): same(200),
    ("GET", "/salud"): same(200),
    ("GET", "/metrics"): same(200),
    ("MOUNT", "/a"): same(404),
}
"""The game is one between two people by link, both seats taken, nothing moved; the class has a task and a
pupil."""


WHO = ("nobody", "stranger", "watcher", "player", "teacher", "pupil")


@dataclass
class World:
    """What is asked for, and those who ask for it with keys of their own to something else."""

    site: RunningSite
    game: str
    teacher: Teacher
    task: int
    pupil: int
    league: int
    others: dict[str, Other]

    @property
    def parts(self) -> dict[str, str]:
        """What stands for the parts of addresses. A new part is added here."""
        return {
            "game_id": self.game,
            "entry": "timbiriche",
            "idioma": "es",
            "day": "2020-01-01",
            "slug": "gusano",
            "code": self.teacher.code,
            "secret": "A" * 32,
            "task": str(self.task),
            "pupil": str(self.pupil),
            "number": str(self.league),
        }

    def kept(self) -> list[Any]:
        """What nobody of those who ask may change. Anybody may come into a class, which is noted there."""
        rows = self.site.rows
        group = "SELECT id, name, code, secret_hash FROM classes WHERE code = ?"
        return [
            rows("SELECT id, version, revision, moves, how FROM games WHERE id = ?", self.game),
            rows(group, self.teacher.code),
            rows("SELECT * FROM assignments WHERE id = ?", self.task),
            rows("SELECT id, alias, own_name, hidden, phrase_hash FROM pupils WHERE id = ?", self.pupil),
        ]


@dataclass(frozen=True)
class Other:
    """Somebody who asks: a browser, and the key and the teacher's secret that are shown."""

    http: httpx.Client
    key: str | None = None
    secret: str = "A" * 32


def visitor(site: RunningSite, who: str, code: str) -> Other:
    """A newcomer with what `who` has; cookies that open nothing for a stranger."""
    match who:
        case "nobody":
            return Other(site.client())
        case "stranger":
            return Other(
                site.client(cookies={"jugador": "A" * 22 + ".x", f"alumno-{code}": "nadie"}), "nadie"
            )
        case "watcher":
            http = site.client()
            http.get("/juegos/timbiriche")
            return Other(http)
        case "player":
            person = Person(site)
            person.make(modo="screen")
            return Other(person.http, make(person.http)[1][0].token)
        case "teacher":
            teacher = Teacher(site)
            return Other(
                teacher.http, teacher.desk.removeprefix("/profe/"), teacher.desk.removeprefix("/profe/")
            )
        case _:
            pupil = Pupil(site)
            pupil.join(Teacher(site).code)
            key = next(value for name, value in pupil.http.cookies.items() if name.startswith("alumno-"))
            pupil.http.cookies.set(f"alumno-{code}", key)
            return Other(pupil.http, key)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with RunningSite(tmp_path_factory.mktemp("routes"), **UNLIMITED) as site:
        game = two_at_a_table(Person(site), Person(site))
        teacher = Teacher(site, nombres="si")
        task = teacher.publish("timbiriche rows=1 cols=1")
        Pupil(site).join(teacher.code, "Lucía")
        pupil = teacher.pupil("Lucía")
        teacher.send("/liga")
        [(league,)] = site.rows("SELECT id FROM leagues")
        yield World(site, game, teacher, task, pupil, league, {})


def test_every_route_is_in_the_table(world: World) -> None:
    found = {
        (method, route.path)
        for route in iter_route_contexts(world.site.app.routes)
        for method in (route.methods or {"MOUNT"})
    }
    missing, gone = sorted(found - set(TABLE)), sorted(set(TABLE) - found)
    assert not missing, (
        f"Add to TABLE what each of these answers to those who have no right to it: {missing}. "
        "`same(status)` if all get the same; `keyed()` for a call that needs a key; `taught()` for a page of "
        "teachers; else `Expected(...)`. With `form=` or `body=` something that would do for those who may."
    )
    assert not gone, f"these routes are no more: {gone}"


def test_every_part_of_an_address_stands_for_something(world: World) -> None:
    parts = {name for _, pattern in TABLE for name in re.findall(r"\{(\w+)\}", pattern)}
    assert parts <= world.parts.keys(), "add what is missing to World.parts"


def ask(client: httpx.Client, method: str, path: str, expected: Expected, **headers: str) -> int:
    with client.stream(method, path, data=expected.form, json=expected.body, headers=headers) as answer:
        if not expected.stream:
            answer.read()
        return answer.status_code


@pytest.mark.parametrize(("method", "pattern"), TABLE, ids=" ".join)
def test_nobody_does_what_only_others_may(world: World, method: str, pattern: str) -> None:
    expected, before = TABLE[method, pattern], world.kept()
    answered = {who: _asks(world, who, method, pattern, expected) for who in WHO}
    assert answered == {who: expected.for_(who) for who in WHO}
    assert world.kept() == before


def _asks(world: World, who: str, method: str, pattern: str, expected: Expected) -> int:
    other = world.others.get(who) or visitor(world.site, who, world.teacher.code)
    if expected.ends or who == "nobody":
        world.others.pop(who, None)
    else:
        world.others[who] = other
    path = pattern.format(**{**world.parts, "secret": other.secret})
    headers = {"Authorization": f"Bearer {other.key}"} if other.key else {}
    if other.key and path.startswith(("/p/", "/reto", "/clase/")):
        path += f"?llave={other.key}"
    if method == "MOUNT":
        return ask(other.http, "GET", path + "/x/y", expected)
    return ask(other.http, method, path, expected, **headers)


@pytest.mark.parametrize(("method", "pattern"), [key for key in TABLE if "{game_id}" in key[1]], ids=" ".join)
def test_a_route_of_a_game_that_is_not_there_says_so(world: World, method: str, pattern: str) -> None:
    expected = TABLE[method, pattern]
    with world.site.client() as client:
        for game in ("aaaaaaaaaaaa", "corto", "a" * 500, "aaaaaaaaaaa%00", "aaaaaaaaaaaá"):
            path = pattern.format(game_id=game)
            status = ask(client, method, path, expected, Authorization="Bearer nadie")
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
