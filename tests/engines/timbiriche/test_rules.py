"""The rules of Timbiriche, a sentence at a time; positions are drawn as the game itself writes them."""

from __future__ import annotations

from itertools import permutations
from math import perm
from random import Random

import pytest
from hypothesis import given, settings

from engines import registry
from engines.core.game import IllegalMove, Outcome
from engines.core.match import Match
from engines.core.setup import BadSetup
from engines.timbiriche import GAME
from engines.timbiriche.rules import State
from engines.timbiriche.writing import text
from tests.engines.timbiriche.positions import BOARDS, matches, position
from tests.engines.timbiriche.referee import Referee


def after(line: str) -> State:
    state: State = registry.read_match(line).state
    return state


def refused(line: str, move: str) -> IllegalMove:
    match = registry.read_match(line)
    with pytest.raises(IllegalMove) as refusal:
        match.play(move)
    return refusal.value


THREE_SIDES = """
   a   b   c
 1 +---+---+
   |       |
 2 +---+---+
   |       |
 3 +   +   +
"""


# A turn


def test_all_edges_start_undrawn() -> None:
    state = after("timbiriche rows=4 cols=4")
    assert state.drawn == 0
    assert len(state.legal_moves()) == 40


def test_on_your_turn_you_draw_one_undrawn_edge() -> None:
    state = after("timbiriche rows=2 cols=2 : b2c2")
    assert (
        text(state)
        == """\
   a   b   c
 1 +   +   +

 2 +   +---+

 3 +   +   +"""
    )
    assert "b2c2" not in state.legal_moves()
    assert len(state.legal_moves()) == 11


def test_legal_moves_are_sorted_as_texts() -> None:
    moves = after("timbiriche rows=10 cols=10").legal_moves()
    assert list(moves) == sorted(moves)
    assert moves[0] == "a10a11"


def test_an_edge_that_completes_nothing_passes_the_turn() -> None:
    assert after("timbiriche").turn == 0
    assert after("timbiriche : a1b1").turn == 1
    assert after("timbiriche : a1b1 b1c1").turn == 0


def test_completing_a_cell_makes_it_yours_and_you_move_again() -> None:
    state = after("timbiriche rows=2 cols=2 : a1b1 a1a2 b1b2 a2b2")
    assert (state.score, state.turn) == ((0, 1), 1)
    assert "| 1 |" in text(state)


def test_the_cell_belongs_to_whoever_draws_its_last_edge_not_to_who_drew_most_of_it() -> None:
    # Seat 0 draws three sides of a1, seat 1 one side elsewhere each time and then the last.
    state = after("timbiriche rows=3 cols=3 : a1b1 c4d4 a1a2 d3d4 b1b2 a2b2")
    assert state.score == (0, 1)


def test_an_edge_that_completes_two_cells_gives_both_and_one_extra_move() -> None:
    state = position(THREE_SIDES).play("b1b2")
    assert (state.score, state.turn) == ((2, 0), 0)
    state = state.play("a3b3")
    assert (state.score, state.turn) == ((2, 0), 1), "one extra move, not two"


def test_captures_go_on_in_the_same_turn() -> None:
    state = position(
        """
   a   b   c   d
 1 +---+---+---+
   |
 2 +---+---+---+
"""
    )
    for move, score in (("b1b2", (1, 0)), ("c1c2", (2, 0)), ("d1d2", (3, 0))):
        assert state.turn == 0
        state = state.play(move)
        assert state.score == score


def test_nobody_has_to_take_a_cell_that_is_on_offer() -> None:
    state = position(THREE_SIDES)
    assert set(state.legal_moves()) == {"a3b3", "b1b2", "b2b3", "b3c3"}
    assert state.play("b2b3").turn == 1


def test_no_cell_is_taken_by_itself() -> None:
    # After the first cell of a chain the second stands open, and nothing happens until somebody moves.
    state = position(THREE_SIDES).play("a3b3")
    assert (state.score, state.turn) == ((0, 0), 1)
    state = state.play("b2b3")
    assert (state.score, state.turn) == ((0, 1), 1)


# The end


