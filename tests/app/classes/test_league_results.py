"""What the games of a league add up to: points, meetings, seats, and which second game is due."""

from __future__ import annotations

from typing import Any

from app.classes.league_results import Played, second_halves, tally
from tests.app.challenges.conftest import NOON

ANA, BEA, EVA = 1, 2, 3


def played(first: int | None, second: int | None, number: int = 1, **more: Any) -> Played:
    """A game that is over and that the first seat has won, unless it says otherwise."""
    usual = {
        "game_id": f"{first}-{second}-{number}",
        "half": 1,
        "over": True,
        "counts": True,
        "stopped": False,
    }
    when = {"winner": 0, "turn": None, "version": 4, "touched_at": NOON, "numbers": (number, number)}
    return Played(seats=(first, second), **{**usual, **when, **more})


def test_a_win_is_a_point_and_a_draw_half_of_one() -> None:
    sums = tally([played(ANA, BEA), played(BEA, ANA, 2, half=2, winner=None)])
    won, lost = sums.score(ANA), sums.score(BEA)
    assert (won.halves, won.won, won.drawn, won.lost, won.played) == (3, 1, 1, 0, 2)
    assert (lost.halves, lost.won, lost.drawn, lost.lost, lost.played) == (1, 0, 1, 1, 2)
    assert (won.lead, lost.lead) == (0, 0)


def test_what_was_stopped_for_nobody_does_not_count_and_what_goes_on_not_yet() -> None:
    stopped = played(ANA, BEA, winner=None, stopped=True, counts=False)
    going_on = played(ANA, EVA, 2, over=False, counts=False, winner=None, turn=0)
    sums = tally([stopped, going_on])
    assert [sums.score(each).played for each in (ANA, BEA, EVA)] == [0, 0, 0]
    assert sums.running == {ANA: going_on, EVA: going_on}
    assert sums.score(ANA).lead == 2


def test_two_games_of_a_pair_are_one_meeting_and_the_computer_is_nobody_met() -> None:
    sums = tally([played(ANA, BEA), played(BEA, ANA, 2, half=2), played(ANA, None, 3, winner=1)])
    assert sums.met == {frozenset((ANA, BEA)): 1}
    assert sums.stood_in == {ANA: 1}
    assert (sums.score(ANA).alone, sums.score(ANA).number) == (1, 3)


def test_the_second_game_is_due_while_neither_has_played_another() -> None:
    first, other = played(ANA, BEA), played(BEA, EVA, numbers=(2, 1))
    assert second_halves([first], tally([first])) == [first]
    assert second_halves([first, other], tally([first, other])) == [other]
    stopped = played(ANA, BEA, stopped=True)
    assert second_halves([stopped], tally([stopped])) == []
