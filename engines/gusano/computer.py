"""The computer's levels, and what a position is worth."""

from __future__ import annotations

from math import exp, inf
from random import Random
from typing import TYPE_CHECKING

from engines.core.game import Candidate, Evaluation, Level, Proved
from engines.core.limit import Limit
from engines.gusano.rules import State

if TYPE_CHECKING:
    from engines.gusano.solver import Solution

EASY_AHEAD, EASY_CARE = 1, 1.0
"""How many moves Fácil looks ahead, and how often it looks at all instead of playing any move."""
MEDIUM_AHEAD, MEDIUM_CARE = 5, 0.95
HOPE = 0.6
"""The share that both expect to get of the cells in reach that a path can pass through."""
SLIP = 0.36
"""How often Difícil lets itself slip on boards of `ROOMY` or more open cells; on smaller ones more seldom."""
ROOMY = 25
DEEP = 100_000
"""Most nodes of a search by Difícil."""
DEEPEST = 3_000_000
"""Most nodes of a search by Perfecto where the caller sets no limit."""


def evaluate(state: State, limit: Limit, every_move: bool) -> Evaluation:
    """The final points of the worm of this round, filled cells included, with best play of both.

    Not `exact`: the value is the proved lower bound. A round that is over is worth its points.
    """
    if state.is_over:
        points = float(state.points)
        return Evaluation(value=points, exact=True, bound=(points, points), best=())
    # Loading the solver loads compiled code: only whoever needs it waits for that.
    from engines.gusano.solver import solve

    found = solve(state, limit, every_move)
    high = found.high
    if high == found.low and not found.complete:
        # The value is known, but not yet every move that keeps it, which exact would promise too.
        high += 1
    return Evaluation(
        value=float(found.low),
        exact=found.complete,
        bound=(float(found.low), float(high)),
        best=tuple(state.board.name(cell) for cell in found.best[: None if found.complete else 1]),
        candidates=_candidates(state, found) if every_move else (),
        nodes=found.nodes,
    )


def _candidates(state: State, found: Solution) -> tuple[Candidate, ...]:
    """Every legal move with its worth and what it loses, best first; a proved lower bound where not exact."""
    sign = 1 if state.turn == state.worm else -1
    rows = []
    for cell, (low, high) in found.bounds.items():
        loss = max(0, sign * (found.low - low))
        rows.append(
            Candidate(state.board.name(cell), float(low), float(loss), found.complete and low == high)
        )
    rank = {state.board.name(cell): place for place, cell in enumerate(found.best)}
    return tuple(sorted(rows, key=lambda row: (row.loss, rank.get(row.move, len(rank)), row.move)))


def choose_easy(state: State, random: Random, limit: Limit) -> str:
    """Sees one step, and now and then not even that."""
    return _choose_ahead(state, random, EASY_AHEAD, EASY_CARE)


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Looks a few moves ahead, and is seldom careless."""
    return _choose_ahead(state, random, MEDIUM_AHEAD, MEDIUM_CARE)


def _choose_ahead(state: State, random: Random, depth: int, care: float) -> str:
    """One of the best moves as far as `depth` moves show; any move once in a while."""
    if random.random() >= care:
        return random.choice(state.legal_moves())
    worm = state.turn == state.worm
    worths = {
        state.board.name(cell): _look(state, (*state.path, cell), depth - 1, not worm, -inf, inf)
        for cell in state.exits()
    }
    best = max(worths.values()) if worm else min(worths.values())
    return random.choice(sorted(move for move, worth in worths.items() if worth == best))


def _look(state: State, path: tuple[int, ...], depth: int, worm: bool, low: float, high: float) -> float:
    """The worm's points after this path and `depth` more moves, with what it may hope for then.

    Exact only from `low` to `high`; beyond, a bound.
    """
    near = state.board.open_neighbours
    exits = [cell for cell in near[path[-1]] if cell not in path]
    if not exits:
        return state.worth(path)
    if depth == 0:
        return state.worth(path) + HOPE * _passable(state, path)
    exits.sort(key=lambda cell: sum(other not in path for other in near[cell]))
    best = -inf if worm else inf
    for cell in exits:
        worth = _look(state, (*path, cell), depth - 1, not worm, low, high)
        if worm:
            best = max(best, worth)
            low = max(low, worth)
        else:
            best = min(best, worth)
            high = min(high, worth)
        if low >= high:
            break
    return best


def _passable(state: State, path: tuple[int, ...]) -> int:
    """The positive worth of the cells in reach that have two ways in or out."""
    within, near = state.within(path), state.board.open_neighbours
    values = state.board.values
    return sum(
        values[cell]
        for cell in within
        if values[cell] > 0 and sum(other in within for other in near[cell]) >= 2
    )


def choose_hard(state: State, random: Random, limit: Limit) -> str:
    """Searches with a limit, and slips now and then: more seldom the more a slip would cost."""
    nodes = DEEP if limit.nodes is None else min(limit.nodes, DEEP)
    worth = evaluate(state, Limit(nodes=nodes, seconds=limit.seconds, flag=limit.flag), True)
    cells = len(state.board.values) - len(state.board.blocked)
    if random.random() >= SLIP * min(1.0, cells / ROOMY):
        return random.choice(worth.best)
    weights = [exp(-row.loss) for row in worth.candidates]
    return random.choices([row.move for row in worth.candidates], weights)[0]


def choose_perfect(state: State, random: Random, limit: Limit) -> str:
    """A best move where the position can be solved within the limit, else the most promising one."""
    nodes = DEEPEST if limit.nodes is None and limit.seconds is None else limit.nodes
    worth = evaluate(state, Limit(nodes=nodes, seconds=limit.seconds, flag=limit.flag), False)
    move = random.choice(worth.best)
    return Proved(move) if worth.exact else move


LEVELS: tuple[Level[State], ...] = (
    Level("facil", choose_easy),
    Level("medio", choose_medium),
    Level("dificil", choose_hard, compiled=True),
    Level("perfecto", choose_perfect, compiled=True, proves=True),
)
"""Weakest first."""