def test_the_game_ends_when_all_edges_are_drawn_and_not_before() -> None:
    almost = after("timbiriche rows=1 cols=2 : a1b1 a1a2 b1b2 a2b2 b1c1 b2c2")
    assert (almost.turn, almost.outcome) == (1, None)
    over = almost.play("c1c2")
    assert over.turn is None
    assert over.legal_moves() == ()
    assert over.score == (0, 2)


def test_a_decided_game_is_played_to_its_end() -> None:
    state = after("timbiriche rows=1 cols=3 : a1b1 a1a2 a2b2 b1b2 b2c2 b1c1 c1c2")
    assert state.score == (0, 2), "two of three cells"
    assert (state.turn, state.outcome) == (1, None)


def test_most_cells_win() -> None:
    first = after("timbiriche rows=1 cols=1 : a1b1 a1a2 b1b2 a2b2")
    assert first.score == (0, 1)
    assert first.outcome == Outcome(1, "more-cells")


def test_in_misere_fewest_cells_win() -> None:
    state = after("timbiriche rows=1 cols=1 misere=yes : a1b1 a1a2 b1b2 a2b2")
    assert state.score == (0, 1)
    assert state.outcome == Outcome(0, "fewer-cells")


def test_equal_counts_are_a_draw() -> None:
    random = Random(5)
    for misere in ("no", "yes"):
        while True:
            state = after(f"timbiriche rows=4 cols=4 misere={misere}")
            while state.turn is not None:
                state = state.draw(random.choice(state.free_edges()))
            if state.score == (8, 8):
                break
            assert state.outcome is not None
            assert state.outcome.winner is not None
        assert state.outcome == Outcome(None, "equal-cells")


def test_nothing_can_be_drawn_after_the_end() -> None:
    over = after("timbiriche rows=1 cols=1 : a1b1 a1a2 b1b2 a2b2")
    with pytest.raises(IllegalMove) as refusal:
        over.play("a1b1")
    assert refusal.value.reason == "game-over"


# Who begins, and what is drawn before


def test_the_setup_may_let_seat_1_begin() -> None:
    assert after("timbiriche first=1").turn == 1
    assert after("timbiriche first=1 : a1b1").turn == 0


@pytest.mark.parametrize(
    ("line", "drawn", "moves"),
    [
        ("sueco", 16, 24),
        ("sueco rows=3 cols=3", 12, 12),
        ("sueco rows=1 cols=2", 6, 1),
        ("sueco rows=10 cols=10", 40, 180),
        ("sueco grid=triangle side=2", 6, 3),
        ("sueco grid=triangle side=7", 21, 63),
        ("sueco grid=hex side=2", 18, 12),
        ("sueco grid=hex side=4", 42, 90),
    ],
)
def test_the_swedish_board_has_its_outline_drawn_by_nobody(line: str, drawn: int, moves: int) -> None:
    state = after(line)
    assert state.layout.outline == state.drawn == sum(1 << edge for edge in state.board.outline)
    assert state.drawn.bit_count() == drawn
    assert len(state.legal_moves()) == moves
    assert (state.turn, state.score, state.lines) == (0, (0, 0), (0, 0)), "those edges count as no move"


def test_an_outline_edge_that_would_close_a_cell_is_left_undrawn() -> None:
    state = after("sueco rows=1 cols=1")
    assert state.legal_moves() == ("a2b2",), "the outline is drawn in the board's order"
    assert state.score == (0, 0)
    assert state.play("a2b2").outcome == Outcome(0, "more-cells")


@pytest.mark.parametrize(
    "line",
    [f"sueco rows={rows} cols={cols}" for rows in range(1, 11) for cols in range(1, 11)]
    + [f"sueco grid=triangle side={side}" for side in range(2, 8)]
    + [f"sueco grid=hex side={side}" for side in range(2, 5)],
)
def test_no_cell_is_complete_before_the_first_move(line: str) -> None:
    state = after(line)
    assert all(mask & state.undrawn for mask in state.board.cell_masks)
    # ... and nothing more could be drawn: every outline edge left out would close a cell.
    for edge in state.board.outline:
        assert state.drawn >> edge & 1 or state.closed_by(edge)


def test_sueco_is_timbiriche_with_the_border_drawn() -> None:
    match = registry.read_match("sueco rows=3 cols=3 misere=yes : a2b2")
    assert match.to_text() == "timbiriche rows=3 cols=3 border=swedish misere=yes : a2b2"
    with pytest.raises(BadSetup):
        registry.read_match("sueco border=open")


