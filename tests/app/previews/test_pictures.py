"""What other sites show of a link: a title, a sentence, and a picture whose address holds the position."""

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from app.edge.rates import Addresses, RateLimit, Rates
from app.edge.refusal import Refused
from app.edge.stack import PICTURES
from app.pictures import picture
from app.previews import painting
from engines import registry
from tests.people import Person
from tests.running import RunningSite

SNAKE = ("abcdefghij", "jihgfedcba") * 5
"""The columns of a worm that fills a board of 10 x 10, row by row."""


@pytest.fixture(scope="module")
def previewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """One server for all: each picture is painted for whoever asks."""
    with RunningSite(tmp_path_factory.mktemp("pictures"), base_url="https://ingenio.test") as site:
        yield site


@pytest.fixture
def web(previewed: RunningSite) -> Iterator[httpx.Client]:
    with previewed.client() as client:
        yield client


def shown(page: httpx.Response) -> dict[str, str]:
    """What a messenger reads in a page."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[a-z]+)" content="([^"]*)">', page.text)
    return {name: unescape(value) for name, value in found}


def line_of(picture: str) -> str:
    return parse_qs(urlsplit(picture).query)["partida"][0]


def path_of(picture: str) -> str:
    return picture.removeprefix("https://ingenio.test")


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("entry", [entry.slug for entry, _game in registry.entries()])
def test_a_link_to_set_up_any_game_has_a_title_a_sentence_and_a_picture(
    web: httpx.Client, entry: str
) -> None:
    for path in (f"/juegos/{entry}", f"/juegos/{entry}/aprender"):
        told = shown(web.get(path))
        assert told["og:title"].endswith("Ingenio")
        assert told["og:description"].endswith(".")
        assert told["twitter:card"] == "summary_large_image"
    answer = web.get(path_of(told["og:image"]))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "set-cookie" not in answer.headers
    assert size_of(answer.content) == (1200, 630)
    assert len(answer.content) < 150_000


def test_the_address_of_a_games_picture_changes_with_every_move_and_holds_no_key(
    previewed: RunningSite,
) -> None:
    ana = Person(previewed)
    ana.make(modo="screen")
    addresses = []
    for move in ("a1b1", "a2b2"):
        ana.play(move)
        addresses.append(shown(ana.look().answer)["og:image"])
    assert [line_of(each) for each in addresses] == [
        "timbiriche rows=2 cols=2 : a1b1",
        "timbiriche rows=2 cols=2 : a1b1 a2b2",
    ]
    keyed = Person(previewed)
    keyed.make_from("timbiriche rows=2 cols=2", "person", "person")
    assert keyed.key is not None
    told = shown(keyed.look().answer)
    assert told
    assert all(keyed.key not in value for value in told.values())


def test_a_free_seat_invites(previewed: RunningSite) -> None:
    ana = Person(previewed)
    ana.make(modo="link")
    assert shown(ana.look().answer)["og:description"].startswith("Te esperan para jugar a Timbiriche")


def test_a_problem_and_an_analysis_show_their_position(previewed: RunningSite, web: httpx.Client) -> None:
    line = "timbiriche rows=2 cols=2 : a1b1 a2b2"
    assert line_of(shown(web.get("/problema", params={"partida": line}))["og:image"]) == line
    ana = Person(previewed)
    ana.make_from(line, "person", "person")
    told = shown(ana.look("/analisis", jugada=1).answer)
    assert line_of(told["og:image"]) == "timbiriche rows=2 cols=2 : a1b1"


def test_the_picture_is_in_the_language_of_whoever_shares(web: httpx.Client) -> None:
    spanish = shown(web.get("/juegos/sueco"))["og:image"]
    english = shown(web.get("/juegos/sueco", headers={"Accept-Language": "en"}))["og:image"]
    assert urlsplit(spanish).path == "/vista/es.png"
    assert urlsplit(english).path == "/vista/en.png"
    assert web.get(path_of(spanish)).content != web.get(path_of(english)).content


def test_a_teachers_pages_are_never_previewed_and_a_class_shows_nothing_of_its_own(
    web: httpx.Client,
) -> None:
    made = web.post("/profe", data={"nombre": "Tercero de la señora Ruiz"})
    secret = re.search(r"/profe/([\w-]{10,})", made.text)
    code = re.search(r"/clase/([A-Za-z0-9]+)", made.text)
    assert secret is not None
    assert code is not None
    assert shown(made) == {}
    assert shown(web.get(f"/profe/{secret[1]}")) == {}
    with httpx.Client(base_url=str(web.base_url)) as stranger:
        told = shown(stranger.get(f"/clase/{code[1]}"))
    assert told["og:title"] == "Una clase de Ingenio"
    assert "señora Ruiz" not in "".join(told.values())


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("ajedrez", 404),
        ("timbiriche rows=2 cols=2 : z9z8", 404),
        ("timbiriche rows=999", 404),
        ("<script>", 404),
        ("", 422),
        ("timbiriche : " + "a1b1 " * 400, 422),
    ],
)
def test_a_position_that_there_is_not_has_no_picture(web: httpx.Client, line: str, status: int) -> None:
    assert web.get("/vista/es.png", params={"partida": line}).status_code == status


def test_other_languages_have_no_pictures(web: httpx.Client) -> None:
    assert web.get("/vista/fr.png", params={"partida": "ayu"}).status_code == 404


def test_a_game_too_long_for_an_address_is_shown_by_its_board(previewed: RunningSite) -> None:
    ana = Person(previewed)
    setup = "gusano board=square4 rows=10 cols=10 start=a1 pairs=10"
    around = [f"{column}{row}" for row, columns in enumerate(SNAKE, 1) for column in columns][1:]
    ana.make_from(f"{setup} : {' '.join(around * 6)}", "person", "person")
    assert line_of(shown(ana.look().answer)["og:image"]) == setup


def test_whoever_asks_for_too_many_pictures_waits() -> None:
    """By address, whatever the method; other pages have a count of their own."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("")(scope, receive, send)

    places = Addresses(unlimited=(), creation=(), hint=(), picture=PICTURES, cookie="")
    limited = RateLimit(answer, Rates(picture="2/minute"), places)

    async def ask(path: str) -> int:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(limited), base_url="http://site") as web:
            return (await web.get(path)).status_code

    assert [asyncio.run(ask("/vista/es.png")) for _ in range(2)] == [200, 200]
    with pytest.raises(Refused) as refused:
        asyncio.run(ask("/vista/en.png"))
    assert refused.value.status_code == 429
    assert asyncio.run(ask("/juegos/ayu")) == 200


def test_letters_come_with_the_site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    line = "gusano rows=3 cols=3 start=a1 values=b2:7"
    with_letters = painting.paint(line, "es")
    monkeypatch.setattr(painting, "FONTS", tmp_path)
    assert painting.paint(line, "es") != with_letters, "nothing is written with the site's own letters"


def test_a_swap_leaves_the_last_move_on_the_board_marked() -> None:
    before, after = picture("ayu size=5 pie=yes : b1-b2"), picture("ayu size=5 pie=yes : b1-b2 swap")
    assert before.last == after.last == {"b1", "b2"}
