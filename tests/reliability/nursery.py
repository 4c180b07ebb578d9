"""Real server processes at the price of a fork: `python -m tests.reliability.nursery` imports the site once.

It reads one JSON command a line and answers each with one line. `serve` forks a child that is
`ingenio serve`, with settings of its own and, where a test wants it, a fault built in (`sabotage`); `run`
forks one that runs another command; `ended` says how a child ended. The end of its input ends all children.
"""

from __future__ import annotations

import gc
import io
import json
import os
import resource
import signal
import subprocess
import sys
import time
import traceback
from contextlib import suppress
from importlib import import_module
from typing import Any

Command = dict[str, Any]


class Nursery:
    """The process that forks, seen from a test."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def fork(self, command: Command) -> int:
        """Start a child; its process id."""
        return int(self._ask(command))

    def ended(self, child: int, seconds: float = 0.0) -> int | None:
        """The exit code of a child, negative for a signal; None if it still runs after so many seconds."""
        found = self._ask({"do": "ended", "child": child, "seconds": seconds})
        return None if found is None else int(found)

    def _ask(self, command: Command) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(command) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End every child, and the process itself."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=20)
        self._process.stdout.close()


class _Parent:
    """The process that forks, seen from within."""

    def __init__(self) -> None:
        self._children: dict[int, int | None] = {}
        self._apps: dict[str, Any] = {}

    def obey(self, command: Command) -> Any:
        if command["do"] == "ended":
            return self._ended(command["child"], command["seconds"])
        if command["do"] == "serve":
            self._app(command["settings"])  # made once: the children inherit it
        if game := command.get("engines"):
            self._load(game)
        child = os.fork()
        if child == 0:
            code = 70
            try:
                code = self._be(command)
            except SystemExit as end:
                code = int(end.code or 0)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                os._exit(code)
        self._children[child] = None
        return child

    def end(self) -> None:
        for child, code in self._children.items():
            if code is None:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)

    def _ended(self, child: int, seconds: float) -> int | None:
        until = time.monotonic() + seconds
        while self._children[child] is None:
            found, status = os.waitpid(child, os.WNOHANG)
            if found:
                self._children[child] = os.waitstatus_to_exitcode(status)
            elif time.monotonic() >= until:
                return None
            else:
                time.sleep(0.01)
        return self._children[child]

    def _app(self, settings: dict[str, str]) -> Any:
        """The application with these settings."""
        from app.main import create_app
        from app.settings import Settings

        key = json.dumps(settings, sort_keys=True)
        if key not in self._apps:
            os.environ.update(settings)
            self._apps[key] = create_app(Settings(migrate_at_start=False))  # `serve` has done it by then
            for name in settings:
                del os.environ[name]
        return self._apps[key]

    def _load(self, slug: str) -> None:
        """The compiled engines of a game, which takes seconds; the children inherit them."""
        from engines.registry import GAMES

        for name in next(game.kernels for game in GAMES if game.slug == slug):
            import_module(name)

    def _be(self, command: Command) -> int:
        """What a child does; its exit code."""
        import app.main
        from app.cli import main
        from tests.reliability import sabotage

        out = os.open(command["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        sys.stdin = io.StringIO()  # the commands are the parent's to read
        os.dup2(out, 1)
        os.dup2(out, 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.environ.update(command["settings"])
        if command.get("migrated"):
            os.environ["INGENIO_MIGRATE_AT_START"] = "false"
        sabotaged = sabotage.install(command.get("fault"))
        if command["do"] == "run":
            return main(command["words"])
        made = sabotaged(self._app(command["settings"]))
        app.main.create_app = lambda *_given: made
        if user := command.get("user"):
            os.setgid(user)
            os.setuid(user)
        return main(["serve", "--port", str(command["port"])])


def _import_everything() -> None:
    for name in (
        "alembic.command",
        "alembic.runtime.migration",
        "app.cli.serving",
        "app.main",
        "app.work",
        "uvicorn.lifespan.on",
        "uvicorn.protocols.http.httptools_impl",
    ):
        import_module(name)


def main() -> None:
    """Obey until there is nothing more to read."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    _import_everything()
    gc.collect()
    gc.freeze()
    parent = _Parent()
    try:
        for line in sys.stdin:
            answers.write(json.dumps(parent.obey(json.loads(line))) + "\n")
            answers.flush()
    finally:
        parent.end()


if __name__ == "__main__":
    main()
