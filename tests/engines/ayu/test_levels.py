"""The levels: each better than the one below, the strongest in its time, the pie rule, and what is said."""

from __future__ import annotations

from random import Random
from statistics import median
from time import thread_time

import pytest

from app.cli.arena import arena
from engines.ayu import GAME, solver
from engines.ayu.computer import AHEAD, CAREFUL, SECONDS
from engines.ayu.rules import SWAP
from engines.core.game import Proved
from engines.core.limit import Limit
from engines.core.match import Match
from tests.benchmarks.ayu import beginner, play, player
from tests.engines.ayu.positions import drawn, opening

LADDER = (("medio", "facil"), ("dificil", "medio"), ("maestro", "dificil"))


def match(size: int, **settings: str) -> Match:
    return Match.begin(GAME, GAME.read_setup({"size": str(size), **settings}))


@pytest.mark.parametrize(("better", "worse"), LADDER)
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    played = arena(match(7), GAME.level(better), GAME.level(worse), games=10, seed=1, nodes=20_000)
    assert played["wins"] >= 6


@pytest.mark.slow
@pytest.mark.parametrize("size", [7, 9])
@pytest.mark.parametrize(("better", "worse"), LADDER)
def test_each_level_beats_the_one_below_in_65_to_90_games_of_100(better: str, worse: str, size: int) -> None:
    # Openings of random moves, played by both sides: from the first position many games would be equal.
    sides = (player(f"level:{better}:60000", size), player(f"level:{worse}:60000", size))
    wins, draws, _seconds = play(size, 100, sides, 11)
    # A standard error, which is all that chance explains in a hundred games, on each side.
    assert 65 - 4 <= wins + draws / 2 <= 90 + 4


@pytest.mark.parametrize(("size", "games"), [(7, 40), pytest.param(9, 40, marks=pytest.mark.slow)])
def test_a_beginner_wins_two_games_of_five_against_the_easiest_level(size: int, games: int) -> None:
    wins, draws, _seconds = play(size, games, (beginner, player("level:facil:1000", size)), 1)
    assert wins + draws / 2 >= 0.4 * games


def test_the_strongest_level_beats_a_plain_tree_of_random_games() -> None:
    wins, _draws, _seconds = play(9, 2, (player("level:maestro:20000", 9), player("rollouts:400", 9)), 5)
    assert wins == 2


@pytest.mark.slow
def test_the_strongest_level_beats_a_plain_tree_that_thinks_for_a_second() -> None:
    wins, _draws, _seconds = play(9, 20, (player("level:maestro:2500000", 9), player("rollouts:45000", 9)), 5)
    assert wins >= 18


@pytest.mark.slow
@pytest.mark.parametrize("size", [11, 15])
def test_the_strongest_level_answers_within_three_seconds(size: int) -> None:
    began = thread_time()
    move = GAME.level("maestro").choose(opening(size), Random(1), Limit(seconds=60))
    assert move in opening(size).legal_moves()
    # The timer counts real time, of which this thread cannot have had more than all.
    assert thread_time() - began < SECONDS + 0.6


def test_the_third_level_lets_a_win_slip_now_and_then() -> None:
    won = drawn("..bb. w.w.w ...bw wbw.. .b.b.", turn=1)
    played = [GAME.level("dificil").choose(won, Random(seed), Limit(nodes=20_000)) for seed in range(40)]
    # The only move that wins: always where it is careful, and where it looks at two moves of eight by chance.
    assert 40 * CAREFUL - 7 <= played.count("e3-d4") <= 40 * CAREFUL + 13


def test_the_third_level_plays_what_the_strongest_does_where_nobody_is_ahead() -> None:
    even, limit = opening(7), Limit(nodes=20_000)
    assert abs(solver.grow(even, limit).best.worth) < AHEAD
    played, liked = (
        {GAME.level(slug).choose(even, Random(seed), limit) for seed in range(15)}
        for slug in ("dificil", "maestro")
    )
    assert played <= liked < set(even.legal_moves())


def test_the_strongest_level_has_the_names_that_people_ask_for() -> None:
    assert GAME.level("maestro") is GAME.level("perfecto") is GAME.levels[-1]


def test_the_strongest_level_says_when_its_move_is_proved() -> None:
    state = drawn("b.b..\n.....\nw...w\n.....\n.....")
    move = GAME.level("maestro").choose(state, Random(1), Limit(nodes=10_000))
    assert isinstance(move, Proved)
    guess = GAME.level("maestro").choose(opening(11), Random(1), Limit(nodes=10_000))
    assert not isinstance(guess, Proved)


def test_the_strongest_level_swaps_where_black_has_won() -> None:
    offered = opening(5, pie="yes").play("b5-b4")
    assert GAME.level("maestro").choose(offered, Random(1), Limit(nodes=3_000_000)) == SWAP


def test_the_strongest_level_opens_so_that_a_swap_gains_little() -> None:
    start = opening(7, pie="yes")
    move = GAME.level("maestro").choose(start, Random(1), Limit(nodes=200_000))
    gains = {
        first: abs(solver.grow(opening(7).play(first), Limit(nodes=4_000)).best.worth)
        for first in start.legal_moves()
    }
    assert gains[move] <= median(gains.values())


def test_the_easiest_level_never_swaps_and_plays_without_compiled_code() -> None:
    offered = opening(7, pie="yes").play("b1-b2")
    level = GAME.levels[0]
    assert not level.compiled
    assert all(level.choose(offered, Random(seed), Limit()) != SWAP for seed in range(20))
