"""How often one may ask: by seat, and far more generously by address, behind which may sit a whole school."""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from app.asking import neighbours
from app.edge.origin import SAFE_METHODS
from app.edge.refusal import Refused

_Count = tuple[RateLimitItem, str, str]
"""A limit, what it is about, and whose count it is."""

LOOK_SECONDS = 60.0
"""How often counts whose time is over are looked for."""


def _digest(text: str) -> str:
    """A short stand-in for `text`: seat keys themselves are not kept here."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Limits as texts like `300/minute`. An IPv6 network of 64 bits counts as one address.

    `address`: everything one address asks. `creation`: games one address makes. `seat`: changes that one
    seat key or player asks of one game. `hint`: thinking that one of them asks for. `picture`: pictures of
    positions that one address asks for.
    """

    address: str = "12000/minute"
    creation: str = "6000/hour"
    seat: str = "300/minute"
    hint: str = "60/minute"
    picture: str = "120/minute"


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """Which paths the limits are about."""

    unlimited: tuple[str, ...]
    """Prefixes that are never counted: static files, health."""
    creation: tuple[str, ...]
    """Paths, and with a final `/` prefixes, where a POST makes a game."""
    hint: tuple[str, ...]
    """What a path ends with, after its last `/`, where the computer is asked to think."""
    picture: str
    """How the addresses of pictures begin, which are painted when they are asked for."""
    cookie: str
    """The cookie that tells players apart."""


class Counts(MemoryStorage):
    """The library's counts in memory, without its thread.

    The library has a thread look through all counts after each request. Here those whose time is over are
    looked for now and then, on the way of a request: all of them are asked from one thread.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count `amount` more; a count that begins is kept for `expiry` seconds. Returns the count."""
        now = time.time()
        if now >= self._next:
            self._next = now + LOOK_SECONDS
            for old in [each for each, end in self.expirations.items() if end <= now]:
                self.clear(old)
        count = self.get(key) + amount
        self.storage[key] = count
        if count == amount:
            self.expirations[key] = now + expiry
        return count


class RateLimit:
    """Refuses with 429 and `Retry-After` what goes beyond the limits. Counts are kept in this process."""

    def __init__(self, app: ASGIApp, rates: Rates, addresses: Addresses) -> None:
        self.app = app
        self.addresses = addresses
        self.by_address = parse(rates.address)
        self.by_creation = parse(rates.creation)
        self.by_seat = parse(rates.seat)
        self.by_hint = parse(rates.hint)
        self.by_picture = parse(rates.picture)
        self.limiter = SlidingWindowCounterRateLimiter(Counts())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request. Raises Refused (429)."""
        if scope["type"] == "http" and not scope["path"].startswith(self.addresses.unlimited):
            for limit, *key in self._counted(HTTPConnection(scope), scope["method"], scope["path"]):
                self._count(limit, *key)
        await self.app(scope, receive, send)

    def _counted(
        self, request: HTTPConnection, method: str, path: str
    ) -> list[tuple[RateLimitItem, str, str]]:
        address = neighbours.get()
        counted = [(self.by_address, "address", address)]
        if path.startswith(self.addresses.picture):
            counted.append((self.by_picture, "picture", address))
        if method in SAFE_METHODS:
            return counted
        if path in self.addresses.creation or path.startswith(
            tuple(prefix for prefix in self.addresses.creation if prefix.endswith("/"))
        ):
            counted.append((self.by_creation, "creation", address))
        who = self._who(request)
        if who is not None:
            game, _, asked = path.rpartition("/")
            kind, limit = ("hint", self.by_hint) if asked in self.addresses.hint else ("seat", self.by_seat)
            counted.append((limit, kind, _digest(who + game)))
        return counted

    def _who(self, request: HTTPConnection) -> str | None:
        """What tells the seat or player that asks from others."""
        return (
            request.headers.get("authorization")
            or request.query_params.get("llave")
            or request.cookies.get(self.addresses.cookie)
        )

    def _count(self, limit: RateLimitItem, *key: str) -> None:
        if self.limiter.hit(limit, *key):
            return
        again = max(1, math.ceil(self.limiter.get_window_stats(limit, *key).reset_time - time.time()))
        raise Refused(429, "too-many", headers={"Retry-After": str(again)}, facts={"seconds": again})
