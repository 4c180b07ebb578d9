"""The last resort: what nobody caught becomes a log line with a traceback and an answer without one."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Respond = Callable[[Request, Exception], Awaitable[Response]]
"""Turns an exception into an answer."""

log = logging.getLogger("ingenio.failure")


class Failures:
    """Answers exceptions from further in: refusals of the edge as they are, anything else as a 500."""

    def __init__(self, app: ASGIApp, respond: Respond) -> None:
        self.app = app
        self.respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. Raises again only when an answer had already begun."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_noting(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        except Exception as failure:
            if not isinstance(failure, HTTPException):
                log.exception("unexpected failure")
            if started:
                raise
            response = await self.respond(Request(scope, receive), failure)
            await response(scope, receive, send)
