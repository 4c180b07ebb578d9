"""Nobody else's page may post here: changes are accepted from this site's pages and from no page at all."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.edge.refusal import Refused

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
OWN_PAGES: Final = frozenset({"same-origin", "none"})
_PORTS: Final = {"http": 80, "https": 443}


def place_of(url: str) -> tuple[str, int] | None:
    """Host and port of an address like `https://host:8000`, or None if it names none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname:
        return None
    return parts.hostname.rstrip("."), port or _PORTS[parts.scheme]


class OriginCheck:
    """Refuses changes that another site's page asks for.

    Browsers say where a request comes from in `Sec-Fetch-Site`, on plain http only in `Origin`; programs
    send neither and are let through, since they carry no cookies of ours. `public_url` is one more origin
    that counts as ours, for proxies that change the Host header.
    """

    def __init__(self, app: ASGIApp, public_url: str | None = None) -> None:
        self.app = app
        self.own = place_of(public_url) if public_url else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. Raises Refused (403) when it comes from elsewhere."""
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS and not self._ours(scope):
            raise Refused(403, "other-site")
        await self.app(scope, receive, send)

    def _ours(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site in OWN_PAGES
        origin = headers.get("origin")
        if origin is None:
            return True
        place = place_of(origin)
        if place is None:
            return False
        # The scheme the browser saw is the origin's own: a proxy may have taken the TLS off.
        here = place_of(f"{urlsplit(origin).scheme}://{headers.get('host', '')}")
        return place in (here, self.own)
