"""Learn the estimate of Gygès from games of the program against itself, and see whether that helps.

`python -m tests.benchmarks.gyges_learning play FILE GAMES [SEED]` plays games of some thousand nodes a move
from rows and first moves by chance, and keeps every position whose search proved nothing, with what the
search found and with how the game ended.

`... fit FILE...` fits by logistic regression what the mover gets in these positions: from the facts of
`estimate/kernel.py`, from facts and weights cell by cell, and with the network. It tells the loss on
positions of games that were kept back, and writes `engines/gyges/weights.py` anew.

`... match GAMES NODES [NODES]` plays games, each opening by both sides, between the estimate as it is and the
one before it, which was made by hand and is kept here; then it tells the score and the processor time a move.
The second number of nodes is for the one before, so that both get the same time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.core.limit import Limit
from engines.gyges import weights
from engines.gyges.board import CELLS
from engines.gyges.estimate import kernel as looking
from engines.gyges.estimate.kernel import FEATURES, FULL, GROUPS, INPUTS, PROVED, WIN
from engines.gyges.estimate.learned import HALF, LEFT_RIGHT, Estimate, packed, plain
from engines.gyges.rules import Variant
from engines.gyges.setup import ROWS, board_from
from engines.gyges.solver import deepening
from engines.gyges.thinking import LEARNED, Found, Position, Thinking, moved, position_of

NODES = 3_000
"""What one move of a game may look at."""
MOST_OPENING = 8
"""Most moves by chance at the beginning of a game to learn from."""
MATCH_OPENING = 2
"""Moves by chance at the beginning of a game of a match."""
LONGEST = 80
VARIANTS = (Variant(),) * 6 + (Variant(replace=False), Variant(back=False))
"""One game of four is not played by the usual rules."""
BEFORE = (364, 12, 62, -3, 9, 38, -65, 30, 8, 62, 28, -8, 0)
"""What each fact counted before: weights that were moved by chance and kept where they won more games."""

RESULT = 0.6
"""How much of what is to be learned is how the game ended; the rest is what the search found."""
KEPT_BACK = 0.15
"""The part of the positions that the losses are measured on."""
SCALE = 550
"""The estimate at which the mover's chances are e to 1."""

Floats = NDArray[np.float32]
FIELDS = ("occupied", "high", "three", "seat", "variant", "value", "result")


# 1. Games


def opening(thinking: Thinking, random: Random, moves: int) -> Position:
    """A position after a few moves by chance that do not lose at once."""
    while True:
        position = position_of(board_from(random.choice(ROWS), random.choice(ROWS)), 0)
        for _ in range(moves):
            safe = thinking.sift(position).safe
            if safe:
                position = moved(position, random.choice(safe))
        if not thinking.wins(position):
            return position


def search(thinking: Thinking, position: Position, nodes: int) -> Found:
    """What a search finds, which ends when it knows who wins."""
    thinking.begin(Limit(nodes=nodes))
    found = Found(2 - WIN, -1, 0)
    for found in deepening(thinking, position):
        if abs(found.value) >= PROVED:
            break
    return found


def play(thinking: Thinking, random: Random) -> list[tuple[Position, int, float]]:
    """One game: its positions in which nothing was proved, the value of their searches, what the mover got.

    A game ends when a search proves who wins it.
    """
    position = opening(thinking, random, random.randint(1, MOST_OPENING))
    met: list[tuple[Position, int]] = []
    winner = None
    while winner is None and len(met) < LONGEST:
        if thinking.wins(position):
            winner = position.seat
            break
        found = search(thinking, position, NODES)
        if abs(found.value) >= PROVED:
            winner = position.seat if found.value > 0 else 1 - position.seat
            break
        met.append((position, found.value))
        position = moved(position, found.move)
    return [(each, value, 0.5 if winner is None else float(winner == each.seat)) for each, value in met]


