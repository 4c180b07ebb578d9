"""`python -m tests`: every check, quickest first, then pytest. Options go to pytest, `--cov` for instance.

The checks that need no run of the program all run, so that one call shows everything that is wrong with the
text; pytest begins only when they pass. Meanwhile another core compiles the engines, which every worker of
pytest would otherwise do for itself. The last lines are pytest's own summary.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[1]
PYTHON = [sys.executable, "-m"]

CHECKS: dict[str, list[str]] = {
    "style": [*PYTHON, "ruff", "check", "--quiet", "."],
    "format": [*PYTHON, "ruff", "format", "--quiet", "--check", "."],
    "imports": [str(Path(sys.executable).with_name("lint-imports")), "--no-logo"],
    "english texts": [*PYTHON, "tests.catalogue"],
    "migrations": [*PYTHON, "tests.schema"],
    "types": [*PYTHON, "mypy", "--no-error-summary"],
}

SPREAD = ["-n", str(min((os.cpu_count() or 1) + 1, 4)), "--dist", "worksteal"]
"""One more than there are cores, since a browser often waits, but no more than four; `-n0` undoes it."""


def check(name: str, command: list[str]) -> bool:
    """Run one check; what it says is shown only if it fails."""
    began = perf_counter()
    ran = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    passed = ran.returncode == 0
    print(f"{'ok  ' if passed else 'FAIL'} {name} ({perf_counter() - began:.1f} s)", flush=True)
    if not passed:
        print(ran.stdout.rstrip(), flush=True)
    return passed


def main(options: list[str]) -> int:
    """The exit code of the whole: 0 only if every check and every test passed."""
    with subprocess.Popen([*PYTHON, "engines.warm"], cwd=ROOT, stdout=subprocess.DEVNULL) as compiling:
        failed = [name for name, command in CHECKS.items() if not check(name, command)]
        if failed:
            compiling.terminate()
    if failed:
        print(f"\nThe tests did not run: first repair {', '.join(failed)}.", file=sys.stderr)
        return 1
    return subprocess.run([*PYTHON, "pytest", *SPREAD, *options], cwd=ROOT).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
