"""What the clicks of a move show: where a piece can end, by which way, and where a replaced one goes."""

from __future__ import annotations

from collections.abc import Iterable

from engines.core.game import Fact, Insight
from engines.gyges.board import CELLS, GOAL, GOALS, INDEX
from engines.gyges.drawing import arrow, drops_shown, ends_shown, halo, way
from engines.gyges.moving import bounces, drops_of
from engines.gyges.routes import Route, cell_name, names_of, shortest
from engines.gyges.rules import State

FACTS = ("chosen", "replacing", "settled")


def selection(state: State, draft: tuple[str, ...]) -> Insight:
    """Marks: `movable` before a piece is chosen; then its `end-empty`, `end-piece`, `end-goal`, and `bounce`,
    pieces on which it may bounce; then the cells where the replaced piece may go (`drop`). `shapes` and
    `path` show the way once the end is chosen, `previews` the way to each end.

    The draft of a whole move is answered too, so that a move that was played can be shown.
    """
    ends = state.ends()
    if not draft:
        return Insight(marks={"movable": names(ends)}, shapes=tuple(halo(cell) for cell in sorted(ends)))
    start = INDEX.get(draft[0], -1)
    if start not in ends:
        return Insight()
    routes = shortest(state.board, state.mover, start)
    if len(draft) == 1:
        return _chosen(state, start, ends[start], routes)
    end = GOALS[state.mover] if draft[1] == GOAL else INDEX.get(draft[1], -1)
    if end not in ends[start]:
        return Insight()
    route, path = routes[end], names_of(routes[end].cells)
    marks = {"moved": names([start]), "bounce": names(route.bounced)}
    detail: dict[str, str | int] = {"start": draft[0], "cell": draft[1], "bounces": len(route.bounced)}
    if not bounces(state.board, start, end):
        return Insight((Fact("settled", detail),), marks, way(route), path=path)
    detail["rings"] = state.board[end]
    drops = drops_of(state.board, state.mover, start)
    if len(draft) == 3 and INDEX.get(draft[2]) in drops:
        shapes = (*way(route), arrow(end, INDEX[draft[2]]))
        return Insight((Fact("settled", detail),), marks, shapes, path=path, carried=draft[1:])
    marks["drop"] = names(drops)
    marks["displaced"] = names([end])
    return Insight(
        (Fact("replacing", {**detail, "count": len(drops)}),),
        marks,
        (*drops_shown(drops, state.board[end]), *way(route)),
        {cell_name(drop): (arrow(end, drop),) for drop in drops},
        path,
    )


def _chosen(state: State, start: int, ends: frozenset[int], routes: dict[int, Route]) -> Insight:
    """A piece and all its ends."""
    board = state.board
    pieces = {end for end in ends if bounces(board, start, end)}
    goal = ends & {GOALS[state.mover]}
    on_the_way = {cell for end in ends for cell in routes[end].bounced}
    return Insight(
        facts=(Fact("chosen", {"cell": cell_name(start), "rings": board[start], "ends": len(ends)}),),
        marks={
            "moved": names([start]),
            "end-empty": names(end for end in ends if end not in pieces and end < CELLS),
            "end-piece": names(pieces),
            "end-goal": names(goal),
            "bounce": names(on_the_way),
            "other": names(state.ends().keys() - ends - {start}),
        },
        shapes=ends_shown(board, start, ends),
        previews={cell_name(end): way(routes[end]) for end in sorted(ends)},
    )


def names(cells: Iterable[int]) -> frozenset[str]:
    """What cells are called."""
    return frozenset(cell_name(cell) for cell in cells)
