"""Bodies of requests are small here; a larger one is refused before it is read."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.edge.refusal import Refused


class BodyLimit:
    """Refuses bodies of more than `most` bytes, by their announced length or as they arrive."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. Raises Refused (413, or 400 for a length that is no number)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        if not (announced.isascii() and announced.isdigit()):
            raise Refused(400, "bad-request")
        # Compared by its digits first: thousands of them are not worth turning into a number.
        if len(announced.lstrip("0")) > len(str(self.most)) or int(announced) > self.most:
            raise self._too_large()
        taken = 0

        async def receive_counted() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > self.most:
                    raise self._too_large()
            return message

        await self.app(scope, receive_counted, send)

    def _too_large(self) -> Refused:
        return Refused(413, "too-large", facts={"limit": self.most})
