"""For whom something is done: the request that asked for it, and the neighbourhood that it came from.

Both follow a request into threads and into tasks that it begins; for work that waits in a table they are
remembered (`turns.Rota`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Self

request_id: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""The id of the request that is being served, to be found in the logs again."""
neighbours: Final[ContextVar[str]] = ContextVar("neighbours", default="")
"""The neighbourhood for which something is done now; empty for the site's own work."""


def neighbourhood(address: str) -> str:
    """Those who are counted as one: an IPv4 address, or the /64 network that one line of IPv6 gets whole."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


@dataclass(frozen=True, slots=True)
class Asker:
    """A request and its neighbourhood, to be remembered."""

    neighbours: str = ""
    request: str | None = None

    @classmethod
    def present(cls) -> Self:
        """The one for whom something is done now."""
        return cls(neighbours.get(), request_id.get())

    @contextmanager
    def served(self) -> Iterator[None]:
        """What the block does is done for this one, and logged under its request."""
        places, names = neighbours.set(self.neighbours), request_id.set(self.request)
        try:
            yield
        finally:
            neighbours.reset(places)
            request_id.reset(names)