def play_many(games: int, seed: int) -> dict[str, NDArray[Any]]:
    """The positions of many games: masks, mover, variant, what the search found, what the mover got."""
    random = Random(seed)
    thinkings = {variant: Thinking(variant, bits=16) for variant in VARIANTS}
    rows = []
    for number in range(games):
        thinking = thinkings[random.choice(VARIANTS)]
        thinking.begin(Limit())
        for position, value, result in play(thinking, random):
            masks = map(int, position[:3])
            rows.append((*masks, position.seat, thinking.variant, value, result))
        if number % 500 == 499:
            print(f"{number + 1} games, {len(rows)} positions", flush=True)
    return {name: np.array(column) for name, column in zip(FIELDS, zip(*rows, strict=True), strict=True)}


# 2. Learning


@dataclass(frozen=True)
class Positions:
    """Positions as the network sees them, with what is to be learned."""

    facts: Floats
    """The facts, divided by `spread`; the first is one always."""
    spread: Floats
    cells: Floats
    """A one for each input of a cell that is there."""
    values: Floats
    results: Floats

    def part(self, some: slice) -> Positions:
        """Some of them."""
        columns = self.cells[some], self.values[some], self.results[some]
        return Positions(self.facts[some], self.spread, *columns)

    @property
    def mirrored(self) -> Floats:
        """The cells with left and right exchanged."""
        return self.cells.reshape(-1, GROUPS, CELLS)[:, :, LEFT_RIGHT].reshape(self.cells.shape)


def seen(data: dict[str, NDArray[Any]]) -> Positions:
    """Positions from those that were kept."""
    control = np.zeros(looking.CONTROL, dtype=np.int64)
    nothing = plain([0] * FEATURES).net
    many = len(data["seat"])
    facts = np.zeros((many, FEATURES), dtype=np.float32)
    masks = np.zeros((many, 5), dtype=np.int64)
    for place, row in enumerate(zip(*(data[name].tolist() for name in FIELDS[:5]), strict=True)):
        control[looking.VARIANT] = row[4]
        looking.look(*map(np.uint64, row[:3]), row[3], control, nothing)
        facts[place] = control[looking.FACTS : looking.FACTS + FEATURES]
        masks[place] = (*row[:3], control[looking.MINE], control[looking.THEIRS])
    bits = (masks[:, :, None] >> np.arange(CELLS) & 1).astype(np.float32)
    turned = data["seat"] == 1
    bits[turned] = bits[turned, :, ::-1]
    occupied, high, three, mine, theirs = np.moveaxis(bits, 1, 0)
    groups = [occupied - high, high - three, three]
    groups += [part for side in (mine, theirs) for part in (side * (1 - occupied), side * occupied)]
    spread = np.maximum(facts.std(axis=0), 1e-6)
    spread[0] = 1
    return Positions(
        facts / spread,
        spread,
        np.concatenate(groups, axis=1),
        data["value"].astype(np.float32),
        data["result"].astype(np.float32),
    )


def chance(logit: Floats) -> Floats:
    """What the mover gets, from 0 to 1."""
    return 1 / (1 + np.exp(-np.clip(logit, -30, 30)))


def loss(found: Floats, wanted: Floats) -> float:
    """The mean logarithmic loss."""
    found = np.clip(found, 1e-6, 1 - 1e-6)
    return float(-(wanted * np.log(found) + (1 - wanted) * np.log(1 - found)).mean())


Parameters = list[Floats]
Gradient = Callable[[Parameters, Any, Floats], Parameters]


def adam(start: Parameters, gradient: Gradient, wanted: Floats, rate: float, decay: float) -> Parameters:
    """Parameters after a few rounds of gradient descent, whose steps get smaller (Kingma and Ba)."""
    random = np.random.default_rng(1)
    rounds, batch = 12, 512
    found = [each.copy() for each in start]
    first, second = ([np.zeros_like(each) for each in start] for _ in range(2))
    step = 0
    for number in range(rounds):
        pace = rate * (1 - number / rounds) + 1e-5
        order = random.permutation(len(wanted))
        for begin in range(0, len(order), batch):
            some = order[begin : begin + batch]
            step += 1
            for each, mean, square, slope in zip(
                found, first, second, gradient(found, some, wanted[some]), strict=True
            ):
                slope = slope + decay * each
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                each -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return found


