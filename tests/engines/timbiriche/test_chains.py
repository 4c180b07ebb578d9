"""Chains, loops, joints, safe edges and gifts, on positions drawn by hand and met at random."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines import registry
from engines.boards.hexagonal import hexagon
from engines.boards.square import square
from engines.boards.tiling import Tiling
from engines.boards.triangular import triangle
from engines.timbiriche.chains import Group, closing_edges, give, names, run, safe_edges, structure
from engines.timbiriche.rules import Layout, State
from tests.engines.timbiriche.positions import position, random_positions

CORRIDORS = """
   a   b   c   d   e
 1 +---+---+---+---+
   |           |   |
 2 +---+---+   +   +
   |       |   |   |
 3 +   +   +   +---+
   |       |   |   |
 4 +---+---+   +   +
               |   |
 5 +---+---+---+   +
"""
"""A long corridor along the top and down to the bottom, a loop of four, and two chains of two."""


def cells(state: State, group: Group) -> list[str]:
    return [state.board.cells[cell].name for cell in group.cells]


def edges(state: State, group: Group) -> list[str]:
    return [state.board.edge_names[edge] for edge in group.edges]


def test_a_position_is_split_into_chains_loops_and_joints() -> None:
    state = position(CORRIDORS)
    parts = structure(state)
    assert [cells(state, loop) for loop in parts.loops] == [["a2", "b2", "b3", "a3"]]
    assert sorted(sorted(cells(state, chain)) for chain in parts.chains) == [
        ["a1", "a4", "b1", "b4", "c1", "c2", "c3", "c4"],
        ["d1", "d2"],
        ["d3", "d4"],
    ]
    assert parts.joints == ()
    assert parts.long_chains == 1


def test_the_cells_and_edges_of_a_chain_are_in_order() -> None:
    state = position(
        """
   a   b   c   d
 1 +---+---+---+
               |
 2 +---+---+   +
   |       |   |
 3 +---+---+   +
"""
    )
    (top, below) = structure(state).chains
    assert cells(state, top) in (["a1", "b1", "c1", "c2"], ["c2", "c1", "b1", "a1"])
    assert edges(state, top) in (
        ["a1a2", "b1b2", "c1c2", "c2d2", "c3d3"],
        ["c3d3", "c2d2", "c1c2", "b1b2", "a1a2"],
    )
    assert sorted(cells(state, below)) == ["a2", "b2"]
    assert edges(state, below) == ["b2b3"], "shut at both ends"


def test_a_cell_with_three_undrawn_edges_is_a_joint_and_ends_chains() -> None:
    state = position(
        """
   a   b   c   d
 1 +---+---+---+

 2 +---+   +---+
       |   |
 3 +   +   +   +
