"""Matches between Ayu's searchers: `python -m tests.benchmarks.ayu SIZE GAMES ONE OTHER [SEED]`.

A player is `tree:NODES` (the engine's tree of visits), `alphabeta:NODES` (the same estimate, another search),
`rollouts:VISITS` (a plain tree with random games), `level:SLUG:NODES`, or `beginner` (see there). Openings of
two to six random moves are played twice with sides changed. Printed: wins of the first, draws, losses, and
processor seconds a move.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import thread_time

from engines.ayu import GAME, solver
from engines.ayu.outlook import remaining
from engines.ayu.rules import State
from engines.core.limit import Limit
from engines.core.match import Match
from tests.benchmarks.ayu_alphabeta import AlphaBeta
from tests.benchmarks.ayu_rollouts import Rollouts

Player = Callable[[State, int], str]


def player(text: str, size: int) -> Player:
    """The player that a word of the command line describes. ValueError if there is none."""
    kind, _, rest = text.partition(":")
    if kind == "alphabeta":
        return AlphaBeta(size, int(rest)).choose
    if kind == "rollouts":
        return Rollouts(size, int(rest)).choose
    if kind == "tree":
        nodes = int(rest)

        def grown(state: State, seed: int) -> str:
            stone, target = solver.grow(state, Limit(nodes=nodes)).best.move
            return f"{state.board.names[stone]}-{state.board.names[target]}"

        return grown
    if kind == "beginner":
        return beginner
    if kind == "level":
        slug, _, most = rest.partition(":")
        level = GAME.level(slug)
        return lambda state, seed: level.choose(state, Random(seed), Limit(nodes=int(most)))
    raise ValueError(text)


def beginner(state: State, seed: int) -> str:
    """What a first game teaches: leave the own units as little to go as a move can.

    In about every other turn it looks at the other side too, and stands in its way where that costs nothing.
    """
    random = Random(seed)
    moves = random.sample(state.legal_moves(), len(state.legal_moves()))
    walls = random.random() < 0.5

    def burden(move: str) -> tuple[int, int]:
        stones = state.play(move).stones
        mine, theirs = (remaining(state.size, stones, side) for side in (state.colour, 1 - state.colour))
        return mine, -theirs if walls else 0

    return min(moves, key=burden)


def opening(size: int, random: Random) -> Match:
    """A match after a few random moves."""
    match = Match.begin(GAME, GAME.read_setup({"size": str(size)}))
    for _ in range(random.randint(2, 6)):
        match = match.play(random.choice(match.legal_moves()))
    return match


def play(size: int, games: int, players: tuple[Player, Player], seed: int) -> tuple[int, int, list[float]]:
    """Wins of the first player, draws, and seconds a move of each."""
    wins = draws = 0
    spent, moves = [0.0, 0.0], [0, 0]
    for number in range(games):
        match = opening(size, Random(f"{seed}/{number // 2}"))
        while match.turn is not None:
            who = match.turn ^ number % 2
            began = thread_time()
            move = players[who](match.state, 1_000 * number + match.ply)
            spent[who] += thread_time() - began
            moves[who] += 1
            match = match.play(move)
        outcome = match.outcome
        if outcome is None or outcome.winner is None:
            draws += 1
        elif outcome.winner ^ number % 2 == 0:
            wins += 1
    return wins, draws, [seconds / max(1, count) for seconds, count in zip(spent, moves, strict=True)]


def main(arguments: list[str]) -> int:
    """Play one match and print its row."""
    if len(arguments) not in (4, 5):
        print(__doc__, file=sys.stderr)
        return 2
    size, games = int(arguments[0]), int(arguments[1])
    one, other = (player(text, size) for text in arguments[2:4])
    seed = int(arguments[4]) if len(arguments) == 5 else 1
    wins, draws, seconds = play(size, games, (one, other), seed)
    print(
        f"{size} x {size}, {games} games: {arguments[2]} - {arguments[3]}: {wins} won, {draws} drawn,"
        f" {games - wins - draws} lost; {seconds[0]:.4f} and {seconds[1]:.4f} s a move",
        flush=True,
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
