"""`python -m tests.benchmarks.moves [--profile GAME]`: what a move costs the server, for each game.

Two at one screen, a random match, a real database file. Measured is everything from the request to the last
byte of the answer: the layers of the edge, storing, painting and compression, without a network and without
the computer's thinking. Milliseconds of the clock, and of the processor, which depend less on what else runs.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any, Final
from urllib.parse import urlencode

import anyio.to_thread

from app.main import create_app
from app.settings import Settings
from engines import registry
from engines.core.match import Match
from tests.benchmarks.classroom import late

LINES: Final = (
    "timbiriche rows=5 cols=5",
    "sueco",
    "gusano rows=6 cols=6 start=c3",
    "ayu size=11",
    "gyges",
)
"""The usual boards."""
MOVES: Final = 60
SLOWEST: Final = 5.0
"""Milliseconds that half of the moves may take."""


class Asker:
    """Asks the application itself, as a browser would, and keeps its cookie."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._cookie = b""

    async def ask(
        self, method: str, path: str, form: dict[str, str] | None = None
    ) -> tuple[int, dict[bytes, bytes], bytes]:
        """The status, the headers and the body of an answer."""
        sent = urlencode(form or {}).encode()
        headers = [(b"host", b"localhost"), (b"accept-encoding", b"gzip"), (b"cookie", self._cookie)]
        headers += [(b"origin", b"http://localhost"), (b"hx-request", b"true")]
        headers += [(b"content-type", b"application/x-www-form-urlencoded")] if form else []
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "state": {},
        }
        incoming = iter([{"type": "http.request", "body": sent, "more_body": False}])
        start: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            for message in incoming:
                return message
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        await self._app(scope, receive, send)
        answered = dict(start["headers"])
        self._cookie = answered.get(b"set-cookie", self._cookie).partition(b";")[0]
        return start["status"], answered, b"".join(parts)


async def play(
    asker: Asker, line: str, seed: int, profile: cProfile.Profile | None
) -> tuple[list[float], list[float]]:
    """A match by chance; the milliseconds of each move by the clock, and of the processor."""
    slug, _, board = line.partition(" ")
    await asker.ask("GET", f"/juegos/{slug}")
    form = {"tablero": board, "modo": "screen", "empieza": "yo"}
    status, headers, body = await asker.ask("POST", f"/juegos/{slug}", form)
    assert status == 303, (status, body)
    path = headers[b"location"].decode()
    match: Match = registry.read_match(line)
    chance, clock, processor = Random(seed), [], []
    version = 0
    while match.outcome is None and version < MOVES:
        move = chance.choice(match.legal_moves())
        sent = {"move": move, "version": str(version)}
        if match.repeated_by(move) is not None:
            sent["seguro"] = "si"
        begun, used = time.perf_counter(), time.thread_time()
        if profile is not None:
            profile.enable()
        status, _, body = await asker.ask("POST", f"{path}/jugadas", sent)
        if profile is not None:
            profile.disable()
        processor.append(1000 * (time.thread_time() - used))
        clock.append(1000 * (time.perf_counter() - begun))
        assert status == 200, (status, body)
        match, version = match.play(move), version + 1
    return clock, processor


async def measure(lines: list[str], profile: cProfile.Profile | None) -> bool:
    """Print a line for each game; whether all are quick enough."""
    good = True
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            database_url=f"sqlite:///{folder}/moves.db", warm_up=False, publish_challenges=False
        )
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            for line in lines:
                await play(Asker(app), line, 1, None)  # another match: what all have in common is kept then
                clock, processor = await play(Asker(app), line, 2, profile)
                print(
                    f"{line:32} {len(clock):3} moves: median {median(clock):5.1f} ms,"
                    f" p95 {late(clock):5.1f} ms; of the processor {median(processor):5.1f} ms"
                )
                good &= median(clock) <= SLOWEST
    return good


async def _at_once(work: Callable[..., Any], *given: Any, **options: Any) -> Any:
    """Do in this thread what the server does in another one, so that this thread's time tells all."""
    return work(*given)


def main() -> int:
    """Measure all games; 1 if half of the moves of one took too long."""
    plain = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    options.add_argument("--profile", metavar="GAME", help="print where the time of this game goes instead")
    named = options.parse_args().profile
    profile = cProfile.Profile() if named else None
    setattr(anyio.to_thread, "run_sync", _at_once)  # noqa: B010 - its type is narrower
    lines = [line for line in LINES if named in (None, line.partition(" ")[0])]
    good = asyncio.run(measure(lines, profile))
    if profile is not None:
        pstats.Stats(profile).strip_dirs().sort_stats("cumulative").print_stats(70)
    print(f"load {os.getloadavg()[0]:.1f}")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
