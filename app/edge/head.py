"""HEAD is GET without the body, on every address."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadAsGet:
    """Serves HEAD by asking for GET and sending the headers only; a stream is ended at once."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        scope["method"] = "GET"
        started = False

        async def receive_until_started() -> Message:
            return {"type": "http.disconnect"} if started else await receive()

        async def send_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                scope["method"] = "HEAD"  # the server looks here to see that no body has to follow
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        try:
            await self.app(scope, receive_until_started, send_headers)
        finally:
            scope["method"] = "HEAD"
