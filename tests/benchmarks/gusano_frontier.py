"""`python -m tests.benchmarks.gusano_frontier [--nodes N] [--only TEXT]`: the largest boards, exact or not.

A row for each kind of board of at most 64 cells at the sizes where it becomes hard, from a corner and from
near the middle (boards glued to themselves look the same, or nearly, from everywhere): the value of a round
with best play of both, or its proved bounds, the nodes searched, and seconds of this process.

25 million nodes are about ten seconds of one core.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Final

from engines.core.limit import Limit
from engines.gusano.solver import solve
from engines.registry import read_match

LINES: Final = (
    "square4 rows=8 cols=8 start=a1",
    "square4 rows=8 cols=8 start=d4",
    "square8 rows=6 cols=6 start=a1",
    "square8 rows=6 cols=6 start=c3",
    "square8 rows=6 cols=7 start=a1",
    "square8 rows=6 cols=7 start=c3",
    "square8 rows=7 cols=7 start=a1",
    "square8 rows=7 cols=7 start=d4",
    "square8 rows=8 cols=8 start=a1",
    "square8 rows=8 cols=8 start=d4",
    "knight rows=6 cols=6 start=c3",
    "knight rows=7 cols=7 start=a1",
    "knight rows=7 cols=7 start=d4",
    "knight rows=7 cols=8 start=a1",
    "knight rows=8 cols=8 start=a1",
    "knight rows=8 cols=8 start=d4",
    "hex side=4 start=d4",
    "hex side=5 start=a1",
    "hex side=5 start=c3",
    "hex side=5 start=e5",
    "cylinder rows=8 cols=8 start=a1",
    "cylinder rows=8 cols=8 start=d4",
    "mobius rows=8 cols=8 start=a1",
    "mobius rows=8 cols=8 start=d4",
    "torus rows=7 cols=8 start=a1",
    "torus rows=8 cols=8 start=a1",
    "klein rows=7 cols=7 start=a1",
    "klein rows=7 cols=8 start=a1",
    "klein rows=8 cols=8 start=a1",
    "klein rows=8 cols=8 start=d4",
    "football start=1",
)


def main() -> None:
    """Print the table."""
    plain = argparse.RawDescriptionHelpFormatter
    options = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    options.add_argument("--nodes", type=int, default=25_000_000, help="how many a board may take")
    options.add_argument("--only", default="", help="only rows that contain this")
    chosen = options.parse_args()
    for line in LINES:
        if chosen.only not in line:
            continue
        state = read_match(f"gusano board={line}").state
        begun = process_time()
        found = solve(state, Limit(nodes=chosen.nodes))
        seconds = process_time() - begun
        told = f"{found.low}" if found.low == found.high else f"{found.low} to {found.high}"
        cells = len(state.board.open_neighbours)
        print(f"{line:34} {cells:3} cells {told:>9} {found.nodes:>13,} nodes {seconds:7.1f} s", flush=True)


if __name__ == "__main__":
    main()
