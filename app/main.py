"""Builds the application: its parts, its layers, its routes, and what happens when it starts and stops."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any, Final

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app import errors, meters
from app.analysis.actions import Reviewer
from app.api import routes as api
from app.database import Database, migrate
from app.edge.rates import Rates
from app.edge.stack import EdgeSettings, stack
from app.edge.static import PREFIX
from app.editor import routes as editor
from app.editor.thinking import Thinking
from app.games import routes as games
from app.games.computer import Computer
from app.games.queries import read_news
from app.health import routes as health
from app.home import preferences
from app.home import routes as home
from app.live import Live
from app.pages import static_files
from app.players.session import COOKIE, Sessions
from app.settings import Settings
from app.site import Site
from app.workers import Workers
from engines.registry import GAMES

STOPPING: Final = (signal.SIGTERM, signal.SIGINT)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The site as an ASGI application; without settings, with those of the environment."""
    chosen = settings or Settings()
    edge = EdgeSettings(
        player_cookie=COOKIE,
        body_limit=chosen.body_limit,
        trusted_proxies=chosen.trusted_proxies,
        public_url=chosen.base_url,
        rates=Rates(
            address=chosen.rate_address,
            creation=chosen.rate_creation,
            seat=chosen.rate_seat,
            hint=chosen.rate_hint,
        ),
    )
    app = FastAPI(
        title="Ingenio",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        middleware=stack(edge, errors.respond),
        lifespan=partial(_running, chosen),
    )
    errors.install(app)
    app.mount(PREFIX, static_files(), name="static")
    app.include_router(editor.router)
    app.include_router(home.router)
    app.include_router(preferences.router)
    app.include_router(games.router)
    app.include_router(api.router)
    app.include_router(api.pages)
    app.include_router(health.router)
    for _route in iter_route_contexts(app.routes):
        pass  # every route is put together now, not by the first request that meets it
    return app


@asynccontextmanager
async def _running(settings: Settings, app: FastAPI) -> AsyncIterator[None]:
    """Everything that lives as long as the server: started in order, stopped in the opposite one."""
    if settings.migrate_at_start:
        await asyncio.to_thread(migrate, settings)
    database = Database(settings.database_url)
    live = Live(database, partial(read_news, database), settings.watch_seconds, settings.workers == 1)
    workers = Workers(settings, [name for game in GAMES for name in game.kernels])
    site = Site(settings, database, live, workers, Sessions(settings.signing_secret()))
    computer = Computer(site)
    reviewer = Reviewer(site)
    app.state.site = site
    app.state.reviewer = reviewer
    app.state.thinking = Thinking(workers)
    await live.start()
    await workers.start()
    await computer.start()
    await reviewer.start()
    try:
        with _streams_closed_on_signal(live):
            yield
    finally:
        await reviewer.stop()
        await computer.stop()
        await workers.stop()
        await live.stop()
        database.close()
        meters.leave()


Handler = Callable[[int, FrameType | None], Any]


@contextmanager
def _streams_closed_on_signal(live: Live) -> Iterator[None]:
    """Let every stream end as soon as the server is told to stop: it waits for them before anything else.

    The server's own handlers go on doing what they did. Outside the main thread there are no signals.
    """
    loop = asyncio.get_running_loop()

    def closing_first(handler: Handler, number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(live.close)
        handler(number, frame)

    before: dict[signal.Signals, Handler] = {}
    for number in STOPPING:
        handler = signal.getsignal(number)
        if callable(handler):
            with suppress(ValueError):
                signal.signal(number, partial(closing_first, handler))
                before[number] = handler
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
