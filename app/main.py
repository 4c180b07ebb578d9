"""Builds the application: its parts, its layers, its routes, and what happens when it starts and stops."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import datetime
from functools import partial
from types import FrameType
from typing import Any, Final

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app import errors, meters
from app.analysis import routes as analysis
from app.analysis.actions import Reviewer
from app.analysis.opinions import Opinions
from app.api import routes as api
from app.challenges import routes as challenges
from app.challenges.judge import Judge
from app.challenges.publisher import Publisher
from app.classes import routes as classes
from app.classes.fresh import Maker
from app.classes.league_keeper import LeagueKeeper
from app.classes.par import Valuer
from app.classes.queries import read_class_news
from app.database import Database, migrate, now
from app.edge.rates import Rates
from app.edge.stack import EdgeSettings, stack
from app.edge.static import PREFIX
from app.editor import routes as editor
from app.editor.thinking import Thinking
from app.expiry import Expiry
from app.games import pages as game_pages
from app.games import routes as games
from app.games.boards import Boards
from app.games.computer import Computer
from app.games.queries import read_news
from app.health import routes as health
from app.home import preferences
from app.home import routes as home
from app.jobs import Jobs
from app.learn import routes as learn
from app.live import Live, News
from app.me import routes as me
from app.offline import routes as offline
from app.offline.packs import Packs
from app.pages import static_files
from app.players.session import COOKIE, Sessions
from app.previews import routes as previews
from app.settings import Settings
from app.site import Site
from app.workers import Workers
from engines.registry import GAMES

STOPPING: Final = (signal.SIGTERM, signal.SIGINT)
REQUEST_THREADS: Final = 8
"""Requests that are worked on at once; the others wait in the order in which they came. The interpreter runs
one at a time anyway: more of them would only take its lock from each other and all be late."""

YOUNG_OBJECTS: Final = 50_000
"""New objects after which Python looks for cycles among them. By default it is 700 or 2,000: then each of a
thousand streams that wakes has it look through everything again and again, which takes a second and more."""


def create_app(settings: Settings | None = None, clock: Callable[[], datetime] = now) -> FastAPI:
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
        lifespan=partial(_running, chosen, clock),
    )
    errors.install(app)
    app.mount(PREFIX, static_files(), name="static")
    app.include_router(
        games.router
    )  # first, since routes are tried in their order and most requests are moves
    app.include_router(editor.router)
    app.include_router(home.router)
    app.include_router(learn.router)
    app.include_router(me.router)
    app.include_router(preferences.router)
    app.include_router(offline.router)
    app.include_router(challenges.router)
    app.include_router(classes.router)
    app.include_router(analysis.router)
    app.include_router(api.router)
    app.include_router(api.pages)
    app.include_router(health.router)
    app.include_router(previews.router)
    for _route in iter_route_contexts(app.routes):
        pass  # every route is put together now, not by the first request that meets it
    return app


def _read_news(database: Database, topics: Collection[str]) -> Mapping[str, News]:
    """What streams need to know of games and of classes."""
    return {**read_news(database, topics), **read_class_news(database, topics)}


@asynccontextmanager
async def _running(settings: Settings, clock: Callable[[], datetime], app: FastAPI) -> AsyncIterator[None]:
    """Everything that lives as long as the server: started in order, stopped in the opposite one."""
    if settings.migrate_at_start:
        await asyncio.to_thread(migrate, settings)
    current_default_thread_limiter().total_tokens = REQUEST_THREADS
    gc.set_threshold(YOUNG_OBJECTS)
    database = Database(settings.database_url)
    live = Live(database, partial(_read_news, database), settings.watch_seconds, settings.alone)
    workers = Workers(settings, [name for game in GAMES for name in game.kernels])
    jobs = Jobs(settings, database)
    await asyncio.to_thread(jobs.prepare)
    site = Site(settings, database, live, workers, Sessions(settings.signing_secret()), jobs, clock)
    computer = Computer(site)
    reviewer = Reviewer(site)
    publisher, judge = Publisher(site), Judge(site, reviewer)
    valuer, expiry, leagues = Valuer(site), Expiry(site), LeagueKeeper(site)
    app.state.site = site
    app.state.reviewer = reviewer
    app.state.valuer, app.state.maker = valuer, Maker()
    app.state.opinions = Opinions(workers)
    app.state.thinking = Thinking(workers)
    app.state.painter = previews.Painter()
    app.state.boards = Boards(site, game_pages.paint)
    app.state.packs = packs = Packs()
    await live.start()
    await workers.start()
    await computer.start()
    for worker in () if jobs.elsewhere else (reviewer, publisher, valuer):
        await worker.start()
    for helper in (judge, expiry, leagues):
        await helper.start()
    try:
        with _streams_closed_on_signal(live):
            yield
    finally:
        for helper in (leagues, expiry, judge):
            await helper.stop()
        await packs.stop()
        for worker in () if jobs.elsewhere else (valuer, publisher, reviewer):
            await worker.stop()
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
