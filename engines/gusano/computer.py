"""The computer's levels, and what a position is worth."""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING

from engines.core.game import Candidate, Evaluation, Level
from engines.core.limit import Limit
from engines.gusano.rules import State

if TYPE_CHECKING:
    from engines.gusano.solver import Solution

CAREFUL = 0.7
"""How often Fácil heeds what it sees one step ahead."""
AHEAD = 4
"""How many moves Medio looks ahead."""
HOPE = 0.4
"""The share of what is still in reach that Medio expects to get."""
SLIP = 0.4
"""Difícil plays a move that loses n points with a weight of exp(-n / SLIP)."""
DEEP = 30_000
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
    return Evaluation(
        value=float(found.low),
        exact=found.complete,
        bound=(float(found.low), float(found.high)),
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
    """Sees one step: the worm mostly avoids a dead end, the bird mostly enters one."""
    moves = state.legal_moves()
    dead = [move for move in moves if state.play(move).path[:-1] != state.path]
    wanted = [move for move in moves if move not in dead] if state.turn == state.worm else dead
    return random.choice(wanted if wanted and random.random() < CAREFUL else moves)


def choose_medium(state: State, random: Random, limit: Limit) -> str:
    """Looks a few moves ahead and hopes for a share of what is still in reach then."""
    sign = 1 if state.turn == state.worm else -1
    worths = {
        cell: sign * _look(state, (*state.path, cell), AHEAD - 1, state.turn != state.worm)
        for cell in state.exits()
    }
    best = max(worths.values())
    return state.board.name(random.choice([cell for cell, worth in worths.items() if worth == best]))


def _look(state: State, path: tuple[int, ...], depth: int, worm: bool) -> float:
    """The worm's points after this path and `depth` more moves, with what it may hope for then."""
    exits = [cell for cell in state.board.open_neighbours[path[-1]] if cell not in path]
    if not exits:
        return state.worth(path)
    if depth == 0:
        values = state.board.values
        return state.worth(path) + HOPE * sum(max(0, values[cell]) for cell in state.within(path))
    worths = (_look(state, (*path, cell), depth - 1, not worm) for cell in exits)
    return max(worths) if worm else min(worths)


def choose_hard(state: State, random: Random, limit: Limit) -> str:
    """Searches with a limit and slips now and then, the more seldom the more a slip would cost."""
    nodes = DEEP if limit.nodes is None else min(limit.nodes, DEEP)
    worth = evaluate(state, Limit(nodes=nodes, seconds=limit.seconds, flag=limit.flag), True)
    weights = [exp(-row.loss / SLIP) for row in worth.candidates]
    return random.choices([row.move for row in worth.candidates], weights)[0]


def choose_perfect(state: State, random: Random, limit: Limit) -> str:
    """A best move where the position can be solved within the limit, else the most promising one."""
    nodes = DEEPEST if limit.nodes is None and limit.seconds is None else limit.nodes
    worth = evaluate(state, Limit(nodes=nodes, seconds=limit.seconds, flag=limit.flag), False)
    return random.choice(worth.best)


LEVELS: tuple[Level[State], ...] = (
    Level("facil", choose_easy),
    Level("medio", choose_medium),
    Level("dificil", choose_hard, compiled=True),
    Level("perfecto", choose_perfect, compiled=True),
)
"""Weakest first."""
