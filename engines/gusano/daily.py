"""The board of the day: one round, the worm against a bird that makes no mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from engines.core.game import Daily, DisagreementError, Task
from engines.core.limit import Limit
from engines.core.setup import read_options, write_options
from engines.gusano.exhaustive import Exhaustive, TooMany
from engines.gusano.rules import State, start
from engines.gusano.setup import OPTIONS, graph_of

MOST_POSITIONS: Final = 400_000
"""Boards with more positions are left to other days: the second proof looks at each of them."""
MOST_NODES: Final = 2_000_000
LEAST_TRAPS: Final = 2
TRIES: Final = 400

Span = tuple[int, int]
Draw = Callable[[Random], dict[str, str]]


def make(random: Random, theme: str) -> Task:
    """The first board of a theme that the random numbers give and that is worth the trouble.

    RuntimeError if none of many is. Raises DisagreementError.
    """
    for _ in range(TRIES):
        setup = read_options(OPTIONS, {**THEMES[theme](random), "rounds": "1"})
        par = worth_playing(start(setup))
        if par is not None:
            return Task(line=f"gusano {write_options(OPTIONS, setup)}", seat=0, par=par)
    raise RuntimeError(f"no board of {theme} in {TRIES} tries")


def as_task(state: State) -> str:
    """The round that is being played, alone: seat 0 is its worm. Of a match that is over, its board."""
    kept = {key: value for key, value in state.board.setup.items() if value and key != "pairs"}
    setup = read_options(OPTIONS, {**kept, "rounds": "1"})
    moves = " ".join(state.board.name(cell) for cell in state.path[1:])
    line = f"gusano {write_options(OPTIONS, setup)}"
    return f"{line} : {moves}" if moves else line


def worth_playing(state: State) -> int | None:
    """The proved worth of a board that makes a good task, else None. Raises DisagreementError.

    Good: par is less than all there is and at least a third of it, and whoever plays best meets at least two
    places where the move that tempts most loses points, whatever the bird chooses.
    """
    from engines.gusano.solver import solve

    if state.is_over:
        return None
    board = state.board
    reach = state.within(state.path)
    if len(reach) + 1 + len(board.blocked) < len(board.graph.cells):
        return None  # a part of the board that nobody can get to is only confusing
    total = board.values[board.start] + sum(max(0, board.values[cell]) for cell in reach)
    found = solve(state, Limit(nodes=MOST_NODES))
    if found.low != found.high or not total <= 3 * found.low or found.low >= total:
        return None
    everything = Exhaustive(board, MOST_POSITIONS)
    try:
        second = everything.value()
        traps = everything.traps()
    except TooMany:
        return None
    if second != found.low:
        raise DisagreementError(f"{found.low} and {second}: {board.setup}")
    return found.low if traps >= LEAST_TRAPS else None


def _cells(settings: Mapping[str, str]) -> list[str]:
    usual = {option.key: option.default or "" for option in OPTIONS}
    return [cell.name for cell in graph_of({**usual, **settings}).cells]


def _board(kind: str, obstacles: Span = (0, 0), values: Span = (0, 0), **size: int) -> Draw:
    """Draws a board of a kind and size with so many obstacles and cells of other worth, from .. to."""

    def draw(random: Random) -> dict[str, str]:
        settings = {"board": kind, **{key: str(number) for key, number in size.items()}}
        names = _cells(settings)
        blocked = random.sample(names, random.randint(*obstacles))
        free = [name for name in names if name not in blocked]
        settings["start"] = random.choice(free)
        dear = random.sample(free, random.randint(*values))
        worths = [random.choice((-2, -1, 2, 3, 3, 4)) for _ in dear]
        if blocked:
            settings["blocked"] = ",".join(blocked)
        if dear:
            settings["values"] = ",".join(f"{name}:{worth}" for name, worth in zip(dear, worths, strict=True))
        return settings

    return draw


def _either(*draws: Draw) -> Draw:
    return lambda random: random.choice(draws)(random)


THEMES: Final[Mapping[str, Draw]] = {
    "square": _either(
        _board("square4", obstacles=(1, 3), rows=5, cols=5),
        _board("square4", obstacles=(1, 3), rows=4, cols=6),
    ),
    "hexagons": _board("hex", obstacles=(3, 5), side=3),
    "closed": _either(
        _board("torus", obstacles=(2, 3), rows=4, cols=5),
        _board("cylinder", obstacles=(1, 3), rows=4, cols=5),
    ),
    "knight": _board("knight", obstacles=(1, 3), rows=5, cols=5),
    "solid": _either(_board("icosahedron", values=(4, 6)), _board("dodecahedron", values=(3, 5))),
    "diagonals": _board("square8", obstacles=(1, 3), values=(0, 3), rows=4, cols=4),
    "twisted": _either(
        _board("mobius", obstacles=(0, 2), values=(3, 5), rows=4, cols=5),
        _board("klein", obstacles=(1, 3), values=(3, 5), rows=4, cols=4),
    ),
}
"""A kind of board for each weekday, Monday first."""


DAILY: Final = Daily(dict(enumerate(THEMES)), make)
