"""Which edition of the site this is: a name that changes whenever anything changes that pages are made of."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import app
import engines
from app.settings import own_path

SOURCES = ("*.py", "*.po", "*.html", "*.css", "*.js", "*.svg", "*.png")


@cache
def edition() -> str:
    """Twelve letters and digits, the same in every process of a server."""
    folders = [Path(package.__path__[0]) for package in (app, engines)]
    digest = hashlib.sha256()
    for folder in (*folders, own_path("templates"), own_path("static")):
        for path in sorted(path for pattern in SOURCES for path in folder.rglob(pattern)):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
