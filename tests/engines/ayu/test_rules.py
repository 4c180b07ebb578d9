"""One test for each sentence of the rules."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engines.ayu import GAME
from engines.ayu.rules import State, units
from engines.ayu.setup import write_rows
from engines.core.game import IllegalMove
from engines.core.match import Match
from engines.core.setup import BadSetup
from tests.engines.ayu import literal
from tests.engines.ayu.positions import drawn, opening, scattered, wandered

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "ayu.jsonl").read_text(encoding="utf-8").splitlines()
]


def match_of(line: str) -> Match:
    head, _colon, moves = line.partition(" :")
    match = Match.begin(GAME, GAME.read_setup(dict(word.split("=") for word in head.split()[1:])))
    for move in moves.split():
        match = match.play(move)
    return match


def refused(state: State, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    return refusal.value


def why_not(rows: str, move: str, turn: int = 0) -> tuple[str, dict[str, str | int]]:
    """The reason of a refusal and its detail."""
    refusal = refused(drawn(rows, turn), move)
    return refusal.reason, dict(refusal.detail)


# Board and start


@pytest.mark.parametrize("size", [5, 7, 9, 11, 13, 15])
def test_each_side_begins_with_a_quarter_of_the_points_none_next_to_another(size: int) -> None:
    state = opening(size)
    for colour in (0, 1):
        stones = state.stones[colour]
        assert stones.bit_count() == (size * size - 1) // 4 == len(units(size, stones))


def test_black_stands_on_even_columns_and_odd_rows_white_the_other_way_round() -> None:
    assert write_rows(opening(5)) == ".b.b./w.w.w/.b.b./w.w.w/.b.b."


def test_black_moves_first() -> None:
    assert opening(5).turn == 0
    assert opening(5).colour == 0


@pytest.mark.parametrize("size", ["3", "4", "6", "17", "1", "0", "-5", "11.0", "", "x", "٥"])
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(BadSetup):
        GAME.read_setup({"size": size})


@pytest.mark.parametrize(
    "settings",
    [
        {"position": "....."},
        {"position": "...../...../...../....."},
        {"position": "...../...../...../...../....../"},
        {"position": "...../...../...../...../......"},
        {"position": "...../...../..x../...../....."},
        {"position": "...../...../..B../...../....."},
        {"turn": "2"},
        {"turn": ""},
        {"pie": "maybe"},
        {"colour": "black"},
    ],
)
def test_settings_that_are_no_position_are_refused(settings: dict[str, str]) -> None:
    with pytest.raises(BadSetup):
        GAME.start(GAME.read_setup({"size": "5", **settings}))


def test_a_position_is_written_as_it_was_read() -> None:
    line = "ayu size=5 position=bw.../w..../...../....w/...wb turn=1"
    assert match_of(line).to_text() == line


# Move


def test_a_single_stone_goes_to_a_point_next_to_it() -> None:
    assert "b1-b2" in opening(5).legal_moves()
    assert refused(opening(5), "b1-d2").reason == "not-beside"


TWO_AND_ONE = """
    b....
    b....
    .....
    .....
    ...b.
