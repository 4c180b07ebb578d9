"""What the search proves, against plain minimax; mirrors and turned boards; limits."""

from __future__ import annotations

from random import Random

import pytest

from engines.core.game import Evaluation
from engines.core.limit import Limit
from engines.gyges.computer import evaluate
from engines.gyges.openings import FIRST_ROWS
from engines.gyges.rules import State
from engines.gyges.setup import ROWS, board_from
from tests.benchmarks.gyges_rows import DEPTH, row_worth
from tests.engines.gyges.brute import end, own_moves
from tests.engines.gyges.positions import CASES, mirrored, scattered, state_of, turned

POSITIONS = [case for name, case in CASES.items() if name != "sample_game"]


def worth_of(state: State, nodes: int = 60_000, every_move: bool = False) -> Evaluation:
    return evaluate(state, Limit(nodes=nodes), every_move)


def small(random: Random, **variant: bool) -> State:
    """A position with few moves, so that minimax gets somewhere."""
    while True:
        state = scattered(random, **variant)
        if len(state.legal_moves()) < 70:
            return state


@pytest.mark.parametrize("seed", range(10))
def test_wins_and_losses_within_three_plies_are_those_of_plain_minimax(seed: int) -> None:
    random = Random(seed)
    for _ in range(2):
        state = small(random, replace=False, back=random.random() < 0.5)
        plain, found = end(state, 3), worth_of(state)
        if plain:
            assert (found.value, found.exact) == (own_moves(plain), True)
            assert set(found.best) == {move for move in state.legal_moves() if -then(state, move, 2) == plain}
        else:
            assert not found.exact or abs(found.value) >= 2


def then(state: State, move: str, plies: int) -> int:
    """The end after a move as plain minimax sees it, in plies from before the move, with the sign turned."""
    after = state.play(move)
    if after.turn is None:
        return -1
    reply = end(after, plies)
    return reply + (1 if reply > 0 else -1) if reply else 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_wins_and_losses_within_five_plies_are_those_of_plain_minimax(seed: int) -> None:
    state = small(Random(seed), replace=False)
    plain, found = end(state, 4), worth_of(state, 3_000_000)
    if plain:
        assert (found.value, found.exact) == (own_moves(plain), True)


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])
def test_a_win_at_once_and_every_blunder_are_found_whatever_the_limit(case: dict) -> None:
    state = state_of(case["match"])
    stopped = Limit(nodes=1)
    stopped.stop()
    found = evaluate(state, stopped, True)
    moves = state.legal_moves()
    wins = {move for move in moves if move.endswith("goal")}
    assert len(wins) == case["goal_moves"]
    if wins:
        assert (found.value, found.exact, set(found.best)) == (1.0, True, wins)
    blunders = {each.move for each in found.candidates if each.exact and each.value == -1}
    lost = {
        move
        for move in Random(1).sample(moves, 40)
        if move not in wins and any(reply.endswith("goal") for reply in state.play(move).legal_moves())
    }
    assert lost <= blunders
    if len(blunders) < len(moves):
        assert not blunders & set(found.best)


@pytest.mark.parametrize("seed", range(5))
def test_the_same_position_is_worth_the_same_in_a_mirror_and_from_the_other_side(seed: int) -> None:
    random = Random(seed)
    for _ in range(3):
        state = scattered(random)
        worths = [worth_of(each, 20_000) for each in (state, mirrored(state), turned(state))]
        assert len({worth.exact for worth in worths}) == 1
        if worths[0].exact:
            assert len({worth.value for worth in worths}) == 1
            assert len({len(worth.best) for worth in worths}) == 1


def test_an_estimate_is_the_same_in_a_mirror_and_from_the_other_side() -> None:
    state = state_of("gyges setup=321123/231132")
    other = [mirrored(state), turned(state), turned(mirrored(state))]
    # One ply deep no order of moves plays a part.
    assert len({worth_of(each, 400).value for each in (state, *other)}) == 1


def test_equal_limits_in_nodes_give_equal_answers() -> None:
    state = state_of(POSITIONS[13]["match"])
    assert worth_of(state, 30_000, True) == worth_of(state, 30_000, True)


def test_known_wins_are_found_deep() -> None:
    found = worth_of(state_of(CASES["game8_ply9"]["match"]), 400_000)
    assert (found.value, found.exact) == (4.0, True)
    found = worth_of(state_of(CASES["dense_p8_62"]["match"]))
    assert (found.value, len(found.best)) == (2.0, 26)
    found = worth_of(state_of(CASES["ex_taboo_N"]["match"]))
    assert (found.value, found.best) == (-2.0, ("a5-a4-d6",))


@pytest.mark.parametrize("seed", range(3))
def test_a_proved_win_is_won_against_any_defence(seed: int) -> None:
    random = Random(seed)
    state = state_of(CASES["game8_ply9"]["match"])
    left = 4
    while state.turn is not None:
        found = worth_of(state, 400_000)
        assert (found.value <= left, found.exact) == (True, True)
        state = state.play(random.choice(found.best))
        left = int(found.value) - 1
        if state.turn is not None:
            state = state.play(random.choice(state.legal_moves()))
            assert state.turn is not None


def test_rows_are_judged_before_they_are_placed() -> None:
    first = evaluate(state_of("gyges"), Limit(nodes=1_000), True)
    assert {each.move for each in first.candidates} == set(ROWS)
    second = evaluate(state_of("gyges : 231132"), Limit(nodes=60_000), True)
    assert not second.exact
    worst = second.candidates[-1].move
    assert second.candidates[0].value > second.candidates[-1].value
    assert State(board_from("231132", worst), 0).legal_moves()


@pytest.mark.slow
@pytest.mark.parametrize("row", ["321123", "213231"])
def test_first_rows_are_worth_what_stands_in_the_table(row: str) -> None:
    assert row_worth(row, DEPTH) == FIRST_ROWS[row] == FIRST_ROWS[row[::-1]]


def test_the_table_of_first_rows_is_complete_and_sees_mirrors() -> None:
    assert set(FIRST_ROWS) == set(ROWS)
    assert all(FIRST_ROWS[row] == FIRST_ROWS[row[::-1]] for row in ROWS)
