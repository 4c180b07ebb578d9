"""Reasons for a move are true, whatever the move."""

from __future__ import annotations

from random import Random

import pytest

from engines.core.limit import Limit
from engines.gyges import GAME
from engines.gyges.rules import State
from tests.engines.gyges.positions import CASES, scattered, state_of


def wins(state: State) -> set[str]:
    return {move for move in state.legal_moves() if move.endswith("goal")}


def reasons(state: State, move: str, nodes: int = 4_000) -> dict[str, dict]:
    assert GAME.explain is not None
    worth = GAME.evaluate(state, Limit(nodes=nodes), False)
    return {fact.code: dict(fact.detail) for fact in GAME.explain(state, move, worth)}


@pytest.mark.parametrize("seed", range(8))
def test_every_reason_is_true(seed: int) -> None:
    random = Random(seed)
    state = scattered(random)
    while wins(state):
        state = scattered(random)
    safe = {move for move in state.legal_moves() if not wins(state.play(move))}
    waiting = State(state.board, 1 - state.mover, state.variant)
    dangers = {move[:2] for move in wins(waiting)}
    for move in random.sample(state.legal_moves(), 4):
        told = reasons(state, move)
        after = state.play(move)
        again = State(after.board, state.mover, state.variant)
        if move not in safe:
            assert not told.keys() - {"loses-in"}
            continue
        assert ("parries" in told) == bool(dangers)
        assert ("leaves-no-win" in told) == (not dangers)
        assert ("only-safe" in told) == (len(safe) == 1 < len(state.legal_moves()))
        assert told.get("few-safe", {"count": len(safe)})["count"] == len(safe)
        assert ("threatens" in told) == bool(wins(again))


def test_a_win_and_a_proof_are_told() -> None:
    state = state_of(CASES["test_N"]["match"])
    assert reasons(state, "b6-goal") == {"enters": {}}
    proved = state_of(CASES["dense_p8_62"]["match"])
    assert reasons(proved, "a1-a3-a5", 20_000)["wins-in"] == {"count": 2}
    lost = state_of(CASES["ex_taboo_N"]["match"])
    assert reasons(lost, "a5-a4-d6", 20_000)["loses-in"] == {"count": 2}
    assert "wins-in" not in reasons(state_of(CASES["start_zago"]["match"]), "f1-e3")


def test_rows_are_placed_without_reasons() -> None:
    assert reasons(state_of("gyges"), "321123") == {}


def thought(state: State, move: str, nodes: int = 4_000) -> str:
    assert GAME.explain is not None
    assert GAME.clue is not None
    worth = GAME.evaluate(state, Limit(nodes=nodes), False)
    clue = GAME.clue(state, move, GAME.explain(state, move, worth))
    row = {f"{column}{6 if state.mover else 1}" for column in "abcdef"}
    assert clue.around == (row if state.to_place else {move[:2]})
    return clue.thought.code


@pytest.mark.parametrize("seed", range(4))
def test_every_thought_is_true_of_a_move_that_is_safe(seed: int) -> None:
    random = Random(seed)
    state = scattered(random)
    while wins(state):
        state = scattered(random)
    safe = [move for move in state.legal_moves() if not wins(state.play(move))]
    dangers = wins(State(state.board, 1 - state.mover, state.variant))
    for move in random.sample(safe, min(3, len(safe))):
        code = thought(state, move)
        after = state.play(move)
        if code in ("think-forced", "think-lost"):
            continue  # proved
        assert (code == "think-parry") == bool(dangers)
        if code == "think-threaten":
            assert wins(State(after.board, state.mover, state.variant))


def test_a_row_that_lets_the_other_win_at_once_is_not_recommended_as_safe() -> None:
    assert thought(state_of("gyges"), "321123") == "think-first-row"
    for row in ("112233", "321123", "332211", "231132"):
        placed = state_of(f"gyges : 231132 {row}")
        code = thought(state_of("gyges : 231132"), row)
        assert code == ("think-open-row" if wins(placed) else "think-second-row")
