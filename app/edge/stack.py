"""The order of the layers, from the outside in."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from app.edge.body_limit import BodyLimit
from app.edge.failures import Failures, Respond
from app.edge.forwarded import Forwarded
from app.edge.head import HeadAsGet
from app.edge.headers import SecurityHeaders
from app.edge.language import LanguageChoice
from app.edge.observe import Observe
from app.edge.origin import OriginCheck
from app.edge.rates import Addresses, RateLimit, Rates


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeSettings:
    """What the edge lets be set. `body_limit` in bytes; `trusted_proxies` as addresses or networks."""

    player_cookie: str
    body_limit: int = 65_536
    trusted_proxies: tuple[str, ...] = ()
    public_url: str | None = None
    rates: Rates = field(default_factory=Rates)


STATIC = ("/a/",)
UNLIMITED = ("/a/", "/salud", "/metrics")
CREATION = (
    "/juegos/",
    "/reto/",
    "/clase/",
    "/profe",
    "/api/v1/games",
    "/api/v1/challenges/",
    "/api/v1/classes",
    "/api/v1/classes/",
)
THINKING = ("hint", "pista")
PICTURES = "/vista/"


def stack(settings: EdgeSettings, respond: Respond) -> list[Middleware]:
    """The layers in order. What inner ones refuse is answered by `Failures`, so it passes all the outer ones.

    Compression leaves event streams alone.
    """
    addresses = Addresses(
        unlimited=UNLIMITED,
        creation=CREATION,
        hint=THINKING,
        picture=PICTURES,
        cookie=settings.player_cookie,
    )
    return [
        Middleware(Observe),
        Middleware(SecurityHeaders),
        Middleware(GZipMiddleware, minimum_size=600, compresslevel=5),
        Middleware(LanguageChoice, neutral=STATIC),
        Middleware(Failures, respond=respond),
        Middleware(HeadAsGet),
        Middleware(Forwarded, trusted=settings.trusted_proxies),
        Middleware(OriginCheck, public_url=settings.public_url),
        Middleware(RateLimit, rates=settings.rates, addresses=addresses),
        Middleware(BodyLimit, most=settings.body_limit),
    ]
