"""People who play through pages and forms, as a browser without scripts does, or with htmx's header."""

from __future__ import annotations

import re
from html import unescape
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import httpx

from engines import registry
from engines.core.limit import Limit
from tests.running import RunningSite, eventually

SCRIPTED = {"HX-Request": "true"}
SMALL = {"tablero": "", "rows": "2", "cols": "2"}


class Page:
    """What a person reads on a page of a game."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.status = answer.status_code
        self.html = answer.text

    def number(self, name: str) -> int:
        found = re.search(rf'<section id="partida"[^>]* data-{name}="(\d+)"', self.html)
        assert found, f"no {name} on the page: {self.html[:300]}"
        return int(found[1])

    @property
    def revision(self) -> int:
        return self.number("revision")

    @property
    def last(self) -> int:
        """How many moves the game has."""
        return self.number("last")

    @property
    def moves(self) -> list[str]:
        """The move list."""
        listed = re.search(r'<ol class="record".*?</ol>', self.html, re.DOTALL)
        return re.findall(r'aria-hidden="true">([a-z0-9-]+)</span></a>', listed[0]) if listed else []

    @property
    def free(self) -> list[str]:
        """The places that can be pressed now."""
        return re.findall(r'<button id="b-([^"]+)"(?![^>]*aria-disabled)', self.html)

    def text(self, identity: str) -> str:
        """The words of the element with this id; empty if there is none."""
        found = re.search(rf'<(\w+)[^>]* id="{identity}"[^>]*>(.*?)</\1>', self.html, re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[2])).split()) if found else ""

    @property
    def state(self) -> str:
        """Whose turn it is, or how the game ended."""
        return self.text("estado")

    @property
    def explanation(self) -> str:
        return self.text("explicacion")

    @property
    def question(self) -> str:
        return self.text("peticion")

    def has(self, identity: str) -> bool:
        """Whether there is an element with this id."""
        return f'id="{identity}"' in self.html


class Person:
    """Somebody with a browser."""

    def __init__(self, site: RunningSite, *, keeps_cookies: bool = True) -> None:
        self.site = site
        self.http = site.client()
        if not keeps_cookies:
            self.http.cookies.jar.set_policy(_Nothing())
        self.game = ""
        self.key: str | None = None

    def make(self, game: str = "timbiriche", **form: str) -> str:
        """Make a game with the set-up form and go to its page; its id."""
        assert self.http.get(f"/juegos/{game}").status_code == 200
        answer = self.http.post(f"/juegos/{game}", data={**SMALL, **form})
        assert answer.status_code == 303, answer.text
        self.follow(answer)
        return self.game

    def make_from(self, line: str, *seats: str) -> str:
        """Make a game from a match line through the API and hold the first seat of a person by its key."""
        answer = self.http.post("/api/v1/games", json={"match": line, "seats": list(seats)})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.game, self.key = made["id"], next(iter(made["seat_tokens"]), None)
        return self.game

    def follow(self, answer: httpx.Response) -> None:
        """Go where an answer leads."""
        parts = urlsplit(answer.headers["location"])
        self.game = parts.path.removeprefix("/p/")
        self.key = parse_qs(parts.query).get("llave", [None])[0]

    def open(self, game: str, key: str | None = None) -> Page:
        """Open the link of a game."""
        self.game, self.key = game, key
        return self.look()

    def look(self, path: str = "", **query: Any) -> Page:
        """Look at the game's page, or at another one of its pages."""
        if self.key:
            query["llave"] = self.key
        return Page(self.http.get(f"/p/{self.game}{path}", params=query))

    def send(self, path: str, scripted: bool = True, **fields: Any) -> Page:
        """Send a form of the game's page."""
        if self.key:
            fields["llave"] = self.key
        headers = SCRIPTED if scripted else {}
        return Page(self.http.post(f"/p/{self.game}{path}", data=fields, headers=headers))

    def play(self, move: str, version: int | None = None, scripted: bool = True) -> Page:
        """Press a place, on a page as it is now or as it was at `version`."""
        known = self.version if version is None else version
        return self.send("/jugadas", scripted, move=move, version=known)

    def sit(self) -> None:
        """Take the free seat."""
        answer = self.send("/sentarse", scripted=False).answer
        assert answer.status_code == 303, answer.text
        self.follow(answer)

    def wait_for_turn(self) -> Page:
        """Wait until this person is to move, or the game is over."""
        return cast(Page, eventually(lambda: self._look_if_settled()))

    def finish(self, *, well: bool) -> None:
        """Play to the end: always a best move, or always the worst."""
        page = self.wait_for_turn()
        while 'data-over="yes"' not in page.html:
            slug, setup, moves = self.site.rows(
                "SELECT slug, setup, moves FROM games WHERE id = ?", self.game
            )[0]
            match = registry.read_match(f"{slug} {setup} : {moves}")
            worth = match.game.evaluate(match.state, Limit(), True)
            move = worth.best[0] if well else worth.candidates[-1].move
            assert self.play(move).status == 200
            page = self.wait_for_turn()

    def _look_if_settled(self) -> Page | None:
        page = self.look()
        settled = bool(page.free) or 'data-over="yes"' in page.html
        return page if settled else None

    @property
    def version(self) -> int:
        """The version that the forms of the page carry."""
        found = re.search(r'name="version" value="(\d+)"', self.look().html)
        assert found
        return int(found[1])


class _Nothing:
    """A cookie policy that keeps nothing and sends nothing, as in a browser that blocks cookies."""

    netscape = True
    rfc2965 = hide_cookie2 = False

    def set_ok(self, cookie: object, request: object) -> bool:
        return False

    def return_ok(self, cookie: object, request: object) -> bool:
        return False

    def domain_return_ok(self, domain: str, request: object) -> bool:
        return False

    def path_return_ok(self, path: str, request: object) -> bool:
        return False


def two_at_a_table(ana: Person, bea: Person, game: str = "timbiriche", **form: str) -> str:
    """Ana makes a game by link and begins; Bea takes the other seat."""
    made = ana.make(game, **{"modo": "link", "empieza": "yo", **form})
    bea.open(made)
    bea.sit()
    return made