def fit_linear(inputs: Floats, wanted: Floats) -> Callable[[Floats], Floats]:
    """Weights for inputs alone."""

    def gradient(found: Parameters, some: Any, target: Floats) -> Parameters:
        part = inputs[some]
        return [part.T @ (chance(part @ found[0]) - target) / len(target)]

    start = [np.zeros(inputs.shape[1], dtype=np.float32)]
    (learned,) = adam(start, gradient, wanted, 0.01, 1e-4)
    return lambda others: others @ learned


def logits(found: Parameters, positions: Positions) -> Floats:
    """What the network says."""
    facts = positions.facts @ found[1]
    boards = positions.cells, positions.mirrored
    has = sum(np.clip(board @ found[0] + facts, 0, 1) for board in boards)
    said: Floats = has @ found[2] + positions.facts @ found[3]
    return said


def fit_network(positions: Positions, wanted: Floats) -> Parameters:
    """Weights of cells and of facts for the units, of the units, and of the facts themselves."""
    random = np.random.default_rng(1)
    shapes = (((INPUTS, HALF), 30**-0.5), ((FEATURES, HALF), 0.1), ((HALF,), 0.1), ((FEATURES,), 0.0))
    start = [random.normal(0, size, shape).astype(np.float32) for shape, size in shapes]
    mirrored = positions.mirrored

    def gradient(found: Parameters, some: Any, target: Floats) -> Parameters:
        facts, cells, images = positions.facts[some], positions.cells[some], mirrored[some]
        one, two = (each @ found[0] + facts @ found[1] for each in (cells, images))
        has = np.clip(one, 0, 1) + np.clip(two, 0, 1)
        error = (chance(has @ found[2] + facts @ found[3]) - target) / len(target)
        back = np.outer(error, found[2])
        one_back, two_back = (back * ((each > 0) & (each < 1)) for each in (one, two))
        return [
            cells.T @ one_back + images.T @ two_back,
            facts.T @ (one_back + two_back),
            has.T @ error,
            facts.T @ error,
        ]

    return adam(start, gradient, wanted, 0.004, 1e-3)


def best_scale(positions: Positions) -> float:
    """The value of a search that makes the mover's chances e to 1."""
    return min(range(100, 2_000, 10), key=lambda k: loss(chance(positions.values / k), positions.results))


def whole(numbers: Floats) -> list[int]:
    """Numbers rounded."""
    return [round(float(number)) for number in numbers]


def text_of(found: Parameters, spread: Floats, scale: float, steeper: float) -> str:
    """The module of the weights."""
    facts = found[1] / spread[:, None]
    learned = np.rint(np.concatenate([facts, found[0]]) * FULL)
    limit = np.iinfo(np.int16).max
    text = packed(np.clip(learned, -limit, limit).astype(np.int16))
    lines = "\n".join(f'    "{text[at : at + 100]}"' for at in range(0, len(text), 100))
    return TEMPLATE.format(
        weights=tuple(whole(found[3] / spread * scale)),
        output=tuple(whole(found[2] * scale)),
        scale=round(2 * steeper, -1),
        lines=lines,
    )


TEMPLATE = '''"""What the estimate counts, learned from games of the program against itself, and its scale.

Written by `python -m tests.benchmarks.gyges_learning fit`.
"""

from __future__ import annotations

WEIGHTS = {weights}
"""What each fact of `estimate/kernel.py` counts, in their order."""
OUTPUT = {output}
"""What each learned unit of the network counts."""
SCALE = {scale}
"""The estimate at which the hyperbolic tangent is 0.76: what searches find is then what can be expected."""

LONGEST = 1_000.0
"""More moves of one side than any match has: the bound of what is not proved."""

NETWORK = (
{lines}
)
"""What each input gives to each learned unit, packed."""
'''


