"""A site with classes, a teacher, and pupils who come in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import httpx
import pytest

from tests.app.api.conftest import UNLIMITED, warm_engines, warm_site
from tests.app.challenges.conftest import NOON, TODAY, Clock, set_challenge
from tests.people import Person
from tests.running import RunningSite, eventually

__all__ = ["warm_engines"]

BOARD = "gusano rows=3 cols=4 start=b2 values=d1:3"
DAILY = "gusano board=hex side=2 start=a1 rounds=1"


def words(html: str) -> str:
    """What a page says, without its markup."""
    main = re.search(r"<main.*?</main>", html, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main[0] if main else html)).split())


class Teacher:
    """Somebody with a class."""

    def __init__(self, site: RunningSite, **form: str) -> None:
        self.site = site
        self.http = site.client()
        self.made = self.http.post("/profe", data={"nombre": "1.º B", "idioma": "es", **form})
        assert self.made.status_code == 201, self.made.text
        self.desk = re.search(r'value="http[^"]*(/profe/[^"]+)"', self.made.text)[1]  # type: ignore[index]
        self.code = re.search(r"/clase/([A-Z0-9]+)", self.made.text)[1]  # type: ignore[index]

    def publish(self, line: str = BOARD, **form: Any) -> int:
        """Set a task; its number."""
        answer = self.send("/retos", partida=line, **form)
        assert answer.status_code == 303, words(answer.text)
        return int(re.search(r"reto=(\d+)", answer.headers["location"])[1])  # type: ignore[index]

    def send(self, path: str, **form: Any) -> httpx.Response:
        return self.http.post(self.desk + path, data=form)

    def look(self, path: str = "", **query: Any) -> httpx.Response:
        return self.http.get(self.desk + path, params=query)

    def page(self, path: str = "", **query: Any) -> str:
        answer = self.look(path, **query)
        assert answer.status_code == 200
        return words(answer.text)

    def names(self, **query: Any) -> list[str]:
        """The pupils in the order of the table."""
        return [
            unescape(name)
            for name in re.findall(r'<th scope="row">([^<]*?)(?: <|</th>)', self.look(**query).text)
        ]

    def pupil(self, name: str) -> int:
        """The number of a pupil."""
        found = re.search(rf'<th scope="row">{name}.*?id="alumno-(\d+)"', self.look().text, re.DOTALL)
        assert found
        return int(found[1])


class Pupil(Person):
    """Somebody who comes into a class."""

    code = ""
    phrase = ""
    name = ""

    def join(self, code: str, name: str = "", alias: str = "") -> str:
        """Come in; the name that is shown."""
        self.code = code
        page = self.http.get(f"/clase/{code}").text
        alias = alias or re.search(r'name="alias" value="([^"]+)"', page)[1]  # type: ignore[index]
        answer = self.http.post(f"/clase/{code}/entrar", data={"alias": unescape(alias), "nombre": name})
        assert answer.status_code == 200, words(answer.text)
        self.phrase = re.search(r'class="phrase">([^<]*)', answer.text)[1]  # type: ignore[index]
        self.name = unescape(re.search(r"Hola, ([^<]*)", answer.text)[1])  # type: ignore[index]
        return self.name

    def begin(self, task: int) -> httpx.Response:
        answer = self.http.post(f"/clase/{self.code}/retos/{task}/jugar")
        if answer.status_code == 303:
            self.follow(answer)
        return answer

    def page(self) -> str:
        return words(self.http.get(f"/clase/{self.code}").text)


@pytest.fixture(scope="session")
def class_clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def class_site(
    tmp_path_factory: pytest.TempPathFactory, warm_engines: None, class_clock: Clock
) -> Iterator[RunningSite]:
    folder = tmp_path_factory.mktemp("classes")
    with warm_site(folder, clock=class_clock, watch_seconds=0.02, **UNLIMITED) as site:
        set_challenge(site, TODAY, DAILY)
        yield site


@pytest.fixture
def clock(class_clock: Clock) -> Iterator[Clock]:
    class_clock.now = NOON
    yield class_clock
    class_clock.now = NOON


@pytest.fixture
def site(class_site: RunningSite, clock: Clock) -> RunningSite:
    return class_site


@pytest.fixture
def teacher(site: RunningSite) -> Teacher:
    return Teacher(site, nombres="si")


@pytest.fixture
def come_in(site: RunningSite, teacher: Teacher) -> Callable[..., Pupil]:
    def come_in(name: str = "") -> Pupil:
        pupil = Pupil(site)
        pupil.join(teacher.code, name)
        return pupil

    return come_in


def settled(teacher: Teacher, task: int) -> str:
    """The teacher's page once the par of a task is computed."""
    found: list[str] = eventually(
        lambda: [page for page in (teacher.page(reto=task),) if "Se está buscando" not in page],
        patience=90,  # a busy machine computes par in several slices
    )
    return found[0]
