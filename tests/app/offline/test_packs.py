"""A pack says what the server says at every address of a step, and is made once."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random

import httpx
import pytest

from app.learn.lesson import Place
from app.offline.packing import HERE, Asked, key, pack, pages_of

STEPS = [("timbiriche", 1, 0), ("sueco", 2, 1), ("gusano", 4, 0), ("ayu", 3, 1)]
SHARE = 8
NAMES = ("jugadas", "jugada", "borrador", "pista")
SECTION = re.compile(r'<section id="leccion".*?</section>\n?', re.DOTALL)

CHOICE = re.compile(r'<button id="b-\w+" name="jugada" value="([^"]+)" data-x="[^"]+" data-y="[^"]+">')


def said(text: str) -> str:
    found = SECTION.search(text)
    assert found is not None
    return found[0].strip()


def unpacked(packed: dict[str, list[str]], page: list[int], moves: str) -> str:
    return "".join(packed["parts"][number] for number in page).replace(HERE, moves)


@pytest.mark.parametrize(("entry", "number", "side"), STEPS)
def test_a_pack_says_what_the_server_says(client: httpx.Client, entry: str, number: int, side: int) -> None:
    packed = json.loads(pack(entry, number, side))
    pages = packed["pages"]
    assert len(pages) > 10
    chosen = ["|||", *Random(9).sample(sorted(pages), min(SHARE, len(pages)))]
    for each in chosen:
        asked = dict(zip(NAMES, each.split("|"), strict=True))
        query = {"paso": str(number), "lado": str(side), **{name: it for name, it in asked.items() if it}}
        answer = client.get(f"/juegos/{entry}/aprender", params=query, follow_redirects=False)
        if answer.status_code == 303:
            led = httpx.URL(answer.headers["location"]).params
            assert pages[each] == "|".join(led.get(name, "") for name in NAMES)
        else:
            assert said(answer.text) == unpacked(packed, pages[each], asked["jugadas"]).strip(), each


def test_nothing_that_a_page_leads_to_is_missing() -> None:
    start = Place(entry="gusano", number=2, side=0)
    pages: dict[Asked, str | Asked] = dict(pages_of(start))
    known = {key(asked) for asked in pages}
    for (moves, _tried, _draft, _hint), page in pages.items():
        if isinstance(page, str):
            for value in CHOICE.findall(page):
                assert key((moves, value, "", "")) in known
        else:
            assert key(page) in known


def test_each_step_has_its_own_pack(client: httpx.Client) -> None:
    for number in (1, 2, 5):
        pages = client.get("/juegos/gusano/aprender/paquete", params={"paso": number}).json()["pages"]
        assert pages.keys() == json.loads(pack("gusano", number, 0))["pages"].keys()


def test_everybody_who_asks_at_once_gets_the_same_pack(client: httpx.Client) -> None:
    def ask(number: int) -> httpx.Response:
        return client.get("/juegos/gusano/aprender/paquete", params={"paso": number, "lado": 0})

    with ThreadPoolExecutor(6) as crowd:
        answers = list(crowd.map(ask, [1, 1, 1, 2, 3, 5]))
    assert [answer.status_code for answer in answers] == [200] * 6
    assert answers[0].content == answers[1].content == answers[2].content
    assert answers[0].json()["pages"].keys() != answers[3].json()["pages"].keys()
    assert answers[0].headers["content-encoding"] == "gzip"
    plain = client.get(
        "/juegos/gusano/aprender/paquete", params={"paso": 1}, headers={"Accept-Encoding": "identity"}
    )
    assert plain.json() == answers[0].json()


@pytest.mark.parametrize("path", ["gusano/aprender/paquete?paso=6", "ajedrez/aprender/paquete?paso=1"])
def test_what_is_no_step_has_no_pack(client: httpx.Client, path: str) -> None:
    assert client.get(f"/juegos/{path}").status_code == 404
