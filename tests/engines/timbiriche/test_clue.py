"""What leads to a line before it is told: the thought that fits, and cells that the line touches."""

from __future__ import annotations

from random import Random

import pytest

from engines import registry
from engines.core.game import Clue, Evaluation
from engines.timbiriche import GAME
from engines.timbiriche.chains import closing_edges, safe_edges
from engines.timbiriche.rules import State

UNKNOWN = Evaluation(value=0.0, exact=False, bound=(-99.0, 99.0), best=())
TWO_ROWS = "timbiriche rows=2 cols=3 drawn=a1b1,b1c1,c1d1,a2b2,b2c2,c2d2,a3b3,b3c3,c3d3,a1a2"
"""Two corridors of three cells; the upper one has been opened at its left end."""


def clue(state: State, move: str) -> Clue:
    assert GAME.explain is not None
    assert GAME.clue is not None
    return GAME.clue(state, move, GAME.explain(state, move, UNKNOWN))


@pytest.mark.parametrize(
    ("line", "move", "thought", "around"),
    [
        (TWO_ROWS, "b1b2", "think-take", {"a1", "b1", "c1"}),
        (f"{TWO_ROWS} : b1b2", "d1d2", "think-leave", {"b1", "c1"}),
        (f"{TWO_ROWS} : b1b2", "a2a3", "think-wait", {"a2", "b2", "c2"}),
        (f"{TWO_ROWS} : b1b2 c1c2 d1d2", "b2b3", "think-give", {"a2", "b2", "c2"}),
        ("timbiriche rows=3 cols=3", "b2c2", "think-safe", {"b1", "b2"}),
        ("timbiriche rows=1 cols=1 misere=yes : a1b1 a1a2 b1b2", "a2b2", "think-must-close", {"a1"}),
        ("timbiriche rows=2 cols=2 misere=yes", "b1b2", "think-close-none", {"a1", "b1"}),
    ],
)
def test_each_thought_in_a_position_made_for_it(line: str, move: str, thought: str, around: set[str]) -> None:
    told = clue(registry.read_match(line).state, move)
    assert told.thought.code == thought
    assert told.around == around
    assert told.where.detail["count"] == len(around)


@pytest.mark.parametrize("board", ["rows=3 cols=4", "grid=triangle side=4", "grid=hex side=2", "misere=yes"])
def test_a_thought_never_says_what_is_not_so(board: str) -> None:
    random = Random(board)
    state = registry.read_match(f"timbiriche {board}").state
    while state.turn is not None:
        names = state.board.edge_names
        closing = {names[edge] for edge in closing_edges(state)}
        safe = {names[edge] for edge in safe_edges(state)}
        for move in random.sample(state.legal_moves(), min(4, len(state.legal_moves()))):
            told = clue(state, move)
            edge = state.board.edge_index[move]
            beside = {state.board.cells[cell].name for cell in state.board.edge_cells[edge]}
            assert told.around & beside, "the line touches none of the cells to look at"
            code = told.thought.code
            assert (code == "think-take") <= (move in closing)
            assert (code in ("think-wait", "think-leave")) <= bool(closing)
            assert (code in ("think-safe", "think-chains")) <= (move in safe)
            assert (code in ("think-give", "think-middle")) <= (not safe and not closing)
            assert (code == "think-sacrifice") <= (bool(safe) and move not in safe)
        state = state.play(random.choice(state.legal_moves()))
