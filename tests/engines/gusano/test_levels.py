"""What the levels promise, and that each beats the one below by as much as it should."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from app.cli.arena import arena
from engines.core.game import Level, Proved
from engines.core.limit import Limit
from engines.gusano import GAME
from engines.gusano.rules import State
from tests.engines.gusano.beginner import share as against_first
from tests.engines.gusano.positions import random_lines, read, state_of

BOARDS = {
    "square4 5x5": "rows=5 cols=5 start=c3",
    "square4 4x4": "rows=4 cols=4 start=b2",
    "square4 7x7": "rows=7 cols=7 start=b3",
    "square8 5x5": "board=square8 rows=5 cols=5 start=b2",
    "knight 6x6": "board=knight rows=6 cols=6 start=c3",
    "hex side 3": "board=hex side=3 start=c3",
    "cylinder 5x6": "board=cylinder rows=5 cols=6 start=a1",
    "torus 5x5": "board=torus rows=5 cols=5 start=a1",
    "mobius 5x6": "board=mobius rows=5 cols=6 start=c3",
    "klein 5x5": "board=klein rows=5 cols=5 start=a1",
    "icosahedron": "board=icosahedron start=1",
    "football": "board=football start=1",
}
"""Boards on which a mistake can be made at nearly every move. The smaller solids are nearly always filled."""
GAMES, SLACK = 60, 0.06
"""Matches in the slow form, and how far chance may take their share from the 65 to 90 % of the level: about a
standard error."""
STEPS = tuple((above, below) for below, above in pairwise(GAME.levels))
WHICH = [f"{above.slug}-{below.slug}" for above, below in STEPS]


def share(board: str, above: Level[State], below: Level[State], games: int) -> float:
    """The part of the points that the higher level gets in the arena, where sides change after each game."""
    start = read(f"gusano {BOARDS[board]}")
    result = arena(start, above, below, games=games, seed=1, nodes=100_000)
    points: float = result["wins"] + result["draws"] / 2
    return points / games


def test_the_levels_are_four() -> None:
    assert [level.slug for level in GAME.levels] == ["facil", "medio", "dificil", "perfecto"]
    assert [level.compiled for level in GAME.levels] == [False, False, True, True]
    assert GAME.level("maestro") is GAME.levels[-1]


@pytest.mark.parametrize(("above", "below"), STEPS, ids=WHICH)
def test_each_level_beats_the_one_below(above: Level[State], below: Level[State]) -> None:
    shares = [share(board, above, below, 24) for board in ("square4 5x5", "square4 4x4", "hex side 3")]
    assert 0.62 <= sum(shares) / len(shares) <= 0.9
    assert min(shares) > 0.53


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("above", "below"), STEPS, ids=WHICH)
def test_each_level_beats_the_one_below_on_every_board(
    board: str, above: Level[State], below: Level[State]
) -> None:
    assert 0.65 - SLACK <= share(board, above, below, GAMES) <= 0.9 + SLACK


@pytest.mark.parametrize("board", BOARDS)
def test_a_beginner_gets_two_points_of_five_against_the_first_level(board: str) -> None:
    assert against_first(BOARDS[board], 100) >= 0.4


def test_the_first_level_sees_a_dead_end_one_step_ahead() -> None:
    worm = state_of("gusano rows=3 cols=5 start=b1 blocked=a1,a3 : b2")
    bird = state_of("gusano rows=3 cols=5 start=b2 blocked=a1,a3")
    assert worm.turn == worm.worm
    assert bird.turn != bird.worm
    assert "a2" in worm.legal_moves()
    assert "a2" not in {choose("facil", worm, seed) for seed in range(20)}
    assert {choose("facil", bird, seed) for seed in range(20)} == {"a2"}


def test_the_first_level_follows_the_edge_the_oftener_the_larger_the_board() -> None:
    def follows(size: int) -> int:
        worm = state_of(f"gusano rows={size} cols={size} start=a2 : a3")
        assert worm.turn == worm.worm
        return sum(choose("facil", worm, seed) == "a4" for seed in range(40))

    assert follows(10) > 30
    assert follows(4) < follows(7) < 30


@pytest.mark.parametrize("level", ["medio", "dificil"])
def test_the_levels_between_ease_off_where_they_lead_in_the_second_round(level: str) -> None:
    # The worm has died at once in the first round, so in the second one the worm leads whatever happens.
    board, first, path = "gusano board=square8 rows=5 cols=5 start=b2", "b1 a2 a1", "a2 a3 b3 c2 d2"
    best = GAME.evaluate(state_of(f"{board} : {path}"), Limit(), False).best

    def finds(line: str) -> int:
        return sum(choose(level, state_of(line), seed) in best for seed in range(60))

    assert finds(f"{board} : {first} {path}") <= finds(f"{board} : {path}") - 8


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


def test_perfecto_says_proved_only_where_it_is() -> None:
    state, level = state_of("gusano rows=5 cols=5 start=c3"), GAME.level("perfecto")
    assert isinstance(level.choose(state, Random(1), Limit()), Proved)
    assert not isinstance(level.choose(state, Random(1), Limit(nodes=1)), Proved)


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
