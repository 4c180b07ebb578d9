"""The rules of Ayu word by word, in sets and queues: slow, and sharing nothing with the engine.

Every stone, every empty point: is the unit of one piece afterwards, and is it strictly nearer than before?
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

Point = tuple[int, int]
Stones = frozenset[Point]
"""Column and row, both counted from 1 as in the names: a1 is (1, 1)."""


def read(position: str) -> tuple[int, Stones, Stones]:
    """Size, Black's stones and White's from rows written from the top."""
    rows = position.split("/")
    size = len(rows)
    marks = {(x, size - y): mark for y, row in enumerate(rows) for x, mark in enumerate(row, start=1)}
    black, white = (frozenset(at for at, mark in marks.items() if mark == colour) for colour in "bw")
    return size, black, white


def name(point: Point) -> str:
    """The name of a point."""
    return f"{'abcdefghijklmno'[point[0] - 1]}{point[1]}"


def neighbours(size: int, point: Point) -> Iterator[Point]:
    """The points orthogonally next to a point."""
    x, y = point
    for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if 1 <= other[0] <= size and 1 <= other[1] <= size:
            yield other


def unit_of(size: int, stone: Point, own: Stones) -> Stones:
    """All stones connected to a stone."""
    found, waiting = {stone}, [stone]
    while waiting:
        for other in neighbours(size, waiting.pop()):
            if other in own and other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def distance(size: int, unit: Stones, own: Stones, other: Stones) -> int | None:
    """Empty points on a shortest path to another unit of `own`; 0 if one touches; None without a path."""
    rest = own - unit
    queue: deque[tuple[Point, int]] = deque((stone, 0) for stone in unit)
    seen = set(unit)
    while queue:
        point, steps = queue.popleft()
        for beside in neighbours(size, point):
            if beside in rest:
                return steps
            if beside in other or beside in seen:
                continue
            seen.add(beside)
            queue.append((beside, steps + 1))
    return None


def moves(size: int, own: Stones, other: Stones) -> tuple[str, ...]:
    """Every legal move of `own`, sorted."""
    empty = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
    empty = [point for point in empty if point not in own and point not in other]
    found = []
    for stone in own:
        unit = unit_of(size, stone, own)
        before = distance(size, unit, own, other)
        if before is None:
            continue
        for target in empty:
            if not any(beside in unit for beside in neighbours(size, target)):
                continue
            moved = unit - {stone} | {target}
            if unit_of(size, target, moved) != moved:
                continue
            after = distance(size, moved, own - {stone} | {target}, other)
            if after is not None and after < before:
                found.append(f"{name(stone)}-{name(target)}")
    return tuple(sorted(found))