def test_edges_drawn_before_the_first_move_are_nobodys_and_so_are_the_cells_they_close() -> None:
    state = after("timbiriche rows=1 cols=2 drawn=a1a2,a1b1,a2b2,b1b2,b1c1")
    assert (state.score, state.turn) == ((0, 0), 0)
    assert len(state.legal_moves()) == 2
    assert "| # |" in text(state)
    over = state.play("c1c2").play("b2c2")
    assert over.score == (0, 1)
    assert over.outcome == Outcome(1, "more-cells")


def test_drawn_edges_go_with_the_swedish_border() -> None:
    state = after("sueco rows=2 cols=2 drawn=b1b2")
    assert len(state.legal_moves()) == 3
    with pytest.raises(BadSetup) as refusal:
        registry.read_match("sueco rows=2 cols=2 drawn=a1b1")
    assert (refusal.value.reason, refusal.value.key, refusal.value.value) == ("bad-value", "drawn", "a1b1")


# Refusals


@pytest.mark.parametrize(
    ("move", "reason", "detail"),
    [
        ("pass", "not-an-edge", {"example": "a1b1"}),
        ("a1", "not-an-edge", {"example": "a1b1"}),
        ("A1B1", "not-an-edge", {"example": "a1b1"}),
        ("a1-b1", "not-an-edge", {"example": "a1b1"}),
        ("a1f1", "no-such-dot", {"dot": "f1"}),
        ("a6b6", "no-such-dot", {"dot": "a6"}),
        ("a1c1", "not-neighbours", {"a": "a1", "b": "c1"}),
        ("a1b2", "not-neighbours", {"a": "a1", "b": "b2"}),
        ("a1a1", "not-neighbours", {"a": "a1", "b": "a1"}),
        ("b1a1", "wrong-order", {"edge": "a1b1"}),
        ("c3c2", "wrong-order", {"edge": "c2c3"}),
        ("b1b2", "already-drawn", {"a": "b1", "b": "b2", "seat": 0}),
        ("b2b3", "already-drawn", {"a": "b2", "b": "b3", "seat": 1}),
    ],
)
def test_a_move_that_is_not_an_undrawn_edge_is_refused_with_a_reason(
    move: str, reason: str, detail: dict[str, object]
) -> None:
    refusal = refused("timbiriche : b1b2 b2b3", move)
    assert (refusal.reason, refusal.detail, refusal.ply) == (reason, detail, 3)
    assert refusal.reason in GAME.codes.reasons


def test_edges_that_were_there_before_the_first_move_have_reasons_of_their_own() -> None:
    assert refused("sueco", "a1b1").reason == "outline"
    assert refused("timbiriche drawn=b2c2", "b2c2").reason == "given"


def test_diagonals_of_squares_and_long_edges_of_triangles_are_no_edges() -> None:
    assert refused("timbiriche grid=triangle side=3", "a1b1").reason == "no-such-dot"
    assert refused("timbiriche grid=triangle side=3", "a1a3").reason == "not-neighbours"
    assert refused("timbiriche grid=hex side=2", "a2b2").reason == "not-neighbours"


