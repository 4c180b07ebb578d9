"""The front page and the pages of each game, in both languages."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from engines.registry import entries
from tests.people import Person
from tests.running import RunningSite

SLUGS = [entry.slug for entry, _ in entries()]


def test_every_game_is_two_clicks_away(client: httpx.Client) -> None:
    page = client.get("/").text
    for slug in SLUGS:
        assert f'href="/juegos/{slug}"' in page
        assert f'href="/juegos/{slug}/reglas"' in page
        form = client.get(f"/juegos/{slug}")
        assert form.status_code == 200
        assert client.post(f"/juegos/{slug}").status_code == 303


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", ["es", "en"])
def test_rules_are_there_in_both_languages(client: httpx.Client, slug: str, language: str) -> None:
    answer = client.get(f"/juegos/{slug}/reglas", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text


def test_looking_around_stores_nothing(client: httpx.Client, ana: Person) -> None:
    before = ana.site.everything()
    for path in ("/", *(f"/juegos/{slug}" for slug in SLUGS), *(f"/juegos/{slug}/reglas" for slug in SLUGS)):
        client.get(path)
    assert ana.site.everything() == before


@pytest.mark.parametrize("made_here", [True, False])
def test_before_there_is_a_challenge_the_front_page_says_what_it_will_be(
    tmp_path: Path, made_here: bool
) -> None:
    with RunningSite(tmp_path, publish_challenges=made_here) as site:
        client = site.client()
        page, waiting = client.get("/").text, client.get("/reto").text
        # A page that waits looks again by itself; one that waits for nothing does not promise anything.
        for text in (page, waiting):
            assert ("data-refresh" in text) is made_here
            assert ("se está preparando" in text) is made_here
        assert "Cada día hay un tablero nuevo" in page
        assert 'href="/juegos/gusano/aprender">Prepárate' in page


def test_the_front_page_sets_no_cookie(client: httpx.Client) -> None:
    assert "set-cookie" not in client.get("/").headers


def test_games_to_go_on_with_are_listed_the_latest_first(ana: Person) -> None:
    made = [ana.make(modo="screen") for _ in range(3)]
    ana.open(made[0])
    ana.play("a1b1")
    page = ana.http.get("/").text
    places = [page.index(f'href="/p/{game}"') for game in (made[0], made[2], made[1])]
    assert places == sorted(places)
