"""The settings of a match and the board they describe."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random

from engines.boards.graph import Graph
from engines.boards.grids import STEPS, hexagon, square
from engines.boards.polyhedra import KINDS, solid
from engines.boards.surfaces import GLUED, surface
from engines.core.setup import BadSetup, Option, Setup, choice, number

SQUARES = (*STEPS, *GLUED)
BOARDS = ("square4", "square8", "knight", "hex", "cylinder", "torus", "mobius", "klein", *KINDS)
LOWEST, HIGHEST = -9, 99
"""What a cell may be worth."""
MOST_PAIRS = 10

_CELL = re.compile(r"[a-z][1-9][0-9]?|[1-9][0-9]?")
_WORTH = re.compile(r"([a-z]?[1-9][0-9]?):(-?[0-9]{1,2})")


def cell_order(name: str) -> tuple[int, str]:
    """Sorts names of cells as they stand on the board: by row or number, then by letter."""
    return (int(name[1:]), name[0]) if name[0].isalpha() else (int(name), "")


def _read_start(text: str) -> str:
    if not _CELL.fullmatch(text):
        raise BadSetup("bad-value", "start", text[:80], "a1, 7")
    return text


def _read_blocked(text: str) -> str:
    names = text.split(",")
    if not all(_CELL.fullmatch(name) for name in names):
        raise BadSetup("bad-value", "blocked", text[:80], "a1,b2")
    return ",".join(sorted(set(names), key=cell_order))


def _read_values(text: str) -> str:
    found: dict[str, int] = {}
    for word in text.split(","):
        match = _WORTH.fullmatch(word)
        if not match or match[1] in found or not LOWEST <= int(match[2]) <= HIGHEST:
            raise BadSetup("bad-value", "values", text[:80], f"c1:3,d2:-2 ({LOWEST}..{HIGHEST})")
        found[match[1]] = int(match[2])
    written = sorted((name for name, value in found.items() if value != 1), key=cell_order)
    return ",".join(f"{name}:{found[name]}" for name in written)


def _read_rounds(text: str) -> str:
    if text not in ("1", "2"):
        raise BadSetup("bad-value", "rounds", text[:80], "1..2")
    return text


def _one_pair_only(values: Mapping[str, str]) -> bool:
    return values["pairs"] == "1"


def _has_squares(values: Mapping[str, str]) -> bool:
    return values["board"] in SQUARES


def _has_hexagons(values: Mapping[str, str]) -> bool:
    return values["board"] == "hex"


def suggest_start(values: Mapping[str, str], random: Random) -> str:
    """A start cell for a board whose other settings are given: any cell that is not blocked."""
    blocked = set(values.get("blocked", "").split(","))
    sizes = {option.key: values.get(option.key, option.default or "") for option in OPTIONS}
    free = [cell.name for cell in graph_of(sizes).cells if cell.name not in blocked]
    if not free:
        raise BadSetup("bad-value", "blocked", values["blocked"][:80])
    return random.choice(free)


def one_pair(setup: Setup) -> Setup:
    """The settings of the pair that breaks a tie: the same board and start cell, played once more."""
    return Setup((key, "1" if key == "pairs" else value) for key, value in setup.items())


OPTIONS: tuple[Option, ...] = (
    choice("board", *BOARDS, shown=True),
    number("rows", 3, 10, 5, applies=_has_squares),
    number("cols", 3, 10, 5, applies=_has_squares),
    number("side", 2, 6, 3, applies=_has_hexagons),
    Option(key="start", default=None, read=_read_start, shown=True, suggest=suggest_start, place=True),
    number("pairs", 1, MOST_PAIRS, 1, offered=(1, 2, 3), shown=False),
    Option(key="rounds", default="2", read=_read_rounds, applies=_one_pair_only),
    Option(key="blocked", default="", read=_read_blocked),
    Option(key="values", default="", read=_read_values),
)


def graph_of(values: Mapping[str, str]) -> Graph:
    """The bare board: kind and size, without obstacles and values."""
    kind = values["board"]
    if kind == "hex":
        return hexagon(int(values["side"]))
    if kind in KINDS:
        return solid(kind)
    build = square if kind in STEPS else surface
    return build(kind, int(values["rows"]), int(values["cols"]))


@dataclass(frozen=True, slots=False)
class Board:
    """What stays the same during a match. Two boards are equal when their settings are.

    Cells are indices into `graph.cells`; `values` holds what each is worth.
    """

    setup: Setup
    graph: Graph = field(compare=False, repr=False)
    start: int = field(compare=False)
    blocked: frozenset[int] = field(compare=False)
    values: tuple[int, ...] = field(compare=False, repr=False)
    pairs: int = field(compare=False)
    rounds: int = field(compare=False)
    """Rounds in all; a single one is a task for seat 0, the worm."""

    def __reduce__(self) -> tuple[Callable[[Setup], Board], tuple[Setup]]:
        """A board is made again from its settings."""
        return board_of, (self.setup,)

    @cached_property
    def open_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each cell that are not blocked."""
        return tuple(
            tuple(cell for cell in near if cell not in self.blocked) for near in self.graph.neighbours
        )

    def name(self, cell: int) -> str:
        """What a cell is called."""
        return self.graph.cells[cell].name


@lru_cache(maxsize=512)
def board_of(setup: Setup) -> Board:
    """The board that checked settings describe. Raises BadSetup for a cell that the board has not."""
    graph = graph_of(setup)

    def find(key: str, name: str) -> int:
        if name not in graph.index:
            raise BadSetup("bad-value", key, name, f"{graph.cells[0].name}..{graph.cells[-1].name}")
        return graph.index[name]

    blocked = frozenset(find("blocked", name) for name in setup["blocked"].split(",") if name)
    start = find("start", setup["start"])
    if start in blocked:
        raise BadSetup("start-blocked", "start", setup["start"])
    values = [1] * len(graph.cells)
    for word in setup["values"].split(","):
        if word:
            name, worth = word.split(":")
            values[find("values", name)] = int(worth)
    pairs = int(setup["pairs"])
    return Board(setup, graph, start, blocked, tuple(values), pairs, int(setup.get("rounds", "2")) * pairs)
