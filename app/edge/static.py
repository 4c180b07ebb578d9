"""Static files at `/a/<hash>/…`: the hash names the content of the whole folder, so copies never go stale.

Our style sheets and scripts go over the wire without comments and indentation, and a style sheet with those
that it imports in their places: one request for all of them.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

PREFIX: Final = "/a"
IMMUTABLE: Final = "public, max-age=31536000, immutable"

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


_OURS: Final = re.compile(r"(?<!\.min)\.(css|js)$")
_IMPORT: Final = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)
_BLOCK_COMMENT: Final = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_LINE_COMMENT: Final = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)


def squeeze(text: str) -> str:
    """A style sheet or script without comments that have lines of their own, indentation and empty lines."""
    bare = _LINE_COMMENT.sub("", _BLOCK_COMMENT.sub("", text))
    return "\n".join(line.strip() for line in bare.splitlines() if line.strip()) + "\n"


def whole(path: Path) -> str:
    """A style sheet with those that it imports in their places, or a script as it is written."""
    text = path.read_text("utf-8")
    if path.suffix != ".css":
        return text
    return _IMPORT.sub(lambda found: whole(path.parent / found[1]), text)


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
        self._squeezed = {
            str(folder / name): squeeze(whole(folder / name)).encode()
            for name in self.names
            if _OURS.search(name)
        }

    def url(self, name: str) -> str:
        """The address of a file, by its path inside the folder. KeyError if there is no such file."""
        if name not in self.names:
            raise KeyError(name)
        return f"{PREFIX}/{self.version}/{name}"

    def text(self, name: str) -> str:
        """A style sheet or script of ours as it travels. KeyError if there is no such file."""
        return self._squeezed[str(Path(self.directory or "") / name)].decode()

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The answer with a file, or that the browser's copy is still right."""
        content = self._squeezed.get(str(full_path))
        if content is None:
            return super().file_response(full_path, stat_result, scope, status_code)
        kind, _ = mimetypes.guess_type(str(full_path))
        etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        response = Response(content, status_code, media_type=kind, headers={"ETag": etag})
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file; the first part of `path` is the hash."""
        version, _, name = path.partition("/")
        response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = IMMUTABLE if version == self.version else "no-cache"
        return response
