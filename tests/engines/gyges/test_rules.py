"""The rules, sentence by sentence."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.core.game import IllegalMove, Outcome
from engines.core.setup import BadSetup
from engines.gyges.rules import State
from engines.gyges.setup import ROWS
from tests.engines.gyges.positions import mirrored, scattered, see, state_of, turned


def refusal(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert move not in state.legal_moves()
    return refused.value


def ends(state: State, start: str) -> set[str]:
    return {move.split("-")[1] for move in state.legal_moves() if move.startswith(start)}


def drops(state: State, start: str, end: str) -> set[str]:
    return {move[-2:] for move in state.legal_moves() if move.startswith(f"{start}-{end}-")}


# Set-up


def test_south_places_first_then_north_and_south_moves_first() -> None:
    match = registry.read_match("gyges")
    assert (match.turn, match.legal_moves()) == (0, ROWS)
    match = match.play("312231")
    assert (match.turn, match.legal_moves()) == (1, ROWS)
    match = match.play("132213")
    assert match.turn == 0
    assert match.state == state_of("gyges setup=312231/132213")


def test_rows_are_written_from_column_a_on_both_sides() -> None:
    state = state_of("gyges : 312231 113322")
    assert state.board[:6] == (3, 1, 2, 2, 3, 1)
    assert state.board[30:] == (1, 1, 3, 3, 2, 2)


def test_a_row_has_two_pieces_of_each_kind() -> None:
    assert len(ROWS) == 90
    state = state_of("gyges")
    assert refusal(state, "311231").reason == "wrong-pieces"
    assert refusal(state, "31223").reason == "not-a-row"
    assert refusal(state, "a1-b2").reason == "not-a-row"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("gyges setup=312231", "setup"),
        ("gyges setup=312231/112234", "setup"),
        ("gyges setup=312231/111222", "setup"),
        ("gyges setup=fair", "setup"),
        ("gyges position=321123/000000/000000/000000/000000/321122 turn=0", "position"),
        ("gyges position=321123/000000/000000/000000/321123 turn=0", "position"),
        ("gyges position=321123/000000/000000/000000/000000/321124 turn=0", "position"),
        ("gyges position=321123/000000/000000/000000/000000/32112x turn=0", "position"),
        ("gyges setup=312231/132213 position=321123/000000/000000/000000/000000/321123", "position"),
        ("gyges turn=1", "turn"),
        ("gyges position=321123/000000/000000/000000/000000/321123 turn=2", "turn"),
        ("gyges replace=perhaps", "replace"),
        ("gyges return=", ""),
        ("gyges rings=4", "rings"),
    ],
)
def test_settings_that_make_no_sense_are_refused(line: str, key: str) -> None:
    with pytest.raises(BadSetup) as refused:
        registry.read_match(line)
    assert refused.value.key == key


def test_rows_drawn_by_chance_give_nobody_an_immediate_win() -> None:
    game = registry.entry("gyges")[1]
    drawn = set()
    for seed in range(40):
        setup = game.complete({"setup": "fair"}, Random(seed))
        assert setup == game.complete({"setup": "fair"}, Random(seed))
        state = game.start(setup)
        for mover in (0, 1):
            assert not any(
                move.endswith("goal") for move in State(state.board, mover, state.variant).legal_moves()
            )
        drawn.add(setup["setup"])
    assert len(drawn) > 35


# Which pieces may be moved


def test_only_pieces_of_the_movers_nearest_row_may_be_moved() -> None:
    drawing = """
        . . . . . .
        . 3 . . . .
        . . . . . .
        . . . 2 . .
        . 1 . . 1 .
        . . . . . .
    """
    south, north = see(drawing), see(drawing, mover=1)
    assert {move[:2] for move in south.legal_moves()} == {"b2", "e2"}
    assert {move[:2] for move in north.legal_moves()} == {"b5"}
    refused = refusal(south, "d3-d5")
    assert (refused.reason, refused.detail) == ("not-your-row", {"cell": "d3", "row": 3, "active": 2})
    assert refusal(south, "a1-a2").reason == "empty-start"
    assert refusal(south, "g1-a2").reason == "not-a-cell"


SHUT_IN = """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . 1 . .
    2 1 1 . . .
    3 2 . . . .
