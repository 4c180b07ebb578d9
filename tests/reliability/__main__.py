"""`python -m tests.reliability [NAME...]`: every fault in its full form, and a table of what was measured.

Names: kills, stopping, writing, copying, "full disk", "limited disk", migrating, clocks, network, machines,
hosts. Without one all run, which takes a quarter of an hour or more on two cores. A real disk is filled
where a file system may be mounted; the last two need a PostgreSQL database (see CONTRIBUTING.md). What is
simulated: the points of death are built in from outside (`sabotage.py`), the clock is the site's and not
the machine's, the network is a proxy (`proxies.py`).
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.reliability import (
    clocks,
    copying,
    disks,
    hosts,
    kills,
    machines,
    migrating,
    networks,
    stopping,
    writing,
)
from tests.reliability.nursery import Nursery

Fault = Callable[[Nursery, Path], str]

FAULTS: Final[dict[str, Fault]] = {
    "kills": lambda nursery, folder: kills.figure(nursery, folder, kills=200, seed=2026),
    "stopping": lambda nursery, folder: stopping.figure(nursery, folder, streams=200),
    "writing": lambda nursery, folder: writing.figure(nursery, folder, writers=50, seconds=90),
    "copying": lambda nursery, folder: copying.figure(nursery, folder, players=20, backups=30, seed=4),
    "full disk": lambda nursery, folder: disks.figure(nursery, folder, kind="tmpfs", rounds=10),
    "limited disk": lambda nursery, folder: disks.figure(nursery, folder, kind="limit", rounds=10),
    "migrating": lambda nursery, folder: migrating.figure(nursery, folder, games=200, points=1_000, seed=6),
    "clocks": lambda nursery, folder: clocks.figure(folder, rounds=10),
    "network": lambda nursery, folder: networks.figure(
        nursery, folder, moves=40, latency=2.0, loss=0.1, seed=8
    ),
    "machines": lambda nursery, folder: machines.figure(
        nursery, folder, machines=3, games=40, tasks=10, kills=20, seed=10
    ),
    "hosts": lambda nursery, folder: hosts.figure(nursery, folder, games=50, seed=11),
}


def main(names: list[str]) -> int:
    """Run the faults with these names, all without any; the exit code says whether all went well."""
    nursery, failed = Nursery(), False
    try:
        for name in names or FAULTS:
            began = time.monotonic()
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                try:
                    told = FAULTS[name](nursery, Path(folder))
                except PermissionError as refusal:
                    told = f"not run: {refusal}"
                except AssertionError as wrong:
                    told, failed = f"FAILED: {wrong}", True
            print(f"{name:<13} {time.monotonic() - began:5.0f} s  {told}", flush=True)
    finally:
        nursery.close()
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
