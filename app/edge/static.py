"""Static files at `/a/<hash>/…`: the hash names the content of the whole folder, so copies never go stale."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path
from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

PREFIX: Final = "/a"
IMMUTABLE: Final = "public, max-age=31536000, immutable"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class StaticTree(StaticFiles):
    """The files of `folder`. One hash for all of them, because style sheets name other files beside them.

    A page from before an update asks under an old hash: it gets today's file, not to be kept.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self.names = frozenset(
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        )
        digest = hashlib.sha256()
        for name in sorted(self.names):
            digest.update(name.encode() + b"\0" + (folder / name).read_bytes() + b"\0")
        self.version = digest.hexdigest()[:12]

    def url(self, name: str) -> str:
        """The address of a file, by its path inside the folder. KeyError if there is no such file."""
        if name not in self.names:
            raise KeyError(name)
        return f"{PREFIX}/{self.version}/{name}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file; the first part of `path` is the hash."""
        version, _, name = path.partition("/")
        response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = IMMUTABLE if version == self.version else "no-cache"
        return response
