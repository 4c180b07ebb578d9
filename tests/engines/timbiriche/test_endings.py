"""Endings of separate chains and loops, against the rule of one opening and its two answers."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from engines.timbiriche.kernel import YES
from engines.timbiriche.likeness.kernel import FACTS, GROUP_WORDS
from engines.timbiriche.positions import WIDEST
from engines.timbiriche.sampling.games import Judge
from engines.timbiriche.strings import kernel as quiet
from tests.engines.timbiriche.brute import ending

CHAINS = (1, 2, 3, 4, 5, 7)
LOOPS = (3, 4, 6, 8)


def rows_of(chains: tuple[int, ...], loops: tuple[int, ...]) -> np.ndarray:
    rows = [(-1, -1, size, 0, -1) for size in chains] + [(-1, -1, size, 1, -1) for size in loops]
    return np.array(rows, dtype=np.int64).reshape(-1, 5)


def solved(chains: tuple[int, ...], loops: tuple[int, ...]) -> int:
    """The worth that the kernel proves."""
    rows = rows_of(chains, loops)
    assert len(rows) <= WIDEST
    arguments = (
        rows,
        np.zeros((0, 2), dtype=np.uint64),
        np.zeros((0, 8, 256), dtype=np.uint64),
        np.zeros((1 << 10, 2), dtype=np.uint64),
        np.zeros(quiet.stack_words(len(rows)), dtype=np.uint64),
        np.zeros(GROUP_WORDS, dtype=np.uint64),
        np.zeros(FACTS, dtype=np.int64),
        np.array([0, 1 << 40, 0], dtype=np.int64),
        np.zeros(1, dtype=np.int32),
    )
    cells = sum(chains) + sum(loops)
    everything = (1 << len(rows)) - 1
    return max(
        value for value in range(-cells, cells + 1, 2) if quiet.reach(everything, value, *arguments) == YES
    )


def endings(chains: int, loops: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All endings of at most so many chains and loops."""
    return [
        (some, others)
        for many in range(chains + 1)
        for some in combinations_with_replacement(CHAINS, many)
        for more in range(loops + 1)
        for others in combinations_with_replacement(LOOPS, more)
    ]


def test_every_small_ending_is_exact() -> None:
    checked = endings(3, 2)
    assert len(checked) > 1_000
    for chains, loops in checked:
        assert solved(chains, loops) == ending(chains, loops), f"{chains} and loops {loops}"


@pytest.mark.parametrize(
    ("chains", "loops"),
    [
        ((3, 3, 3, 4, 5, 6, 7, 9), (4, 6, 8)),
        ((1, 1, 2, 2, 3, 3, 4, 5), (4, 4)),
        ((3,), (4,)),
        ((3, 3, 3, 3, 3), (4, 4, 4, 4)),
        ((), (4, 4, 4, 6, 8)),
        ((1, 2, 2, 12), (3, 3, 5, 7)),
    ],
)
def test_larger_endings_are_exact(chains: tuple[int, ...], loops: tuple[int, ...]) -> None:
    assert solved(chains, loops) == ending(chains, loops)


def test_control_keeps_four_of_a_chain_and_eight_of_a_loop() -> None:
    """The classical count: the side in control nets the sum of chain - 4 and loop - 8, and the last four."""
    assert solved((5, 6, 8), ()) == -((5 - 4) + (6 - 4) + (8 - 4) + 4)
    assert solved((5, 8), (6, 10)) == -((5 - 4) + (8 - 4) + (6 - 8) + (10 - 8) + 4)


def test_a_loop_may_have_to_be_opened_before_a_smaller_chain() -> None:
    """With a three and a four-loop, opening the smaller group first costs more."""
    three_first = -max(3 + ending((), (4,)), 3 - 4 - ending((), (4,)))
    assert solved((3,), (4,)) == ending((3,), (4,)) > three_first


def test_the_quick_count_is_what_smallest_first_gives() -> None:
    """The judge of random games always opens the smallest group; both sides answer as well as they can."""
    for chains, loops in endings(2, 1):
        rows = rows_of(chains, loops)
        order = sorted([(size, False) for size in chains] + [(size, True) for size in loops])
        value = 0
        for size, closed in reversed(order):
            left = (4 if size > 3 else 0) if closed else (2 if size > 2 else 0)
            value = -max(size + value, size - 2 * left - value) if left else -(size + value)
        assert Judge(rows, 0).worth((1 << len(rows)) - 1) == value
