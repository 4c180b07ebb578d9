from __future__ import annotations

import httpx
import pytest

from tests.running import RunningSite

EVERYWHERE = ["/", "/nada", "/salud", "/api/v1/games/aaaaaaaaaaaa", "/api/openapi.json"]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_carries_the_strict_policy(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"]
    assert "strict-transport-security" not in headers


def test_every_request_has_a_number_of_its_own(client: httpx.Client) -> None:
    assert client.get("/").headers["x-request-id"] != client.get("/").headers["x-request-id"]


def test_pages_are_compressed_and_small_answers_are_not(client: httpx.Client) -> None:
    page = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["vary"]
    plain = client.get("/", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == page.text
    small = client.get("/api/v1/games/aaaaaaaaaaaa", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in small.headers


@pytest.mark.parametrize("path", [*EVERYWHERE, "/juegos/timbiriche", "/juegos/timbiriche/reglas", "/metrics"])
def test_head_is_get_without_the_body(client: httpx.Client, path: str) -> None:
    got, head = client.get(path), client.head(path)
    assert head.status_code == got.status_code
    assert head.content == b""
    assert head.headers["content-type"] == got.headers["content-type"]


def test_head_takes_nothing_and_stores_nothing(site: RunningSite, client: httpx.Client) -> None:
    before = site.everything()
    for path in ("/", "/juegos/timbiriche", "/p/aaaaaaaaaaaa/sentarse", "/api/v1/games"):
        client.head(path)
    assert site.everything() == before
