"""A full disk and one that may only be read: said in words, nothing accepted is lost, and it goes on after.

`tmpfs` is a real disk of two megabytes and needs the right to mount one. `limit` needs no rights: the kernel
lets no file of the server be written beyond its first byte (RLIMIT_FSIZE), which SQLite tells as an error of
the disk rather than as a full one; reading only is SQLite's own `query_only`, switched on from outside.
"""

from __future__ import annotations

import resource
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx

from tests.reliability.nursery import Nursery
from tests.reliability.playing import Account
from tests.reliability.servers import Server
from tests.reliability.writing import stored


class Disk(ABC):
    """Where a server keeps its files, and what can happen to it."""

    full_status = 507
    fault: dict[str, Any] | None = None

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "disk"
        self.folder.mkdir()

    @abstractmethod
    def fill(self, server: Server) -> None: ...

    @abstractmethod
    def clear(self, server: Server) -> None: ...

    @abstractmethod
    def only_read(self, server: Server, player: Account) -> None:
        """Let nothing be written for a while; what happens then, and that it goes on afterwards."""


class Tmpfs(Disk):
    """A file system of two megabytes."""

    def fill(self, server: Server) -> None:
        with suppress(OSError), (self.folder / "ballast").open("ab", buffering=0) as ballast:
            while ballast.write(bytes(4096)):
                pass

    def clear(self, server: Server) -> None:
        (self.folder / "ballast").unlink()

    def only_read(self, server: Server, player: Account) -> None:
        """Between two starts: the kernel protects no disk on which files are open for writing."""
        server.end()
        self._mount("ro")
        said = len(server.said())
        server.start()
        assert server.ended() == 2
        assert "INGENIO_DATABASE_URL" in server.said()[said:]
        assert "Traceback" not in server.said()[said:]
        self._mount("rw")
        server.start()
        server.ready(player.http)

    def _mount(self, way: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{way}", str(self.folder)], check=True)


class Limit(Disk):
    """Files that may not grow."""

    full_status = 503

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._switch = folder / "switch"
        self.fault = {"kind": "only reading", "file": str(self._switch)}

    def fill(self, server: Server) -> None:
        self._set(server, 1)

    def clear(self, server: Server) -> None:
        self._set(server, resource.RLIM_INFINITY)

    def only_read(self, server: Server, player: Account) -> None:
        self._switch.write_text("yes")
        _only_reading_works(server, player, 503, "not-storing")
        self._switch.write_text("")

    def _set(self, server: Server, size: int) -> None:
        resource.prlimit(server.child, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@contextmanager
def disk(kind: str, folder: Path) -> Iterator[Disk]:
    """A disk of a kind. PermissionError if this user may not mount one."""
    if kind == "limit":
        yield Limit(folder)
        return
    made = Tmpfs(folder)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(made.folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        raise PermissionError(mounted.stderr)
    try:
        yield made
    finally:
        subprocess.run(["umount", "-l", str(made.folder)], check=True)


def _until_refused(player: Account) -> httpx.Response:
    """Play until something is not accepted."""
    for _ in range(2_000):
        answer = player.step()
        if answer.status_code >= 400:
            return answer
    raise AssertionError("everything was stored")


def _page_refused(http: httpx.Client) -> httpx.Response:
    """Make games with the form until none is made: room that SQLite has put by may still be used up."""
    for _ in range(2_000):
        answer = http.post("/juegos/timbiriche", data={"tablero": "", "modo": "screen"})
        if answer.status_code != 303:
            return answer
    raise AssertionError("everything was stored")


def _says(answer: httpx.Response, status: int, code: str) -> None:
    """A sentence for people and a code for programs, and no more than that."""
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    assert "guard" in error["message"]  # the language of the default is Spanish: «guardar», «guardado»
    assert "sqlite" not in answer.text.lower()
    assert int(answer.headers["retry-after"]) > 0


def _only_reading_works(server: Server, player: Account, status: int, code: str) -> None:
    """What is stored can be seen, in pages and through the API; what would store is refused in words."""
    game = next(reversed(player.moves))
    shown = player.http.get(f"/api/v1/games/{game}")
    assert shown.status_code == 200, shown.text
    assert shown.json()["match"].partition(" : ")[2].split() == player.moves[game]
    for path in ("/", f"/p/{game}", "/salud"):
        assert player.http.get(path).status_code == 200, path
    _says(_until_refused(player), status, code)
    page = _page_refused(player.http)
    assert page.status_code == status, page.text
    assert "<h1>" in page.text
    assert "Traceback" not in page.text


def figure(nursery: Nursery, folder: Path, kind: str, rounds: int) -> str:
    """Fill, look, make room, go on; then the same with a disk that may only be read; so many times."""
    refused = 0
    with (
        disk(kind, folder) as place,
        Server(nursery, place.folder, log=folder / "log", fault=place.fault) as server,
    ):
        with server.client() as http:
            server.ready(http)
            player = Account(http, Random(rounds))
            for _ in range(rounds):
                for _ in range(10):
                    assert player.step().status_code < 400
                place.fill(server)
                code = "no-room" if place.full_status == 507 else "not-storing"
                _only_reading_works(server, player, place.full_status, code)
                if kind == "tmpfs":  # a server that starts on a full disk shows what there is
                    server.kill()
                    server.start()
                    server.ready(http)
                    _only_reading_works(server, player, place.full_status, code)
                place.clear(server)
                assert player.step().status_code < 400
                place.only_read(server, player)
                assert player.step().status_code < 400
                refused += len([status for status in player.statuses if status >= 500])
            player.check(stored(server.file))
        server.end()
        assert "Traceback" not in server.said(), server.said()[-3000:]
    return (
        f"{kind}: {rounds} times full and {rounds} times read-only: {refused} requests refused in words, "
        f"{player.count} moves accepted, 0 lost, went on each time"
    )
