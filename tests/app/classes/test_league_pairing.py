"""Who plays whom: what holds of every pairing, and of a whole lesson of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.classes.league_pairing import GATHER_SECONDS, Free, Pairing, draw, draw_due

Meetings = dict[frozenset[int], int]


LONG = st.just(GATHER_SECONDS)
few = settings(max_examples=40, deadline=None)


@st.composite
def classrooms(draws: st.DrawFn, waited: st.SearchStrategy[float] = LONG) -> tuple[list[Free], Meetings]:
    """Pupils who are free, and how often any two of them have met."""
    pupils = draws(st.lists(st.integers(1, 60), unique=True, max_size=9))
    free = [
        Free(
            pupil=pupil,
            waited=draws(waited),
            halves=draws(st.integers(0, 12)),
            lead=draws(st.integers(-1, 1)),
            alone=draws(st.integers(0, 2)),
        )
        for pupil in pupils
    ]
    pairs = [frozenset(two) for two in combinations(pupils, 2)]
    met = {two: draws(st.sampled_from([0, 0, 1, 1, 2])) for two in pairs}
    return free, met


def paired(pairings: list[Pairing]) -> list[frozenset[int]]:
    return [frozenset(each.pupils) for each in pairings if len(each.pupils) == 2]


@few
@given(classrooms(), st.text(max_size=5))
def test_everybody_is_paired_once_and_at_most_one_with_the_computer(
    room: tuple[list[Free], Meetings], seed: str
) -> None:
    free, met = room
    pairings = draw(free, met, seed)
    named = [pupil for each in pairings for pupil in each.pupils]
    assert sorted(named) == sorted(each.pupil for each in free)
    assert all(each.first != each.second for each in pairings)
    assert sum(len(each.pupils) == 1 for each in pairings) == len(free) % 2


@few
@given(classrooms())
def test_nobody_meets_somebody_again_while_one_they_have_not_met_is_free(
    room: tuple[list[Free], Meetings],
) -> None:
    free, met = room
    again = [
        pupil
        for each in draw(free, met, "x")
        if len(each.pupils) == 1 or met[frozenset(each.pupils)]
        for pupil in each.pupils
    ]
    assert all(met[frozenset(two)] for two in combinations(again, 2))


@few
@given(classrooms())
def test_no_exchange_between_two_pairs_would_be_better(room: tuple[list[Free], Meetings]) -> None:
    free, met = room
    halves = {each.pupil: each.halves for each in free}

    def cost(*pairs: frozenset[int]) -> tuple[int, int, int]:
        times = [met[pair] for pair in pairs]
        apart = sum(abs(halves[one] - halves[other]) for one, other in map(sorted, pairs))
        return sum(each > 0 for each in times), sum(times), apart

    for one, other in combinations(paired(draw(free, met, "x")), 2):
        (a, b), (c, d) = sorted(one), sorted(other)
        here = cost(one, other)
        assert here <= cost(frozenset((a, c)), frozenset((b, d)))
        assert here <= cost(frozenset((a, d)), frozenset((b, c)))


@few
@given(classrooms(), st.randoms(use_true_random=False))
def test_the_same_seed_pairs_in_the_same_way(room: tuple[list[Free], Meetings], random: Random) -> None:
    free, met = room
    shuffled = random.sample(free, len(free))
    assert draw(free, met, "7") == draw(shuffled, met, "7")


@few
@given(classrooms())
def test_whoever_began_less_often_begins(room: tuple[list[Free], Meetings]) -> None:
    free, met = room
    lead = {each.pupil: each.lead for each in free} | {None: 0}
    assert all(lead[each.first] <= lead[each.second] for each in draw(free, met, "x"))


@few
@given(classrooms(st.floats(0, 2 * GATHER_SECONDS)))
def test_only_who_would_meet_again_or_play_the_computer_waits(room: tuple[list[Free], Meetings]) -> None:
    free, met = room
    waited = {each.pupil: each.waited for each in free}
    now = draw_due(free, met, "x")
    for each in draw(free, met, "x"):
        fresh = len(each.pupils) == 2 and not met[frozenset(each.pupils)]
        patient = any(waited[pupil] >= GATHER_SECONDS for pupil in each.pupils)
        assert (each in now) == (fresh or patient)


@few
@given(st.integers(2, 7), st.integers(0, 10_000))
def test_a_lesson_in_rounds_lets_all_meet_with_seats_in_balance(pupils: int, seed: int) -> None:
    """Absences: each round somebody may be missing and come back."""
    random = Random(seed)
    met: Counter[frozenset[int]] = Counter()
    alone: Counter[int] = Counter()
    lead: Counter[int] = Counter()
    halves: Counter[int] = Counter()
    for round_ in range(3 * pupils):
        missing = {each for each in range(pupils) if random.random() < 0.1}
        free = [
            Free(pupil=each, halves=halves[each], lead=lead[each], alone=alone[each])
            for each in range(pupils)
            if each not in missing
        ]
        for each in draw(free, met, f"{seed}:{round_}"):
            for first, second in ((each.first, each.second), (each.second, each.first)):
                lead.update({name: 1 for name in (first,) if name is not None})
                lead.subtract({name: 1 for name in (second,) if name is not None})
                assert all(abs(difference) <= 1 for difference in lead.values())
                winner = random.choice((first, second))
                if winner is not None:
                    halves[winner] += 2
            if len(each.pupils) == 2:
                met[frozenset(each.pupils)] += 1
            else:
                alone.update(each.pupils)
    times = [met[frozenset(two)] for two in combinations(range(pupils), 2)]
    assert min(times) >= 1
