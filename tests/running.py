"""The site in a thread of the test process: a real socket, a real database file, real HTTP."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import uvicorn
from sqlalchemy import NullPool, create_engine, inspect, text

from tests.databases import url_in

PATIENCE = 60.0
"""Seconds that something may take before the test fails: long, since nothing waits for it in vain."""


class RunningSite:
    """One server; it can be stopped and started again on the same port and the same database."""

    def __init__(self, folder: Path, clock: Callable[[], datetime] | None = None, **settings: Any) -> None:
        """`clock` says what time it is on the server; without it the machine's own does."""
        self._clock = {} if clock is None else {"clock": clock}
        self.database = folder / "ingenio.db"
        """The file, where it is SQLite."""
        self._settings = {
            "database_url": url_in(folder),
            "warm_up": False,
            "pause_seconds": 0.0,
            "machines_pause_seconds": 0.0,
            "resume_seconds": 0.2,
            "publish_challenges": False,
            **settings,
        }
        self.port = 0
        self._clients: list[httpx.Client] = []

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self._clients:
            client.close()
        self.stop()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        # Imported here, so that tests of the engines do not wait for the web.
        from app.main import create_app
        from app.settings import Settings

        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        self.app = create_app(Settings(**self._settings), **self._clock)
        config = uvicorn.Config(self.app, log_config=None, access_log=False, timeout_graceful_shutdown=2)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        eventually(lambda: self._server.started or not self._thread.is_alive())
        assert self._thread.is_alive(), "the server ended while it started"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"

    def client(self, **options: Any) -> httpx.Client:
        """A browser of its own: its cookies are kept for as long as it lives."""
        client = httpx.Client(base_url=self.address, timeout=PATIENCE, trust_env=False, **options)
        self._clients.append(client)
        return client

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What a query finds in the database; `values` stand for its question marks."""
        first, *others = query.split("?")
        named = first + "".join(f":value{number}{part}" for number, part in enumerate(others))
        given = {f"value{number}": value for number, value in enumerate(values)}
        engine = create_engine(self._settings["database_url"], poolclass=NullPool)
        with engine.connect() as connection:
            return [tuple(row) for row in connection.execute(text(named), given)]

    def store(self, statement: str) -> None:
        """Change the database behind the server's back, as another process does."""
        engine = create_engine(self._settings["database_url"], poolclass=NullPool)
        with engine.begin() as connection:
            connection.execute(text(statement))

    def everything(self) -> str:
        """Every row of every table: equal before and after means that nothing changed."""
        engine = create_engine(self._settings["database_url"], poolclass=NullPool)
        with engine.connect() as connection:
            names = sorted(inspect(connection).get_table_names())
            tables = {
                name: sorted(repr(tuple(row)) for row in connection.execute(text(f'SELECT * FROM "{name}"')))
                for name in names
            }
        return "\n".join(f"{name} {row}" for name, rows in tables.items() for row in rows)


def eventually(holds: Any, patience: float = PATIENCE) -> Any:
    """Wait until `holds()` gives something true, and give it. Fails after `patience` seconds."""
    until = time.monotonic() + patience
    while True:
        found = holds()
        if found:
            return found
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.01)
