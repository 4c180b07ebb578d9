"""What the levels promise, and that each beats the one below by as much as it should."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engines.core.limit import Limit
from engines.gusano import GAME
from engines.gusano.rules import State
from tests.engines.gusano.positions import any_cell, random_lines, state_of

SIZES = {
    "square4": "rows=5 cols=5",
    "square8": "rows=5 cols=5",
    "knight": "rows=6 cols=6",
    "hex": "side=3",
    "cylinder": "rows=5 cols=6",
    "torus": "rows=5 cols=5",
    "mobius": "rows=5 cols=6",
    "klein": "rows=5 cols=5",
    "icosahedron": "",
    "football": "",
}
"""Boards on which a mistake can be made at nearly every move. The smaller solids are nearly always filled."""
STEPS = tuple((above.slug, below.slug) for below, above in pairwise(GAME.levels))


def play(state: State, levels: tuple[str, str], random: Random) -> tuple[int, int]:
    """The score of a match between two levels, seat 0 and seat 1."""
    while state.turn is not None:
        level = GAME.level(levels[state.turn])
        state = state.play(level.choose(state, random, Limit()))
    return state.score


def share(board: str, above: str, below: str, matches: int) -> float:
    """The part of the points that the higher level gets in matches of one pair, sides in turn."""
    random = Random(f"{board} {above}")
    size = SIZES[board]
    bare = state_of(f"gusano board={board} {size} start={any_cell(board)}")
    names = [cell.name for cell in bare.board.graph.cells]
    points = 0.0
    for number in range(matches):
        state = state_of(f"gusano board={board} {size} start={random.choice(names)}")
        higher = number % 2
        levels = (above, below) if higher == 0 else (below, above)
        score = play(state, levels, random)
        points += 0.5 if score[0] == score[1] else float(score[higher] > score[1 - higher])
    return points / matches


def test_the_levels_are_four() -> None:
    assert [level.slug for level in GAME.levels] == ["facil", "medio", "dificil", "perfecto"]
    assert [level.compiled for level in GAME.levels] == [False, False, True, True]
    assert GAME.level("maestro") is GAME.levels[-1]


@pytest.mark.parametrize(("above", "below"), STEPS)
def test_each_level_beats_the_one_below(above: str, below: str) -> None:
    shares = [share(board, above, below, 12) for board in ("square4", "hex")]
    assert 0.6 <= sum(shares) / 2 <= 0.95
    assert min(shares) > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("board", SIZES)
@pytest.mark.parametrize(("above", "below"), STEPS)
def test_each_level_beats_the_one_below_on_every_board(board: str, above: str, below: str) -> None:
    assert 0.55 <= share(board, above, below, 40) <= 0.97


def test_the_first_level_sees_a_dead_end_one_step_ahead() -> None:
    worm = state_of("gusano rows=3 cols=5 start=b1 blocked=a1,a3 : b2")
    bird = state_of("gusano rows=3 cols=5 start=b2 blocked=a1,a3")
    assert worm.turn == worm.worm
    assert bird.turn != bird.worm
    assert "a2" in worm.legal_moves()
    assert "a2" not in {choose("facil", worm, seed) for seed in range(20)}
    assert {choose("facil", bird, seed) for seed in range(20)} == {"a2"}


def choose(level: str, state: State, seed: int) -> str:
    return GAME.level(level).choose(state, Random(seed), Limit())


def test_the_bird_ends_the_round_and_the_worm_goes_on_where_a_look_ahead_shows_it() -> None:
    bird = state_of("gusano rows=4 cols=4 start=b1 : b2 a2")
    assert bird.turn != bird.worm
    for level in ("dificil", "perfecto"):
        moves = [choose(level, bird, seed) for seed in range(12)]
        assert moves.count("a1") >= 6
    assert {choose("perfecto", bird, seed) for seed in range(12)} == {"a1"}


def test_perfecto_plays_a_move_that_keeps_the_worth() -> None:
    for line in random_lines(14, seed=31):
        state = state_of(line)
        while not state.finished and not state.is_over:
            move = choose("perfecto", state, 3)
            assert move in GAME.evaluate(state, Limit(), False).best
            state = state.play(move)


def test_the_difference_between_levels_is_in_small_slips() -> None:
    """Difícil's moves lose little: on average far less than a point."""
    lost, moves = 0.0, 0
    for line in random_lines(9, seed=41):
        state = state_of(line)
        while not state.finished and not state.is_over:
            move = choose("dificil", state, moves)
            rows = {row.move: row.loss for row in GAME.evaluate(state, Limit(), True).candidates}
            lost += rows[move]
            moves += 1
            state = state.play(move)
    assert moves > 40
    assert lost / moves < 0.4


def test_every_level_answers_on_the_largest_boards_also_when_stopped() -> None:
    stopped = Limit(nodes=500)
    stopped.stop()
    for line in ("board=square8 rows=10 cols=10 start=e5", "board=hex side=6 start=a1 values=b1:-9,c2:99"):
        state = state_of(f"gusano {line}")
        for level in GAME.levels:
            for limit in (Limit(nodes=500), stopped):
                assert level.choose(state, Random(1), limit) in state.legal_moves()
