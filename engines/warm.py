"""Compile the kernels of every game into the cache, one line of progress for each: `python -m engines.warm`.

Run in a process of its own before the stronger levels are asked to play: compiling inside the server would
hold the interpreter's lock for seconds. A kernel that was compiled before, from the same file and for the
same processor, is not even loaded.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util

from engines.core.jit import folder_of
from engines.registry import GAMES


def modules() -> tuple[str, ...]:
    """The modules with compiled functions, each once."""
    return tuple(dict.fromkeys(module for game in GAMES for module in game.kernels))


def seal(module: str) -> str:
    """Twelve hex digits that change with what makes numba compile a module again: its file, the processor."""
    from numba.core.registry import cpu_target  # only here: it brings the compiler

    found = importlib.util.find_spec(module)
    assert found is not None
    assert found.origin is not None
    source = (folder_of(module) / found.origin).stat()  # an absolute path stays what it is
    processor = cpu_target.target_context.codegen().magic_tuple()
    what = (found.origin, source.st_mtime, source.st_size, processor)
    return hashlib.sha256(repr(what).encode()).hexdigest()[:12]


def main() -> None:
    """Import every kernel that is not compiled yet; compiled code lands in the cache folder."""
    names = modules()
    for done, name in enumerate(names, start=1):
        mark = folder_of(name) / f"{name}-{seal(name)}.compiled"
        if not mark.exists():
            importlib.import_module(name)
            mark.touch()
        print(f"{done}/{len(names)} {name}", flush=True)


if __name__ == "__main__":
    main()
