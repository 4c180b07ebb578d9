"""What leads to a move of Ayu before it is told: true of the position, and the move is not far from it."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.ayu import GAME
from engines.ayu.outlook import remaining
from engines.ayu.rules import State, units
from engines.core.game import Clue, Evaluation

UNKNOWN = Evaluation(value=0.0, exact=False, bound=(-99.0, 99.0), best=())


def clue(state: State, move: str) -> Clue:
    assert GAME.explain is not None
    assert GAME.clue is not None
    return GAME.clue(state, move, GAME.explain(state, move, UNKNOWN))


@pytest.mark.parametrize("size", [5, 7])
def test_a_thought_never_says_what_is_not_so(size: int) -> None:
    random = Random(size)
    match = registry.read_match(f"ayu size={size}")
    for _ in range(14):
        state = match.state
        if match.turn is None:
            break
        for move in random.sample(state.legal_moves(), min(4, len(state.legal_moves()))):
            told, after = clue(state, move), state.play(move)
            stone, target = move.split("-")
            assert {stone, target} <= told.around
            own, theirs = state.colour, 1 - state.colour
            joined = len(units(size, state.stones[own])) - len(units(size, after.stones[own]))
            code, detail = told.thought.code, told.thought.detail
            assert (code == "think-join") == bool(joined)
            if code == "think-join":
                assert detail["count"] == joined + 1
            if code == "think-shorten":
                assert remaining(size, state.stones, own) - remaining(size, after.stones, own) > 1
            if code == "think-lengthen":
                assert remaining(size, after.stones, theirs) > remaining(size, state.stones, theirs)
        match = match.play(random.choice(match.legal_moves()))


def test_a_swap_is_no_place_of_the_board() -> None:
    told = clue(registry.read_match("ayu size=5 pie=yes : b5-b4").state, "swap")
    assert (told.thought.code, told.where.code, told.around) == ("think-swap", "where-button", frozenset())
