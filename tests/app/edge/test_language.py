from __future__ import annotations

import httpx
import pytest


def spoken(answer: httpx.Response) -> str:
    return answer.headers["content-language"]


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        (None, "es"),
        ("en", "en"),
        ("en-GB,en;q=0.9,es;q=0.8", "en"),
        ("fr-FR, es-MX;q=0.7, en;q=0.5", "es"),
        ("fr", "es"),
        ("es;q=0, en;q=0.1", "en"),
        ("en;q=nada", "es"),
        ("*", "es"),
        (";;;,,,=" * 2_000, "es"),
    ],
)
def test_the_browser_s_preference_is_followed(
    client: httpx.Client, accept: str | None, expected: str
) -> None:
    headers = {} if accept is None else {"Accept-Language": accept}
    page = client.get("/", headers=headers)
    assert spoken(page) == expected
    assert f'<html lang="{expected}"' in page.text
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in page.headers["vary"].split(",")}


def test_the_address_wins_over_the_cookie_and_the_cookie_over_the_browser(client: httpx.Client) -> None:
    client.cookies.set("idioma", "en")
    spanish = {"Accept-Language": "es"}
    assert spoken(client.get("/", headers=spanish)) == "en"
    assert spoken(client.get("/?lang=es", headers={"Accept-Language": "en"})) == "es"
    assert spoken(client.get("/?lang=xx", headers=spanish)) == "en"


def test_failures_are_said_in_the_language_asked_for(client: httpx.Client) -> None:
    address = "/api/v1/games/aaaaaaaaaaaa"
    spanish = client.get(address).json()["error"]["message"]
    english = client.get(address, headers={"Accept-Language": "en"}).json()["error"]["message"]
    assert spanish != english
    assert client.get(f"{address}?lang=en").json()["error"]["message"] == english


def test_one_request_does_not_change_the_language_of_the_next(client: httpx.Client) -> None:
    assert [spoken(client.get(path)) for path in ("/?lang=en", "/", "/?lang=en", "/")] == ["en", "es"] * 2
