"""Playing everything out agrees with the solvers, gives up in time, and knows which games it is for."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.core import exhaustive
from engines.core.exhaustive import TooManyPositionsError, final_gains
from engines.core.limit import Limit
from engines.core.match import Match

BOARDS = (
    "timbiriche rows=2 cols=2",
    "timbiriche rows=2 cols=3 misere=yes",
    "timbiriche rows=3 cols=3 border=swedish",
    "gusano rows=3 cols=4 start=b2 rounds=1 values=c1:4,d3:-2",
    "gusano board=hex side=2 start=b2 rounds=1",
)


def ending(line: str, seed: int, most: int) -> Match:
    """A position with few moves left, reached at random; the game's first one if all are small."""
    random, match = Random(seed), registry.read_match(line)
    while len(match.legal_moves()) > most:
        match = match.play(random.choice(match.legal_moves()))
    return match


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("line", BOARDS)
def test_every_move_is_worth_what_the_solver_says(line: str, seed: int) -> None:
    match = ending(line, seed, 9)
    worth = match.game.evaluate(match.state, Limit(seconds=20), True)
    assert worth.exact
    gains = final_gains(match.game, match.state)
    assert set(gains) == set(match.legal_moves())
    best = max(gains.values())
    assert {move for move, gain in gains.items() if gain == best} == set(worth.best)
    assert {each.move: each.loss for each in worth.candidates} == {
        move: best - gain for move, gain in gains.items()
    }


def test_a_position_that_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustive, "MOST_POSITIONS", 500)
    match = registry.read_match("timbiriche rows=4 cols=4")
    with pytest.raises(TooManyPositionsError):
        final_gains(match.game, match.state)


def test_games_without_gains_cannot_be_played_out() -> None:
    match = registry.read_match("ayu size=5")
    with pytest.raises(ValueError, match="counts no gains"):
        final_gains(match.game, match.state)
