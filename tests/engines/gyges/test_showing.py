"""What a move shows while it is made: rows that are arranged, pieces that are chosen, walks, and refusals."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.core.game import IllegalMove
from engines.gyges.arranging import arrange
from engines.gyges.moving import goal_starts
from engines.gyges.rules import State
from engines.gyges.selection import selection
from engines.gyges.walking import refusal, walk

NEAR = "gyges position=123002/000000/000310/001000/000020/230301"
"""Row 1: two rings on a1, three on b1 and d1, one on f1. One ring on c3, three on d4, three on c6."""
START = "gyges setup=321123/231132"


def at(line: str) -> State:
    state: State = registry.read_match(line).state
    return state


def test_a_row_is_arranged_piece_by_piece_in_any_order() -> None:
    state, text = at("gyges"), ""
    for kind in "312231":
        found = arrange(state, text, Random(1))
        assert found is not None
        assert found.move is None
        text = found.adding[kind]
    found = arrange(state, text, Random(1))
    assert found is not None
    assert (text, found.move, found.adding) == ("312231", "312231", {})
    assert found.left == {"1": 0, "2": 0, "3": 0}
    assert found.taking["b1"] == "302231"
    again = arrange(state, "302231", Random(1))
    assert again is not None
    assert again.adding == {"1": "312231"}
    assert again.shown.marks["next"] == {"b1"}


def test_the_second_row_is_arranged_on_the_other_side() -> None:
    found = arrange(at("gyges : 312231"), "100000", Random(1))
    assert found is not None
    assert found.taking == {"a6": "000000"}
    assert arrange(at(START), "", Random(1)) is None


@pytest.mark.parametrize("text", ["4", "111000", "3122311", "b1-d4", "0"])
def test_a_text_that_is_no_row_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        arrange(at("gyges"), text, Random(1))
    assert refused.value.reason in ("not-a-row", "wrong-pieces")


def test_a_row_by_chance_leaves_nobody_a_win_at_once() -> None:
    state = at("gyges : 122313")
    rows = {found.chance for seed in range(60) if (found := arrange(state, "", Random(seed)))}
    assert len(rows) > 20
    for row in rows:
        board = state.play(row).board
        assert goal_starts(board, 0) == goal_starts(board, 1) == ()


def test_pieces_that_may_be_moved_are_shown_before_one_is_chosen() -> None:
    shown = selection(at(NEAR), ())
    assert shown.marks == {"movable": {"a1", "b1", "d1", "f1"}}
    assert [shape.kind for shape in shown.shapes] == ["halo"] * 4


def test_ends_are_told_apart_and_each_has_its_way() -> None:
    shown = selection(at(NEAR), ("d1",))
    assert shown.marks["end-goal"] == {"goal"}
    assert shown.marks["end-piece"] == {"c3", "d4", "e4", "b6", "c6", "f6"}
    assert "d5" in shown.marks["end-empty"]
    assert shown.marks["other"] == {"a1", "b1", "f1"}
    assert shown.previews.keys() == shown.marks["end-empty"] | shown.marks["end-piece"] | {"goal"}
    kinds = {shape.kind for shape in shown.shapes}
    assert kinds == {"end empty", "end piece", "end goal"}
    assert [shape.kind for shape in shown.previews["goal"]].count("bounce") == 1


def test_a_replacement_shows_where_the_other_piece_may_go_and_how_both_went() -> None:
    shown = selection(at(NEAR), ("b1", "c3"))
    assert shown.facts[0].code == "replacing"
    assert {"b1", "d6"} <= shown.marks["drop"]
    assert "c3" not in shown.marks["drop"]
    whole = selection(at(NEAR), ("b1", "c3", "d6"))
    assert (whole.path[0], whole.path[-1], whole.carried) == ("b1", "c3", ("c3", "d6"))


@pytest.mark.parametrize(
    ("clicks", "reason"),
    [
        ("c1", "empty-start"),
        ("e2", "not-your-row"),
        ("goal", "piece-first"),
        ("home", "piece-first"),
        ("a1-f6", "not-exact"),
        ("a1-c1", "blocked"),
        ("a1-a1", "link-twice"),
        ("b1-home", "own-goal"),
        ("b1-goal", "not-exact"),
        ("b1-c3-d4", "drop-occupied"),
        ("b1-c3-goal", "drop-goal"),
    ],
)
def test_clicks_that_lead_nowhere_have_a_reason(clicks: str, reason: str) -> None:
    assert refusal(at(NEAR), tuple(clicks.split("-"))).reason == reason


def test_before_the_rows_stand_nothing_moves() -> None:
    assert refusal(at("gyges"), ("b1",)).reason == "place-first"


def test_a_walk_says_how_many_steps_are_left_and_asks_on_a_piece() -> None:
    begun = walk(at(NEAR), ("d1", "d2"))
    assert (begun.shown.facts[0].code, begun.shown.facts[0].detail["left"]) == ("walking", 2)
    landed = walk(at(NEAR), ("d1", "d2", "d3", "d4"))
    assert (landed.shown.facts[0].code, landed.shown.facts[0].detail["rings"]) == ("fork", 3)
    assert landed.draft == ("d1", "d4")
    bounced = walk(at(NEAR), ("d1", "d2", "d3", "d4", "d5"))
    assert bounced.shown.marks["bounce"] == {"d4"}
    assert "goal" in bounced.shown.marks["end-goal"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("d1 d2 d4", "step-aside"),
        ("d1 d2 goal", "step-aside"),
        ("d1 d2 d1", "step-link"),
        ("a1 b1", "step-blocked"),
        ("d1 d2 d3 d4 d5 home", "own-goal"),
        ("d1 c1 nowhere", "not-a-step"),
        ("e2 e3", "not-your-row"),
        ("a1 a2 a3 a4", "not-a-step"),
    ],
)
def test_a_step_that_breaks_a_rule_names_it(path: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        walk(at(NEAR), tuple(path.split()))
    assert refused.value.reason == reason


def test_the_goal_is_entered_with_the_last_step_only() -> None:
    state = at("gyges position=123002/000300/000100/100000/000020/230301")
    beside = ("d1", "d2", "d3", "d4", "d5", "d6")  # bounced on d4 and on d5, whose piece has three rings
    assert walk(state, beside).left == 2
    with pytest.raises(IllegalMove) as refused:
        walk(state, (*beside, "goal"))
    assert refused.value.reason == "step-goal"
