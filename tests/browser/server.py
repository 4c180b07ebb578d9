"""The site in a thread of the test process: a real socket, a real database file."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

import uvicorn

from app.main import create_app
from app.settings import Settings

PATIENCE = 20.0
"""Seconds a server may take to start or stop."""


class Server:
    """One server; it can be stopped and started again on the same port and the same database."""

    def __init__(self, database: Path) -> None:
        self._settings = Settings(
            database_url=f"sqlite:///{database}", warm_up=False, pause_seconds=0.05, machines_pause_seconds=0.05
        )
        self._port = 0
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", self._port))
        self._port = listener.getsockname()[1]
        config = uvicorn.Config(
            create_app(self._settings), log_level="warning", access_log=False, timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        until = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self._thread.is_alive(), "the server ended while it started"
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        assert self._server is not None
        assert self._thread is not None
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"
