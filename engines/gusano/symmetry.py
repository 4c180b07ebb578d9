"""Symmetries of a board around the head: renamings of the free cells under which nothing changes."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 63
"""As many symmetries are looked for, so that a set of them fits in one word."""
PATIENCE = 40_000
"""Trials after which the search for symmetries ends with what it has."""


def symmetries(
    near: Sequence[Sequence[int]], values: Sequence[int], head: int
) -> tuple[tuple[int, ...], ...]:
    """Symmetries other than the identity that keep `head` in place, at most `MOST` of them.

    `near[i]` are the neighbours of cell i, every cell can be reached from the head, and `values[i]` must be
    kept by a symmetry. A symmetry is a tuple: where each cell goes.
    """
    return _Finder(near, values, head).find()


class _Finder:
    """Sends cells, in the order of their distance from the head, to cells that look the same so far."""

    def __init__(self, near: Sequence[Sequence[int]], values: Sequence[int], head: int) -> None:
        self._near = [frozenset(each) for each in near]
        self._looks = [(values[cell], len(near[cell])) for cell in range(len(near))]
        self._order = [head]
        parents = {head: head}
        for cell in self._order:
            for other in near[cell]:
                if other not in parents:
                    parents[other] = cell
                    self._order.append(other)
        self._parents = parents
        position = {cell: place for place, cell in enumerate(self._order)}
        self._earlier = [
            [other for other in near[cell] if position[other] < place]
            for place, cell in enumerate(self._order)
        ]
        self._head = head

    def find(self) -> tuple[tuple[int, ...], ...]:
        found: list[tuple[int, ...]] = []
        images: dict[int, int] = {self._head: self._head}
        used = {self._head}
        choices = [iter(self._candidates(1, images, used))] if len(self._order) > 1 else []
        trials = 0
        while choices and len(found) < MOST and trials < PATIENCE:
            place = len(choices)
            cell = self._order[place]
            if cell in images:
                used.discard(images.pop(cell))
            image = next(choices[-1], None)
            trials += 1
            if image is None:
                choices.pop()
                continue
            images[cell] = image
            used.add(image)
            if place + 1 < len(self._order):
                choices.append(iter(self._candidates(place + 1, images, used)))
            elif any(here != there for here, there in images.items()):
                found.append(tuple(images[each] for each in range(len(self._order))))
        return tuple(found)

    def _candidates(self, place: int, images: dict[int, int], used: set[int]) -> list[int]:
        """Where the next cell may go: joined to the images of just those that it is joined to."""
        cell = self._order[place]
        joined = {images[other] for other in self._earlier[place]}
        return [
            image
            for image in self._near[images[self._parents[cell]]]
            if image not in used
            and self._looks[image] == self._looks[cell]
            and self._near[image] & used == joined
        ]