@pytest.mark.parametrize(
    ("line", "reason", "key"),
    [
        ("timbiriche grid=round", "bad-value", "grid"),
        ("timbiriche rows=0", "bad-value", "rows"),
        ("timbiriche cols=11", "bad-value", "cols"),
        ("timbiriche grid=triangle side=1", "bad-value", "side"),
        ("timbiriche grid=triangle side=8", "bad-value", "side"),
        ("timbiriche grid=hex side=5", "bad-value", "side"),
        ("timbiriche grid=hex rows=3", "key-not-used", "rows"),
        ("timbiriche side=3", "key-not-used", "side"),
        ("timbiriche misere=maybe", "bad-value", "misere"),
        ("timbiriche first=2", "bad-value", "first"),
        ("timbiriche drawn=a1c1", "bad-value", "drawn"),
        ("timbiriche drawn=a1b1,a1b1", "bad-value", "drawn"),
        ("timbiriche drawn=,", "bad-value", "drawn"),
        ("timbiriche drawn=z9z99", "bad-value", "drawn"),
        ("timbiriche colour=red", "unknown-key", "colour"),
    ],
)
def test_a_setup_that_is_no_board_is_refused(line: str, reason: str, key: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        registry.read_match(line)
    assert (refusal.value.reason, refusal.value.key) == (reason, key)


# In general


@given(matches())
@settings(max_examples=60, deadline=None)
def test_every_match_comes_back_from_its_line(match: Match) -> None:
    again = registry.read_match(match.to_text())
    assert again == match
    assert again.to_text() == match.to_text()


@given(matches())
@settings(max_examples=60, deadline=None)
def test_every_edge_is_drawn_once_and_every_cell_has_one_owner(match: Match) -> None:
    state: State = match.state
    nobody = state.layout.outline | state.layout.given
    assert nobody & (state.lines[0] | state.lines[1]) == 0
    assert state.lines[0] & state.lines[1] == 0
    assert state.drawn == nobody | state.lines[0] | state.lines[1]
    assert state.drawn.bit_count() == nobody.bit_count() + match.ply
    closed = {cell for cell, mask in enumerate(state.board.cell_masks) if not mask & state.undrawn}
    before = {cell for cell, mask in enumerate(state.board.cell_masks) if not mask & ~nobody}
    assert state.owned[0] & state.owned[1] == 0
    assert state.owned[0] | state.owned[1] == sum(1 << cell for cell in closed - before)
    assert sum(state.score) == len(closed - before)
    assert (state.outcome is None) == bool(state.undrawn) == (state.turn is not None)


@given(matches())
@settings(max_examples=40, deadline=None)
def test_a_refused_move_changes_nothing(match: Match) -> None:
    before = (match.to_text(), match.state, hash(match.state), text(match.state))
    for move in ("a1c1", "b1a1", "zz", *match.moves[:2]):
        with pytest.raises(IllegalMove):
            match.play(move)
    assert (match.to_text(), match.state, hash(match.state), text(match.state)) == before


@pytest.mark.parametrize("line", [*BOARDS, "timbiriche rows=4 cols=4 first=1 drawn=a1b1,b2c2,b2b3"])
def test_games_agree_with_a_second_referee(line: str) -> None:
    random = Random(line)
    for _ in range(10):
        match = registry.read_match(line)
        state: State = match.state
        referee = Referee(state.board, turn=int(match.setup["first"]))
        referee.give(name for name in state.board.edge_names if name not in state.legal_moves())
        while state.turn is not None:
            assert state.turn == referee.turn
            assert state.score == tuple(referee.score)
            move = random.choice(state.legal_moves())
            state = state.play(move)
            referee.play(move)
        assert state.score == tuple(referee.score)
        assert sum(state.score) == len(state.board.cells)


@pytest.mark.parametrize("grid", ["rows=2 cols=2", "grid=triangle side=2", "rows=1 cols=3 border=swedish"])
def test_every_order_of_the_edges_is_a_game(grid: str) -> None:
    """Perft: a game never ends early, so sequences of length n number as many as n of the edges in order."""
    state = after(f"timbiriche {grid}")
    free = state.undrawn.bit_count()

    def count(position: State, depth: int) -> int:
        if depth == 0 or position.turn is None:
            return 1
        return sum(count(position.play(move), depth - 1) for move in position.legal_moves())

    for depth in range(1, min(free, 4) + 1):
        assert count(state, depth) == perm(free, depth)


def test_results_of_all_games_on_a_small_board_agree_with_the_second_referee() -> None:
    start = after("timbiriche grid=triangle side=2 border=swedish drawn=a2b2")
    moves = start.legal_moves()
    for order in permutations(moves):
        state = start
        referee = Referee(start.board)
        referee.give(name for name in start.board.edge_names if name not in moves)
        for move in order:
            state = state.play(move)
            referee.play(move)
        assert state.score == tuple(referee.score)


def test_drawings_of_positions_are_read_back() -> None:
    drawing = """
   a   b   c
 1 +---+   +
   | 0 |
 2 +---+   +
           |
 3 +   +---+
"""
    state = position(drawing)
    assert state.owned == (1, 0)
    assert {state.board.edge_names[edge] for edge in range(12) if state.drawn >> edge & 1} == {
        "a1b1",
        "a1a2",
        "b1b2",
        "a2b2",
        "c2c3",
        "b3c3",
    }
    assert text(state).split() == drawing.split()
