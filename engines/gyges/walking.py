"""A move walked cell by cell: what it shows, and why a step or a click is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from engines.core.game import Fact, IllegalMove, Insight, Walk
from engines.gyges import routes
from engines.gyges.board import CELLS, GOAL, GOALS, HOME, INDEX, NEIGHBOURS, SIZE, link, row_of
from engines.gyges.drawing import ends_shown, way
from engines.gyges.moving import bounces
from engines.gyges.refusals import refuse
from engines.gyges.routes import Route, cell_name
from engines.gyges.rules import State

REASONS = (
    "place-first",
    "piece-first",
    "step-aside",
    "step-goal",
    "step-link",
    "step-blocked",
    "step-nowhere",
)
FACTS = ("walking", "walk-on", "fork")


def walk(state: State, visited: tuple[str, ...]) -> Walk:
    """Where a walk through `visited` stands, where it may go on, and what it shows.

    Raises IllegalMove with the rule that a wrong step breaks.
    """
    try:
        found = routes.walk(state, visited)
    except IllegalMove:
        raise _refuse_walk(state, visited) from None
    return replace(found, shown=_shown(state, found))


def refusal(state: State, clicks: tuple[str, ...]) -> IllegalMove:
    """Why clicks begin no legal move. ValueError if they do."""
    move = "-".join(clicks)
    if state.scored:
        return IllegalMove(move, "game-over")
    if state.to_place:
        return IllegalMove(move, "place-first")
    if clicks[0] in (GOAL, HOME):
        return IllegalMove(move, "piece-first")
    if len(clicks) == 1:
        return refuse(state, f"{move}-{move}")
    return refuse(state, move) if len(clicks) <= 3 else IllegalMove(move, "not-a-move", text=move[:20])


def _refuse_walk(state: State, visited: tuple[str, ...]) -> IllegalMove:
    """The rule that the first wrong step of a walk breaks."""
    if INDEX.get(visited[0], -1) not in state.ends():
        return refusal(state, visited[:1])
    for count in range(2, len(visited) + 1):
        try:
            routes.walk(state, visited[:count])
        except IllegalMove:
            before = routes.walk(state, visited[: count - 1])
            return _refuse_step(state, before, visited[count - 1])
    raise ValueError(f"{'-'.join(visited)} is a walk")


def _refuse_step(state: State, walked: Walk, name: str) -> IllegalMove:
    """Why a walk that came so far cannot go on to a place."""
    written = "-".join((*walked.path, name))
    here = INDEX.get(walked.path[-1], CELLS)
    detail: dict[str, str | int] = {"cell": name[:20], "from": walked.path[-1], "left": walked.left}
    if name == HOME:
        return IllegalMove(written, "own-goal")
    if not walked.onward or here == CELLS or (name != GOAL and name not in INDEX):
        return IllegalMove(written, "not-a-step", None, **detail)
    if name == GOAL:
        beside = row_of(here) == (SIZE - 1 if state.mover == 0 else 0)
        return IllegalMove(written, "step-goal" if beside else "step-aside", None, **detail)
    there = INDEX[name]
    if there not in NEIGHBOURS[here]:
        return IllegalMove(written, "step-aside", None, **detail)
    cells = [INDEX[each] for each in walked.path]
    if any(link(one, other) == link(here, there) for one, other in pairwise(cells)):
        return IllegalMove(written, "step-link", None, **detail)
    if walked.left > 1 and bounces(state.board, cells[0], there):
        return IllegalMove(written, "step-blocked", None, **detail)
    return IllegalMove(written, "step-nowhere", None, **detail)


def _trace(state: State, path: tuple[str, ...]) -> tuple[Route, tuple[int, ...]]:
    """The walked cells as a route, and those of its landings where it stands on a piece."""
    cells = tuple(INDEX.get(name, GOALS[state.mover]) for name in path)
    landings = []
    due = state.board[cells[0]]
    while due < len(cells):
        landings.append(due)
        if not bounces(state.board, cells[0], cells[due]):
            break
        due += state.board[cells[due]]
    standing = tuple(cells[place] for place in landings if bounces(state.board, cells[0], cells[place]))
    return Route(cells, tuple(landings)), standing


def _shown(state: State, found: Walk) -> Insight:
    """The way so far, the next steps and landings, and what is to be said."""
    board = state.board
    route, standing = _trace(state, found.path)
    start = route.cells[0]
    landings = {INDEX.get(name, GOALS[state.mover]) for name in found.landings}
    pieces = {cell for cell in landings if bounces(board, start, cell)}
    shapes = way(route) if len(found.path) > 1 else ()
    detail: dict[str, str | int] = {"start": found.path[0], "cell": found.path[-1], "left": found.left}
    if standing and standing[-1] == route.cells[-1] and not found.left:
        detail["rings"] = board[standing[-1]]
        facts = (Fact("fork" if found.onward else "walk-on", detail),)
    else:
        detail["bounces"] = len(standing)
        facts = (Fact("walking", detail),)
    marks = {
        "moved": frozenset(found.path[:1]),
        "step": found.onward,
        "end-empty": frozenset(cell_name(cell) for cell in landings - pieces if cell < CELLS),
        "end-piece": frozenset(cell_name(cell) for cell in pieces),
        "end-goal": frozenset(cell_name(cell) for cell in landings if cell >= CELLS),
        "bounce": frozenset(cell_name(cell) for cell in standing),
    }
    previews = {name: way(_trace(state, (*found.path, *steps))[0]) for name, steps in found.landings.items()}
    return Insight(facts, marks, (*ends_shown(board, start, landings), *shapes), previews)
