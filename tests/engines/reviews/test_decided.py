"""Analyses of games that are only won or lost: no win in one is overlooked, and what is proved is so."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engines.ayu.setup import write_rows
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.review import review
from engines.core.story import Verdict
from tests.engines.ayu import literal
from tests.engines.ayu.brute import loses_within, wins_within
from tests.engines.reviews import recorded

NODES = 20_000
GAMES = recorded("decided")
BY_GAME = {slug: [match for match in GAMES if match.game.slug == slug] for slug in ("ayu", "gyges")}
_JUDGED: dict[str, tuple[Verdict, ...]] = {}


def judged(match: Match) -> tuple[Verdict, ...]:
    line = match.to_text()
    if line not in _JUDGED:
        _JUDGED[line] = review(match, lambda left: Limit(nodes=NODES))
    return _JUDGED[line]


def short(match: Match) -> str:
    return match.to_text().partition(" :")[0]


@pytest.mark.parametrize("match", GAMES, ids=short)
def test_values_hang_together_and_the_winner_s_last_move_won(match: Match) -> None:
    verdicts = judged(match)
    assert [each.ply for each in verdicts] == list(range(1, match.ply + 1))
    last = verdicts[-1]
    assert match.outcome is not None
    assert last.exact
    assert (last.after > 0) == (match.outcome.winner == last.seat)
    for one, other in pairwise(verdicts):
        assert one.after_exact == other.before_exact
        if other.before_exact:
            assert (one.after > 0) == (other.before < 0)
    for each in verdicts:
        assert each.lost >= 0
        assert each.low <= each.before <= each.high
        assert set(each.best) <= set(match.states[each.ply - 1].legal_moves())


def winning(state: Any) -> set[str]:
    """The moves into the goal."""
    return {move for move in state.legal_moves() if move.endswith("-goal")}


@pytest.mark.parametrize("match", BY_GAME["gyges"], ids=short)
def test_every_win_in_one_of_gyges_is_seen_taken_missed_or_allowed(match: Match) -> None:
    for each in judged(match):
        before, after = match.states[each.ply - 1], match.states[each.ply]
        goals = winning(before)
        assert (each.before_exact and each.before == 1) == bool(goals)
        if goals:
            assert set(each.best) == goals
            assert each.passed_win == (each.move not in goals and not (each.after_exact and each.after > 0))
        elif after.outcome is None and winning(after):
            assert each.after_exact
            assert each.after == -1


@pytest.mark.parametrize("match", [match for match in BY_GAME["ayu"] if match.state.size == 5], ids=short)
def test_what_is_proved_of_small_ayu_is_what_trying_everything_finds(match: Match) -> None:
    proved = 0
    for each in judged(match):
        state = match.states[each.ply - 1]
        plies = 2 * abs(int(each.before))
        if not each.before_exact or plies > 8:
            continue
        size, *sides = literal.read(write_rows(state))
        own, other = sides[state.colour], sides[1 - state.colour]
        proved += 1
        assert wins_within(size, own, other, plies) == (each.before > 0)
        assert loses_within(size, own, other, plies + 1) == (each.before < 0)
    assert proved >= 4