def read(files: Sequence[str]) -> tuple[Positions, Positions]:
    """Positions to learn from, and the last games of each file, which are kept back."""
    early, late = [], []
    for file in files:
        with np.load(file) as data:
            columns = {name: data[name] for name in FIELDS}
        cut = int(len(columns["seat"]) * KEPT_BACK)
        early.append({name: column[:-cut] for name, column in columns.items()})
        late.append({name: column[-cut:] for name, column in columns.items()})
    joined = [
        {name: np.concatenate([part[name] for part in parts]) for name in FIELDS} for parts in (early, late)
    ]
    every = seen({name: np.concatenate([part[name] for part in joined]) for name in FIELDS})
    cut = len(joined[0]["seat"])
    return every.part(slice(None, cut)), every.part(slice(cut, None))


def fit(files: Sequence[str]) -> str:
    """Fit all kinds of estimates, tell their losses, and give the module of the weights of the network."""
    learning, kept = read(files)
    scale = best_scale(learning)
    wanted = RESULT * learning.results + (1 - RESULT) * chance(learning.values / scale)
    print(f"{len(learning.values)} positions to learn from, {len(kept.values)} kept back")

    def tell(name: str, found: Floats) -> None:
        print(f"{name:45} {loss(chance(found), kept.results):.4f}", flush=True)

    tell("what the searches found", kept.values / scale)
    before = [kept.facts @ (np.array(BEFORE) * kept.spread) / k for k in range(300, 3_000, 50)]
    tell("facts, the weights before", min(before, key=lambda found: loss(chance(found), kept.results)))
    tell("facts", fit_linear(learning.facts, wanted)(kept.facts))
    for name, groups in (("facts, pieces by cell", 3), ("facts, pieces and landings by cell", GROUPS)):
        inputs = [
            np.concatenate([each.facts, (each.cells + each.mirrored)[:, : groups * CELLS]], axis=1)
            for each in (learning, kept)
        ]
        tell(name, fit_linear(inputs[0], wanted)(inputs[1]))
    found = fit_network(learning, wanted)
    tell("the network", logits(found, kept))
    return text_of(found, learning.spread, SCALE, scale)


# 3. Matches


def duel(
    sides: Sequence[Thinking], nodes: Sequence[int], seat: int, random: Random, spent: list[float]
) -> int:
    """One game: 1 if the first side, which has `seat`, wins, -1 if the other does, 0 for neither in time."""
    position = opening(sides[0], random, MATCH_OPENING)
    for _ in range(LONGEST):
        if sides[0].wins(position):
            return 1 if position.seat == seat else -1
        side = int(position.seat != seat)
        began = process_time()
        found = search(sides[side], position, nodes[side])
        spent[side] += process_time() - began
        spent[side + 2] += 1
        position = moved(position, found.move)
    return 0


def compare(games: int, nodes: Sequence[int], estimates: Sequence[Estimate]) -> None:
    """Play, and tell the score with its 95 per cent interval."""
    results, spent = [], [0.0] * 4
    for number in range(games):
        sides = [Thinking(Variant(), estimate, bits=18) for estimate in estimates]
        results.append(duel(sides, nodes, number % 2, Random(number // 2), spent))
        if number % 50 == 49 or number == games - 1:
            points = np.array(results) / 2 + 0.5
            print(
                f"{results.count(1)} won, {results.count(0)} drawn, {results.count(-1)} lost:"
                f" {100 * points.mean():.1f} % +- {196 * points.std() / sqrt(len(points)):.1f};"
                f" {1e3 * spent[0] / spent[2]:.2f} and {1e3 * spent[1] / spent[3]:.2f} ms a move",
                flush=True,
            )


def main(arguments: list[str]) -> int:
    """Play and keep, read and fit, or compare."""
    match arguments:
        case ["play", file, games, *seed]:
            np.savez_compressed(file, **play_many(int(games), int(seed[0]) if seed else 1))
        case ["fit", _, *_]:
            Path(weights.__file__).write_text(fit(arguments[1:]))
        case ["match", games, nodes, *before]:
            compare(int(games), (int(nodes), int((before or [nodes])[0])), (LEARNED, plain(BEFORE)))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
