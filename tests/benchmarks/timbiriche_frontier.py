"""From how many undrawn edges Timbiriche is exact in time: `python -m tests.benchmarks.timbiriche_frontier`.

Positions of a board after random safe edges, the same in every run, are searched from nothing, each until it
is proved or `--nodes` millions of nodes are spent. A row for each board and number of undrawn edges: the
middle and the largest of the seconds of this process and of the millions of nodes, how many of the positions
were proved, and how many within two seconds. `--boards` names rows to run, for example
`4x4:30,swedish-5x5:34`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from engines.core.limit import new_flag
from engines.registry import read_match
from engines.timbiriche.chains import safe_edges
from engines.timbiriche.positions import StringPosition
from engines.timbiriche.rules import State
from engines.timbiriche.search import Search, entries
from engines.timbiriche.tables import memory

BOARDS = {
    "4x4": "timbiriche rows=4 cols=4",
    "5x5": "timbiriche rows=5 cols=5",
    "3x4": "timbiriche rows=3 cols=4",
    "swedish-5x5": "timbiriche rows=5 cols=5 border=swedish",
    "swedish-4x6": "timbiriche rows=4 cols=6 border=swedish",
}
ROWS = (
    "4x4:28,4x4:30,4x4:32,4x4:34,5x5:34,5x5:36,5x5:38,5x5:40,"
    "swedish-5x5:34,swedish-5x5:36,swedish-5x5:40,3x4:31,swedish-4x6:38"
)
"""The last three are whole boards: all their positions are one."""
IN_TIME = 2.0


@dataclass(frozen=True)
class Effort:
    """What one position cost, and whether it was proved."""

    seconds: float
    nodes: int
    exact: bool


def position(line: str, undrawn: int, seed: int) -> State:
    """The board after random safe edges; begun anew where they run out too soon."""
    random = Random(f"{line} {undrawn} {seed}")
    while True:
        state: State = read_match(line).state
        while state.undrawn.bit_count() > undrawn and (safe := safe_edges(state)):
            state = state.draw(random.choice(safe))
        if state.undrawn.bit_count() == undrawn:
            return state


def prove(state: State, nodes: int) -> Effort:
    """Search a position from nothing."""
    strings = StringPosition(state.board, state.undrawn)
    with memory.lend(entries(strings.size)) as table:
        began = process_time()
        search = Search(strings, table, new_flag())
        search.allow(nodes)
        low, high = search.close(strings.now.mask)
        return Effort(process_time() - began, search.nodes, low == high)


def main() -> None:
    """Print a row for each board and number of undrawn edges."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", default=ROWS)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--nodes", type=float, default=25.0)
    options = parser.parse_args()
    print(
        "board        undrawn  seconds: middle  worst   M nodes: middle   worst   proved  exact in 2 s",
        flush=True,
    )
    for row in options.boards.split(","):
        board, undrawn = row.split(":")
        states = [position(BOARDS[board], int(undrawn), seed) for seed in range(options.positions)]
        efforts = [prove(state, int(options.nodes * 1e6)) for state in dict.fromkeys(states)]
        seconds = [effort.seconds for effort in efforts]
        nodes = [effort.nodes / 1e6 for effort in efforts]
        in_time = sum(effort.exact and effort.seconds <= IN_TIME for effort in efforts)
        proved = sum(effort.exact for effort in efforts)
        print(
            f"{board:<12} {undrawn:>7}  {median(seconds):>15.2f} {max(seconds):>6.1f}"
            f"  {median(nodes):>16.2f} {max(nodes):>7.1f}"
            f"  {proved:>3}/{len(efforts)}  {in_time:>9}/{len(efforts)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
