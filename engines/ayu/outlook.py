"""How far a side is from having nothing left to do, in plain Python: for the levels that play at once."""

from __future__ import annotations

from functools import lru_cache

from engines.ayu.board import Board, board
from engines.ayu.rules import BLACK, WHITE, Colour, units


@lru_cache(maxsize=65_536)
def remaining(size: int, stones: tuple[int, int], colour: Colour) -> int:
    """The empty points of the shortest tree of open paths that binds all units of a colour that can meet.

    About as many moves as the colour still needs if nothing changes; 0 exactly if it has no move.
    """
    geometry = board(size)
    empty = geometry.everything & ~(stones[BLACK] | stones[WHITE])
    groups = list(units(size, stones[colour]))
    total = steps = 0
    while len(groups) > 1:
        # Each group is all that lies within `steps` of its units. Where two share a point after one more
        # step, 2 * steps + 1 points lie between them; where two only touch, one point more.
        grown = [group | geometry.around(group) & empty for group in groups]
        if grown == groups:
            break
        shared = _merged(geometry, grown, touching=False)
        total += (len(grown) - len(shared)) * (2 * steps + 1)
        touched = _merged(geometry, shared, touching=True)
        total += (len(shared) - len(touched)) * (2 * steps + 2)
        groups = touched
        steps += 1
    return total


def together(size: int, stones: tuple[int, int], colour: Colour) -> frozenset[int]:
    """The stones of a colour by the parts of the board in which open paths bind them, each part as a mask."""
    geometry, own = board(size), stones[colour]
    open_to_it = geometry.everything & ~stones[1 - colour]
    return frozenset(part & own for part in geometry.groups(open_to_it) if part & own)


def _merged(geometry: Board, groups: list[int], *, touching: bool) -> list[int]:
    """Groups that share a point, or also those that touch, made one."""
    merged: list[int] = []
    for group in groups:
        reach = group | geometry.around(group) if touching else group
        apart = []
        for other in merged:
            if other & reach:
                group |= other
            else:
                apart.append(other)
        merged = [*apart, group]
    return merged
