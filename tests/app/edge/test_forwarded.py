from __future__ import annotations

from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from app.edge.forwarded import Forwarded


async def told(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope)
    seen = {
        "client": request.client.host if request.client else None,
        "scheme": request.url.scheme,
        "host": request.headers["host"],
    }
    await JSONResponse(seen)(scope, receive, send)


async def seen(trusted: list[str], headers: dict[str, str], peer: str = "10.0.0.1") -> dict[str, Any]:
    transport = httpx.ASGITransport(Forwarded(told, trusted), client=(peer, 4_000))
    async with httpx.AsyncClient(transport=transport, base_url="http://inside:8000") as client:
        found: dict[str, Any] = (await client.get("/", headers=headers)).json()
        return found


SENT = {
    "X-Forwarded-For": "203.0.113.9, 198.51.100.7, 10.0.0.2",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "ingenio.example",
}
AS_IT_CAME = {"client": "10.0.0.1", "scheme": "http", "host": "inside:8000"}


def run(*arguments: Any, **options: Any) -> dict[str, Any]:
    import asyncio

    return asyncio.run(seen(*arguments, **options))


def test_nobody_is_believed_by_default() -> None:
    assert run([], SENT) == AS_IT_CAME


def test_strangers_are_not_believed() -> None:
    assert run(["10.9.0.0/16"], SENT) == AS_IT_CAME
    assert run(["127.0.0.1"], SENT, peer="unix") == {**AS_IT_CAME, "client": "unix"}


def test_our_proxy_tells_who_asked_and_how() -> None:
    assert run(["10.0.0.0/8"], SENT) == {
        "client": "198.51.100.7",
        "scheme": "https",
        "host": "ingenio.example",
    }


@pytest.mark.parametrize("value", ["", "nobody", "203.0.113.9, nobody", "10.0.0.3, 10.0.0.4", ",,,"])
def test_what_cannot_be_read_is_not_believed(value: str) -> None:
    assert run(["10.0.0.0/8"], {"X-Forwarded-For": value})["client"] == "10.0.0.1"


@pytest.mark.parametrize("host", ["a b", "evil/path", "x@y", "", "a" * 300, "ingenio.example:999999"])
def test_a_host_that_is_none_is_not_believed(host: str) -> None:
    assert run(["10.0.0.0/8"], {"X-Forwarded-Host": host})["host"] == "inside:8000"


def test_other_schemes_are_not_believed() -> None:
    assert run(["10.0.0.0/8"], {"X-Forwarded-Proto": "javascript"})["scheme"] == "http"


def test_a_network_that_is_none_stops_the_start() -> None:
    with pytest.raises(ValueError):
        Forwarded(told, ["everybody"])
