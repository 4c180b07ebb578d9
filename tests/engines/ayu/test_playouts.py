"""The quick games at the leaves of the tree: every draw is a legal move, who wins has no move, and a game cut
short is worth what the estimate says of where it has come to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.ayu.board import bits
from engines.ayu.desk import WEIGHTS, Desk, words
from engines.ayu.kernel import SCALE, judge
from engines.ayu.playouts import kernel
from engines.ayu.rules import State, units
from tests.engines.ayu.positions import drawn, scattered, wandered

SEED = np.uint64(20_261_130)
WHOLE = 600
"""More moves than a quick game has."""


def mask(number: int, desk: Desk) -> tuple[np.uint64, ...]:
    return words(number, len(desk.masks[0]))


def whole(found: Any) -> int:
    return sum(int(word) << 64 * place for place, word in enumerate(found))


def play_out(desk: Desk, state: State, seed: int, most: int) -> tuple[float, int]:
    """What one quick game of at most so many moves is worth, and how many moves it had."""
    desk.put(state)
    value, moves, _seed = kernel.play_out(
        desk.units,
        desk.counts,
        desk.stones,
        desk.scratch,
        WEIGHTS,
        0,
        state.colour,
        most,
        np.uint64(seed),
        *desk.masks,
        np.uint64(state.size),
    )
    return float(value), int(moves)


def played(state: State, seed: int) -> tuple[int, int]:
    """The result of one quick game that is played to its end, and its moves."""
    value, moves = play_out(Desk(state.size, 1), state, seed, WHOLE)
    assert moves < WHOLE
    return int(value), moves


BLOCK = drawn(".....\n.ww..\nwbbw.\nwbb.b\n.....")
"""No stone of the block is at an end, and the one that walls in least must stay: d2 touches it alone."""


@pytest.mark.parametrize("size", [5, 9, 13])
def test_stones_and_targets_drawn_are_legal_moves_and_every_target_is_drawn(size: int) -> None:
    wild = [wandered(size, n, 4 * n) if n % 2 else scattered(size, n) for n in range(12)]
    for state in (*wild, BLOCK):
        if state.turn is None:
            continue
        size = state.size
        desk, seed = Desk(size, 1), SEED
        _everything, first, last = desk.masks
        own, their = state.stones[state.colour], state.stones[1 - state.colour]
        empty = (1 << size * size) - 1 & ~own & ~their
        legal = set(state.relocations())
        seen = set()
        for unit in units(size, own):
            targets = {target for stone, target in legal if unit >> stone & 1}
            if not targets:
                continue
            for _ in range(60):
                seed = kernel.drawn(seed)
                there = kernel.nth(
                    mask(sum(1 << target for target in targets), desk), kernel.below(seed, len(targets))
                )
                here = mask(unit, desk)
                if unit.bit_count() > 1:
                    here, seed = kernel.stone_of(
                        here,
                        there,
                        mask(their, desk),
                        mask(empty, desk),
                        seed,
                        np.uint64(size),
                        first,
                        last,
                    )
                (stone,), (target,) = bits(whole(here)), bits(whole(there))
                seen.add((stone, target))
        assert seen <= legal
        assert {target for _stone, target in seen} == {target for _stone, target in legal}


@pytest.mark.parametrize("size", [5, 7, 9, 11, 15])
def test_whoever_wins_a_quick_game_has_the_move_when_it_ends(size: int) -> None:
    results = set()
    for number in range(40):
        state = wandered(size, number, number)
        if state.turn is None:
            continue
        result, moves = played(state, number + 1)
        assert (result, moves > 0) == (1 if moves % 2 == 0 else -1, True)
        results.add(result)
    assert results == {1, -1}


def test_a_game_that_is_over_is_won_without_a_move() -> None:
    assert played(drawn("bb...\n.....\nw...w\n.....\n....."), 1) == (1, 0)


def test_where_every_way_to_play_ends_alike_so_do_the_quick_games() -> None:
    # Black joins with its only kind of move, White is walled apart and has won: two plies, always.
    forced = drawn("b.b..\n.....\nwwwww\n.....\n.....")
    assert {played(forced, seed) for seed in range(1, 30)} == {(-1, 1)}


def test_the_same_word_plays_the_same_game() -> None:
    state = wandered(9, 3, 6)
    assert played(state, 7) == played(state, 7)
    assert len({played(state, seed) for seed in range(1, 30)}) > 5


@pytest.mark.parametrize("size", [7, 9, 13])
@pytest.mark.parametrize("most", [0, 1, 5])
def test_a_game_cut_short_is_worth_what_the_estimate_says_of_where_it_has_come_to(
    size: int, most: int
) -> None:
    desk, fresh = Desk(size, 1), Desk(size, 1)
    for number in range(6):
        state = wandered(size, number, number)
        value, moves = play_out(desk, state, number + 1, most)
        assert moves == most
        black, white = (sum(int(word) << 64 * k for k, word in enumerate(row)) for row in desk.stones[1])
        reached = State(size, (black, white), state.colour if most % 2 == 0 else 1 - state.colour)
        fresh.put(reached)
        score = judge(
            fresh.units,
            fresh.counts,
            fresh.stones,
            fresh.scratch,
            0,
            reached.colour,
            WEIGHTS,
            *fresh.masks,
            np.uint64(size),
        )
        assert value == pytest.approx(np.tanh(SCALE * score) * (1 if most % 2 == 0 else -1))
