from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx

from tests.running import RunningSite


def test_ten_megabytes_are_refused_by_their_length(client: httpx.Client) -> None:
    body = b'{"match": "' + b"x" * 10_000_000 + b'"}'
    answer = client.post("/api/v1/games", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")
    page = client.post("/juegos/timbiriche", data={"tablero": "x" * 100_000})
    assert page.status_code == 413
    assert "<h1>" in page.text


def test_a_body_without_a_length_is_counted_as_it_comes(client: httpx.Client) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1_000

    answer = client.post("/api/v1/games", content=chunks(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")


def test_the_largest_body_that_fits_is_read(client: httpx.Client) -> None:
    body = b'{"match":"timbiriche rows=1 cols=1","seats":["person","open"]}'
    padded = body + b" " * (65_536 - len(body))
    headers = {"Content-Type": "application/json"}
    assert client.post("/api/v1/games", content=padded, headers=headers).status_code == 201
    assert client.post("/api/v1/games", content=padded + b" ", headers=headers).status_code == 413


def test_an_endless_length_is_refused_before_anything_is_sent(site: RunningSite) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as wire:
        wire.sendall(
            b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n"
            b"Content-Type: application/json\r\n\r\n"
        )
        assert wire.recv(4_096).startswith(b"HTTP/1.1 413 ")
