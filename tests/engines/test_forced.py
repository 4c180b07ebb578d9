"""Wins in so many moves: what is played out by the rules alone agrees with the solvers."""

from __future__ import annotations

import pytest

from engines import registry
from engines.ayu import daily as ayu
from engines.core.forced import PlayedOut, TooManyError, has_traps, prove_again
from engines.core.game import DisagreementError
from engines.core.limit import Limit

AYU = "ayu size=5 position=..bb./w...w/www../...bw/.bbb. turn=1"
AYU_FOUR = "ayu size=5 position=..b../.bbww/wb.../ww..w/..bb. turn=1"


@pytest.mark.parametrize(("line", "moves"), [(AYU, 3), (AYU_FOUR, 4)])
def test_playing_everything_out_finds_the_same_length_as_the_solver(line: str, moves: int) -> None:
    match = registry.read_match(line)
    worth = match.game.evaluate(match.state, Limit(nodes=100_000), False)
    assert (worth.exact, worth.value) == (True, moves)
    out = PlayedOut(100_000)
    assert out.length(match.state, moves - 1) is None
    assert out.length(match.state, moves) == moves
    for move in match.legal_moves():
        assert out.wins_after(match.state, move, moves - 1) == (move in worth.best)


def test_what_is_too_long_to_play_out_is_not_published() -> None:
    state = registry.read_match(AYU).state
    with pytest.raises(TooManyError):
        PlayedOut(5).length(state, 3)
    assert not prove_again(state, 3, 5)
    assert prove_again(state, 3, 1_000)


def test_two_proofs_that_differ_stop_everything() -> None:
    state = registry.read_match(AYU).state
    with pytest.raises(DisagreementError):
        prove_again(state, 2, 1_000)


def test_the_last_move_is_no_trap() -> None:
    """Of a win in three moves only the first two can be: whoever asks for three asks in vain."""
    state = registry.read_match(AYU).state
    assert has_traps(state, ayu.judge, ayu.tempting, 2)
    assert not has_traps(state, ayu.judge, ayu.tempting, 3)
    assert not has_traps(state, ayu.judge, lambda position: ayu.judge(position).best, 1)
