"""Proofs, estimates and what the two say of a position."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.ayu import judging, solver
from engines.ayu.rules import SWAP, State
from engines.ayu.setup import write_rows
from engines.core.limit import Limit
from tests.engines.ayu import brute, literal
from tests.engines.ayu.positions import drawn, opening, wandered

SOLVED = {"b5-b4", "d5-d4", "b1-b2", "d1-d2"}
"""The first moves that win on 5 x 5, found by another program."""
STONES = st.sampled_from("...........bbbww")


@st.composite
def small(draw: st.DrawFn) -> State:
    """A position with few stones on 5 x 5."""
    rows = ["".join(draw(st.lists(STONES, min_size=5, max_size=5))) for _ in range(5)]
    return drawn("\n".join(rows), draw(st.integers(0, 1)))


@settings(max_examples=40, deadline=None)
@given(small(), st.integers(1, 4))
def test_proofs_agree_with_trying_everything(state: State, plies: int) -> None:
    size, *sides = literal.read(write_rows(state))
    own, other = sides[state.colour], sides[1 - state.colour]
    prover = solver.Prover(state, Limit())
    for length in range(1, plies + 1):
        wins = prover.ends_within(state, length, wins=True)
        loses = prover.ends_within(state, length, wins=False)
        assert wins == brute.wins_within(size, own, other, length)
        assert loses == brute.loses_within(size, own, other, length)
    assert not (wins and loses)


@pytest.mark.parametrize("seed", range(6))
def test_endings_of_games_are_worth_what_trying_everything_says(seed: int) -> None:
    state = wandered(5, seed, 9)
    if state.turn is None:
        return
    size, *sides = literal.read(write_rows(state))
    own, other = sides[state.colour], sides[1 - state.colour]
    worth = judging.evaluate(state, Limit(nodes=2_000_000), True)
    assert worth.exact
    plies = int(2 * worth.value if worth.value > 0 else -2 * worth.value - 1)
    if plies > 5:
        plies = 5  # at least nothing shorter is there
        assert not brute.wins_within(size, own, other, 4)
        assert not brute.loses_within(size, own, other, plies)
    elif worth.value > 0:
        assert brute.wins_within(size, own, other, plies)
        assert not brute.wins_within(size, own, other, plies - 2)
    else:
        assert brute.loses_within(size, own, other, plies)
        assert not brute.loses_within(size, own, other, plies - 2)


def test_5x5_is_won_by_black_with_exactly_four_first_moves() -> None:
    worth = judging.evaluate(opening(5), Limit(nodes=30_000_000), True)
    assert worth.exact
    assert worth.value == 8
    assert set(worth.best) == SOLVED
    assert {each.move for each in worth.candidates if each.value > 0} == SOLVED
    assert all(each.exact for each in worth.candidates)


def test_on_5x5_the_strongest_level_wins_with_black_against_every_defence_tried() -> None:
    for seed in range(3):
        state = wandered(5, seed, 0)
        while state.turn is not None:
            if state.turn == 0:
                worth = judging.evaluate(state, Limit(nodes=3_000_000), False)
                assert worth.exact
                assert worth.value > 0
                state = state.play(worth.best[seed % len(worth.best)])
            else:
                moves = state.legal_moves()
                state = state.play(moves[(7 * seed + state.stones[0]) % len(moves)])
        assert state.outcome is not None
        assert state.outcome.winner == 0


def test_a_win_is_counted_in_moves_of_ones_own() -> None:
    # White has one unit and no say: Black joins and waits. White without a move wins at once.
    one = drawn("b.b..\n.....\nw...w\n.....\n.....")
    worth = judging.evaluate(one, Limit(nodes=100_000), True)
    assert (worth.value, worth.exact, set(worth.best)) == (1, True, {"a5-b5", "c5-b5"})
    lost = drawn("b.b..\n.....\nww...\n.....\n.....")
    worth = judging.evaluate(lost, Limit(nodes=100_000), True)
    assert (worth.value, worth.exact) == (-1, True)
    assert set(worth.best) == set(lost.legal_moves())


def test_a_game_that_is_over_has_no_moves_left_to_count() -> None:
    over = drawn("bb...\n.....\nw...w\n.....\n.....")
    worth = judging.evaluate(over, Limit(), True)
    assert (worth.value, worth.exact, worth.best) == (0, True, ())


@pytest.mark.parametrize("mirror", [False, True])
def test_mirrored_positions_and_changed_colours_are_worth_the_same(mirror: bool) -> None:
    state = wandered(5, 4, 8)
    rows = write_rows(state).split("/")
    if mirror:
        twin = drawn("\n".join(row[::-1] for row in rows), state.colour)
    else:
        changed = "\n".join(rows).translate(str.maketrans("bw", "wb"))
        twin = drawn(changed, 1 - state.colour)
    limit = Limit(nodes=2_000_000)
    worth, other = (judging.evaluate(each, limit, False) for each in (state, twin))
    assert worth.exact
    assert (worth.value, len(worth.best)) == (other.value, len(other.best))


def test_a_swap_takes_over_a_won_game() -> None:
    offered = opening(5, pie="yes").play("b5-b4")
    worth = judging.evaluate(offered, Limit(nodes=6_000_000), True)
    assert worth.exact
    assert worth.best == (SWAP,)
    # Black has won in seven more moves of its own; whoever swaps has made one already.
    plain = judging.evaluate(opening(5).play("b5-b4"), Limit(nodes=6_000_000), False)
    assert plain.value < 0
    assert worth.value == -plain.value


def test_positions_that_would_repeat_are_draws_for_the_search() -> None:
    state = drawn("b...b\n.....\nw...w\n.....\n.....")
    back = state.play("a5-b5")
    barred = State(state.size, state.stones, state.colour, past=((back.stones, back.colour),))
    free = solver.grow(state, Limit(nodes=3_000))
    held = solver.grow(barred, Limit(nodes=3_000))
    name = (state.board.index["a5"], state.board.index["b5"])
    assert next(each for each in held.moves if each.move == name).worth == 0.0
    assert next(each for each in free.moves if each.move == name).worth != 0.0


def test_a_search_of_which_every_move_would_repeat_comes_to_its_end() -> None:
    state = drawn("b...b\n.....\nw...w\n.....\n.....")
    after = tuple((each.stones, each.colour) for each in map(state.play, state.legal_moves()))
    grown = solver.grow(State(state.size, state.stones, state.colour, past=after), Limit(nodes=500))
    assert {each.worth for each in grown.moves} == {0.0}
    assert grown.proved == 0


def test_only_positions_since_the_last_join_can_come_back() -> None:
    state = drawn("b...b\n.....\nw...w\n.....\n.....")
    once = state.play("a5-b5")
    assert once.past == ((state.stones, 0),)
    again = once.play("a3-b3").play("e5-d5")
    assert len(again.past) == 3
    joined = again.play("e3-d3").play("b5-c5")
    assert joined.past == ()
    assert joined == State(5, joined.stones, 1)
