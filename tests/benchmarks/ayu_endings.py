"""How early games of Ayu are proved: `python -m tests.benchmarks.ayu_endings SIZE GAMES NODES [SEED]`.

Games of the tree of visits against itself (20,000 nodes a move, after two to six random moves) are gone
through from their ends; at every second move both searches get so many nodes to prove who wins. Printed for
each number of moves played: the games that got so far, in how many of them the proofs by length and the tree
of visits were done, and the processor seconds they took on average.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from random import Random
from time import thread_time

from engines.ayu import solver
from engines.ayu.rules import State
from engines.core.limit import Limit
from tests.benchmarks.ayu import opening, player

STRENGTH = 20_000
"""Nodes a move of the games."""
STEP = 2
"""Moves between positions that are looked at."""
PATIENCE = 2
"""Positions of a game that may stay open before the earlier ones are taken to be open too."""

Outcome = tuple[bool, float]


def by_length(state: State, nodes: int) -> bool:
    """Whether the proofs by length are done with a position."""
    return solver.Prover(state, Limit(nodes=nodes)).length(state) is not None


def by_visits(state: State, nodes: int) -> bool:
    """Whether the tree proves who wins a position."""
    return solver.grow(state, Limit(nodes=nodes)).proved != 0


SEARCHES: tuple[Callable[[State, int], bool], ...] = (by_length, by_visits)


def game(size: int, number: int, seed: int) -> list[State]:
    """The positions of a game in which somebody has a move."""
    choose = player(f"tree:{STRENGTH}", size)
    match = opening(size, Random(f"{seed}/{number}"))
    while match.turn is not None:
        match = match.play(choose(match.state, match.ply))
    return [state for state in match.states if state.turn is not None]


def main(arguments: list[str]) -> int:
    """Print a row for each number of moves at which something is proved."""
    if len(arguments) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    size, games, nodes = (int(text) for text in arguments[:3])
    seed = int(arguments[3]) if len(arguments) == 4 else 1
    reached: dict[int, int] = defaultdict(int)
    found: dict[int, list[list[Outcome]]] = defaultdict(lambda: [[], []])
    lengths = []
    for number in range(games):
        states = game(size, number, seed)
        lengths.append(len(states))
        for ply in range(0, len(states), STEP):
            reached[ply] += 1
        open_in_a_row = 0
        for ply in range((len(states) - 1) // STEP * STEP, -1, -STEP):
            done = []
            for search, outcomes in zip(SEARCHES, found[ply], strict=True):
                began = thread_time()
                done.append(search(states[ply], nodes))
                outcomes.append((done[-1], thread_time() - began))
            open_in_a_row = 0 if any(done) else open_in_a_row + 1
            if open_in_a_row == PATIENCE:
                break
    print(f"{size} x {size}, {games} games of {sum(lengths) / games:.0f} moves, {nodes} nodes")
    for ply in sorted(found):
        cells = []
        for outcomes in found[ply]:
            proved, seconds = (sum(column) for column in zip(*outcomes, strict=True))
            cells.append(f"{proved:3} in {seconds / len(outcomes):.2f} s")
        print(
            f"after {ply:2} moves: {reached[ply]:3} games, by length {cells[0]}, by visits {cells[1]}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
