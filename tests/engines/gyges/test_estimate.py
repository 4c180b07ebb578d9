"""The network that judges positions, against its definition; the facts that it sees; how it is kept."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engines.gyges import kernel
from engines.gyges.board import CELLS, LEGS, SIZE
from engines.gyges.estimate import kernel as looking
from engines.gyges.estimate.learned import HALF, packed, unpacked
from engines.gyges.rules import State
from engines.gyges.thinking import LEARNED, Thinking, position_of, variant_of
from engines.gyges.weights import NETWORK, OUTPUT, WEIGHTS
from tests.engines.gyges.positions import mirrored, scattered, turned

LARGEST = 1 << 15


def looked(state: State) -> tuple[int, list[int], list[set[int]]]:
    """What a position looks like, the facts, and the landings of the mover and of the other side."""
    control = np.zeros(looking.CONTROL, dtype=np.int64)
    control[looking.VARIANT] = variant_of(state.variant)
    control[looking.WEIGHTS : looking.WEIGHTS + looking.FEATURES] = LEARNED.weights
    control[looking.OUTPUT : looking.OUTPUT + looking.UNITS] = LEARNED.output
    value = looking.look(*position_of(state.board, state.mover), control, LEARNED.net)
    facts = control[looking.FACTS : looking.FACTS + looking.FEATURES].tolist()
    landings = [
        {cell for cell in range(CELLS) if mask >> cell & 1}
        for mask in control[[looking.MINE, looking.THEIRS]].tolist()
    ]
    return value, facts, landings


def quiet(random: Random) -> State:
    """A position whose mover does not win at once."""
    while True:
        state = scattered(random, replace=random.random() < 0.8, back=random.random() < 0.8)
        if not kernel.wins(*position_of(state.board, state.mover), variant_of(state.variant)):
            return state


def inputs(state: State, landings: list[set[int]], flip: bool) -> list[int]:
    """The inputs that a position has, as the mover sees it or in the mirror, by the words of the kernel."""

    def place(group: int, cell: int) -> int:
        cell = cell if state.mover == 0 else CELLS - 1 - cell
        row, column = divmod(cell, SIZE)
        return group * CELLS + row * SIZE + (SIZE - 1 - column if flip else column)

    there = [place(rings - 1, cell) for cell, rings in enumerate(state.board) if rings]
    for side, cells in enumerate(landings):
        there += [place(3 + 2 * side + (state.board[cell] > 0), cell) for cell in cells]
    return there


def sums(state: State, facts: list[int], landings: list[set[int]]) -> list[int]:
    """What each unit has, the learned ones first."""
    learned = unpacked(NETWORK).astype(int)
    found = []
    for flip in (False, True):
        there = [looking.FEATURES + each for each in inputs(state, landings, flip)]
        for unit in range(HALF):
            own = sum(fact * weight for fact, weight in zip([1, *facts[1:]], learned[:, unit], strict=False))
            found.append(int(own + learned[there, unit].sum()))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_worth_what_facts_and_units_count(seed: int) -> None:
    random = Random(seed)
    for _ in range(30):
        state = quiet(random)
        value, facts, landings = looked(state)
        units = sums(state, facts, landings)
        assert max(map(abs, units)) < LARGEST
        counted = sum(
            min(max(unit, 0), looking.FULL) * output
            for unit, output in zip(units, (*OUTPUT, *OUTPUT), strict=True)
        )
        plain = sum(fact * weight for fact, weight in zip(facts, WEIGHTS, strict=True))
        assert value == plain + counted // looking.FULL


@pytest.mark.parametrize("seed", range(3))
def test_the_facts_about_both_sides_are_those_of_the_rules(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        state = quiet(random)
        _value, facts, _landings = looked(state)
        other = State(state.board, 1 - state.mover, state.variant)
        masks = position_of(state.board, other.mover)
        assert facts[12] == kernel.wins(*masks, variant_of(state.variant))
        ways = [
            {
                cell
                for cell, rings in enumerate(state.board)
                for leg in LEGS[cell][rings]
                if leg.end == CELLS + seat and not any(state.board[step] for step in leg.cells[:-1])
            }
            for seat in (state.mover, other.mover)
        ]
        assert facts[11] == len(ways[0]) - len(ways[1])


def test_equal_positions_are_judged_alike() -> None:
    random = Random(5)
    for _ in range(60):
        state = quiet(random)
        estimates = {
            Thinking(state.variant, bits=1).estimate(position_of(each.board, each.mover))
            for each in (state, mirrored(state), turned(state), turned(mirrored(state)))
        }
        assert len(estimates) == 1


def test_learned_weights_are_kept_as_text() -> None:
    learned = unpacked(NETWORK)
    assert learned.shape == (looking.FEATURES + looking.INPUTS, HALF)
    assert packed(learned) == NETWORK
    assert len(NETWORK) < 20_000
