"""A consistent copy of the SQLite database while the site is being served."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path


def copy_database(source: Path, target: Path) -> None:
    """Copy everything stored so far into a new file, in one state that existed at one moment.

    Nobody waits for it: readers and writers of the source go on. `target` appears only when it is whole.
    FileExistsError if there is such a file already, FileNotFoundError if there is nothing to copy.
    """
    if not source.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(source))
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    draft.touch(mode=0o600, exist_ok=False)  # seats' keys and players' ids are nobody else's business
    try:
        address = f"{source.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as live, closing(sqlite3.connect(draft)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without companions
        os.link(draft, target)
    finally:
        draft.unlink()
