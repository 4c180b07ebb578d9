"""The ending of the week: a win in few moves, proved twice, past moves that tempt."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.ayu import GAME, daily
from engines.core.forced import PlayedOut
from engines.core.game import DisagreementError
from engines.core.limit import Limit
from tests.engines.ayu import literal
from tests.engines.ayu.brute import wins_within

MADE = (
    "ayu size=5 position=..bb./w...w/www../...bw/.bbb. turn=1",
    "ayu size=5 position=..b../.bbww/wb.../ww..w/..bb. turn=1",
    "ayu size=7 position=....b../wb.w.../wbbbww./w..b.w./..bb.ww/wwwb.../..bb.b.",
)
"""Endings as the generator makes them."""


@pytest.mark.parametrize("line", MADE)
def test_an_ending_is_won_in_few_moves_past_moves_that_tempt(line: str) -> None:
    match = registry.read_match(line)
    assert match.to_text() == line
    moves = daily.worth_playing(match.state)
    assert moves in (3, 4)
    size, black, white = literal.read(match.setup["position"])
    own, other = (white, black) if match.state.colour else (black, white)
    assert wins_within(size, own, other, 2 * moves)  # a third opinion, by the rules word by word
    assert not wins_within(size, own, other, 2 * moves - 2)
    best = daily.judge(match.state).best
    assert not set(daily.tempting(match.state)) & set(best)


def test_after_the_best_move_it_is_no_task_any_more() -> None:
    match = registry.read_match(MADE[0])
    best = match.play(daily.judge(match.state).best[0])
    reply = best.play(daily.judge(best.state).best[0])
    assert daily.judge(reply.state).value == 2
    assert daily.worth_playing(reply.state) is None
    assert daily.worth_playing(registry.read_match("ayu size=5").state) is None


def test_what_tempts_is_to_join_and_else_to_come_close() -> None:
    state = registry.read_match("ayu size=5 position=..b../...../b.b../...../w.w.w").state
    assert daily.tempting(state)
    for move in daily.tempting(state):
        assert "joined" in {fact.code for fact in GAME.events(state, move, state.play(move))}


def test_proofs_that_differ_publish_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayedOut, "length", lambda self, state, most: 2)
    with pytest.raises(DisagreementError):
        daily.worth_playing(registry.read_match(MADE[0]).state)


@pytest.mark.slow
def test_equal_seeds_make_equal_endings() -> None:
    task = daily.make(Random("ayu"), "small")
    assert task == daily.make(Random("ayu"), "small")
    match = registry.read_match(task.line)
    assert (match.turn, match.ply) == (task.seat, 0)
    worth = GAME.evaluate(match.state, Limit(nodes=200_000), False)
    assert (worth.exact, worth.value) == (True, -task.par)
