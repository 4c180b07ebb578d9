"""Every word of every page comes from the catalogue.

The English of a made-up catalogue is each source text in brackets; what stands outside brackets was written
past the catalogue.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from app import language
from tests import catalogue
from tests.people import SCRIPTED, Person
from tests.running import RunningSite

SPOKEN = ("alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title")
SCRIPTS = ("data-copied", "data-stop", "data-go")
NAMES = {"Ingenio", "Español", "English", "API", "SSE", "JSON"}
FOREIGN = ("code", "pre", "style")
"""Elements whose text belongs to programs."""


class Reader(HTMLParser):
    """Collects what a person would read or hear, and what scripts would say."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.running = ""
        """The text of the page, across its elements."""
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.running += " "
        self.found += [given[name] or "" for name in (*SPOKEN, *SCRIPTS) if name in given]
        if tag == "meta" and given.get("name") == "description":
            self.found.append(given.get("content") or "")
        if tag in FOREIGN or (tag == "script" and given.get("type") == "application/json"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.running += " "
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.running += data
        elif self._inside[-1] == "script":
            self.found += _texts(json.loads(data))


def _texts(document: object) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for value in document.values():
            yield from _texts(value)
    elif isinstance(document, list):
        for value in document:
            yield from _texts(value)


def strangers(html: str) -> set[str]:
    """The words of a page that stand outside brackets."""
    reader = Reader()
    reader.feed(html)
    words: set[str] = set()
    for text in (*reader.found, reader.running):
        before = None
        while before != text:
            before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", "", text)
        words |= {word for word in re.findall(r"[^\W\d_]+\d*", text) if len(re.sub(r"\d", "", word)) > 1}
    return {word for word in words - NAMES if not re.fullmatch(r"([a-z]\d+)+", word)}


@pytest.fixture(scope="module")
def bracketed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """While it lasts, English is the source text in brackets."""
    made_up = Catalog(locale="en")
    for message in catalogue.extract():
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else message.id
            marked = tuple(f"⟦{form}⟧" for form in forms)
            made_up.add(
                message.id, marked[0] if isinstance(message.id, str) else marked, context=message.context
            )
    folder: Path = tmp_path_factory.mktemp("catalogues")
    path = folder / "en" / "LC_MESSAGES" / "ingenio.po"
    path.parent.mkdir(parents=True)
    written = io.BytesIO()
    write_po(written, made_up)
    path.write_bytes(written.getvalue())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(language, "CATALOGUES", folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Read the catalogues anew, and say anew what was said from them: nothing the site remembers is kept."""
    for name in [each for each in sys.modules if each.startswith("app.")]:
        for remembering in vars(sys.modules[name]).values():
            if hasattr(remembering, "cache_clear"):
                remembering.cache_clear()


@pytest.fixture
def reader(site: RunningSite, bracketed: None) -> Person:
    """Somebody who reads English."""
    person = Person(site)
    person.http.headers["Accept-Language"] = "en"
    return person


def check(answer: httpx.Response, status: int = 200) -> None:
    assert answer.status_code == status
    assert "⟦" in answer.text
    assert strangers(answer.text) == set()


def test_words_outside_the_catalogue_are_found() -> None:
    page = '<title>⟦Reglas⟧ · Ingenio</title><p>a1b1 <b aria-label="Marcador">⟦De %(who)s⟧</b> 3 líneas'
    assert strangers(page) == {"Marcador", "líneas"}


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/juegos/timbiriche",
        "/juegos/sueco",
        "/juegos/timbiriche/reglas",
        "/juegos/sueco/reglas",
        "/juegos/ayu/aprender?paso=2&borrador=b2",
        "/juegos/gyges/aprender?paso=5&jugada=b6",
        "/juegos/gusano/aprender?paso=6",
        "/api/docs",
    ],
)
def test_pages_that_everybody_sees(reader: Person, path: str) -> None:
    check(reader.http.get(path))


@pytest.mark.parametrize("path", ["/nada", "/p/000000000000", "/juegos/nada", "/juegos/nada/reglas"])
def test_pages_about_failures(reader: Person, path: str) -> None:
    check(reader.http.get(path), 404)


def test_a_form_with_faults(reader: Person) -> None:
    check(reader.http.post("/juegos/timbiriche", data={"tablero": "", "rows": "99", "modo": "x"}), 422)


def test_a_game_against_the_computer(reader: Person) -> None:
    reader.make(modo="computer", nivel="facil", empieza="yo", misere="yes")
    check(reader.look().answer)
    check(reader.look(borrador=reader.look().free[0]).answer)
    reader.play(reader.look().free[0])
    reader.wait_for_turn()
    for path in ("", "/compartir", "/rendirse"):
        check(reader.look(path).answer)
    check(reader.look(jugada=0).answer)
    check(reader.look(jugada=1).answer)
    check(reader.send("/jugadas", move="zz", version=reader.version).answer, 422)
    check(reader.send("/jugadas", move="a1b1", version=999).answer, 409)
    check(reader.http.get("/"))


def test_a_game_on_one_screen_to_its_end(reader: Person) -> None:
    reader.make(modo="screen", border="swedish")
    while free := reader.look().free:
        check(reader.play(free[0]).answer)
    check(reader.look().answer)


def test_a_game_by_link(reader: Person, site: RunningSite) -> None:
    game = reader.make(modo="link", empieza="yo")
    check(reader.look().answer)
    other = Person(site)
    other.http.headers["Accept-Language"] = "en"
    check(other.open(game).answer)
    check(other.look("/compartir").answer)
    other.sit()
    reader.play(reader.look().free[0])
    other.play(other.look().free[0])
    check(reader.send("/deshacer").answer)
    check(reader.look().answer)
    check(other.look().answer)
    check(other.send("/deshacer", answer="no").answer)
    check(reader.look().answer)
    check(reader.send("/tablas").answer)
    check(other.look().answer)
    watcher = Person(site)
    watcher.http.headers["Accept-Language"] = "en"
    check(watcher.open(game).answer)
    check(watcher.send("/jugadas", scripted=False, move="a1b1", version=2).answer, 403)
    check(reader.send("/enlace", scripted=False).answer)
    check(reader.look("/rendirse").answer)
    reader.send("/rendirse", scripted=False, version=reader.version)
    for person in (reader, other, watcher):
        check(person.look().answer)
        check(Person.look(person, "/tablero").answer)


def test_fragments_for_scripts_speak_too(reader: Person) -> None:
    reader.make(modo="screen")
    check(reader.http.get(f"/p/{reader.game}/tablero", headers=SCRIPTED))
