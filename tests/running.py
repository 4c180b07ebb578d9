"""The site in a thread of the test process: a real socket, a real database file, real HTTP."""

from __future__ import annotations

import socket
import sqlite3
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import uvicorn

PATIENCE = 20.0
"""Seconds that something may take before the test fails: long, since nothing waits for it in vain."""


class RunningSite:
    """One server; it can be stopped and started again on the same port and the same database."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.database = folder / "ingenio.db"
        self._settings = {
            "database_url": f"sqlite:///{self.database}",
            "warm_up": False,
            "pause_seconds": 0.0,
            "machines_pause_seconds": 0.0,
            "resume_seconds": 0.2,
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
        self.app = create_app(Settings(**self._settings))
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
        """What a query finds in the database file."""
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def everything(self) -> str:
        """The whole database as text: equal before and after means that nothing changed, byte for byte."""
        connection = sqlite3.connect(self.database)
        try:
            return "\n".join(connection.iterdump())
        finally:
            connection.close()


def eventually(holds: Any, patience: float = PATIENCE) -> Any:
    """Wait until `holds()` gives something true, and give it. Fails after `patience` seconds."""
    until = time.monotonic() + patience
    while True:
        found = holds()
        if found:
            return found
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.01)
