"""A move always exists, with and without the two barring settings."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.gyges.board import SIZE
from tests.engines.gyges.positions import scattered

Frontier = tuple[tuple[int, ...], tuple[int, ...]]
"""The region of the lowest cell so far in each column (0: a piece), and the size of each region."""


def onward(frontier: Frontier, column: int, largest: int) -> Iterator[tuple[Frontier, int]]:
    """The frontiers after one more cell, with a piece (1) or without (0)."""
    regions, sizes = frontier
    yield renumbered((*regions[:column], 0, *regions[column + 1 :]), dict(enumerate(sizes, start=1))), 1
    joined = {region for region in (regions[column], regions[column - 1] if column else 0) if region}
    size = 1 + sum(sizes[region - 1] for region in joined)
    if size <= largest:
        new = len(sizes) + 1
        merged = [new if region in joined else region for region in regions]
        merged[column] = new
        yield renumbered(tuple(merged), {**dict(enumerate(sizes, start=1)), new: size}), 0


def renumbered(regions: tuple[int, ...], sizes: dict[int, int]) -> Frontier:
    """Equal frontiers written in the same way."""
    order = list(dict.fromkeys(region for region in regions if region))
    numbers = {region: place for place, region in enumerate(order, start=1)}
    return tuple(numbers.get(region, 0) for region in regions), tuple(sizes[region] for region in order)


def fewest_pieces(largest: int) -> int:
    """The fewest pieces that leave no region of more than `largest` empty cells."""
    fewest: dict[Frontier, int] = {((0,) * SIZE, ()): 0}
    for cell in range(SIZE * SIZE):
        following: dict[Frontier, int] = {}
        for frontier, pieces in fewest.items():
            for after, placed in onward(frontier, cell % SIZE, largest):
                following[after] = min(pieces + placed, following.get(after, SIZE * SIZE))
        fewest = following
    return min(fewest.values())


def test_twelve_pieces_leave_a_region_of_five_cells_so_a_move_always_exists() -> None:
    # In a region of five cells a walk that enters it anywhere has two more steps ahead of it: a piece beside
    # it can end on an empty cell, whatever its rings, and not where it began.
    assert fewest_pieces(4) == 13
    assert fewest_pieces(1) == SIZE * SIZE // 2


def test_positions_by_chance_have_a_move() -> None:
    random = Random(5)
    for _ in range(150):
        assert scattered(random, replace=False, back=False).legal_moves()
