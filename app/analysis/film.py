"""A match as one drawing in which every shape knows when it is there: the animated picture of a game."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core.drawing import Shape
from engines.core.match import Match


@dataclass(frozen=True, slots=True)
class Appearance:
    """A shape and the plies at which it is on the board: from `since` up to, but not at, `until`.

    `until` None: it is on the board at the end of the match.
    """

    shape: Shape
    since: int
    until: int | None


@dataclass(frozen=True, slots=True)
class Film:
    """The shapes of all positions of a match in painting order; the board does not change its size."""

    width: float
    height: float
    appearances: tuple[Appearance, ...]
    plies: int

    def at(self, ply: int) -> frozenset[Shape]:
        """The shapes that are on the board after `ply` moves."""
        return frozenset(
            each.shape
            for each in self.appearances
            if each.since <= ply and (each.until is None or ply < each.until)
        )


def film(match: Match) -> Film:
    """The film of a match."""
    frames = [match.game.draw(state) for state in match.states]
    order: list[Shape] = []
    for frame in (frames[-1], *frames):  # the last frame's own order counts most
        known = {shape: place for place, shape in enumerate(order)}
        merged: list[Shape] = []
        place = 0
        for shape in frame.shapes:
            at = known.get(shape)
            if at is not None and at >= place:
                merged += order[place : at + 1]
                place = at + 1
            elif at is None:
                merged.append(shape)
        order = list(dict.fromkeys([*merged, *order[place:]]))
    shown = [frozenset(frame.shapes) for frame in frames]
    return Film(
        width=frames[-1].width,
        height=frames[-1].height,
        appearances=tuple(each for shape in order for each in _appearances(shape, shown)),
        plies=match.ply,
    )


def _appearances(shape: Shape, shown: list[frozenset[Shape]]) -> list[Appearance]:
    """The stretches of plies in which a shape is on the board."""
    found: list[Appearance] = []
    since: int | None = None
    for ply, shapes in enumerate(shown):
        if shape in shapes and since is None:
            since = ply
        elif shape not in shapes and since is not None:
            found.append(Appearance(shape, since, ply))
            since = None
    if since is not None:
        found.append(Appearance(shape, since, None))
    return found
