"""One way for each move: a shortest route, and walking it cell by cell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engines.core.game import IllegalMove, Seat, Walk
from engines.gyges.board import CELLS, GOAL, INDEX, NAMES, Leg
from engines.gyges.moving import Board, bounces, legs_from
from engines.gyges.rules import State


@dataclass(frozen=True, slots=True)
class Route:
    """The cells that a piece visits, its start first and its end (perhaps a goal) last.

    `landings` are the places in `cells` where a leg ends, the last one included.
    """

    cells: tuple[int, ...]
    landings: tuple[int, ...]

    @property
    def bounced(self) -> tuple[int, ...]:
        """The cells on whose pieces the moved piece bounces, in order."""
        return tuple(self.cells[place] for place in self.landings[:-1])


@lru_cache(maxsize=4_096)
def shortest(board: Board, seat: Seat, start: int) -> dict[int, Route]:
    """For everywhere the piece in `start` may land, a route with the fewest steps, and of those with the
    fewest bounces; the same one each time.
    """
    found: dict[int, Route] = {}
    layers: dict[int, list[tuple[Route, int]]] = {0: [(Route((start,), ()), 0)]}
    seen: set[tuple[int, int]] = set()
    steps = 0
    while layers:
        for route, used in sorted(layers.pop(steps, []), key=lambda each: len(each[0].landings)):
            end = route.cells[-1]
            if steps:
                found.setdefault(end, route)
                if not bounces(board, start, end) or (end, used) in seen or end in route.bounced:
                    continue
            seen.add((end, used))
            for leg in legs_from(board, seat, start, end, used):
                cells = route.cells + leg.cells
                onward = Route(cells, (*route.landings, len(cells) - 1))
                layers.setdefault(steps + len(leg.cells), []).append((onward, used | leg.links))
        steps += 1
    return found


def route_of(state: State, start: int, end: int) -> Route:
    """A shortest route of a move that is legal in `state`."""
    return shortest(state.board, state.mover, start)[end]


def cell_name(cell: int) -> str:
    """What a cell, or the goal of the side to move, is called."""
    return NAMES[cell] if cell < CELLS else GOAL


def names_of(cells: tuple[int, ...]) -> tuple[str, ...]:
    """What the cells of a route are called."""
    return tuple(cell_name(cell) for cell in cells)


def walk(state: State, visited: tuple[str, ...]) -> Walk:
    """Where a walk through `visited` stands, and where it may go on. IllegalMove for a wrong step.

    Only steps are allowed after which a landing can still be reached. On an empty cell or in the goal a walk
    ends; on a piece the player may go on (bounce) or stay (replace), if replacing is not barred.
    """
    board, seat, ends = state.board, state.mover, state.ends()
    start = INDEX.get(visited[0], -1) if visited else -1
    if start not in ends:
        raise IllegalMove("-".join(visited), "not-a-step", cell=(visited or ("",))[0][:20])
    cell, used, taken = start, 0, 0
    legs = _useful(board, seat, start, cell, used, ends[start])
    for name in visited[1:]:
        legs = tuple(leg for leg in legs if cell_name(leg.cells[taken]) == name)
        if not legs:
            raise IllegalMove("-".join(visited), "not-a-step", cell=name[:20])
        taken += 1
        if taken == len(legs[0].cells):
            cell, used, taken = legs[0].end, used | legs[0].links, 0
            standing = bounces(board, start, cell)
            legs = _useful(board, seat, start, cell, used, ends[start]) if standing else ()
    landed = len(visited) > 1 and taken == 0
    return Walk(
        path=visited,
        left=0 if landed else len(legs[0].cells) - taken,
        onward=frozenset(cell_name(leg.cells[taken]) for leg in legs),
        landings={cell_name(leg.end): names_of(leg.cells[taken:]) for leg in reversed(legs)},
        draft=(visited[0], visited[-1]) if landed and cell in ends[start] else None,
    )


@lru_cache(maxsize=65_536)
def _useful(
    board: Board, seat: Seat, start: int, cell: int, used: int, ends: frozenset[int]
) -> tuple[Leg, ...]:
    """The legs after which the move can end, at once or after further bounces."""
    return tuple(
        leg
        for leg in legs_from(board, seat, start, cell, used)
        if leg.end in ends
        or (bounces(board, start, leg.end) and _useful(board, seat, start, leg.end, used | leg.links, ends))
    )
