"""Security headers on every answer, with a content policy that allows this site only."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

FIXED: Final = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    # Addresses may carry a seat's key: they are told to this site only. `no-referrer` would make browsers
    # send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
PARTS: Final = ("text/css", "text/javascript")
FOR_PARTS: Final = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""What a style sheet or a script needs: the others speak of documents, and each costs every first visit."""
FOR_FRAMES: Final = "frame-ancestors *"
"""What the policy of a page says that any site may show in a frame: no other header forbids it then."""
STRICT_TRANSPORT: Final = "max-age=31536000"
PRIVATE: Final = "private, no-cache"
"""What may be cached unless a route says otherwise: the browser's own copy, asked about before each use."""


class SecurityHeaders:
    """Adds the headers; a route that set one of them itself keeps its own."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_part = headers.get("content-type", "").startswith(PARTS)
                framed = FOR_FRAMES in headers.get("content-security-policy", "")
                for name in FOR_PARTS if is_part else FIXED:
                    if not (framed and name == "X-Frame-Options"):
                        headers.setdefault(name, FIXED[name])
                headers.setdefault("Cache-Control", PRIVATE)
                # Read now, not on arrival: a trusted proxy's word about the scheme is taken further in.
                if scope["scheme"] == "https":
                    headers.setdefault("Strict-Transport-Security", STRICT_TRANSPORT)
            await send(message)

        await self.app(scope, receive, send_with_headers)
