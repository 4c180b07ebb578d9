"""Numbers that two other programs found."""

from __future__ import annotations

import pytest

from app.cli.positions import counts
from engines import registry
from engines.gyges.writing import position_of
from tests.engines.gyges.positions import CASES, state_of

POSITIONS = [case for name, case in CASES.items() if name != "sample_game"]
named = pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["name"])


@named
def test_outcomes_are_as_many_as_other_programs_count(case: dict) -> None:
    moves = state_of(case["match"]).legal_moves()
    assert len(moves) == case["outcomes"] == case["perft"][0]
    wins = [move for move in moves if move.endswith("-goal")]
    assert len(wins) == case["goal_moves"]
    assert sorted({move[:2] for move in wins}) == case["winning_starts"]
    assert len(state_of(f"{case['match']} return=no").legal_moves()) == case["perft_return_no"][0]
    without = len(state_of(f"{case['match']} replace=no").legal_moves())
    assert without == case["wrong_readings_depth1"]["no_replacement"]


@pytest.mark.slow
@named
def test_sequences_of_two_moves_are_as_many_as_other_programs_count(case: dict) -> None:
    assert list(counts(state_of(case["match"]), 2)) == case["perft"][:2]
    assert list(counts(state_of(f"{case['match']} return=no"), 2)) == case["perft_return_no"][:2]


def test_the_sample_game_of_the_rules_can_be_played() -> None:
    case = CASES["sample_game"]
    match = registry.read_match(case["match"])
    found = [len(match.at(ply).legal_moves()) for ply in range(match.ply)]
    assert found == case["legal_outcomes_before_each"]
    assert position_of(match.state) == case["final"]
