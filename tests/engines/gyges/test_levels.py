"""What the levels promise: they take a win, and from Medio up leave none that they can help."""

from __future__ import annotations

from random import Random

import pytest

from app.cli.arena import arena
from engines import registry
from engines.core.game import Proved
from engines.core.limit import Limit
from engines.core.match import Match
from engines.gyges import GAME
from engines.gyges.rules import State
from engines.gyges.setup import ROWS
from tests.benchmarks.gyges_baseline import play_beginner
from tests.engines.gyges.positions import CASES, scattered, state_of

CAREFUL = [level.slug for level in GAME.levels[1:]]
POSITIONS = [case for name, case in CASES.items() if name != "sample_game"]


def wins(state: State) -> set[str]:
    return {move for move in state.legal_moves() if move.endswith("goal")}


def choose(level: str, state: State, seed: int = 1, nodes: int = 3_000) -> str:
    return GAME.level(level).choose(state, Random(seed), Limit(nodes=nodes))


def test_there_are_four_levels_and_the_last_is_maestro() -> None:
    assert [level.slug for level in GAME.levels] == ["facil", "medio", "dificil", "maestro"]
    assert GAME.level("perfecto") is GAME.level("maestro")


@pytest.mark.parametrize("level", CAREFUL)
def test_from_medio_up_every_level_takes_a_win_that_is_there(level: str) -> None:
    for case in POSITIONS:
        if case["goal_moves"]:
            state = state_of(case["match"])
            assert choose(level, state) in wins(state)
    random = Random(3)
    states = [state for state in (scattered(random) for _ in range(60)) if wins(state)]
    assert len(states) > 20
    assert all(choose(level, state) in wins(state) for state in states)


def test_the_easiest_level_sees_a_win_at_once_now_and_then() -> None:
    state = state_of(CASES["test_N"]["match"])
    there = wins(state)
    assert 4 <= sum(choose("facil", state, seed) in there for seed in range(30)) <= 14


def test_a_beginner_wins_two_games_of_five_against_the_easiest_level() -> None:
    results = [play_beginner(number) for number in range(40)]
    assert results.count(1) + results.count(0) / 2 >= 0.4 * len(results)


@pytest.mark.parametrize("level", CAREFUL)
def test_from_medio_up_no_level_lets_its_rival_win_at_once_if_it_can_help_it(level: str) -> None:
    random = Random(4)
    threatened = 0
    while threatened < 12:
        state = scattered(random)
        if wins(state):
            continue
        safe = {move for move in state.legal_moves() if not wins(state.play(move))}
        if 0 < len(safe) < len(state.legal_moves()) * 0.9:
            threatened += 1
            assert choose(level, state, seed=threatened) in safe


@pytest.mark.parametrize("level", CAREFUL)
def test_a_stopped_level_still_sees_what_happens_at_once(level: str) -> None:
    stopped = Limit(nodes=1)
    stopped.stop()
    for name in ("test_N", "manywins_S", "ex_taboo_N"):
        state = state_of(CASES[name]["match"])
        move = GAME.level(level).choose(state, Random(1), stopped)
        assert move in (wins(state) or {move for move in state.legal_moves() if not wins(state.play(move))})


def test_maestro_says_what_is_proved_and_nothing_else() -> None:
    proved = choose("maestro", state_of(CASES["dense_p8_62"]["match"]), nodes=20_000)
    assert isinstance(proved, Proved)
    guessed = choose("maestro", state_of(CASES["start_321123"]["match"]), nodes=2_000)
    assert not isinstance(guessed, Proved)


def test_the_third_level_overlooks_two_of_three_wins_in_two_moves() -> None:
    state = state_of(CASES["ex_shores_N"]["match"])
    winning = GAME.evaluate(state, Limit(nodes=3_000), False)
    assert winning.value == 2
    assert winning.exact
    seen = sum(choose("dificil", state, seed) in winning.best for seed in range(40))
    assert 7 <= seen <= 21


@pytest.mark.parametrize("name", ["start_321123", "ex_bounce_S", "ex_taboo_N", "game2_ply18", "game20_ply3"])
def test_elsewhere_the_third_level_plays_what_its_search_says(name: str) -> None:
    state = state_of(CASES[name]["match"])
    best = GAME.evaluate(state, Limit(nodes=3_000), False).best
    assert {choose("dificil", state, seed) for seed in range(10)} <= set(best)


@pytest.mark.parametrize("level", [level.slug for level in GAME.levels])
def test_every_level_places_its_row(level: str) -> None:
    rows = set()
    for seed in range(4):
        match = registry.read_match("gyges")
        for _ in range(2):
            row = choose(level, match.state, seed)
            assert row in ROWS
            match = match.play(row)
            rows.add(row)
    assert len(rows) > 1


def play(first: str, second: str, seed: int, nodes: int) -> int | None:
    """The level that wins a game, 0 or 1; None for a draw."""
    random = Random(seed)
    match = Match.begin(GAME, GAME.read_setup({}))
    while match.turn is not None:
        level = (first, second)[match.turn]
        match = match.play(GAME.level(level).choose(match.state, random, Limit(nodes=nodes)))
    assert match.outcome is not None
    return match.outcome.winner


@pytest.mark.parametrize(
    ("strong", "weak", "games"), [("medio", "facil", 6), ("dificil", "medio", 6), ("maestro", "facil", 2)]
)
def test_each_level_beats_the_one_below_more_often_than_not(strong: str, weak: str, games: int) -> None:
    won = 0
    for number in range(games):
        seats = (strong, weak) if number % 2 == 0 else (weak, strong)
        winner = play(*seats, seed=number, nodes=5_000)
        won += winner is not None and seats[winner] == strong
    assert won > games / 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strong", "weak"), [("medio", "facil"), ("dificil", "medio"), ("maestro", "dificil")]
)
def test_each_level_beats_the_one_below_in_65_to_90_games_of_100(strong: str, weak: str) -> None:
    start = Match.begin(GAME, GAME.read_setup({}))
    played = arena(start, GAME.level(strong), GAME.level(weak), games=100, seed=7, nodes=100_000)
    # A standard error, which is all that chance explains in a hundred games, on each side.
    assert 65 - 4 <= played["wins"] + played["draws"] / 2 <= 90 + 4
