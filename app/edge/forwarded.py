"""Behind a proxy: who asked, by which scheme and for which host, believed only from proxies that are ours."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from app.asking import neighbourhood, neighbours

_HOST: Final = re.compile(r"^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$")


class Forwarded:
    """Takes `X-Forwarded-For`, `-Proto` and `-Host` from a peer whose address is in `trusted`.

    From here on it is known for whom something is done (`asking.neighbours`), also in what is begun for it.

    `trusted` holds addresses and networks (`127.0.0.1`, `10.0.0.0/8`); empty means that nobody is believed.
    ValueError for a text that is neither.
    """

    def __init__(self, app: ASGIApp, trusted: Iterable[str] = ()) -> None:
        self.app = app
        self.trusted = tuple(ip_network(text, strict=False) for text in trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if self.trusted and scope["client"] and self._ours(scope["client"][0]):
            self._believe(scope)
        token = neighbours.set(neighbourhood(scope["client"][0]) if scope["client"] else "")
        try:
            await self.app(scope, receive, send)
        finally:
            neighbours.reset(token)

    def _ours(self, text: str) -> bool:
        try:
            address = ip_address(text)
        except ValueError:
            return False
        return any(address in network for network in self.trusted)

    def _believe(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        asker = self._asker(headers.getlist("x-forwarded-for"))
        if asker is not None:
            scope["client"] = (asker, 0)
        scheme = headers.get("x-forwarded-proto", "").strip().lower()
        if scheme in ("http", "https"):
            scope["scheme"] = scheme
        host = headers.get("x-forwarded-host", "").strip()
        if _HOST.match(host):
            MutableHeaders(scope=scope)["host"] = host

    def _asker(self, lines: list[str]) -> str | None:
        """The last address that one of our proxies did not write about another of our proxies."""
        for text in reversed([part.strip() for part in ",".join(lines).split(",")]):
            try:
                address = ip_address(text)
            except ValueError:
                return None
            if not self._ours(text):
                return str(address)
        return None
