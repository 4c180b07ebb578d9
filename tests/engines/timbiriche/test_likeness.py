"""The hash of a web against isomorphism: tried for every order of the joints."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

import numpy as np
import pytest

from engines.registry import read_match
from engines.timbiriche.likeness import kernel
from engines.timbiriche.positions import StringPosition
from engines.timbiriche.strings import kernel as quiet

Links = tuple[tuple[int, int, int], ...]
"""Both joints (-1: the outside) and the cells of each string."""


def hashed(joints: int, links: Links) -> tuple[int, int]:
    groups = np.zeros(kernel.GROUP_WORDS, dtype=np.uint64)
    facts = np.zeros(kernel.FACTS, dtype=np.int64)
    facts[kernel.LEFT] = joints
    facts[kernel.NUMBER : kernel.NUMBER + joints] = range(joints)
    for place, (one, two, cells) in enumerate(links):
        groups[4 * place : 4 * place + 4] = 1, cells, one + 1, two + 1
    whole = int(kernel.likeness(len(links), groups, facts))
    return whole, int(groups[kernel.OTHER])


def canonical(joints: int, links: Links) -> Links:
    """The same for all webs that differ only in the numbers of their joints."""
    return min(
        tuple(sorted((*sorted((order[one], order[two])), cells) for one, two, cells in links))
        for each in permutations(range(joints))
        for order in [(*each, -1)]
    )


def kinds(joints: int, between: int, outside: int) -> int:
    """How many webs there are up to the order of the joints (Burnside's lemma)."""
    orders = list(permutations(range(joints)))
    pairs = list(combinations(range(joints), 2))

    def cycles(order: tuple[int, ...]) -> int:
        """In how many circles an order of the joints moves the joints, and the pairs of them."""
        moved = {pair: tuple(sorted(order[joint] for joint in pair)) for pair in pairs}
        alone = {(joint,): (order[joint],) for joint in range(joints)}
        return outside ** _circles(alone) * between ** _circles(moved)

    return sum(map(cycles, orders)) // len(orders)


def _circles(moved: dict[tuple[int, ...], tuple[int, ...]]) -> int:
    found = 0
    left = set(moved)
    while left:
        here = next(iter(left))
        found += 1
        while here in left:
            left.remove(here)
            here = moved[here]
    return found


def check(joints: int, between: tuple[Links, ...], outside: tuple[Links, ...], random: Random) -> None:
    """As many hashes as kinds of webs, in each half, and the same one whatever the order of the joints."""
    halves: tuple[set[int], set[int]] = (set(), set())
    order = list(range(joints))
    for links in webs_of(joints, between, outside):
        pair = hashed(joints, links)
        for half, seen in zip(pair, halves, strict=True):
            seen.add(half)
        if random.random() < 0.05:
            random.shuffle(order)
            numbers = [*order, -1]
            assert hashed(joints, tuple((numbers[one], numbers[two], n) for one, two, n in links)) == pair
    expected = kinds(joints, len(between), len(outside))
    assert (len(halves[0]), len(halves[1])) == (expected, expected)


def webs_of(joints: int, between: tuple[Links, ...], outside: tuple[Links, ...]) -> Iterator[Links]:
    """All webs with one of these bunches of strings between two joints, and one from each to the outside."""
    pairs = list(combinations(range(joints), 2))
    for chosen in product(between, repeat=len(pairs)):
        inner = [(*pair, cells) for pair, bunch in zip(pairs, chosen, strict=True) for _, _, cells in bunch]
        for ends in product(outside, repeat=joints):
            own = [
                (-1 if one < 0 else joint, joint, cells)
                for joint, bunch in enumerate(ends)
                for one, _, cells in bunch
            ]
            yield tuple(sorted((*inner, *own)))


NOTHING: Links = ()
STRING: Links = ((-1, 0, 0),)
LONGER: Links = ((-1, 0, 2),)
TWO: Links = ((-1, 0, 0), (-1, 0, 0))
BOTH: Links = ((-1, 0, 0), (-1, 0, 2))
LOOP: Links = ((0, 0, 0),)
LONG_LOOP: Links = ((0, 0, 2),)


ENDS = (NOTHING, STRING, LONGER, TWO, BOTH, LOOP, LONG_LOOP)
BUNCHES = (NOTHING, STRING, LONGER, TWO, BOTH)


def test_as_many_hashes_as_kinds_of_webs_of_few_joints() -> None:
    assert kinds(4, 2, 1) == 11, "graphs of four"
    check(1, BUNCHES, ENDS, Random(1))
    check(2, BUNCHES, ENDS, Random(2))
    check(3, (NOTHING, STRING, TWO), (NOTHING, STRING, LOOP), Random(3))
    check(4, (NOTHING, STRING, LONGER), (NOTHING,), Random(4))
    check(5, (NOTHING, STRING), (NOTHING,), Random(5))


@pytest.mark.slow
def test_as_many_hashes_as_kinds_of_webs_of_up_to_five_joints() -> None:
    check(3, BUNCHES, ENDS, Random(6))
    check(4, BUNCHES, (NOTHING, STRING), Random(7))
    check(4, (NOTHING, STRING, LONGER), (NOTHING, STRING, LOOP), Random(8))
    check(5, (NOTHING, STRING, LONGER), (NOTHING,), Random(9))
    check(5, (NOTHING, STRING), (NOTHING, STRING, LOOP), Random(10))


def test_two_stars_are_not_three_strings_between_two_joints() -> None:
    """The strings are the same; only where they end differs."""
    stars = tuple((-1, joint, cells) for joint in (0, 1) for cells in (0, 2, 4))
    bundle = tuple((0, 1, cells) for cells in (0, 2, 4))
    assert hashed(2, stars) != hashed(2, bundle)


def test_six_joints_are_too_many() -> None:
    """A circle of six looks to its joints like two circles of three: why the hash stops at five."""
    circle = tuple((*sorted((joint, (joint + 1) % 6)), 0) for joint in range(6))
    circles = tuple((*sorted((joint, joint // 3 * 3 + (joint + 1) % 3)), 0) for joint in range(6))
    assert canonical(6, circle) != canonical(6, circles)
    assert hashed(6, circle) == hashed(6, circles)
    assert kernel.MOST_JOINTS == 5


def test_positions_with_one_hash_are_webs_of_one_kind() -> None:
    """As the search surveys them: subsets of the strings of boards, the joints numbered as they come."""
    random = Random(7)
    for line in ("timbiriche rows=3 cols=3", "timbiriche grid=hex side=2"):
        state = read_match(line).state
        position = StringPosition(state.board, state.undrawn)

        seen: dict[tuple[int, int], Links] = {}
        repeated = 0
        for _ in range(6_000):
            alive = sum(1 << n for n in range(position.size) if random.random() < 0.6)
            if any((alive & ends).bit_count() == 1 for ends in position.joints[:, 0].tolist()):
                continue  # not quiet
            links, joints, both = surveyed(position, alive)
            if not 0 < joints <= kernel.MOST_JOINTS:
                continue
            kind = canonical(joints, links)
            repeated += both in seen
            assert seen.setdefault(both, kind) == kind

        assert repeated > 30


def surveyed(position: StringPosition, alive: int) -> tuple[Links, int, tuple[int, int]]:
    """The web that the search sees in some of its strings, its joints, and both halves of its hash."""
    rows, joints = position.figure[0], position.joints
    groups = np.zeros(kernel.GROUP_WORDS, dtype=np.uint64)
    facts = np.zeros(kernel.FACTS, dtype=np.int64)
    found = int(quiet.survey(alive, rows, joints, groups, facts))
    number = {-1: -1}
    links = []
    for place in range(found):
        _, cells, one, two = (int(word) for word in groups[4 * place : 4 * place + 4])
        if one != int(kernel.CLOSED) and one + two > 0:
            ends = [number.setdefault(end - 1, len(number) - 1) for end in (one, two)]
            links.append((*sorted(ends), cells))
    left = int(facts[kernel.LEFT])
    if not 0 < left <= kernel.MOST_JOINTS:
        return (), left, (0, 0)
    whole = int(kernel.likeness(found, groups, facts))
    return tuple(sorted(links)), left, (whole, int(groups[kernel.OTHER]))
