"""The curve of a match as figures of a drawing: where its points, marks and lines stand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from app.analysis.report import Report
from engines.core.review import is_won_or_lost

WIDTH: Final = 360.0
HEIGHT: Final = 150.0
SIDE: Final = 8.0
"""Room left of the first point and right of the last one, above and below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A position in the graph; `cost`: its move lost something; `turning`: the story marks it."""

    ply: int
    x: float
    y: float
    exact: bool
    cost: bool
    turning: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """The graph: curves of spots, columns to point at, phases, and how high zero stands if it shows."""

    width: float
    height: float
    curves: tuple[tuple[Spot, ...], ...]
    columns: tuple[tuple[int, float, float], ...]
    """Each ply with where its column begins and how wide it is."""
    phases: tuple[tuple[int, str, float], ...]
    """Each phase of the story: the ply it begins with, its code, and where its line stands."""
    zero: float | None
    low: float
    high: float

    @property
    def stretches(self) -> tuple[tuple[Spot, Spot], ...]:
        """Neighbouring spots of each curve, to be joined by a line."""
        return tuple(pair for curve in self.curves for pair in pairwise(curve))


def graph(found: Report) -> Graph | None:
    """The graph of what is known so far; None before anything is."""
    heights = [dot.height for curve in found.curves for dot in curve]
    if not heights:
        return None
    low, high = min(heights), max(heights)
    if is_won_or_lost(found.match.game):
        low, high = -1.0, 1.0
    elif low == high:
        low, high = low - 1, high + 1
    total = max(found.match.ply, 1)
    step = (WIDTH - 2 * SIDE) / total

    def across(ply: float) -> float:
        return round(SIDE + ply * step, 2)

    def up(value: float) -> float:
        return round(HEIGHT - SIDE - (value - low) / (high - low) * (HEIGHT - 2 * SIDE), 2)

    turning = {note.ply for note in found.notes if note.kind == "turn"}
    costly = {verdict.ply for verdict in found.verdicts if verdict.lost > 0 and verdict.exact}
    return Graph(
        width=WIDTH,
        height=HEIGHT,
        curves=tuple(
            tuple(
                Spot(
                    ply=dot.ply,
                    x=across(dot.ply),
                    y=up(dot.height),
                    exact=dot.exact,
                    cost=place > 0 and dot.ply in costly,
                    turning=place > 0 and dot.ply in turning,
                )
                for place, dot in enumerate(curve)
            )
            for curve in found.curves
        ),
        columns=tuple((ply, across(ply - 0.5), round(step, 2)) for ply in range(found.match.ply + 1)),
        phases=tuple(
            (note.ply, note.code, across(note.ply - 1)) for note in found.notes if note.kind == "phase"
        ),
        zero=up(0.0) if low < 0 < high else None,
        low=low,
        high=high,
    )
