"""The site over real HTTP: a server in a thread of the test process, a real socket, a real database file."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from app.settings import Settings

PATIENCE = 20.0
"""Seconds a server may take to start or stop, and a condition to come true."""


def settings(folder: Path, **values: Any) -> Settings:
    """Settings of a site whose database is in `folder`; no limit of rates unless a test sets one."""
    free = {name: "1000000/second" for name in ("rate_address", "rate_creation", "rate_seat", "rate_hint")}
    quick = {"warm_up": False, "pause_seconds": 0.0, "machines_pause_seconds": 0.0, "watch_seconds": 0.02}
    return Settings(database_url=f"sqlite:///{folder / 'ingenio.db'}", **{**free, **quick, **values})


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port while the block runs; gives its address."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            app, log_config=None, access_log=False, proxy_headers=False, timeout_graceful_shutdown=3
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        until(lambda: server.started or not thread.is_alive())
        assert server.started, "the server ended while it started"
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
        assert not thread.is_alive(), "the server did not stop"


@contextmanager
def client(address: str, **options: Any) -> Iterator[httpx.Client]:
    """A client of a server, without cookies and without any preference of its own."""
    with httpx.Client(base_url=address, timeout=PATIENCE, **options) as asking:
        yield asking


def until(condition: Any) -> Any:
    """Wait for a condition to be true, and give its value."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    return value
