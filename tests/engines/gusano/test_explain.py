"""Reasons for a cell, and the thought that leads to it, are true whatever the cell."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.core.game import Evaluation, Fact
from engines.gusano import GAME
from engines.gusano.rules import State

UNKNOWN = Evaluation(value=0.0, exact=False, bound=(-99.0, 99.0), best=())
"""Nothing is proved, so that only the position speaks."""
LINES = (
    "gusano rows=4 cols=4 start=b2",
    "gusano board=square8 rows=3 cols=4 start=a1 values=b2:5,c3:-2",
    "gusano board=hex side=3 start=c3",
    "gusano board=torus rows=4 cols=3 start=a1 blocked=c4",
)


def reasons(state: State, move: str, worth: Evaluation = UNKNOWN) -> tuple[Fact, ...]:
    assert GAME.explain is not None
    return GAME.explain(state, move, worth)


def lake(state: State, move: str) -> int:
    """The free cells that are connected with `move`, itself not counted, found by joining neighbours."""
    board = state.board
    start = board.graph.index[move]
    free = set(range(len(board.values))) - set(state.path) - board.blocked
    group = {start}
    while True:
        wider = group | {near for cell in group for near in board.graph.neighbours[cell] if near in free}
        if wider == group:
            return len(group) - 1
        group = wider


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_is_so(line: str, seed: int) -> None:
    random = Random(seed)
    state = registry.read_match(line).state
    while not state.is_over:
        moves = state.legal_moves()
        worth = {move: state.board.values[state.board.graph.index[move]] for move in moves}
        lakes = {move: lake(state, move) for move in moves}
        worm = state.turn == state.worm
        for move in moves:
            told = reasons(state, move)
            found = {fact.code: dict(fact.detail) for fact in told}
            others = [other for other in moves if other != move]
            assert ("only-exit" in found) == (not others)
            assert ("ends-round" in found) == bool(others and not lakes[move])
            if "keeps-reach" in found:
                assert worm
                assert found["keeps-reach"] == {"count": lakes[move], "less": min(map(lakes.get, others))}
                assert lakes[move] > min(lakes[other] for other in others)
            if "cuts-off" in found:
                assert not worm
                assert found["cuts-off"] == {"count": lakes[move], "more": max(map(lakes.get, others))}
                assert lakes[move] < max(lakes[other] for other in others)
            if "worth-more" in found:
                assert worm
                assert all(worth[move] > worth[other] for other in others)
            if "worth-less" in found:
                assert not worm
                assert all(worth[move] < worth[other] for other in others)
            check_clue(state, move, told, lakes)
        state = state.play(random.choice(moves))


def check_clue(state: State, move: str, told: tuple[Fact, ...], lakes: dict[str, int]) -> None:
    assert GAME.clue is not None
    clue = GAME.clue(state, move, told)
    assert move in clue.around
    assert clue.around <= set(state.legal_moves())
    assert len(clue.around) == min(2, len(state.legal_moves()))
    assert sorted(clue.around) == str(clue.where.detail["cells"]).split()
    match clue.thought.code:
        case "think-worm-reach" | "think-bird-reach" | "think-not-reach":
            assert len(set(lakes.values())) > 1
        case "think-alike" | "think-few-exits" | "think-only-move":
            assert len(set(lakes.values())) == 1
        case "think-only-exit":
            assert len(lakes) == 1
        case "think-end":
            assert lakes[move] == 0


def test_a_proved_end_is_told_only_of_a_move_that_keeps_it() -> None:
    state = registry.read_match("gusano rows=3 cols=3 start=b2").state
    proved = Evaluation(value=5.0, exact=True, bound=(5.0, 5.0), best=("b1",))
    assert [fact.code for fact in reasons(state, "b1", proved)][-2:] == ["ends-with", "only-move"]
    assert "ends-with" not in {fact.code for fact in reasons(state, "a2", proved)}
