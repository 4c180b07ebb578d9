"""A route for every outcome, walks cell by cell, and that a second bounce on a piece adds nothing."""

from __future__ import annotations

from random import Random

import pytest

from engines.core.game import IllegalMove
from engines.core.notation import tokens
from engines.gyges.board import CELLS, GOALS, LEGS, LINKS, NEIGHBOURS
from engines.gyges.moving import Board, bounces, ends_of, mask_of
from engines.gyges.routes import Route, shortest, walk
from engines.gyges.rules import State
from engines.gyges.selection import selection
from tests.engines.gyges.positions import CASES, scattered, see, state_of

POSITIONS = [state_of(case["match"]) for case in CASES.values()]


def all_ends(board: Board, seat: int, start: int) -> set[int]:
    """Every landing by plain search over single steps, with bounces as often as links allow."""
    found: set[int] = set()
    closed = mask_of(board) & ~(1 << start)
    seen = set()

    def step(cell: int, left: int, used: int) -> None:
        if (cell, left, used) in seen:
            return
        seen.add((cell, left, used))
        if left == 1 and cell // 6 == (5 if seat == 0 else 0):
            found.add(GOALS[seat])
        for near in NEIGHBOURS[cell]:
            link = 1 << LINKS[min(cell, near), max(cell, near)]
            if used & link:
                continue
            if left > 1:
                if not closed >> near & 1:
                    step(near, left - 1, used | link)
            else:
                found.add(near)
                if closed >> near & 1:
                    step(near, board[near], used | link)

    step(start, board[start], 0)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_a_second_bounce_on_the_same_piece_adds_no_outcome(seed: int) -> None:
    random = Random(seed)
    for state in (scattered(random) for _ in range(4)):
        for start in state.ends():
            assert ends_of(state.board, state.mover, start) == all_ends(state.board, state.mover, start)


def check_route(state: State, route: Route) -> int:
    """That a route keeps every rule of moving; how many links it uses."""
    board, start = state.board, route.cells[0]
    links = []
    for one, other in zip(route.cells, route.cells[1:], strict=False):
        if other < CELLS:
            assert other in NEIGHBOURS[one]
            links.append((min(one, other), max(one, other)))
        else:
            assert other == GOALS[state.mover] == route.cells[-1]
            assert one // 6 == (5 if state.mover == 0 else 0)
    assert len(set(links)) == len(links), "a link is used twice"
    place = 0
    for landing in route.landings:
        assert landing - place == board[route.cells[place]], "not an exact count"
        assert all(not bounces(board, start, cell) for cell in route.cells[place + 1 : landing])
        place = landing
    assert all(bounces(board, start, cell) for cell in route.bounced)
    assert place == len(route.cells) - 1
    return place


@pytest.mark.parametrize("state", POSITIONS)
def test_every_outcome_has_a_route_that_keeps_the_rules(state: State) -> None:
    for start, ends in state.ends().items():
        routes = shortest(state.board, state.mover, start)
        assert ends <= routes.keys()
        for end, route in routes.items():
            assert (route.cells[0], route.cells[-1]) == (start, end)
            check_route(state, route)


def test_the_shortest_route_is_given() -> None:
    state = see(
        """
        . . . . . .
        . . . . . 3
        . . . . . .
        . . . . . .
        . 1 . . . .
        . 1 . . . .
        """
    )
    routes = shortest(state.board, 0, 1)
    assert routes[8].cells == (1, 7, 8)
    assert routes[8].bounced == (7,)
    assert routes[2].cells == (1, 2)
    direct = [leg for leg in LEGS[1][1] if leg.end == 2]
    assert len(direct) == 1


def test_a_walk_is_offered_only_steps_that_lead_somewhere() -> None:
    state = see(
        """
        . . . . . .
        . . . . . 3
        . . . . . .
        . . . . . .
        1 . . . . .
        3 . 2 . . .
        """
    )
    begun = walk(state, ("a1",))
    assert (begun.left, begun.draft) == (3, None)
    assert begun.onward == {"b1"}, "a2 is taken"
    assert set(begun.landings) >= {"a2", "b3", "c2"}
    landed = walk(state, ("a1", "b1", "b2", "a2"))
    assert (landed.left, landed.draft) == (0, ("a1", "a2"))
    assert landed.onward == {"a1", "a3"}, "not back over the link to b2"
    home = walk(state, ("a1", "b1", "b2", "a2", "a1"))
    assert (home.draft, home.onward) == (("a1", "a1"), frozenset())
    for wrong in (("a1", "a2"), ("a1", "b1", "c1"), ("c2",), (), ("a1", "b1", "b2", "a2", "b2")):
        with pytest.raises(IllegalMove) as refused:
            walk(state, wrong)
        assert refused.value.reason == "not-a-step"


def test_a_walk_may_only_end_where_the_move_may() -> None:
    state = see(
        """
        . . . . . .
        . . . . . 3
        . . . . . .
        . . . . . .
        1 . . . . .
        3 . . . . .
        """,
        replace=False,
        back=False,
    )
    landed = walk(state, ("a1", "b1", "b2", "a2"))
    assert landed.draft is None, "there is no replacing"
    assert landed.onward == {"a3"}, "and no returning"


@pytest.mark.parametrize("state", POSITIONS[::4])
def test_what_clicks_show_is_what_may_be_clicked(state: State) -> None:
    moves = state.legal_moves()
    shown = selection(state, ())
    assert shown.marks["movable"] == {tokens(move)[0] for move in moves}
    for start in shown.marks["movable"]:
        chosen = selection(state, (start,))
        ends = chosen.marks["end-empty"] | chosen.marks["end-piece"] | chosen.marks["end-goal"]
        assert ends == chosen.previews.keys() == {tokens(move)[1] for move in moves if move[:2] == start}
        for end in chosen.marks["end-piece"]:
            replacing = selection(state, (start, end))
            wanted = {tokens(move)[2] for move in moves if move.startswith(f"{start}-{end}-")}
            assert replacing.marks["drop"] == wanted
            assert replacing.path[0] == start
            assert replacing.path[-1] == end
