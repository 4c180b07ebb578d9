"""Help mode: what may be moved, who can win, who threatens to; and facts about starts."""

from __future__ import annotations

from itertools import islice

import pytest

from engines.gyges.insight import insight
from engines.gyges.rules import State
from tests.benchmarks.gyges_starts import all_starts, count
from tests.engines.gyges.positions import CASES, see, state_of, turned

POSITIONS = [state_of(case["match"]) for name, case in CASES.items() if name != "sample_game"]


def codes(state: State) -> set[str]:
    return {fact.code for fact in insight(state).facts}


@pytest.mark.parametrize("state", POSITIONS)
def test_wins_and_threats_are_what_the_rules_give(state: State) -> None:
    shown = insight(state)
    moves = state.legal_moves()
    assert shown.marks["wins"] == {move[:2] for move in moves if move.endswith("goal")}
    waiting = State(state.board, 1 - state.mover, state.variant)
    threats = {move[:2] for move in waiting.legal_moves() if move.endswith("goal")}
    assert shown.marks["threat"] == threats
    assert ("threat" in codes(state)) == bool(threats)
    assert ("can-win" in codes(state)) == bool(shown.marks["wins"])
    assert bool(shown.shapes) == bool(threats or shown.marks["wins"])


def test_a_threat_is_told_with_its_piece_and_its_way() -> None:
    state = see(
        """
        . . . . . .
        . 3 . . . .
        . . . . . .
        . . . . . .
        . 2 . . . .
        . . . . . .
        """,
        mover=0,
    )
    # b5 goes three steps down on b2 and bounces two steps on, into the goal.
    facts = {fact.code: fact.detail for fact in insight(state).facts}
    assert facts["threat"] == {"seat": 1, "count": 1, "cell": "b5"}
    assert "can-win" not in facts
    assert codes(turned(state)) == codes(state)


def test_rows_still_to_be_placed_are_asked_for_and_a_finished_game_needs_no_help() -> None:
    assert codes(state_of("gyges")) == {"place-row"}
    state = state_of(CASES["test_N"]["match"])
    assert insight(state.play("b6-goal")).facts == ()


def test_a_sample_of_starts_has_no_forced_win_and_nearly_always_a_blunder() -> None:
    facts = count(islice(all_starts(), 11, None, 89))
    assert facts.starts == 91
    assert facts.forced == 0
    assert facts.with_blunder >= 88
    assert 3.0 < facts.share < 6.0


@pytest.mark.slow
def test_no_start_has_a_forced_win_within_three_plies() -> None:
    facts = count(all_starts())
    assert (facts.starts, facts.forced, facts.with_blunder) == (8_100, 0, 8_066)
    assert round(facts.share, 1) == 4.3
