"""Compile the kernels of every game into the cache, one line of progress for each: `python -m engines.warm`.

Run in a process of its own before the stronger levels are asked to play: compiling inside the server would
hold the interpreter's lock for seconds.
"""

from __future__ import annotations

import importlib
import sys

from engines.registry import GAMES


def modules() -> tuple[str, ...]:
    """The modules with compiled functions, each once."""
    return tuple(dict.fromkeys(module for game in GAMES for module in game.kernels))


def main() -> None:
    """Import every kernel; compiled code lands in the cache folder."""
    names = modules()
    for done, name in enumerate(names, start=1):
        importlib.import_module(name)
        print(f"{done}/{len(names)} {name}", flush=True)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
