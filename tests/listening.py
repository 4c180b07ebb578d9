"""Reads an event stream in a thread, as a page does."""

from __future__ import annotations

import queue
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.running import PATIENCE


@dataclass(frozen=True, slots=True)
class Heard:
    """One event of a stream."""

    event: str
    id: str = ""
    data: str = ""
    retry: str = ""


@dataclass
class Listener:
    """An open stream. `next` waits for an event; `ended` waits for the server to end the stream."""

    client: httpx.Client
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> Listener:
        self._heard: queue.Queue[Heard | None] = queue.Queue()
        self._closing = threading.Event()
        self._context = self.client.stream("GET", self.path, params=self.query, headers=self.headers)
        self.answer = self._context.__enter__()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        # Closing alone tells the server nothing while the thread still reads.
        with suppress(OSError):
            self.answer.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self._context.__exit__(None, None, None)

    def _read(self) -> None:
        fields: dict[str, str] = {}
        try:
            for line in self.answer.iter_lines():
                name, _, value = line.partition(":")
                if name == "data" and "data" in fields:
                    fields["data"] += "\n" + value.removeprefix(" ")
                elif name in ("event", "id", "data", "retry"):
                    fields[name] = value.strip()
                elif not line and fields:
                    self._heard.put(Heard(fields.pop("event", ""), **fields))
                    fields = {}
        except (httpx.HTTPError, httpx.StreamError):
            if not self._closing.is_set():
                raise
        self._heard.put(None)

    def next(self, event: str | None = None) -> Heard:
        """The next event, or the next one of a kind."""
        while True:
            heard = self._heard.get(timeout=PATIENCE)
            assert heard is not None, "the stream ended"
            if event in (None, heard.event):
                return heard

    def quiet(self, seconds: float = 0.5) -> bool:
        """Whether nothing arrives for so long."""
        try:
            return self._heard.get(timeout=seconds) is None
        except queue.Empty:
            return True

    def ended(self) -> list[Heard]:
        """Whatever is left before the server ends the stream."""
        rest = []
        while (heard := self._heard.get(timeout=PATIENCE)) is not None:
            rest.append(heard)
        return rest
