"""Symmetries of a net of strings: renumberings of the strings that change nothing but their names."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST = 12
"""Symmetries that are looked for, as many as a hexagon has."""

MOST_STEPS = 2_000
"""Steps after which the search for symmetries settles for those found."""


def symmetries(strings: NDArray[np.int64], joints: int) -> list[list[int]]:
    """Renumberings of the strings (the one that changes nothing left out), found by matching joints.

    Any set of them may be used to make positions alike: each maps a position to one of the same worth.
    Where the joints fall into parts none is looked for: such positions are small, and swapping parts alone
    could make thousands.
    """
    if joints < 2:
        return []
    rows = strings.tolist()
    between: dict[tuple[int, int], list[int]] = {}
    for number, (one, two, *_) in enumerate(rows):
        between.setdefault((one, two), []).append(number)
    kinds = {
        pair: tuple(sorted((rows[n][2], rows[n][3]) for n in numbers)) for pair, numbers in between.items()
    }
    finder = _Finder(joints, kinds)
    found: list[list[int]] = []
    if not finder.connected:
        return found
    for image in finder.images():
        renumbered = _renumber(image, between, rows)
        if renumbered != list(range(len(rows))) and renumbered not in found:
            found.append(renumbered)
    return found


class _Finder:
    """Matches joint after joint, each beside one that is matched already where there is such a one."""

    def __init__(self, count: int, kinds: dict[tuple[int, int], tuple[tuple[int, int], ...]]) -> None:
        self._count = count
        self._kinds = kinds
        self._near: list[list[int]] = [[] for _ in range(count)]
        for one, two in kinds:
            if 0 <= one != two:
                self._near[one].append(two)
                self._near[two].append(one)
        self._order = self._visit()
        self._steps = 0
        self._found: list[tuple[int, ...]] = []

    def _visit(self) -> list[int]:
        order = [0]
        for joint in order:
            order += [other for other in self._near[joint] if other not in order]
        return order

    @property
    def connected(self) -> bool:
        """Whether every joint can be reached from every other."""
        return len(self._order) == self._count

    def images(self) -> list[tuple[int, ...]]:
        """The images of the joints under each symmetry."""
        self._match(0, [-1] * self._count)
        return self._found

    def _kind(self, one: int, two: int) -> tuple[tuple[int, int], ...]:
        return self._kinds.get((min(one, two), max(one, two)), ())

    def _fits(self, joint: int, image: int, images: list[int]) -> bool:
        if self._kind(-1, joint) != self._kind(-1, image) or self._kind(joint, joint) != self._kind(
            image, image
        ):
            return False
        if len(self._near[joint]) != len(self._near[image]):
            return False
        return all(
            images[other] < 0 or self._kind(joint, other) == self._kind(image, images[other])
            for other in self._near[joint]
        )

    def _match(self, place: int, images: list[int]) -> None:
        if place == self._count:
            self._found.append(tuple(images))
            return
        joint = self._order[place]
        beside = [images[other] for other in self._near[joint] if images[other] >= 0]
        for image in self._near[beside[0]] if beside else range(self._count):
            self._steps += 1
            if self._steps > MOST_STEPS or len(self._found) >= MOST:
                return
            if image not in images and self._fits(joint, image, images):
                images[joint] = image
                self._match(place + 1, images)
                images[joint] = -1


def _renumber(
    image: tuple[int, ...], between: dict[tuple[int, int], list[int]], rows: list[list[int]]
) -> list[int]:
    renumbered = list(range(len(rows)))
    for (one, two), numbers in between.items():
        ends = sorted(end if end < 0 else image[end] for end in (one, two))
        targets = between[ends[0], ends[1]]
        for source, target in zip(_by_kind(numbers, rows), _by_kind(targets, rows), strict=True):
            renumbered[source] = target
    return renumbered


def _by_kind(numbers: list[int], rows: list[list[int]]) -> list[int]:
    return sorted(numbers, key=lambda number: (rows[number][2:4], number))


def byte_tables(renumberings: list[list[int]], size: int) -> NDArray[np.uint64]:
    """For each renumbering and byte of a mask, what each value of that byte becomes."""
    tables = np.zeros((len(renumberings), 8, 256), dtype=np.uint64)
    for table, renumbered in zip(tables, renumberings, strict=True):
        for number in range(size):
            bit = np.uint64(1 << renumbered[number])
            values = np.arange(256)[(np.arange(256) >> (number % 8)) & 1 == 1]
            table[number // 8, values] |= bit
    return tables
