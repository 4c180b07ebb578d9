"""What is told of a match: safe phase, first long chain, double-crosses played and missed, lost leads."""

from __future__ import annotations

from engines.core.limit import Limit
from engines.core.review import review
from engines.registry import read_match
from engines.timbiriche.chains import double_cross


def told(line: str) -> dict[str, list[int]]:
    match = read_match(line)
    verdicts = review(match, lambda left: Limit(nodes=3_000_000))
    found: dict[str, list[int]] = {}
    for note in match.game.story.tell(match.states, match.moves, verdicts):
        found.setdefault(note.code, []).append(note.ply)
    return found


TWO_CHAINS = "timbiriche rows=2 cols=3 drawn=a1b1,b1c1,c1d1,a2b2,b2c2,c2d2,a3b3,b3c3,c3d3"
"""Two corridors of three cells, open at both ends: whoever opens one gives it away."""


def test_opening_a_corridor_and_the_double_cross_are_told() -> None:
    """The first opens a corridor; the second takes one cell and leaves two; the first must open the other."""
    found = told(f"{TWO_CHAINS} : a1a2 b1b2 d1d2 c1c2 a2a3 b2b3 c2c3 d2d3")
    assert found["first-chain-opened"] == [1]
    assert found["chains-phase"] == [1]
    assert found["double-cross"] == [3]
    assert "double-cross-missed" not in found
    assert "safe-phase" not in found


def test_a_double_cross_that_was_due_is_missed() -> None:
    """The second takes all three cells of the first corridor, and has to open the other."""
    found = told(f"{TWO_CHAINS} : a1a2 b1b2 c1c2 d1d2 a2a3 b2b3 c2c3 d2d3")
    assert found["double-cross-missed"] == [3]
    assert "double-cross" not in found


def test_a_double_cross_leaves_two_cells_and_something_to_open() -> None:
    state = read_match(f"{TWO_CHAINS} : a1a2 b1b2").state
    index = state.board.edge_index
    assert double_cross(state, index["d1d2"]) == 2
    assert double_cross(state, index["c1c2"]) == 0
    assert double_cross(state, index["a2a3"]) == 0
    last = read_match(f"{TWO_CHAINS} : a2a3 b2b3 c2c3 d2d3 a1a2 b1b2").state
    assert double_cross(last, index["d1d2"]) == 0


def test_a_loop_that_is_opened_is_not_told_as_a_chain() -> None:
    """A ring of four cells is opened first, and a corridor of three only when that is closed."""
    corridor = "a1b1,b1c1,c1d1,a2b2,b2c2,c2d2"
    ring = "a2a3,a3a4,a4b4,b4c4,c2c3,c3c4"
    full = "c3d3,c4d4,d2d3,d3d4"
    board = f"timbiriche rows=3 cols=3 drawn={corridor},{ring},{full}"
    found = told(f"{board} : a3b3 b2b3 b3b4 b3c3 d1d2")
    assert (found["first-loop-opened"], found["first-chain-opened"]) == ([1], [5])


def test_a_game_begins_with_its_safe_phase() -> None:
    found = told("timbiriche rows=2 cols=2 : a1b1 b2c2 a3b3 b1c1")
    assert found["safe-phase"] == [1]


def test_in_misere_chains_are_not_told() -> None:
    found = told(f"{TWO_CHAINS} misere=yes : a1a2 b1b2 c1c2 d1d2 a2a3 b2b3 c2c3 d2d3")
    assert set(found) <= {"win-lost", "win-drawn", "draw-lost"}
