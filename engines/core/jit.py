"""Numba, with a cache of compiled code that is never stale and always writable.

Numba notices an edit only in the file that holds a function, not in the modules it imports. So each game has
its own cache folder, named by a hash of the kernel sources it may import: its own and those of the core, for
no game imports another. Numba refuses to import a cached function when no folder is writable, so a temporary
folder is the last resort. Import `kernel` from here, never numba's decorators.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

KERNEL_FILES = ("kernel.py", "bits.py", "board.py", "jit.py")


CORE = "core"


def sources_hash(package: str) -> str:
    """Twelve hex digits that change with any kernel source of a package of `engines` or of the core."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parents[1]
    folders = (root / name for name in {CORE, package})
    for path in sorted(path for folder in folders for name in KERNEL_FILES for path in folder.rglob(name)):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def candidates() -> Iterator[Path]:
    """Where compiled code may be kept, in order of preference."""
    wanted = os.environ.get("INGENIO_CACHE_DIR")
    if wanted:
        yield Path(wanted)
    yield (
        Path(os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")) / "ingenio"
    )
    user = os.getuid() if hasattr(os, "getuid") else 0
    yield Path(tempfile.gettempdir()) / f"ingenio-{user}"


def choose_folder() -> Path:
    """A folder for numba's version in the first writable place; made if missing."""
    for place in candidates():
        folder = place / f"numba-{version('numba')}"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # A folder in a shared temporary directory that somebody else made could hold their code.
            if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
                continue
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="ingenio-"))


@cache
def folder_of(module: str) -> Path:
    """Where compiled functions of a module are kept: a folder for its game as its sources are now."""
    parts = module.split(".")
    package = parts[1] if parts[0] == "engines" and len(parts) > 2 else CORE
    return FOLDER / f"{package}-{sources_hash(package)}"


FOLDER = choose_folder()
os.environ["NUMBA_CACHE_DIR"] = str(FOLDER)

import numba  # noqa: E402 - reads the folder from the environment

numba.config.reload_config()  # for a numba that somebody imported before


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function for exactly this signature, without the interpreter's lock, kept in the cache."""
    compile_it = numba.njit(signature, nogil=True, cache=True, error_model="numpy")

    def compiled(function: Callable[..., Any]) -> Any:
        os.environ["NUMBA_CACHE_DIR"] = str(folder_of(function.__module__))
        numba.config.reload_config()
        return compile_it(function)

    return compiled