"""


def test_a_stone_of_a_larger_unit_goes_anywhere_beside_the_unit() -> None:
    # a5 goes past a4 to a3: the unit a4-a3 is one point nearer to d1 than a5-a4 was.
    assert drawn(TWO_AND_ONE).legal_moves() == ("a5-a3", "a5-b4", "d1-c1", "d1-d2")


def test_afterwards_the_unit_is_still_of_one_piece() -> None:
    assert why_not(TWO_AND_ONE, "a4-a3") == ("splits", {"stone": "a4", "target": "a3", "count": 2})
    cup = "b.b..\nb.b..\nbbb..\n.....\n..b.."
    assert why_not(cup, "b3-c2")[0] == "splits"
    assert {"a5-c2", "c5-c2"} <= set(drawn(cup).legal_moves())


def test_a_stone_may_leave_the_middle_if_the_target_holds_the_rest_together() -> None:
    arch = drawn("bbb..\nb.b..\nb.b..\n.....\n.b...")
    # b3 touches both legs, so any stone of the arch may go there; a2 touches one.
    assert {"b5-b3", "a4-b3", "c5-b3"} <= set(arch.legal_moves())
    assert refused(arch, "b5-a2").reason == "splits"


def test_the_distance_counts_the_empty_points_of_a_shortest_path() -> None:
    assert why_not("b...b\n.....\n.....\n.....\n.....", "a5-a4") == (
        "not-closer",
        {"stone": "a5", "target": "a4", "count": 1, "before": 3, "after": 4},
    )


def test_stones_of_either_colour_block_a_path() -> None:
    # From a3 over a4, b4, c4, d4 (or through d3) to e3: the white stones shut the straight way.
    reason, detail = why_not("w....\n.....\nb.w.b\n.www.\n.....", "a3-a2")
    assert (reason, detail["before"], detail["after"]) == ("not-closer", 5, 6)


def test_the_distance_must_become_strictly_smaller() -> None:
    cup = "b.b..\nb.b..\nbbb..\n.....\n..b.."
    reason, detail = why_not(cup, "b3-b4")
    assert (reason, detail["before"], detail["after"]) == ("not-closer", 1, 1)


def test_merging_counts_as_distance_0_and_may_join_several_units_at_once() -> None:
    state = drawn(".....\n.b...\nb.b..\n.....\nwbw..")
    joined = state.play("b4-b3")
    assert len(units(5, state.stones[0])) == 4
    assert len(units(5, joined.stones[0])) == 2


def test_the_nearest_unit_may_be_another_one_afterwards() -> None:
    # d4 is two points from a4 and from g4; towards g4 it leaves a4 behind.
    state = drawn(".......\n.......\n.......\nb..b..b\n.......\n.......\n.......")
    assert {"d4-e4", "d4-c4"} <= set(state.legal_moves())


def test_a_unit_without_an_open_path_cannot_move() -> None:
    shut_in = "bw..b\nw....\n....b\n.....\n....."
    assert why_not(shut_in, "a5-a4")[0] == "no-path"
    assert all(not move.startswith("a5") for move in drawn(shut_in).legal_moves())


def test_who_has_one_unit_cannot_move() -> None:
    assert why_not("bb...\n.....\nw....\n.....\nw....", "a3-a2", turn=0)[0] == "game-over"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("c3", "not-a-move"),
        ("c3-c4-c5", "not-a-move"),
        ("f1-e1", "no-such-point"),
        ("b1-b6", "no-such-point"),
        ("a1-b1", "no-stone"),
        ("a2-a3", "their-stone"),
        ("b1-b3", "occupied"),
        ("b1-e1", "not-beside"),
        ("swap", "no-swap"),
    ],
)
def test_each_refusal_names_its_reason(move: str, reason: str) -> None:
    assert refused(opening(5), move).reason == reason


@pytest.mark.parametrize("seed", range(40))
def test_moves_are_those_that_the_rules_give_word_by_word(seed: int) -> None:
    size = (5, 7, 9)[seed % 3]
    state = scattered(size, seed) if seed % 2 else wandered(size, seed, 3 + seed)
    _size, *stones = literal.read(write_rows(state))
    assert state.legal_moves() == literal.moves(size, stones[state.colour], stones[1 - state.colour])


@pytest.mark.parametrize("seed", range(12))
def test_every_refusal_tells_the_distances_that_the_rules_give(seed: int) -> None:
    state = scattered(5, seed)
    size, *sides = literal.read(write_rows(state))
    own, other = sides[state.colour], sides[1 - state.colour]
    points = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    for stone, target in product(own if state.turn is not None else (), points):
        move = f"{literal.name(stone)}-{literal.name(target)}"
        if move in state.legal_moves():
            continue
        refusal = refused(state, move)
        if refusal.reason == "not-closer":
            unit = literal.unit_of(size, stone, own)
            moved = unit - {stone} | {target}
            assert refusal.detail["before"] == literal.distance(size, unit, own, other)
            after = literal.distance(size, moved, own - {stone} | {target}, other)
            assert refusal.detail["after"] == after


# End


def test_who_has_no_move_at_the_start_of_a_turn_wins() -> None:
    one = drawn("bb.w.\nb....\n..w..\n.....\nw....")
    assert one.outcome is not None
    assert (one.outcome.winner, one.outcome.reason) == (0, "one-unit")
    walled = drawn("bw...\nw....\n.....\n....w\n...wb")
    assert walled.outcome is not None
    assert (walled.outcome.winner, walled.outcome.reason) == (0, "no-open-path")
    assert walled.legal_moves() == ()


def test_who_has_just_united_everything_must_wait_for_the_other_sides_turn() -> None:
    match = match_of("ayu size=5 position=b.b../...../w...w/...../..... turn=0").play("a5-b5")
    assert len(units(5, match.state.stones[0])) == 1
    assert match.turn == 1
    assert match.outcome is None
    assert match.play("a3-b3").outcome == match.play("e3-d3").outcome
    outcome = match.play("a3-b3").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "one-unit")


def test_the_other_side_wins_first_if_it_is_without_a_move_itself() -> None:
    match = match_of("ayu size=5 position=b.b../...../ww.../...../..... turn=0").play("a5-b5")
    assert len(units(5, match.state.stones[0])) == 1
    assert match.outcome is not None
    assert match.outcome.winner == 1


def test_so_does_the_other_side_if_the_uniting_move_shuts_its_last_path() -> None:
    case = next(case for case in CASES if case.get("end") == "2 units without an open path")
    match = match_of(case["match"])
    assert len(units(5, match.state.stones[0])) == 1
    assert len(units(5, match.state.stones[1])) == 2
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (1, "no-open-path")


def test_the_swap_is_offered_once_after_blacks_first_move() -> None:
    match = match_of("ayu size=5 pie=yes")
    assert "swap" not in match.legal_moves()
    match = match.play("b1-b2")
    assert "swap" in match.legal_moves()
    later = match.play("a2-a3")
    assert "swap" not in later.legal_moves()
    assert "swap" not in later.play("b5-b4").legal_moves()
    assert "swap" not in match_of("ayu size=5 : b1-b2").legal_moves()


def test_where_white_begins_the_swap_is_offered_after_both_first_moves() -> None:
    rows = write_rows(opening(5))
    match = match_of(f"ayu size=5 pie=yes position={rows} turn=1")
    match = match.play(match.legal_moves()[0])
    assert "swap" not in match.legal_moves()  # Black's turn: White has nothing to take over yet
    match = match.play(match.legal_moves()[0])
    assert "swap" in match.legal_moves()


def test_after_a_swap_the_stones_stay_and_it_is_the_other_players_turn() -> None:
    before = match_of("ayu size=5 pie=yes : b1-b2")
    after = before.play("swap")
    assert after.state.stones == before.state.stones
    assert (before.turn, after.turn) == (1, 0)
    assert after.state.colour == before.state.colour == 1
    assert GAME.roles is not None
    assert GAME.roles(before.state) == ("black", "white")
    assert GAME.roles(after.state) == ("white", "black")
    assert "swap" not in after.legal_moves()
    assert (before.last_on_board, after.last_on_board) == (1, 1)


def test_after_a_swap_the_winner_is_the_seat_that_has_the_stones() -> None:
    moves = next(case for case in CASES if "final" in case and case["match"].startswith("ayu size=5 :"))
    first, *rest = moves["match"].partition(" : ")[2].split()
    swapped = match_of(f"ayu size=5 pie=yes : {first} swap {' '.join(rest)}")
    assert swapped.outcome is not None
    assert swapped.outcome.winner == 1 - moves["winner"]


def test_perft_counts_no_swap() -> None:
    assert GAME.bare(match_of("ayu size=5 pie=yes : b1-b2").state) == match_of("ayu size=5 : b1-b2").state


# Cases found by other programs


@pytest.mark.parametrize("case", [case for case in CASES if "final" in case], ids=lambda case: case["end"])
def test_whole_games_end_as_other_programs_say(case: dict[str, Any]) -> None:
    match = match_of(case["match"])
    assert write_rows(match.state) == case["final"]
    assert match.outcome is not None
    assert match.outcome.winner == case["winner"]
    ends = {"single group": "one-unit", "2 units without an open path": "no-open-path"}
    assert match.outcome.reason == ends[case["end"]]
