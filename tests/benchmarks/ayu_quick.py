"""How long Ayu's quick games should be: `python -m tests.benchmarks.ayu_quick SIZE GAMES [SEED]`.

Positions of games of the tree of visits against itself (1,500 nodes a move, moves drawn among those that it
liked, after two to six random ones) get 16 quick games of each length. Printed for each: processor time of
one game, how much its worth varies from one game to the next and from one position to another, and how well
one, four and all of them with the estimate foretell who won (logarithmic loss of a logistic regression that
is fitted to every other game and tested on the rest).
"""

from __future__ import annotations

import sys
from random import Random
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.ayu import solver
from engines.ayu.desk import WEIGHTS, Desk
from engines.ayu.kernel import SCALE, judge
from engines.ayu.playouts.kernel import play_out
from engines.ayu.rules import State
from engines.core.limit import Limit
from tests.benchmarks.ayu import opening

STRENGTH, LIKED, DRAWN = 1_500, 0.2, 30
"""Nodes a move, the share of the best move's visits that another one needs, and the moves after which only
the best ones are played."""
QUICK_GAMES = 16
LENGTHS = (2, 4, 8, 12, 16, 20, 24, 32, 600)

Floats = NDArray[np.float64]


def positions(size: int, games: int, seed: int) -> list[tuple[int, State, float]]:
    """The number of a game, a position of it, and whether its side to move won (1, 0, or a half)."""
    found: list[tuple[int, State, float]] = []
    for number in range(games):
        random = Random(f"{seed}/{number}")
        match = opening(size, random)
        states: list[State] = []
        winner: int | None = None
        while match.turn is not None:
            state = match.state
            grown = solver.grow(state, Limit(nodes=STRENGTH))
            if grown.proved:
                winner = state.colour if grown.proved > 0 else 1 - state.colour
                break
            states.append(state)
            enough = LIKED * grown.best.visits
            liked = [each for each in grown.moves if each.visits >= enough and not each.proved]
            chosen = random.choice(liked) if liked and match.ply < DRAWN else grown.best
            stone, target = chosen.move
            match = match.play(f"{state.board.names[stone]}-{state.board.names[target]}")
        else:
            winner = None if match.outcome is None else match.outcome.winner
        for state in states:
            found.append((number, state, 0.5 if winner is None else float(winner == state.colour)))
    return found


def quick(size: int, states: list[State], most: int) -> tuple[Floats, Floats, float]:
    """The worths of quick games from each state, its estimate, and processor seconds for one game."""
    desk = Desk(size, 1)
    rest: tuple[Any, ...] = (*desk.masks, np.uint64(size))
    worths, estimates = np.zeros((len(states), QUICK_GAMES)), np.zeros(len(states))
    random, spent = np.uint64(20_261_130), 0.0
    for row, state in enumerate(states):
        desk.put(state)
        board = (desk.units, desk.counts, desk.stones, desk.scratch)
        estimates[row] = judge(*board, 0, state.colour, WEIGHTS, *rest)
        began = thread_time()
        for column in range(QUICK_GAMES):
            value, _moves, word = play_out(*board, WEIGHTS, 0, state.colour, most, random, *rest)
            worths[row, column], random = value, np.uint64(word)
        spent += thread_time() - began
    return worths, estimates, spent / worths.size


def loss(columns: list[Floats], won: Floats, fitted: NDArray[np.bool_]) -> float:
    """With what logarithmic loss columns foretell who won, fitted to some rows and tested on the others."""
    table = np.column_stack([*columns, np.ones(len(won))])
    weights = np.zeros(table.shape[1])
    for _ in range(20):
        odds = 1 / (1 + np.exp(-table[fitted] @ weights))
        bend = (table[fitted] * (odds * (1 - odds))[:, None]).T @ table[fitted]
        slope = table[fitted].T @ (odds - won[fitted])
        weights -= np.linalg.solve(bend + 1e-6 * np.eye(len(weights)), slope)
    logits = table[~fitted] @ weights
    return float(np.mean(np.logaddexp(0, logits) - won[~fitted] * logits))


def main(arguments: list[str]) -> int:
    """Print a row for each length."""
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    size, games = int(arguments[0]), int(arguments[1])
    found = positions(size, games, int(arguments[2]) if len(arguments) == 3 else 1)
    states = [state for _number, state, _won in found]
    won = np.array([result for _number, _state, result in found])
    fitted = np.array([number % 2 == 0 for number, _state, _won in found])
    print(f"{size} x {size}, {games} games, {len(states)} positions")
    for most in LENGTHS:
        worths, estimates, seconds = quick(size, states, most)
        static = [estimates / 100, np.tanh(SCALE * estimates)]
        losses = []
        for count in (1, 4, QUICK_GAMES):
            mean = worths[:, :count].mean(axis=1)
            losses.append(loss([*static, np.log((1.04 + mean) / (1.04 - mean))], won, fitted))
        within, between = worths.var(axis=1).mean(), worths.mean(axis=1).var()
        print(
            f"at most {most:3} moves: {1e6 * seconds:5.2f} us,"
            f" variance {within:.3f} within and {between:.3f} between,"
            f" loss of 1, 4, {QUICK_GAMES}: {losses[0]:.3f} {losses[1]:.3f} {losses[2]:.3f}",
            flush=True,
        )
    print(f"the estimate alone: {loss(static, won, fitted):.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
