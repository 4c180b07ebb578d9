"""Which language a request is answered in: `?lang=`, then the cookie, then what the browser prefers."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import language

COOKIE: Final = "idioma"
PARAMETER: Final = "lang"


class LanguageChoice:
    """Speaks the wanted language while a request is served, streams included.

    `neutral` are path prefixes whose answers are the same in every language and may be cached as such.
    """

    def __init__(self, app: ASGIApp, neutral: tuple[str, ...] = ()) -> None:
        self.app = app
        self.neutral = neutral

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["path"].startswith(self.neutral):
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        spoken = language.wanted(
            request.query_params.get(PARAMETER),
            request.cookies.get(COOKIE),
            request.headers.get("accept-language"),
        )

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Language", spoken)
                headers.add_vary_header("Accept-Language")
                headers.add_vary_header("Cookie")
            await send(message)

        with language.speaking(spoken):
            await self.app(scope, receive, send_with_language)
