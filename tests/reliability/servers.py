"""A server process of a test: started, killed, asked to end, and started again on the same port and files."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Self

import httpx

from tests.reliability.nursery import Nursery

PAUSE: Final = threading.Event()
"""Never set: waiting for it is a pause between two tries."""
PATIENCE: Final = 60.0
QUICK: Final = {
    "INGENIO_WARM_UP": "false",
    "INGENIO_PAUSE_SECONDS": "0",
    "INGENIO_MACHINES_PAUSE_SECONDS": "0",
    "INGENIO_RESUME_SECONDS": "0.2",
    "INGENIO_LOG_LEVEL": "WARNING",
    "INGENIO_PUBLISH_CHALLENGES": "false",
    "INGENIO_RATE_SEAT": "1000000/minute",
    "INGENIO_RATE_ADDRESS": "1000000/minute",
    "INGENIO_RATE_CREATION": "1000000/minute",
}
"""Settings of every server here: no compiling, no pauses for the eye, no limits on how often one may ask."""


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`ingenio serve` in a process of its own, over an SQLite file in a folder."""

    def __init__(
        self,
        nursery: Nursery,
        folder: Path,
        log: Path | None = None,
        fault: dict[str, Any] | None = None,
        **settings: str,
    ) -> None:
        self._nursery = nursery
        self.folder = folder
        self.file = folder / "ingenio.db"
        self.log = log or folder / "server.log"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.settings = {**QUICK, "INGENIO_DATABASE_URL": f"sqlite:///{self.file}", **settings}
        self.child = 0
        self.fault = fault

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.runs:
            self.kill()

    @property
    def runs(self) -> bool:
        return bool(self.child) and self._nursery.ended(self.child) is None

    def start(self, fault: dict[str, Any] | None = None, **more: Any) -> None:
        """Fork a server; it may not be listening yet."""
        command = {"do": "serve", "settings": self.settings, "port": self.port, "log": str(self.log)}
        self.child = self._nursery.fork({**command, "fault": fault or self.fault, **more})

    def kill(self) -> None:
        """SIGKILL."""
        os.kill(self.child, signal.SIGKILL)
        self.ended()

    def end(self) -> float:
        """SIGTERM; seconds until the process was gone. Fails if it did not end well."""
        began = time.monotonic()
        os.kill(self.child, signal.SIGTERM)
        code = self.ended()
        assert code in (0, -signal.SIGTERM), (code, self.said())
        return time.monotonic() - began

    def ended(self) -> int:
        """The exit code of the process, which ends by itself."""
        code = self._nursery.ended(self.child, PATIENCE)
        assert code is not None, "the server did not end"
        return code

    def command(self, *words: str) -> None:
        """Run a command of the program beside the server, with its settings. Fails if it does."""
        told = {"do": "run", "settings": self.settings, "log": str(self.log), "words": words}
        code = self._nursery.ended(self._nursery.fork(told), PATIENCE)
        assert code == 0, (code, self.said()[-2000:])

    def said(self) -> str:
        """What it has written to its log so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=PATIENCE, trust_env=False, **options)

    def insist(self, client: httpx.Client, method: str, path: str, **options: Any) -> httpx.Response:
        """Send a request until an answer arrives: the server may be dying, or not listening yet."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                return client.request(method, path, **options)
            except httpx.TransportError:
                assert self.runs, f"the server has ended: {self.said()[-2000:]}"
                PAUSE.wait(0.01)
        raise AssertionError(f"no answer to {method} {path}")

    def ready(self, client: httpx.Client) -> None:
        """Wait until it answers."""
        assert self.insist(client, "GET", "/salud").status_code == 200