"""
    )
    parts = structure(state)
    assert [state.board.cells[cell].name for cell in parts.joints] == ["b1"]
    assert sorted(sorted(cells(state, chain)) for chain in parts.chains) == [
        ["a1"],
        ["a2"],
        ["b2"],
        ["c1"],
        ["c2"],
    ]
    assert parts.long_chains == 0


def joined(board: Tiling, names_of_cells: set[str]) -> State:
    """The position in which only the edges between these cells are undrawn."""
    inside = {number for number, cell in enumerate(board.cells) if cell.name in names_of_cells}
    undrawn = sum(1 << edge for edge, beside in enumerate(board.edge_cells) if len(inside & {*beside}) == 2)
    drawn = board.everything & ~undrawn
    return State(Layout(board, 0, drawn, misere=False), drawn, (0, 0), (0, 0), 0)


@pytest.mark.parametrize(
    ("board", "ring"),
    [
        (square(2, 2), {"a1", "b1", "a2", "b2"}),
        (hexagon(2), {"a1", "b1", "b2"}),
        (hexagon(2), {"a1", "b1", "a2", "c2", "a3", "b3"}),
        (triangle(3), {"a2", "b2", "c2", "b3", "c3", "d3"}),
    ],
    ids=["square", "three-hexagons", "six-hexagons", "triangles"],
)
def test_a_ring_of_cells_is_a_loop_on_every_grid(board: Tiling, ring: set[str]) -> None:
    state = joined(board, ring)
    (loop,) = structure(state).loops
    assert set(cells(state, loop)) == ring
    assert len(loop.edges) == len(ring)
    assert structure(state).chains == ()
    less = joined(board, ring - {min(ring)})
    (chain,) = structure(less).chains
    assert set(cells(less, chain)) == ring - {min(ring)}
    assert structure(less).loops == ()


def test_a_loop_counts_as_long_and_a_chain_from_three_cells() -> None:
    assert not Group((0,), (0, 1), False).is_long
    assert not Group((0, 1), (0, 1, 2), False).is_long
    assert Group((0, 1, 2), (0, 1, 2, 3), False).is_long
    assert Group((0, 1, 2, 3), (0, 1, 2, 3), True).is_long


def test_every_cell_with_one_or_two_undrawn_edges_is_in_one_group() -> None:
    for state in random_positions(300, seed=11):
        parts = structure(state)
        groups = [*parts.chains, *parts.loops]
        grouped = [cell for group in groups for cell in group.cells]
        missing = [(mask & state.undrawn).bit_count() for mask in state.board.cell_masks]
        assert sorted(grouped) == [cell for cell, count in enumerate(missing) if count in (1, 2)]
        assert list(parts.joints) == [cell for cell, count in enumerate(missing) if count > 2]
        for group in groups:
            masks = [state.board.cell_masks[cell] & state.undrawn for cell in group.cells]
            assert len(set(group.edges)) == len(group.edges)
            assert sum(1 << edge for edge in group.edges) == _union(masks)
            neighbours = pairwise(masks)
            assert all((here & there).bit_count() == 1 for here, there in neighbours)
            assert group.is_loop == (
                len(group.edges) == len(masks) and all(m.bit_count() == 2 for m in masks)
            )


def _union(masks: list[int]) -> int:
    together = 0
    for mask in masks:
        together |= mask
    return together


def test_opening_a_group_gives_all_of_it() -> None:
    opened = 0
    for state in random_positions(300, seed=12):
        if closing_edges(state):
            continue
        parts = structure(state)
        for group in (*parts.chains, *parts.loops):
            for edge in group.edges:
                assert give(state, edge) >= len(group.cells)
                opened += 1
        for edge in safe_edges(state):
            assert give(state, edge) == 0
    assert opened > 200


def test_an_edge_gives_what_a_greedy_opponent_then_takes() -> None:
    for state in random_positions(300, seed=13):
        for edge in state.free_edges()[:6]:
            after = state.draw(edge)
            taken = 0
            while options := closing_edges(after):
                taken += len(after.closed_by(options[0]))
                after = after.draw(options[0])
            assert give(state, edge) == taken


def test_a_run_can_be_played_in_its_order() -> None:
    for state in random_positions(200, seed=14):
        left = state.undrawn
        for cell in run(state.board, state.undrawn):
            missing = state.board.cell_masks[cell] & left
            assert missing.bit_count() <= 1
            left &= ~missing


def test_an_edge_is_safe_unless_it_closes_a_cell_or_leaves_one_an_edge_short() -> None:
    for state in random_positions(300, seed=15):
        closing, safe = set(closing_edges(state)), set(safe_edges(state))
        for edge in state.free_edges():
            assert (edge in closing) == bool(state.closed_by(edge))
            after = state.draw(edge).undrawn
            short = [
                cell
                for cell in state.board.edge_cells[edge]
                if (state.board.cell_masks[cell] & after).bit_count() <= 1
            ]
            assert (edge in safe) == (not short)


def test_the_third_side_of_a_square_is_unsafe_and_so_is_the_second_of_a_triangle() -> None:
    square = position(
        """
   a   b
 1 +---+
   |
 2 +   +
"""
    )
    assert names(square, safe_edges(square)) == frozenset()
    start = registry.read_match("timbiriche grid=triangle side=2").state
    assert len(safe_edges(start)) == 9
    second = start.play("a1a2")
    assert {"a1b2", "a2b2"} & names(second, safe_edges(second)) == set()
