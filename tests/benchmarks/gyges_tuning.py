"""Tune the weights of the estimate: `python -m tests.benchmarks.gyges_tuning [PAIRS] [SEED]`.

Simultaneous perturbation (Spall): all weights are moved by chance, up or down; the program with the weights
moved one way plays two games against itself with the weights moved the other way, sides exchanged; the
weights then go a little towards the side that won. The games are searched one ply deep, which is quick and
sees wins and threats. The weight that is one always (the mover's advantage) does not show in such games: it
is set afterwards so that searches of one ply and of two agree on the average.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from statistics import median

from engines.core.limit import Limit
from engines.gyges.rules import Variant
from engines.gyges.search.kernel import PROVED, WIN
from engines.gyges.setup import ROWS, board_from
from engines.gyges.thinking import Position, Thinking, moved, position_of
from engines.gyges.weights import WEIGHTS

SPREAD = (0, 6, 12, 4, 2, 12, 20, 12, 10, 10, 10, 20, 60)
"""How far each weight is moved."""
GAIN, PATIENCE, DECAY = 0.1, 1_500, 0.6
OPENING = 2
"""Moves by chance at the beginning of a game."""
LONGEST = 80


def opening(thinking: Thinking, random: Random) -> Position:
    """A position after a few moves by chance that do not lose at once."""
    while True:
        position = position_of(board_from(random.choice(ROWS), random.choice(ROWS)), 0)
        for _ in range(OPENING):
            safe = thinking.sift(position).safe
            if safe:
                position = moved(position, random.choice(safe))
        if not thinking.wins(position):
            return position


def play(first: Sequence[int], second: Sequence[int], random: Random) -> int:
    """One game: 1 if the first weights win, -1 if the second do, 0 if nobody does in time."""
    sides = [Thinking(Variant(), weights, bits=4) for weights in (first, second)]
    for side in sides:
        side.begin(Limit())
    position = opening(sides[0], random)
    for _ in range(LONGEST):
        if sides[0].wins(position):
            return 1 if position.seat == 0 else -1
        found = sides[position.seat].deepen(position, 1, None)
        assert found is not None
        position = moved(position, found.move)
    return 0


def advantage(weights: Sequence[int], random: Random, positions: int = 60) -> int:
    """The mover's advantage with which searches of one ply and of two agree."""
    thinking = Thinking(Variant(), (0, *weights[1:]), bits=16)
    thinking.begin(Limit())
    halves = []
    while len(halves) < positions:
        position = opening(thinking, random)
        one, two = (thinking.ask(position, depth, -WIN, WIN) for depth in (1, 2))
        assert one is not None
        assert two is not None
        if max(abs(one), abs(two)) < PROVED:
            halves.append((one - two) / 2)
    return round(median(halves))


def tune(pairs: int, seed: int) -> tuple[int, ...]:
    """The weights after so many pairs of games, told every 500."""
    random = Random(seed)
    weights = [float(weight) for weight in WEIGHTS]
    for pair in range(pairs):
        signs = [random.choice((-1, 1)) for _ in weights]
        moves = [spread * sign for spread, sign in zip(SPREAD, signs, strict=True)]
        plus = [round(weight + move) for weight, move in zip(weights, moves, strict=True)]
        minus = [round(weight - move) for weight, move in zip(weights, moves, strict=True)]
        start = random.random()
        result = play(plus, minus, Random(start)) - play(minus, plus, Random(start))
        step = GAIN / (1 + pair / PATIENCE) ** DECAY * result / 2
        weights = [weight + step * move for weight, move in zip(weights, moves, strict=True)]
        if pair % 500 == 499:
            print(pair + 1, [round(weight) for weight in weights], flush=True)
    found = [round(weight) for weight in weights]
    return (advantage(found, random), *found[1:])


def main(arguments: list[str]) -> None:
    """Tune, and print the weights."""
    pairs, seed = ([int(each) for each in arguments] + [4_000, 1][len(arguments) :])[:2]
    print(tune(pairs, seed))


if __name__ == "__main__":
    main(sys.argv[1:])