"""


def test_if_nothing_in_the_nearest_row_can_move_the_next_row_is_used() -> None:
    # a1 has no empty neighbour, so it cannot even begin its three steps; b1 can.
    assert {move[:2] for move in see(SHUT_IN).legal_moves()} == {"b1"}
    closed = see(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        1 . . 1 . .
        1 2 2 2 2 1
        2 3 2 3 3 3
        """
    )
    assert {move[:2] for move in closed.legal_moves()} == {"a2", "b2", "c2", "e2", "f2"}
    assert closed.passed_over == 0
    assert see(SHUT_IN).passed_over is None
    refused = refusal(see(SHUT_IN), "a1-c2")
    assert (refused.reason, refused.detail) == ("shut-in", {"cell": "a1", "row": 1})
    refused = refusal(closed, "a1-a3")
    assert (refused.reason, refused.detail) == ("not-your-row", {"cell": "a1", "row": 1, "active": 2})


# How a piece goes


def test_a_piece_goes_exactly_as_many_cells_as_it_has_rings_turning_freely() -> None:
    drawing = """
        . . . . . .
        . . 3 . . .
        . . . . . .
        . . . . . .
        . . 2 . . .
        . . . . . .
    """
    assert ends(see(drawing), "c2") == {"a2", "b1", "b3", "c4", "d1", "d3", "e2"}
    assert refusal(see(drawing), "c2-c3").reason == "not-exact"
    assert refusal(see(drawing), "c2-a1").reason == "not-exact"


def test_backwards_and_sideways_are_allowed() -> None:
    state = see(
        """
        . . . . . .
        . . 3 . . .
        . . . . . .
        . . . . . .
        . . 1 . . .
        . . . . . .
        """
    )
    assert ends(state, "c2") == {"c1", "b2", "d2", "c3"}


def test_cells_before_the_last_must_be_empty() -> None:
    state = see(
        """
        . . . . . 3
        . . . . . .
        . . . . . .
        . . 1 . . .
        . . . . . .
        . 1 2 1 . .
        """
    )
    assert "c3" in ends(state, "c1")
    assert "a1" not in ends(state, "c1")
    assert refusal(state, "c1-a1").reason == "blocked"


def test_the_start_counts_as_empty_during_the_whole_move() -> None:
    # b2 goes round by b3 and a3, bounces on a2 and crosses b2 on its straight way to d2.
    state = see(
        """
        . . . . . .
        . . . . . 3
        . . . . . .
        . . . . . .
        3 3 . . . .
        . . . . . .
        """
    )
    assert "d2" in ends(state, "b2")


def test_on_a_piece_it_may_bounce_again_and_again() -> None:
    state = see(
        """
        . . . . . .
        . . . . . 3
        . . . . . .
        . 1 . . . .
        . 1 . . . .
        . 1 . . . .
        """
    )
    # b1 steps on b2, bounces one step on b3, and from there one step farther.
    assert {"a1", "c1", "a2", "c2", "a3", "c3", "b4"} == {
        end for end in ends(state, "b1") if not drops(state, "b1", end)
    }


def test_a_bounce_counts_the_rings_of_the_piece_stood_on() -> None:
    state = see(
        """
        . . . . . .
        . . . . . 3
        . . . . . .
        . . . . . .
        . 3 . . . .
        . 1 . . . .
        """
    )
    assert "b5" in ends(state, "b1")
    assert "b4" not in ends(state, "b1")


def test_a_link_is_used_once_in_a_whole_move_also_through_bounces() -> None:
    state = see(
        """
        . . . . . .
        . . . . . 3
        . . . . . .
        . . . . . .
        . 1 . . . .
        . 1 . . . .
        """
    )
    # b1 cannot step on b2 and bounce straight back.
    assert "b1" not in ends(state, "b1")
    assert refusal(state, "b1-b1").reason == "link-twice"


def test_a_cell_may_be_visited_again() -> None:
    case = "gyges position=000000/000120/010220/130120/003330/000000 turn=0"
    # Counting each cell only once would leave 284 outcomes.
    assert len(state_of(case).legal_moves()) == 454


# Replacing


REPLACING = """
    . . . . . .
    . 3 . . . .
    . . . . . .
    . . . . . .
    . 1 . . . .
    . 1 . . . .
"""


def test_a_replaced_piece_goes_to_an_empty_cell_up_to_the_opponents_nearest_row() -> None:
    state = see(REPLACING)
    where = drops(state, "b1", "b2")
    assert "b1" in where, "the cell just left"
    assert "a5" in where, "the opponent's own nearest row"
    assert not {"a6", "b5", "b2"} & where
    assert len(where) == 30 - 2
    assert state.play("b1-b2-d4").board[1] == 0
    refused = refusal(state, "b1-b2-a6")
    assert (refused.reason, refused.detail["limit"]) == ("drop-behind", 5)
    assert refusal(state, "b1-b2-b5").reason == "drop-occupied"
    assert refusal(state, "b1-b2-b2").reason == "drop-occupied"
    assert refusal(state, "b1-b2-goal").reason == "drop-goal"
    assert refusal(state, "b1-b2").reason == "drop-missing"
    assert refusal(state, "b1-a1-c4").reason == "nothing-replaced"


