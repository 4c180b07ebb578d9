"""The ending of the week: proved twice, with a best move that Medio's rules of thumb miss."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.core.game import DisagreementError
from engines.core.limit import Limit
from engines.timbiriche import GAME, daily
from engines.timbiriche.daily import THEMES
from engines.timbiriche.exhaustive import margin
from engines.timbiriche.rules import bits
from tests.engines.timbiriche.brute import Minimax


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seed", range(3))
def test_an_ending_is_won_and_hides_its_best_move(theme: str, seed: int) -> None:
    task = daily.make(Random(f"{theme}:{seed}"), theme)
    match = registry.read_match(task.line)
    assert match.to_text() == task.line
    assert (match.turn, task.seat) == (0, 0)
    assert match.state.score == (0, 0)
    worth = GAME.evaluate(match.state, Limit(), True)
    assert worth.exact
    assert worth.value == task.par > 0
    assert 3 * len(worth.best) <= len(worth.candidates)
    medium = {GAME.level("medio").choose(match.state, Random(n), Limit()) for n in range(20)}
    assert not medium & set(worth.best)


@pytest.mark.parametrize(
    "line",
    [
        "timbiriche rows=1 cols=1",
        "timbiriche rows=2 cols=2",
        "timbiriche rows=2 cols=3 : a1b1 a1a2",
        "timbiriche rows=2 cols=2 border=swedish",
        "timbiriche grid=triangle side=3 drawn=a1a2",
    ],
)
def test_the_second_proof_agrees_with_brute_force(line: str) -> None:
    state = registry.read_match(line).state
    cells = [bits(mask & state.undrawn) for mask in state.board.cell_masks if mask & state.undrawn]
    assert margin(state) == Minimax(cells, False).value(frozenset(bits(state.undrawn)))


def test_proofs_that_differ_publish_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    task = daily.make(Random("timbiriche:0"), "timbiriche")
    monkeypatch.setattr(daily, "margin", lambda state: -1)
    with pytest.raises(DisagreementError):
        daily.worth_playing(registry.read_match(task.line).state)


def test_gain_counts_for_the_goal_of_the_board() -> None:
    assert GAME.gain is not None
    won = registry.read_match("timbiriche rows=1 cols=1 : a1b1 a1a2 a2b2 b1b2").state
    assert (GAME.gain(won, 0), GAME.gain(won, 1)) == (-1, 1)
    misere = registry.read_match("timbiriche rows=1 cols=1 misere=yes : a1b1 a1a2 a2b2 b1b2").state
    assert (GAME.gain(misere, 0), GAME.gain(misere, 1)) == (1, -1)
