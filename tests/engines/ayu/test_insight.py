"""What a stone shows that is pointed at, against the legal moves and the distances of the rules."""

from __future__ import annotations

from itertools import chain

import pytest

from engines.ayu.insight import selection
from engines.ayu.rules import State, distance
from engines.ayu.standing import standing
from tests.engines.ayu.positions import opening, scattered, wandered

POSITIONS = (
    opening(7),
    *(wandered(size, seed, plies) for size in (5, 7) for seed in range(4) for plies in (3, 12, 30)),
    *(scattered(7, seed) for seed in range(4)),
)


def targets(state: State, name: str) -> set[str]:
    """Where the rules let the stone on a point go."""
    ways = [move.split("-") for move in state.legal_moves() if "-" in move]
    return {end for start, end in ways if start == name}


@pytest.mark.parametrize("state", POSITIONS, ids=str)
def test_every_stone_tells_of_its_unit_and_where_it_may_go(state: State) -> None:
    told = 0
    for colour in (0, 1):
        for unit in standing(state, colour):
            away = distance(state.board, unit.stones, state.stones[colour] & ~unit.stones, state.empty)
            for name in state.board.named(unit.stones):
                shown, ends = selection(state, (name,)), targets(state, name)
                codes = [fact.code for fact in shown.facts]
                told += 1
                assert shown.marks["unit"] == frozenset(state.board.named(unit.stones))
                if away is None:
                    assert codes in (["unit-alone"], ["unit-no-path"])
                elif colour != state.colour:
                    assert codes == ["unit"]
                elif ends:
                    assert codes == ["unit", "comes-to" if away > 1 else "joins-here"]
                else:
                    assert codes == ["unit", "must-stay"]
                    assert shown.facts[1].detail == {"stone": name}
                assert shown.marks.get("target", frozenset()) == ends
                assert shown.labels == dict.fromkeys(ends, str((away or 0) - 1))
    assert told == sum(stones.bit_count() for stones in state.stones)


def test_a_point_without_a_stone_shows_nothing() -> None:
    state = opening(5)
    empty = state.board.named(state.empty)
    assert empty
    assert not list(chain.from_iterable(selection(state, (name,)).facts for name in empty))
