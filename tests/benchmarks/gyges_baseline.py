"""Levels against plain opponents: `python -m tests.benchmarks.gyges_baseline [GAMES] [NODES]` for Maestro,
`... beginner [GAMES]` for Fácil.

The opponent is an alpha-beta search of two plies that judges a position by mobility: how many moves its side
has minus how many the other has. Each start is played twice, sides exchanged; rows and first moves are drawn
by a seed. NODES limits what Maestro looks at for one move, so that games can be repeated on a busy machine.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from time import process_time

import numpy as np

from engines.core.limit import Limit
from engines.core.match import Match
from engines.gyges import GAME, kernel
from engines.gyges.board import CELLS, GOAL
from engines.gyges.rules import State
from engines.gyges.setup import draw_fair
from engines.gyges.thinking import Position, moved, name_of, position_of, variant_of

WON = 1_000_000
LONGEST_GAME = 200
LOOKING = 0.5
"""How often the beginner looks at what can happen at once."""


class Plain:
    """A two-ply alpha-beta search with mobility at its leaves."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.buffers = np.zeros((4, kernel.MOST_MOVES), dtype=np.int32)

    def choose(self, state: State) -> str:
        """The move with the best value; the first of equal ones in an order by chance."""
        self.variant = variant_of(state.variant)
        position = position_of(state.board, state.mover)
        moves = self.moves(position, 0)
        self.random.shuffle(moves)
        best, chosen = -WON - 1, moves[0]
        for move in moves:
            value = self.value(position, move, 2, best, WON + 1)
            if value > best:
                best, chosen = value, move
        return name_of(chosen)

    def moves(self, position: Position, ply: int) -> list[int]:
        """All moves of a position."""
        made = kernel.generate(*position, self.variant, self.buffers[ply])
        return self.buffers[ply][:made].tolist()

    def value(self, position: Position, move: int, depth: int, low: int, high: int) -> int:
        """What a move is worth to its side, `depth` plies deep, itself included."""
        if move >> 6 & 63 >= CELLS:
            return WON
        after = moved(position, move)
        if depth == 1:
            return self.mobility(after, position.seat)
        best = -WON - 1
        for reply in self.moves(after, depth):
            best = max(best, self.value(after, reply, depth - 1, -high, -max(low, best)))
            if best >= -low:
                break
        return -best

    def mobility(self, position: Position, seat: int) -> int:
        """How many moves a seat would have, minus how many the other would."""
        masks = position.occupied, position.high, position.three
        mine, theirs = (kernel.count_moves(*masks, each, self.variant) for each in (seat, 1 - seat))
        return int(mine - theirs)


def beginner(state: State, random: Random, looking: float = LOOKING) -> str:
    """What a first game teaches: bring a piece forward, whichever.

    In every other turn it looks up: then it takes a win that is there, and lets the rival win at once only if
    all ways forward do.
    """
    moves = random.sample(state.legal_moves(), len(state.legal_moves()))
    if state.to_place:
        return moves[0]
    wins = [move for move in moves if move.endswith(GOAL)]
    looks = random.random() < looking
    if wins and looks:
        return wins[0]
    onwards = 1 if state.mover == 0 else -1
    others = [move for move in moves if move not in wins] or wins
    forward = [move for move in others if onwards * (int(move[4]) - int(move[1])) > 0] or others
    if looks:
        return next((move for move in forward if not rival_wins(state.play(move))), forward[0])
    return forward[0]


def rival_wins(state: State) -> bool:
    """Whether the side to move wins at once."""
    return bool(kernel.wins(*position_of(state.board, state.mover), variant_of(state.variant)))


def play_beginner(number: int) -> int:
    """One game from empty rows: 1 if the beginner wins, -1 if Fácil does, 0 for a draw."""
    random, easy = Random(number), GAME.level("facil")
    match = Match.begin(GAME, GAME.read_setup({}))
    seat = number % 2
    while match.turn is not None and match.ply < LONGEST_GAME:
        if match.turn == seat:
            match = match.play(beginner(match.state, random))
        else:
            match = match.play(easy.choose(match.state, random, Limit()))
    outcome = match.outcome
    winner = None if outcome is None else outcome.winner
    return 0 if winner is None else 1 if winner == seat else -1


def play(number: int, nodes: int | None, random: Random) -> tuple[int, int]:
    """One game: 1 if Maestro wins, -1 if it loses, 0 for a draw; and its plies."""
    start = Random(number // 2)
    match = Match.begin(GAME, GAME.read_setup({"setup": draw_fair({}, start)}))
    for _ in range(2):
        quiet = [
            move
            for move in match.legal_moves()
            if not any(reply.endswith("goal") for reply in match.state.play(move).legal_moves())
        ]
        match = match.play(start.choice(quiet or match.legal_moves()))
    master, plain = GAME.level("maestro"), Plain(random)
    seat = number % 2
    while match.turn is not None and match.ply < LONGEST_GAME:
        if match.turn == seat:
            match = match.play(master.choose(match.state, random, Limit(nodes=nodes)))
        else:
            match = match.play(plain.choose(match.state))
    outcome = match.outcome
    winner = None if outcome is None else outcome.winner
    return (0 if winner is None else 1 if winner == seat else -1), match.ply


def tell(results: Sequence[int]) -> None:
    """The score so far."""
    print(f"{results.count(1)} won, {results.count(0)} drawn, {results.count(-1)} lost", flush=True)


def main(arguments: list[str]) -> None:
    """Play the games and tell the score."""
    began = process_time()
    if arguments[:1] == ["beginner"]:
        tell([play_beginner(number) for number in range(int((arguments[1:] or ["100"])[0]))])
        print(f"{process_time() - began:.0f} s")
        return
    games = int(arguments[0]) if arguments else 40
    nodes = int(arguments[1]) if len(arguments) > 1 else None
    results: list[int] = []
    plies = 0
    for number in range(games):
        result, length = play(number, nodes, Random(number))
        results.append(result)
        plies += length
        tell(results)
    print(f"{plies / games:.1f} plies a game, {process_time() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
