"""A browser remembers which lessons it has finished, and forgets them when it is told to."""

from __future__ import annotations

import re

import httpx
import pytest

from app.learn.course import course_of
from tests.app.learn.test_addresses import learn_through, look, text
from tests.running import RunningSite

LAST = len(course_of("sueco").steps)


@pytest.fixture
def client(site: RunningSite) -> httpx.Client:
    return site.client()


def marked(client: httpx.Client) -> list[str]:
    """The cards of the home page that say that their lesson is finished."""
    links = re.findall(r'href="/juegos/([a-z]+)/aprender">(.*?)</a>', client.get("/").text, re.DOTALL)
    return [slug for slug, words in links if "lección terminada" in words]


def test_the_last_step_finishes_a_lesson_and_no_other_page_does(
    site: RunningSite, client: httpx.Client
) -> None:
    before = site.everything()
    learn_through(client, "sueco", 1, 0)
    look(client, "sueco", paso=LAST)
    look(client, "sueco", paso=LAST + 1)
    assert marked(client) == []
    assert text(look(client, "sueco").text, "terminada") == ""
    learn_through(client, "sueco", LAST, 0)
    assert marked(client) == ["sueco"]
    assert text(look(client, "sueco").text, "terminada")
    assert text(look(client, "sueco", paso=LAST + 1).text, "terminada")
    assert text(look(client, "timbiriche").text, "terminada") == ""
    assert site.everything() == before


def test_lessons_are_listed_with_what_is_mine_and_go_with_everything_else(client: httpx.Client) -> None:
    for entry in ("sueco", "timbiriche"):
        learn_through(client, entry, LAST, 1)
    assert marked(client) == ["timbiriche", "sueco"]
    page = client.get("/yo").text
    listed = re.search(r'<section aria-labelledby="lecciones">.*?</section>', page, re.DOTALL)
    assert listed is not None
    assert re.findall(r'href="/juegos/([a-z]+)/aprender"', listed[0]) == ["timbiriche", "sueco"]
    client.post("/yo/borrar", data={"seguro": "si"})
    assert marked(client) == []
    assert "lecciones" not in client.cookies


def test_a_cookie_may_say_anything(client: httpx.Client) -> None:
    client.cookies.set("lecciones", "nada.<b>.sueco.sueco." + "x" * 500)
    assert marked(client) == ["sueco"]
    assert client.get("/yo").status_code == 200
