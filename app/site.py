"""What a running site is made of; every route, action and query gets it as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from starlette.requests import HTTPConnection

from app.database import Database, now
from app.jobs import Jobs
from app.live import Live
from app.players.session import Sessions
from app.settings import Settings
from app.workers import Workers


@dataclass(frozen=True, slots=True)
class Site:
    """The parts that live as long as the server process."""

    settings: Settings
    database: Database
    live: Live
    workers: Workers
    sessions: Sessions
    jobs: Jobs
    clock: Callable[[], datetime] = now
    """What time it is, in UTC."""


def site_of(connection: HTTPConnection) -> Site:
    """The site that serves a request: a dependency of routes."""
    site: Site = connection.app.state.site
    return site
