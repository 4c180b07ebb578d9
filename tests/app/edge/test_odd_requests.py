"""Headers and addresses that no browser sends are answered like any other mistake."""

from __future__ import annotations

import socket

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.running import RunningSite

PATHS = [
    "/",
    "/juegos/timbiriche",
    "/p/aaaaaaaaaaaa",
    "/api/v1/games/aaaaaaaaaaaa",
    "/api/docs",
    "/nada",
    "/salud",
]
NAMES = [
    "Host",
    "Cookie",
    "Accept",
    "Accept-Language",
    "Accept-Encoding",
    "Authorization",
    "Content-Type",
    "HX-Request",
    "Last-Event-ID",
    "Origin",
    "Range",
    "If-None-Match",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
]
visible = st.sampled_from([*range(0x21, 0x7F), *range(0x80, 0x100)])
value = st.lists(visible, min_size=1, max_size=40).map(bytes) | st.sampled_from(
    [
        b"[",
        b"[::1",
        b"a]:x",
        b"localhost:99999999",
        b":::",
        b"jugador=%ff; idioma=\xff",
        b"bytes=0-,5-",
        b"q=" * 900,
    ]
)


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(path=st.sampled_from(PATHS), method=st.sampled_from(["GET", "HEAD", "POST"]), data=st.data())
def test_odd_headers_are_no_failure(
    client: httpx.Client, path: str, method: str, data: st.DataObject
) -> None:
    headers = data.draw(st.dictionaries(st.sampled_from(NAMES), value, max_size=4))
    answer = client.request(method, path, headers=headers)
    assert answer.status_code < 500, (headers, answer.text)


@pytest.mark.parametrize(
    "target",
    [
        b"/%ff%fe",
        b"/p/%c3%28",
        b"/?lang=%ff",
        b"/p/aaaaaaaaaaaa?jugada=%00",
        b"/p/aaaaaaaaaaaa?borrador=%ed%a0%80",
        b"/juegos/timbiriche?rows=%F0%9F%98%80",
        b"//example.org/",
        b"/" + b"a/" * 3_000,
        b"/a/x/%2e%2e%2f%2e%2e%2fpyproject.toml",
        b"http://example.org/",
        b"*",
    ],
)
@pytest.mark.parametrize("host", [b"localhost", b"[::1", b"a b", b""])
def test_odd_addresses_are_no_failure(site: RunningSite, target: bytes, host: bytes) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as wire:
        wire.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
        status = int(wire.makefile("rb").readline().split()[1])
    assert 200 <= status < 500
