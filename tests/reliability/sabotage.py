"""Faults built into a process of the site: it dies at a point, it may only read, its work takes longer.

The product knows nothing of this. Everything here wraps it from outside, in a process that was forked for it.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

App = Callable[..., Any]
Wrap = Callable[[App], App]

POINTS: Final = ("receive", "written", "commit", "committed", "answer", "answered", "broadcast", "any moment")
"""Where a server can be told to die: a move has arrived; its row and event are written; the transaction is
about to be stored; it is stored and nobody knows; the answer begins; it has been given to the network; its
news are about to be read for the streams; some milliseconds after a move arrived."""
LATEST: Final = 0.03
"""Seconds after which `any moment` is over."""


def install(fault: dict[str, Any] | None) -> Wrap:
    """Build a fault into this process; gives what is to be put around the application."""
    if fault is None:
        return lambda app: app
    kind = fault["kind"]
    if kind == "die":
        return _die(fault["point"], fault["times"], fault["seed"])
    if kind == "die migrating":
        _die_migrating(fault["statement"])
    elif kind == "only reading":
        _only_read(Path(fault["file"]))
    elif kind == "slow work":
        _work_slowly(fault["seconds"])
    return lambda app: app


def _now() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die(point: str, times: int, seed: int) -> Wrap:
    """SIGKILL when a point is passed for the nth time."""
    import app.live

    left = times
    guard = threading.Lock()

    def passed(here: str) -> None:
        nonlocal left
        if here != point:
            return
        with guard:
            left -= 1
            if left == 0:
                if point == "any moment":
                    threading.Timer(random.Random(seed).uniform(0, LATEST), _now).start()
                else:
                    _now()

    writing = threading.local()

    @event.listens_for(Engine, "after_cursor_execute")
    def _executed(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO events"):
            writing.move = True
            passed("written")

    @event.listens_for(Engine, "commit")
    def _committing(_connection: Any) -> None:
        if getattr(writing, "move", False):
            writing.move = False
            passed("commit")

    announce = app.live.Live.announce
    wake = app.live.Live._wake_changed

    def announcing(live: Any, game_id: str) -> None:
        passed("committed")
        announce(live, game_id)

    async def waking(live: Any) -> None:
        passed("broadcast")
        await wake(live)

    app.live.Live.announce = announcing  # type: ignore[method-assign]
    app.live.Live._wake_changed = waking  # type: ignore[method-assign]

    def wrap(inner: App) -> App:
        async def outer(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http" or not scope["path"].endswith("/moves"):
                await inner(scope, receive, send)
                return
            passed("receive")
            passed("any moment")

            async def sending(message: Any) -> None:
                passed("answer")
                await send(message)
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    passed("answered")

            await inner(scope, receive, sending)

        return outer

    return wrap


def _die_migrating(statement: int) -> None:
    """SIGKILL in place of the nth statement of this process."""
    left = statement

    @event.listens_for(Engine, "before_cursor_execute")
    def _executing(*_: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            _now()


def _only_read(switch: Path) -> None:
    """While there is something in the file `switch`, SQLite refuses to write."""

    @event.listens_for(Engine, "begin")
    def _beginning(connection: Any) -> None:
        on = switch.exists() and switch.stat().st_size > 0
        connection.connection.dbapi_connection.execute(f"PRAGMA query_only={int(on)}").close()


def _work_slowly(seconds: float) -> None:
    """Searches aside take so much longer; engines count as ready, and are loaded when they are used."""
    from app.workers import Workers

    ponder = Workers.ponder

    async def pondering(workers: Workers, think: Callable[[], Any], *more: Any, **options: Any) -> Any:
        await asyncio.sleep(seconds)
        return await ponder(workers, think, *more, **options)

    async def ready(_workers: Workers) -> bool:
        return True

    Workers.ponder = pondering  # type: ignore[method-assign, assignment]
    Workers.until_warm = ready  # type: ignore[method-assign]
