"""What a move did, and what help mode tells about a position."""

from __future__ import annotations

from engines import registry
from engines.core.game import Fact
from engines.timbiriche import GAME, events
from engines.timbiriche.insight import insight, wants_odd
from engines.timbiriche.rules import State
from tests.engines.timbiriche.positions import position, random_positions


def told(line: str) -> list[tuple[str, dict[str, object]]]:
    match = registry.read_match(line)
    facts = events(match.states[-2], match.moves[-1], match.state)
    return [(fact.code, dict(fact.detail)) for fact in facts]


def test_an_edge_that_closes_nothing_is_only_drawn() -> None:
    assert told("timbiriche : a1b1") == [("drew", {"a": "a1", "b": "b1"})]


def test_an_edge_may_leave_cells_an_edge_short() -> None:
    assert told("timbiriche : a1b1 a1a2 b1b2") == [
        ("drew", {"a": "b1", "b": "b2"}),
        ("offered", {"count": 1}),
    ]


def test_closing_a_cell_gives_another_move() -> None:
    assert told("timbiriche : a1b1 a1a2 b1b2 a2b2") == [
        ("closed", {"count": 1, "a": "a2", "b": "b2"}),
        ("again", {}),
    ]


def test_the_last_edge_ends_the_game() -> None:
    assert told("timbiriche rows=1 cols=2 drawn=a1b1,a1a2,a2b2,b1c1,c1c2,b2c2 : b1b2") == [
        ("closed", {"count": 2, "a": "b1", "b": "b2"}),
        ("last", {}),
    ]


def facts(state: State) -> dict[str, dict[str, object]]:
    return {fact.code: dict(fact.detail) for fact in insight(state).facts}


def test_help_tells_cells_on_offer_and_marks_the_edges_that_close_them() -> None:
    state = position(
        """
   a   b   c
 1 +---+   +
   |
 2 +---+   +

 3 +   +   +
"""
    )
    assert facts(state)["on-offer"] == {"count": 1}
    assert insight(state).marks["on-offer"] == {"b1b2"}
    assert "chains-wanted" not in facts(state), "first take what is there"


def test_help_tells_the_least_gift_when_no_safe_edge_is_left() -> None:
    state = position(
        """
   a   b   c   d
 1 +---+---+---+

 2 +---+---+---+
   |       |
 3 +   +   +   +
   |       |   |
 4 +---+---+   +
"""
    )
    told = insight(state)
    assert told.facts == (
        Fact("least-gift", {"count": 2}),
        Fact("long-chains", {"count": 1}),
        Fact("loops", {"count": 1}),
    )
    assert told.marks["chain"] == {"a1", "b1", "c1"}
    assert told.marks["loop"] == {"a2", "b2", "a3", "b3"}
    assert told.marks["safe"] == frozenset()


def test_help_tells_how_many_safe_edges_are_left() -> None:
    assert facts(registry.read_match("timbiriche").state)["safe-left"] == {"count": 40}


def test_the_first_player_of_an_open_board_wants_the_parity_of_its_dots() -> None:
    for size in range(1, 11):
        state = registry.read_match(f"timbiriche rows={size} cols={size}").state
        assert wants_odd(state) == (len(state.board.dots) % 2 == 1)


def test_the_first_player_of_a_swedish_board_wants_the_parity_of_its_inner_dots() -> None:
    for size in range(2, 11):
        state = registry.read_match(f"sueco rows={size} cols={size}").state
        assert wants_odd(state) == ((size - 1) ** 2 % 2 == 1)


def test_no_help_is_given_about_chains_in_misere_nor_after_the_end() -> None:
    assert "chains-wanted" not in facts(registry.read_match("timbiriche misere=yes").state)
    over = registry.read_match("timbiriche rows=1 cols=1 : a1b1 a1a2 b1b2 a2b2").state
    assert insight(over).facts == ()


def test_all_that_is_told_has_a_code_of_the_card() -> None:
    for state in random_positions(200, seed=31):
        for fact in insight(state).facts:
            assert fact.code in GAME.codes.facts
        for move in state.legal_moves()[:3]:
            for fact in events(state, move, state.play(move)):
                assert fact.code in GAME.codes.events
