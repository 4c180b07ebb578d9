"""How the units of a colour stand to each other: distances, nearest units, and the paths between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engines.ayu.board import Board, board
from engines.ayu.rules import BLACK, WHITE, Colour, State, units


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit and what binds it: masks of points, and numbers of units of the same colour."""

    stones: int
    distance: int | None
    """Empty points to the nearest unit of its colour; None without an open path."""
    nearest: tuple[int, ...]
    """The units at that distance."""
    paths: int
    """The empty points that lie on a shortest path to one of them."""
    ends: int
    """Those of them that touch the unit: where a stone of it may go."""


def standing(state: State, colour: Colour) -> tuple[Unit, ...]:
    """The units of a colour, in the order of their lowest points."""
    return _standing(state.size, state.stones, colour)


@lru_cache(maxsize=2_048)
def _standing(size: int, stones: tuple[int, int], colour: Colour) -> tuple[Unit, ...]:
    geometry = board(size)
    empty = geometry.everything & ~(stones[BLACK] | stones[WHITE])
    every = units(size, stones[colour])
    return tuple(_unit(geometry, empty, every, number) for number in range(len(every)))


def _unit(geometry: Board, empty: int, every: tuple[int, ...], number: int) -> Unit:
    unit = every[number]
    others = 0
    for place, other in enumerate(every):
        if place != number:
            others |= other
    layers = _layers(geometry, unit, others, empty)
    if layers is None:
        return Unit(unit, None, (), 0, 0)
    # Walk back from what was reached, keeping of each layer only what leads there.
    touched = geometry.around(layers[-1]) & others if layers else 0
    nearest = tuple(place for place, other in enumerate(every) if other & touched)
    paths = front = geometry.around(touched) & layers[-1]
    for layer in reversed(layers[:-1]):
        front = geometry.around(front) & layer
        paths |= front
    return Unit(unit, len(layers), nearest, paths, front)


def _layers(geometry: Board, unit: int, others: int, empty: int) -> list[int] | None:
    """The empty points at 1, 2, ... steps from a unit, as far as the nearest other; None if it has none."""
    layers: list[int] = []
    reached = front = unit
    while True:
        front = geometry.around(front) & empty & ~reached
        if not front:
            return None
        layers.append(front)
        reached |= front
        if geometry.around(front) & others:
            return layers
