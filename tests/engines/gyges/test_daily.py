"""The task of the week: a win in three moves of the basic game, proved twice, past moves that tempt."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.core.forced import PlayedOut, has_traps
from engines.core.limit import Limit
from engines.gyges import GAME, daily
from engines.gyges.rules import State

MADE = "gyges replace=no position=000213/000030/202300/001120/003000/001000 turn=0"
"""A task as the generator makes them."""


def made() -> State:
    state: State = registry.read_match(MADE).state
    return state


def test_a_task_is_won_in_three_moves_past_moves_that_tempt() -> None:
    worth = daily.judge(made())
    assert registry.read_match(MADE).to_text() == MADE
    assert (worth.exact, worth.value) == (True, 3)
    assert not set(daily.tempting(made())) & set(worth.best)
    assert len(worth.best) < len(made().legal_moves()) / 4


def test_after_a_best_move_and_the_best_reply_the_second_proof_finds_two_moves_more() -> None:
    after = made().play(daily.judge(made()).best[0])
    state = after.play(daily.judge(after).best[0])
    assert PlayedOut(daily.MOST_POSITIONS).length(state, 3) == 2 == daily.judge(state).value
    assert daily.worth_playing(state) is None


def test_whoever_wins_at_once_needs_one_move() -> None:
    state = made()
    while daily.judge(state).value != 1:
        state = state.play(daily.judge(state).best[0])
    assert PlayedOut(1_000).length(state, 1) == 1


@pytest.mark.slow
def test_the_whole_task_is_proved_again_by_playing_everything_out() -> None:
    assert has_traps(made(), daily.judge, daily.tempting)
    assert daily.worth_playing(made()) == 3


@pytest.mark.slow
def test_equal_seeds_make_equal_tasks() -> None:
    task = daily.make(Random("gyges"), "three")
    assert task == daily.make(Random("gyges"), "three")
    match = registry.read_match(task.line)
    assert (match.turn, match.ply, task.par) == (task.seat, 0, -3)
    worth = GAME.evaluate(match.state, Limit(nodes=1_000_000), False)
    assert (worth.exact, worth.value) == (True, 3)
