"""Reasons for a move are true of the position: ways are measured here from each unit to each other one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines import registry
from engines.ayu import GAME
from engines.ayu.board import bits
from engines.ayu.rules import State
from engines.core.game import Evaluation, Fact
from tests.engines.ayu.literal import Stones, neighbours, unit_of
from tests.engines.ayu.positions import scattered, wandered

UNKNOWN = Evaluation(value=0.0, exact=False, bound=(-99.0, 99.0), best=())


def reasons(state: State, move: str) -> dict[str, Fact]:
    assert GAME.explain is not None
    return {fact.code: fact for fact in GAME.explain(state, move, UNKNOWN)}


def stones_of(state: State, colour: int) -> Stones:
    return frozenset(
        (index % state.size + 1, index // state.size + 1) for index in bits(state.stones[colour])
    )


def ways(state: State, colour: int) -> Iterator[tuple[int, Stones, Stones]]:
    """The empty points of a shortest open path between any two units that have one, with the units."""
    own = stones_of(state, colour)
    taken = own | stones_of(state, 1 - colour)
    found = {unit_of(state.size, stone, own) for stone in own}
    for unit in found:
        layer, seen, steps = set(unit), set(unit), 0
        left = found - {unit}
        while layer and left:
            beside = {near for point in layer for near in neighbours(state.size, point)} - seen
            for other in [other for other in left if steps and other & beside]:
                left.discard(other)
                yield steps, unit, other
            layer = beside - taken
            seen |= layer
            steps += 1


def joined(state: State, colour: int) -> tuple[int, frozenset[Stones]]:
    """The points of the shortest ways that bind all units that can be bound, and the groups they bind."""
    own = stones_of(state, colour)
    bound = {unit: unit for unit in (unit_of(state.size, stone, own) for stone in own)}
    total = 0
    for steps, one, other in sorted(ways(state, colour), key=lambda way: way[0]):
        if bound[one] != bound[other]:
            total += steps
            whole = bound[one] | bound[other]
            bound = {unit: whole if unit <= whole else group for unit, group in bound.items()}
    return total, frozenset(bound.values())


@pytest.mark.parametrize("seed", range(40))
def test_ways_are_told_as_they_are(seed: int) -> None:
    state = wandered(7, seed, 12 + seed) if seed % 4 else scattered(7, seed)
    own, theirs = state.colour, 1 - state.colour
    for move in state.legal_moves()[:: max(1, len(state.legal_moves()) // 6)]:
        told, after = reasons(state, move), state.play(move)
        (mine, _), (mine_now, _) = joined(state, own), joined(after, own)
        assert ("shortens" in told) == (mine - mine_now > 1)
        if "shortens" in told:
            assert told["shortens"].detail == {"before": mine, "after": mine_now}
        (rival, apart), (rival_now, apart_now) = joined(state, theirs), joined(after, theirs)
        opened = any(sum(old <= part for old in apart) > 1 for part in apart_now)
        assert ("opens-way" in told) == (rival_now > rival and opened)
        assert ("lengthens" in told) == (rival_now > rival and not opened)
        if "lengthens" in told:
            assert told["lengthens"].detail == {"before": rival, "after": rival_now}


def test_a_stone_that_steps_aside_opens_a_way_and_lengthens_none() -> None:
    """White's units have no way to each other, so White would win in its turn; c1 lets them meet."""
    state = registry.read_match("ayu size=5 position=..b.b/..b../w.b.w/..b../..b.. turn=0").state
    assert joined(state, 1)[0] == 0
    told = reasons(state, "c1-d5")
    assert "opens-way" in told
    assert "lengthens" not in told
