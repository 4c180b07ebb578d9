"""Every step of every lesson: which moves are right, and that each verdict is put in words.

`RIGHT` is what each position really allows, read over move by move; where a game can be played out, it is
also what the solver thinks best.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.language import LANGUAGES, speaking
from app.learn.course import Attempt, course_of
from app.learn.lesson import Place, answered, reach, ways_out
from app.words.lessons import lesson_words
from engines import registry
from engines.core.limit import Limit
from engines.core.match import Match

ENTRIES = [entry.slug for entry, _ in registry.entries()]
STEPS = [(entry, number) for entry in ENTRIES for number in range(1, 6)]
BOTH = pytest.mark.parametrize("side", [0, 1])

RIGHT: dict[tuple[str, int], set[str] | int] = {
    ("gusano", 1): {"a3", "b4", "c3"},
    ("gusano", 2): {"e4"},
    ("gusano", 3): {"a2"},
    ("gusano", 4): {"a3"},
    ("gusano", 5): {"c3"},
    ("timbiriche", 1): {"b1b2", "b2c2"},
    ("timbiriche", 2): {"b1b2"},
    ("timbiriche", 3): {"a2a3", "a3a4", "a3b3", "a4b4", "c3d3", "c4d4", "d3d4"},
    ("timbiriche", 4): {"a3a4", "a4b4"},
    ("timbiriche", 5): {"b1b2"},
    ("sueco", 1): {"b2b3", "b2c2", "b3c3", "c2c3"},
    ("sueco", 2): {"c2c3"},
    ("sueco", 3): {"a3b3", "b1b2"},
    ("sueco", 4): {"b2b3", "c2c3"},
    ("sueco", 5): {"a2b2", "b2c2"},
    ("ayu", 1): {"a1-a2", "a1-b1", "d2-c2", "d2-d1"},
    ("ayu", 2): {"b2-c1", "d1-c1"},
    ("ayu", 3): {"b3-d2", "b3-e1"},
    ("ayu", 4): {"c5-b4"},
    ("ayu", 5): {"c1-b4", "c1-c4"},
    ("gyges", 1): 14,
    ("gyges", 2): {"a1-c2", "a1-d2", "a1-e1", "c1-d2", "c1-e1", "d1-b1", "d1-c2"},
    ("gyges", 3): 66,
    ("gyges", 4): {"a1-goal"},
    ("gyges", 5): 32,
}
"""The right moves of each step from the first side, or how many there are where they are many."""

EXACT = [
    ("gusano", 2),
    ("gusano", 3),
    ("gusano", 5),
    *((entry, n) for entry in ("timbiriche", "sueco") for n in (4, 5)),
]
"""Steps in which right means best, throughout."""


def right_moves(entry: str, number: int, match: Match) -> set[str]:
    return set(ways_out(course_of(entry).steps[number - 1], match))


def test_every_card_of_the_home_page_has_a_lesson_of_five_steps() -> None:
    for entry in ENTRIES:
        assert len(course_of(entry).steps) == len(lesson_words(entry).steps) == 5


@pytest.mark.parametrize(("entry", "number"), STEPS)
def test_all_the_right_answers_are_accepted_and_no_other(entry: str, number: int) -> None:
    course = course_of(entry)
    right = right_moves(entry, number, course.start(number, 0))
    expected = RIGHT[entry, number]
    assert (len(right) if isinstance(expected, int) else right) == expected
    other = right_moves(entry, number, course.start(number, 1))
    assert len(other) == len(right)
    if entry in ("timbiriche", "sueco", "gusano", "ayu"):
        assert other == right


@BOTH
@pytest.mark.parametrize(("entry", "number"), STEPS)
def test_the_learner_is_to_move_and_both_sides_are_offered(entry: str, number: int, side: int) -> None:
    course = course_of(entry)
    match, other = course.start(number, side), course.start(number, 1 - side)
    assert match.turn is not None
    assert {match.turn, other.turn} == {0, 1}


@BOTH
@pytest.mark.parametrize(("entry", "number"), STEPS)
def test_every_legal_move_gets_a_verdict_in_words(entry: str, number: int, side: int) -> None:
    """And every sentence that was written is heard in some position of the step."""
    step, spoken = course_of(entry).steps[number - 1], lesson_words(entry).steps[number - 1]
    for match in positions(entry, number, side):
        for move in match.legal_moves():
            verdict = step.judge(Attempt(match, move))
            for language in LANGUAGES:
                with speaking(language):
                    assert spoken.said[verdict.code](verdict.detail).strip()


def positions(entry: str, number: int, side: int) -> Iterator[Match]:
    """Every position in which somebody who makes right moves only has to move in a step."""
    places = [Place(entry=entry, number=number, side=side)]
    seen = set(places)
    while places:
        place = places.pop()
        reached = reach(place)
        if reached.done:
            continue
        yield reached.match
        right = right_moves(entry, number, reached.match)
        assert right, f"no way out of {place.address()}"
        following = {answered(place, move) for move in sorted(right)[:3]} - seen
        seen |= following
        places += following


@BOTH
@pytest.mark.parametrize(("entry", "number"), EXACT)
def test_right_is_what_the_solver_thinks_best(entry: str, number: int, side: int) -> None:
    for match in positions(entry, number, side):
        worth = match.game.evaluate(match.state, Limit(seconds=20), False)
        assert worth.exact
        assert right_moves(entry, number, match) == set(worth.best)


@BOTH
def test_the_last_safe_line_of_the_swedish_board_is_the_best_move(side: int) -> None:
    match = course_of("sueco").start(2, side)
    worth = match.game.evaluate(match.state, Limit(seconds=20), False)
    assert worth.exact
    assert right_moves("sueco", 2, match) == set(worth.best)


@BOTH
@pytest.mark.parametrize("number", [4, 5])
def test_the_walls_and_the_union_of_ayu_win_and_nothing_else_does(number: int, side: int) -> None:
    match = course_of("ayu").start(number, side)
    winning = {move for move in match.legal_moves() if not wins(match.play(move).state, {}, frozenset())}
    assert right_moves("ayu", number, match) == winning


def wins(state: object, known: dict[object, bool], before: frozenset[object]) -> bool:
    """Whether the side to move of a position of Ayu can win; to repeat a position is not to win."""
    if state.turn is None:  # type: ignore[attr-defined]
        return True
    if state not in known and state not in before:
        moves = state.legal_moves()  # type: ignore[attr-defined]
        known[state] = any(
            not wins(state.play(move), known, before | {state})  # type: ignore[attr-defined]
            for move in moves
        )
    return known.get(state, False)


@BOTH
def test_a_parry_in_gyges_is_whatever_leaves_no_way_into_the_goal(side: int) -> None:
    match = course_of("gyges").start(5, side)
    shut = {
        move
        for move in match.legal_moves()
        if not any(reply.endswith("goal") for reply in match.play(move).legal_moves())
    }
    assert right_moves("gyges", 5, match) == shut


@BOTH
def test_the_reply_is_the_same_each_time(side: int) -> None:
    place = Place(entry="timbiriche", number=5, side=side)
    first = answered(place, "b1b2")
    assert first == answered(place, "b1b2")
    assert first.moves == ("b1b2",)
