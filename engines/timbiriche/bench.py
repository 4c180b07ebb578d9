"""The standard set of benchmarks: what `ingenio bench` runs. Whoever calls does the timing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from engines.core.limit import new_flag
from engines.timbiriche import GAME
from engines.timbiriche.rules import State
from engines.timbiriche.solver import Plan, Solving
from engines.timbiriche.tables import fill


@dataclass(frozen=True, slots=True)
class Case:
    """One benchmark: its name, and what runs it and returns the nodes it took."""

    name: str
    run: Callable[[], int]


SMALL = ("rows=3 cols=3", "rows=4 cols=4 border=swedish")
LARGE = (
    "rows=4 cols=5 border=swedish",
    "grid=triangle side=4",
    "grid=hex side=2",
    "rows=3 cols=4",
)
SAMPLED = ("rows=5 cols=5", "rows=10 cols=10", "grid=hex side=4", "rows=4 cols=4 misere=yes")


def cases(*, small: bool = False) -> Iterator[Case]:
    """Full tables, exact searches and random games; `small` leaves out what takes more than a second."""
    for line in SMALL:
        yield Case(f"table {line}", partial(_table, line))
    for line in SMALL if small else SMALL + LARGE:
        yield Case(f"search {line}", partial(_search, line))
    for line in () if small else SAMPLED:
        yield Case(f"games {line}", partial(_games, line))


def _state(line: str) -> State:
    setup = GAME.read_setup(dict(pair.split("=") for pair in line.split()))
    return GAME.start(setup)


def _table(line: str) -> int:
    state = _state(line)
    made = fill(state.board, state.undrawn, state.layout.misere, new_flag())
    return 0 if made is None else made.values.size


def _search(line: str) -> int:
    return Solving(_state(line), Plan(1 << 40, 0, 0), new_flag()).answer(every_move=False).nodes


def _games(line: str) -> int:
    return Solving(_state(line), Plan(1, 1_000_000, 0), new_flag()).answer(every_move=False).nodes
