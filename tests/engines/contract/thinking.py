"""Levels and evaluations."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from typing import Any, Final

from engines.core.game import Evaluation
from engines.core.limit import Limit
from engines.core.match import Match
from tests.running import PATIENCE

LONG: Final = 20 * PATIENCE
"""Seconds that a search may take which is stopped: more than a test waits, whatever part of them is used."""


def check_levels(match: Match, seed: int) -> None:
    """Every level plays a legal move, the same for the same seed and nodes, also without thinking."""
    if match.outcome is not None:
        return
    stopped = Limit(nodes=2_000)
    stopped.stop()
    for level in match.game.levels:
        first, second = (level.choose(match.state, Random(seed), Limit(nodes=2_000)) for _ in range(2))
        assert first in match.legal_moves(), f"{level.slug} plays {first}"
        assert first == second, f"{level.slug} plays {first}, then {second} with the same seed"
        hurried = level.choose(match.state, Random(seed), stopped)
        assert hurried in match.legal_moves(), f"{level.slug} plays {hurried} when stopped"


def check_evaluation(match: Match) -> None:
    """An evaluation claims no more than it has proved, also when it is stopped at once."""
    stopped = Limit(nodes=2_000)
    stopped.stop()
    for limit in (Limit(nodes=2_000), stopped):
        check_honest(match, match.game.evaluate(match.state, limit, False), every_move=False)
        check_honest(match, match.game.evaluate(match.state, limit, True), every_move=True)


def check_cancel(match: Match) -> None:
    """A search that is cancelled by its flag while it works ends, and still answers, long before its time."""
    strongest = match.game.levels[-1]
    _check_ends(lambda limit: match.game.evaluate(match.state, limit, True))
    _check_ends(lambda limit: strongest.choose(match.state, Random(1), limit))


def _check_ends(search: Callable[[Limit], Any]) -> None:
    limit, answers = Limit(seconds=LONG), list[Any]()
    thinking = threading.Thread(target=lambda: answers.append(search(limit)), daemon=True)
    thinking.start()
    thinking.join(0.05)
    limit.stop()
    thinking.join(PATIENCE)
    assert answers, "it went on though it was cancelled"


def check_honest(match: Match, worth: Evaluation, *, every_move: bool) -> None:
    """What an evaluation says about itself holds together."""
    legal = set(match.state.legal_moves())
    low, high = worth.bound
    assert low <= worth.value <= high
    assert worth.exact == (low == high), "exact means that the bound has closed"
    assert set(worth.best) <= legal
    assert bool(worth.best) == bool(legal)
    assert len(set(worth.best)) == len(worth.best)
    assert worth.nodes >= 0
    if not legal:
        assert worth.exact, "the value of a finished game is known"
    if not every_move:
        return
    assert {each.move for each in worth.candidates} == legal
    assert len(worth.candidates) == len(legal)
    losses = [each.loss for each in worth.candidates]
    assert all(loss >= 0 for loss in losses)
    assert losses == sorted(losses)
    if worth.exact and all(each.exact for each in worth.candidates):
        keep = {each.move for each in worth.candidates if each.loss == 0}
        assert keep == set(worth.best)
        assert all(each.value == worth.value for each in worth.candidates if each.loss == 0)