def test_the_limit_is_the_nearest_row_with_a_piece_whether_or_not_it_can_move() -> None:
    state = see(
        """
        3 2 . . . .
        2 1 1 . . .
        3 . . . . .
        . . . . . .
        . 1 . . . .
        . 1 . . . .
        """
    )
    assert "d6" in drops(state, "b1", "b2")
    assert "d1" in drops(turned(state), "e6", "e5")


def test_the_replaced_piece_keeps_its_rings_and_the_moved_one_stays() -> None:
    state = see(REPLACING).play("b1-b2-b4")
    assert (state.board[1], state.board[7], state.board[19]) == (0, 1, 1)
    assert state.turn == 1


def test_without_replacing_a_piece_has_to_bounce() -> None:
    state = see(REPLACING, replace=False)
    assert ends(state, "b1") == {"a1", "c1", "a2", "c2", "b3"}
    assert refusal(state, "b1-b2-d4").reason == "no-replacing"


# Returning


LOOP = """
    . . . . . .
    . . . . . 1
    . . . . . .
    . . . . . .
    1 . . . . .
    3 . . . . .
"""


def test_a_move_may_end_where_it_began_unless_that_is_barred() -> None:
    # a1 goes round by b1 and b2 on a2 and bounces one step, home.
    state = see(LOOP)
    after = state.play("a1-a1")
    assert (after.board, after.turn) == (state.board, 1)
    barred = see(LOOP, back=False)
    assert refusal(barred, "a1-a1").reason == "no-return"
    assert set(state.legal_moves()) - set(barred.legal_moves()) == {"a1-a1"}


# The goals


def test_the_far_goal_is_entered_by_the_last_step_from_any_cell_of_its_row() -> None:
    for column in range(6):
        for rings in (1, 2, 3):
            board = [0] * 36
            board[36 - 6 * rings + column] = rings
            state = State(tuple(board), 0)
            move = f"{'abcdef'[column]}{7 - rings}-goal"
            assert move in state.legal_moves()
            after = state.play(move)
            assert (after.outcome, after.turn, after.legal_moves()) == (Outcome(0, "goal"), None, ())
            assert refusal_of_finished(after)


def refusal_of_finished(state: State) -> bool:
    with pytest.raises(IllegalMove) as refused:
        state.play("a1-a2")
    return refused.value.reason == "game-over"


def test_a_goal_needs_the_exact_count_and_is_not_passed_through() -> None:
    state = see(
        """
        . . . . . .
        . 3 . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """
    )
    assert "goal" in ends(state, "b5"), "three steps with one sideways"
    two = see(
        """
        . 2 . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """
    )
    assert ends(two, "b6") == {"goal", "a5", "c5", "b4", "d6"}


def test_the_players_own_goal_is_no_destination() -> None:
    state = see(
        """
        . . . . . .
        . . . . . 2
        . . . . . .
        . . . . . .
        . . . . . .
        . 1 . . . .
        """
    )
    assert "goal" not in ends(state, "b1")
    assert refusal(state, "b1-goal").reason == "not-exact"
    assert refusal(state, "b1-home").reason == "own-goal"


def test_a_goal_is_entered_after_bounces_too() -> None:
    state = see(
        """
        . . . . . .
        . 2 . . . .
        . . . . . .
        . . . . . .
        . 3 . . . .
        . . . . . .
        """
    )
    assert "b2-goal" in state.legal_moves()


def test_north_plays_for_the_goal_below() -> None:
    state = see(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . 2 . . . .
        . . . . . .
        """,
        mover=1,
    )
    assert state.play("b2-goal").outcome == Outcome(1, "goal")


# Repetition


def test_the_third_occurrence_of_a_position_with_the_same_player_to_move_is_a_draw() -> None:
    # Both sides can go round and return.
    line = "gyges position=300000/100000/002213/002213/100000/300000 turn=0 : a1-a1 a6-a6 a1-a1"
    match = registry.read_match(line)
    assert match.outcome is None
    match = match.play("a6-a6")
    assert (match.outcome, match.turn) == (Outcome(None, "repetition"), None)
    assert match.legal_moves() == ()


# Symmetry


@pytest.mark.parametrize("seed", range(12))
def test_mirrored_and_turned_positions_have_as_many_moves(seed: int) -> None:
    state = scattered(Random(seed))
    count = len(state.legal_moves())
    assert len(mirrored(state).legal_moves()) == count
    assert len(turned(state).legal_moves()) == count
