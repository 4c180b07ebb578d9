"""The compiled generator is the rules: the same moves, the same positions after them, the same counts."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engines.gyges import kernel
from engines.gyges.board import CELLS, GOALS, KINDS, LEGS, NEIGHBOURS
from engines.gyges.rules import State
from engines.gyges.setup import ROWS
from engines.gyges.thinking import moved, name_of, perft, position_of, variant_of
from tests.engines.gyges.positions import CASES, scattered, state_of

POSITIONS = [case for name, case in CASES.items() if name != "sample_game"]
NARROW = {
    # Positions with very many ways: a plain walk over all of them meets thousands.
    "200000/031000/200030/102010/000200/031003",
    "000000/030000/200300/003021/030011/200201",
    "003000/300020/000300/030000/202010/020111",
}


def generated(state: State) -> dict[str, int]:
    """The kernel's moves by name; no name twice."""
    moves = np.zeros(kernel.MOST_MOVES, dtype=np.int32)
    position = position_of(state.board, state.mover)
    variant = variant_of(state.variant)
    made = kernel.generate(*position, variant, moves)
    named = {name_of(move): move for move in moves[:made].tolist()}
    assert len(named) == made == kernel.count_moves(*position, variant)
    assert kernel.wins(*position, variant) == any(move.endswith("goal") for move in named)
    return named


def check(state: State, random: Random) -> None:
    named = generated(state)
    assert tuple(sorted(named)) == state.legal_moves()
    for name in random.sample(sorted(named), min(4, len(named))):
        after = state.play(name)
        if after.turn is not None:
            assert moved(position_of(state.board, state.mover), named[name]) == position_of(
                after.board, after.mover
            )


@pytest.mark.parametrize("seed", range(6))
def test_any_position_has_the_moves_that_the_rules_give(seed: int) -> None:
    random = Random(seed)
    for _ in range(40):
        check(scattered(random, replace=random.random() < 0.7, back=random.random() < 0.7), random)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_positions_have_the_moves_that_the_rules_give(seed: int) -> None:
    random = Random(seed)
    for _ in range(500):
        check(scattered(random, replace=random.random() < 0.7, back=random.random() < 0.7), random)


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_games_have_the_moves_that_the_rules_give(seed: int) -> None:
    random = Random(seed)
    state = state_of("gyges : 321123 231132")
    for _ in range(60):
        check(state, random)
        state = state.play(random.choice(state.legal_moves()))
        if state.turn is None:
            state = scattered(random)


@pytest.mark.parametrize("position", sorted(NARROW))
def test_positions_with_very_many_ways_are_no_exception(position: str) -> None:
    for turn in (0, 1):
        check(state_of(f"gyges position={position} turn={turn}"), Random(1))


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_the_kernel_counts_as_other_programs_do(case: dict) -> None:
    for key, more in (("perft", ""), ("perft_return_no", " return=no")):
        state = state_of(case["match"] + more)
        # Three moves deep from the starts only: twenty million sequences take half a minute elsewhere.
        depths = [depth for depth, count in enumerate(case[key], start=1) if count < 12_000_000]
        assert [perft(state, depth) for depth in depths] == case[key][: len(depths)]


@pytest.mark.slow
@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_the_kernel_counts_every_depth_as_other_programs_do(case: dict) -> None:
    for key, more in (("perft", ""), ("perft_return_no", " return=no")):
        state = state_of(case["match"] + more)
        assert [perft(state, depth + 1) for depth in range(len(case[key]))] == case[key]


def in_mask(mask: int) -> set[int]:
    return {cell for cell in range(CELLS + len(GOALS)) if int(mask) >> cell & 1}


@pytest.mark.parametrize("rings", KINDS)
def test_a_leg_ends_where_the_list_of_all_legs_says(rings: int) -> None:
    random = Random(rings)
    for cell in range(CELLS):
        for barred in (None, *NEIGHBOURS[cell]):
            others = random.getrandbits(CELLS) & random.getrandbits(CELLS) & ~(1 << cell)
            high, three = (np.uint64((rings >= least) << cell) for least in (2, 3))
            bar = np.uint64(0 if barred is None else 1 << barred)
            ends, last = kernel.leg_ends(np.uint64(others), high, three, cell, bar)
            legs = [leg for leg in LEGS[cell][rings] if not leg.between & others and leg.cells[0] != barred]
            assert in_mask(ends) == {leg.end for leg in legs}
            assert in_mask(last) == {(cell, *leg.cells)[-2] for leg in legs} | (
                {cell} if rings == 1 else set()
            )


@pytest.mark.parametrize("seed", range(3))
def test_a_rough_look_misses_no_landing_and_is_right_about_the_goal(seed: int) -> None:
    random = Random(seed)
    more = 0
    for _ in range(150):
        state = scattered(random)
        masks = position_of(state.board, state.mover)[:3]
        for seat in (0, 1):
            for start in in_mask(masks[0]):
                true = in_mask(kernel.landings(*masks, seat, start))
                rough, certain = map(in_mask, kernel.roughly(*masks, seat, start))
                assert certain <= true <= rough
                assert rough & set(GOALS) == certain & set(GOALS) == true & set(GOALS)
                more += len(rough) - len(true)
    assert more > 0


def test_no_position_has_more_moves_than_there_is_room_for() -> None:
    pieces, empty = 12, CELLS - 12
    most = 6 * ((pieces - 1) * (empty + 1) + empty + 1 + 1)
    assert most < kernel.MOST_MOVES


def test_rows_to_be_placed_are_counted_too() -> None:
    assert [perft(state_of("gyges"), depth) for depth in (1, 2)] == [90, 8_100]
    assert perft(state_of("gyges : 231123"), 1) == 90
    assert perft(state_of("gyges : 231123"), 2) == sum(
        len(state_of(f"gyges setup=231123/{row}").legal_moves()) for row in ROWS
    )
    won = state_of(f"{CASES['test_N']['match']} : b6-goal")
    assert perft(won, 1) == 0
