"""Speed of Timbiriche's solver: `python -m tests.benchmarks.timbiriche` prints a row for each case.

Columns: what was run, nodes (positions searched, sets of edges filled in, or steps of random games), seconds
of this process, nodes per second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time

from engines.core.limit import Limit, new_flag
from engines.registry import read_match
from engines.timbiriche.bench import cases
from engines.timbiriche.rules import State
from engines.timbiriche.solver import Plan, Solving, choose_dificil
from engines.timbiriche.tables import fill

WHOLE = (
    "timbiriche rows=3 cols=4",
    "timbiriche rows=4 cols=6 border=swedish",
    "timbiriche rows=5 cols=5 border=swedish",
)
"""Boards that are in the opening book, searched here without it."""

SAMPLED = (
    "timbiriche",
    "timbiriche rows=5 cols=5",
    "timbiriche rows=10 cols=10",
    "timbiriche grid=triangle side=7",
    "timbiriche grid=hex side=4",
    "timbiriche rows=10 cols=10 misere=yes",
)


def state_of(line: str) -> State:
    state: State = read_match(line).state
    return state


def table(line: str) -> int:
    state = state_of(line)
    made = fill(state.board, state.undrawn, state.layout.misere, new_flag())
    assert made is not None
    return made.values.size


def search(line: str) -> int:
    return Solving(state_of(line), Plan(1 << 40, 0, 0), new_flag()).answer(every_move=False).nodes


def games(line: str) -> int:
    return Solving(state_of(line), Plan(1, 1_000_000, 0), new_flag()).answer(every_move=False).nodes


def move(line: str) -> int:
    choose_dificil(state_of(line), Random(1), Limit())
    return 0


def rows() -> Iterator[tuple[str, int, float]]:
    """Name, nodes and seconds of each case."""
    runs: list[tuple[str, Callable[[], int]]] = []
    for line in cases():
        if state_of(line).undrawn.bit_count() == 24:
            runs.append((f"full table, {line}", partial(table, line)))
        if "misere" not in line:
            runs.append((f"search, {line}", partial(search, line)))
    runs += [(f"search, {line}", partial(search, line)) for line in WHOLE]
    runs += [(f"random games, {line}", partial(games, line)) for line in SAMPLED]
    runs += [(f"first move of Difícil, {line}", partial(move, line)) for line in SAMPLED]
    for name, run in runs:
        began = process_time()
        nodes = run()
        yield name, nodes, process_time() - began


def main() -> None:
    """Print the table."""
    for name, nodes, seconds in rows():
        speed = f"{round(nodes / max(seconds, 1e-6)):>12,} nodes/s" if nodes else ""
        print(f"{nodes:>12,} {seconds:>8.3f} s {speed:>20}  {name}", flush=True)


if __name__ == "__main__":
    main()
