"""Every request gets an id, a line in the log and a place in the figures."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import meters
from app.asking import request_id

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
UNMATCHED: Final = "unmatched"

log = logging.getLogger("ingenio.request")


def route_template(scope: Scope) -> str:
    """The pattern of the route that served this request, `unmatched` if none did."""
    included = scope.get("fastapi", {}).get("effective_route_context")
    route = included if included is not None else scope.get("route")
    path: str | None = getattr(route, "path_format", None) or getattr(route, "path", None)
    if path is None and scope.get("endpoint") is not None:
        # A mounted application, such as the static files.
        path = scope.get("root_path") or None
    return path or UNMATCHED


@dataclass(slots=True)
class _Answer:
    status: int = 500
    stream: bool = False
    begun: float = field(default_factory=perf_counter)


class Observe:
    """The outermost layer. Logs say the route and the game, never a query or a header."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = _Answer()
        name = secrets.token_hex(8)
        token = request_id.set(name)

        async def send_observed(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = name
                kind = Headers(raw=message["headers"]).get("content-type", "")
                answer.stream = kind.startswith("text/event-stream")
            await send(message)

        try:
            await self.app(scope, receive, send_observed)
        finally:
            self._note(scope, answer)
            request_id.reset(token)

    def _note(self, scope: Scope, answer: _Answer) -> None:
        taken = perf_counter() - answer.begun
        route = route_template(scope)
        method = scope["method"] if scope["method"] in METHODS else "OTHER"
        meters.requests.labels(route, method, str(answer.status)).inc()
        if not answer.stream:
            meters.seconds.labels(route, method).observe(taken)
        facts: dict[str, Any] = {
            "method": method,
            "route": route,
            "status": answer.status,
            "milliseconds": round(taken * 1000, 1),
        }
        if route == UNMATCHED:
            facts["path"] = scope["path"][:200]
        if "game_id" in scope.get("path_params", {}):
            facts["game"] = scope["path_params"]["game_id"]
        log.info("served", extra=facts)
