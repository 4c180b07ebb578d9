"""Symmetries of a board: renamings of its cells under which nothing changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

Renaming = tuple[int, ...]
"""Where each cell goes."""

MOST_AROUND = 63
"""As many symmetries around one cell are looked for."""
MOST = 1_200
"""Symmetries of the largest group that is used."""
PATIENCE = 200_000
"""Trials after which the search for symmetries is given up."""


@dataclass(frozen=True, slots=True)
class Views:
    """How to see equal cells as one: `turns[cell]` takes a cell to the first of its kind.

    `turns[first:end]` for `spans[cell] = (first, end)` are the other symmetries that keep that first cell.
    """

    turns: tuple[Renaming, ...]
    spans: tuple[tuple[int, int], ...]


def symmetries(near: Sequence[Sequence[int]], values: Sequence[int], head: int) -> tuple[Renaming, ...]:
    """Symmetries other than the identity that keep `head` in place, at most `MOST_AROUND` of them.

    `near[i]` are the neighbours of cell i, every cell can be reached from the head, and `values[i]` must be
    kept by a symmetry.
    """
    identity = tuple(range(len(near)))
    others = (found for found in _Finder(near, values, head).find(head) if found != identity)
    return tuple(islice(others, MOST_AROUND))


def views(near: Sequence[Sequence[int]], values: Sequence[int]) -> Views | None:
    """The views of all cells of a connected board; None if it has no symmetries or they are too many."""
    finder = _Finder(near, values, 0)
    every = (found for image in range(len(near)) for found in finder.find(image))
    group = list(islice(every, MOST + 1))
    if not 1 < len(group) <= MOST or finder.trials > PATIENCE:
        return None
    identity = tuple(range(len(near)))
    turns = [min(group, key=lambda each: (each[cell], each != identity)) for cell in identity]
    spans: dict[int, tuple[int, int]] = {}
    for first in sorted({turns[cell][cell] for cell in identity}):
        others = [each for each in group if each[first] == first and each != identity]
        spans[first] = (len(turns), len(turns) + len(others))
        turns += others
    return Views(tuple(turns), tuple(spans[turns[cell][cell]] for cell in identity))


class _Finder:
    """Sends cells, in the order of their distance from `first`, to cells that look the same so far."""

    def __init__(self, near: Sequence[Sequence[int]], values: Sequence[int], first: int) -> None:
        self.trials = 0
        self._near = [frozenset(each) for each in near]
        self._looks = [(values[cell], len(near[cell])) for cell in range(len(near))]
        self._order = [first]
        self._parents = {first: first}
        for cell in self._order:
            for other in near[cell]:
                if other not in self._parents:
                    self._parents[other] = cell
                    self._order.append(other)
        position = {cell: place for place, cell in enumerate(self._order)}
        self._earlier = [
            [other for other in near[cell] if position[other] < place]
            for place, cell in enumerate(self._order)
        ]

    def find(self, image: int) -> Iterator[Renaming]:
        """Every symmetry that takes `first` to `image`, until the patience ends."""
        first = self._order[0]
        if self._looks[image] != self._looks[first]:
            return
        images = {first: image}
        used = {image}
        choices = [iter(self._candidates(1, images, used))] if len(self._order) > 1 else []
        if not choices:
            yield (image,)
        while choices and self.trials <= PATIENCE:
            self.trials += 1
            place = len(choices)
            cell = self._order[place]
            if cell in images:
                used.discard(images.pop(cell))
            there = next(choices[-1], None)
            if there is None:
                choices.pop()
                continue
            images[cell] = there
            used.add(there)
            if place + 1 < len(self._order):
                choices.append(iter(self._candidates(place + 1, images, used)))
            else:
                yield tuple(images[each] for each in range(len(self._order)))

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
