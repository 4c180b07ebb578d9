"""Requests that race leave exactly one of them stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from tests.people import SCRIPTED, Person, two_at_a_table

RACERS = 50


def race(count: int, run: Callable[[int], Any]) -> list[Any]:
    """Let `count` threads start at the same moment."""
    start = Barrier(count)

    def runner(number: int) -> Any:
        start.wait()
        return run(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(runner, range(count)))


def test_fifty_times_the_same_move_leaves_one(ana: Person, bea: Person) -> None:
    game = two_at_a_table(ana, bea)
    form = {"move": "a1b1", "version": 0}

    def play(_: int) -> int:
        return ana.http.post(f"/p/{game}/jugadas", data=form, headers=SCRIPTED).status_code

    assert Counter(race(RACERS, play)) == {200: RACERS}
    assert ana.site.rows("SELECT move, version FROM events WHERE game_id = ? AND kind = 'move'", game) == [
        ("a1b1", 1)
    ]


def test_fifty_different_moves_leave_one(ana: Person) -> None:
    game = ana.make(modo="screen", rows="5", cols="5")
    moves = ana.look().free[:RACERS]
    assert len(set(moves)) == RACERS

    def play(number: int) -> int:
        form = {"move": moves[number], "version": 0}
        return ana.http.post(f"/p/{game}/jugadas", data=form, headers=SCRIPTED).status_code

    assert Counter(race(RACERS, play)) == {200: 1, 409: RACERS - 1}
    stored = ana.site.rows("SELECT move FROM events WHERE game_id = ?", game)
    assert len(stored) == 1
    assert ana.site.rows("SELECT moves, version FROM games WHERE id = ?", game) == [(stored[0][0], 1)]


def test_of_many_who_sit_down_one_gets_the_seat(ana: Person, newcomer: Callable[[], Person]) -> None:
    game = ana.make(modo="link")
    crowd = [newcomer() for _ in range(12)]
    for person in crowd:
        person.open(game)

    answers = race(len(crowd), lambda number: crowd[number].send("/sentarse", scripted=False).status)
    assert Counter(answers) == {303: 1, 409: len(crowd) - 1}
    assert ana.site.rows("SELECT COUNT(*) FROM events WHERE game_id = ? AND kind = 'joined'", game) == [(1,)]


def test_a_move_and_a_resignation_at_once_leave_a_game_that_is_over(ana: Person, bea: Person) -> None:
    game = two_at_a_table(ana, bea)
    answers = race(2, lambda number: ana.play("a1b1", 0).status if number else bea.send("/rendirse").status)
    assert answers[0] == 200
    assert answers[1] in (200, 409)
    versions = ana.site.rows("SELECT version, kind FROM events WHERE game_id = ? AND version > 0", game)
    assert versions[-1][1] == "resigned"
    assert [version for version, _ in versions] == list(range(1, len(versions) + 1))
