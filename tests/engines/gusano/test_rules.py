"""The rules: filling cells, rounds and roles, points, refusals, settings."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engines.core.game import IllegalMove, Outcome
from engines.core.match import Match
from engines.core.setup import BadSetup
from engines.gusano import GAME
from engines.gusano.insight import ceiling, insight
from engines.gusano.rules import State
from engines.gusano.setup import BOARDS, OPTIONS, suggest_start
from tests.engines.gusano.positions import random_lines, read, state_of


def refused(line: str, move: str) -> IllegalMove:
    match = read(line)
    before = match.state
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert match.state is before
    return caught.value


# A round


def test_the_start_cell_is_filled_and_the_bird_moves_first() -> None:
    state = state_of("gusano rows=3 cols=3 start=b2")
    assert state.points == 1
    assert state.worm == 0
    assert state.turn == 1
    assert state.legal_moves() == ("a2", "b1", "b3", "c2")


def test_worm_and_bird_take_turns_and_the_filled_cell_is_the_new_head() -> None:
    state = state_of("gusano rows=3 cols=3 start=b2").play("b1")
    assert state.turn == 0
    assert state.board.name(state.head) == "b1"
    assert state.legal_moves() == ("a1", "c1")
    assert state.play("a1").turn == 1


def test_a_round_ends_when_the_head_has_no_free_neighbour_and_the_roles_change() -> None:
    match = read("gusano rows=3 cols=3 start=b2 : b1 a1 a2 a3 b3 c3 c2 c1")
    state = match.state
    walk = tuple(state.board.name(cell) for cell in state.finished[0])
    assert walk == ("b2", "b1", "a1", "a2", "a3", "b3", "c3", "c2", "c1")
    assert state.path == (state.board.start,)
    assert (state.round, state.worm, state.turn) == (1, 1, 0)
    assert state.score == (9, 1)


def test_everything_filled_scores_for_the_worm_whoever_filled_it() -> None:
    state = state_of("gusano rows=3 cols=3 start=a1 values=a1:4,b1:-3,c1:99 : b1 c1")
    assert state.score == (100, 0)
    assert state.points == 100


def test_a_start_cell_without_free_neighbours_ends_every_round_at_once() -> None:
    state = state_of("gusano rows=3 cols=3 start=a1 blocked=b1,a2 values=a1:7 pairs=2")
    assert state.is_over
    assert state.finished == ((0,),) * 4
    assert state.score == (14, 14)
    assert state.outcome == Outcome(None, "equal-points")
    assert state.legal_moves() == ()


def test_only_cells_matter_where_the_path_crosses_itself() -> None:
    state = state_of("gusano board=square8 rows=3 cols=3 start=a1 : b2 b1 a2")
    assert state.score == (4, 0)
    assert "b1" not in state.legal_moves()


# A match


def test_a_pair_is_two_rounds_on_the_same_board_from_the_same_cell() -> None:
    match = read("gusano board=tetrahedron start=2 : 1 3 4 3 1 4")
    assert match.state.is_over
    assert match.state.score == (4, 4)
    assert match.outcome == Outcome(None, "equal-points")
    assert match.turn is None


@pytest.mark.parametrize(
    ("moves", "score", "winner"),
    [("b1 c1 c2 b2 a2 a3 a2 a3", (7, 3), 0), ("a2 a3 a2 b2 b1 c1 c2 c3", (3, 7), 1)],
)
def test_the_higher_total_wins(moves: str, score: tuple[int, int], winner: int) -> None:
    match = read(f"gusano rows=3 cols=3 start=a1 blocked=b3 : {moves}")
    assert match.state.score == score
    assert match.outcome == Outcome(winner, "more-points")


def finish(match: Match) -> State:
    while match.outcome is None:
        match = match.play(match.legal_moves()[0])
    state: State = match.state
    return state


@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_a_match_of_n_pairs_is_2n_rounds_with_the_worm_in_turn(pairs: int) -> None:
    random = Random(pairs)
    match = read(f"gusano board=octahedron start=3 pairs={pairs}")
    seen = []
    while match.outcome is None:
        state = match.state
        if len(state.path) == 1:
            seen.append((state.round, state.worm, state.turn))
        assert state.score[0] == sum(map(len, (*state.finished, state.path)[::2]))
        match = match.play(random.choice(match.legal_moves()))
    assert seen == [(number, number % 2, 1 - number % 2) for number in range(2 * pairs)]
    assert len(match.state.finished) == 2 * pairs
    assert match.state.worm == 1
    assert match.ply == sum(len(path) - 1 for path in match.state.finished)


def test_every_game_on_every_board_ends_with_whole_rounds() -> None:
    random = Random(2)
    for line in random_lines(42, seed=6):
        match = read(line)
        while match.outcome is None:
            match = match.play(random.choice(match.legal_moves()))
        for path in match.state.finished:
            assert path[0] == match.state.board.start
            assert len(set(path)) == len(path)
            assert not set(path) & match.state.board.blocked
            near = match.state.board.graph.neighbours
            assert all(there in near[here] for here, there in pairwise(path))
            assert set(near[path[-1]]) <= set(path) | match.state.board.blocked
        assert read(match.to_text()).state == match.state


# Refusals


def test_refusals_name_the_reason_and_the_cells() -> None:
    line = "gusano rows=3 cols=3 start=b2 blocked=a2 : b1 c1"
    for move, reason, detail in (
        ("d1", "not-a-cell", {"cell": "d1", "first": "a1", "last": "c3"}),
        ("a2", "blocked", {"cell": "a2"}),
        ("b2", "already-filled", {"cell": "b2"}),
        ("c1", "already-filled", {"cell": "c1"}),
        ("a1", "not-next-to-head", {"cell": "a1", "head": "c1"}),
        ("", "not-a-cell", {"cell": "", "first": "a1", "last": "c3"}),
        ("C2", "not-a-cell", {"cell": "C2", "first": "a1", "last": "c3"}),
    ):
        refusal = refused(line, move)
        assert (refusal.reason, dict(refusal.detail)) == (reason, detail)
        assert refusal.ply == 3


def test_faces_are_called_by_numbers() -> None:
    assert refused("gusano board=cube start=1", "7").reason == "not-a-cell"
    assert refused("gusano board=cube start=1", "6").reason == "not-next-to-head"
    assert refused("gusano board=cube start=1", "a1").reason == "not-a-cell"


def test_no_move_follows_the_last_round() -> None:
    state = state_of("gusano board=tetrahedron start=2 : 1 3 4 3 1 4")
    with pytest.raises(IllegalMove) as caught:
        state.play("1")
    assert caught.value.reason == "game-over"


# Settings


@pytest.mark.parametrize(
    ("settings", "reason", "key"),
    [
        ("rows=3 cols=3", "key-required", "start"),
        ("rows=2 start=a1", "bad-value", "rows"),
        ("cols=11 start=a1", "bad-value", "cols"),
        ("board=hex side=7 start=a1", "bad-value", "side"),
        ("board=hex rows=5 start=a1", "key-not-used", "rows"),
        ("board=cube side=3 start=1", "key-not-used", "side"),
        ("board=plane start=a1", "bad-value", "board"),
        ("start=z9", "bad-value", "start"),
        ("start=f1", "bad-value", "start"),
        ("board=cube start=7", "bad-value", "start"),
        ("start=a1 blocked=a1", "start-blocked", "start"),
        ("start=a1 blocked=a9", "bad-value", "blocked"),
        ("start=a1 blocked=a2,,b1", "bad-value", "blocked"),
        ("start=a1 values=a2:100", "bad-value", "values"),
        ("start=a1 values=a2:-10", "bad-value", "values"),
        ("start=a1 values=a2", "bad-value", "values"),
        ("start=a1 values=a2:1.5", "bad-value", "values"),
        ("start=a1 values=a2:2,a2:3", "bad-value", "values"),
        ("start=a1 values=a9:2", "bad-value", "values"),
        ("start=a1 pairs=0", "bad-value", "pairs"),
        ("start=a1 size=5", "unknown-key", "size"),
    ],
)
def test_boards_that_cannot_be_are_refused_with_the_reason(settings: str, reason: str, key: str) -> None:
    with pytest.raises(BadSetup) as caught:
        read(f"gusano {settings}")
    assert (caught.value.reason, caught.value.key) == (reason, key)


def test_settings_are_written_in_one_way() -> None:
    line = "gusano values=b1:1,c3:-2,a2:12 blocked=c2,a3,c2 start=b2 cols=3 board=square4 rows=3"
    assert read(line).to_text() == (
        "gusano board=square4 rows=3 cols=3 start=b2 blocked=c2,a3 values=a2:12,c3:-2"
    )
    assert read("gusano board=football start=32 pairs=3 blocked=10,9").to_text() == (
        "gusano board=football start=32 pairs=3 blocked=9,10"
    )
    assert read("gusano start=c3").to_text() == "gusano board=square4 rows=5 cols=5 start=c3"


def test_a_blocked_cell_may_have_a_value_that_counts_for_nobody() -> None:
    state = state_of("gusano rows=3 cols=3 start=a1 blocked=b1 values=b1:9")
    assert state.legal_moves() == ("a2",)
    assert ceiling(state) == 8


def test_a_start_cell_is_suggested_among_those_that_are_not_blocked() -> None:
    random = Random(1)
    for board in BOARDS:
        values = {"board": board, "blocked": "2,3" if board in ("cube", "football") else ""}
        found = {suggest_start(values, random) for _ in range(40)}
        assert len(found) > 2
        assert not found & {"2", "3"} or board not in ("cube", "football")
        setup = GAME.complete({"board": board}, random)
        assert GAME.start(setup).board.name(GAME.start(setup).board.start) == setup["start"]
    everything = ",".join(str(number) for number in range(1, 7))
    with pytest.raises(BadSetup):
        suggest_start({"board": "cube", "blocked": everything}, random)


def test_every_board_can_be_chosen_and_has_at_most_a_hundred_cells() -> None:
    board = next(option for option in OPTIONS if option.key == "board")
    assert board.choices == BOARDS
    assert len(BOARDS) == 14
    for kind, size in (("square4", "rows=10 cols=10"), ("torus", "rows=10 cols=10"), ("hex", "side=6")):
        assert len(state_of(f"gusano board={kind} {size} start=a1").board.values) <= 100


# Help mode and events


def test_the_ceiling_counts_points_and_positive_cells_within_reach() -> None:
    state = state_of("gusano rows=3 cols=3 start=b1 values=a1:5,c1:-4,a3:7 : b2 b3")
    assert state.points == 3
    assert ceiling(state) == 3 + 7 + 1 + 5 + 1 + 1
    facts = {fact.code: dict(fact.detail) for fact in insight(state).facts}
    assert facts["ceiling"]["points"] == ceiling(state)


def test_cells_out_of_reach_are_told_and_marked() -> None:
    state = state_of("gusano rows=3 cols=3 start=b1 : b2 b3 a3")
    found = insight(state)
    assert found.marks["lost"] == {"c1", "c2", "c3"}
    assert {fact.code: dict(fact.detail) for fact in found.facts}["lost"] == {"count": 3}
    assert ceiling(state) == 6
    blocked = insight(state_of("gusano rows=3 cols=3 start=b1 blocked=c2 : b2 b3 a3"))
    assert blocked.marks["lost"] == {"c1", "c3"}  # nobody could ever have gone to c2
    assert insight(finish(read("gusano board=cube start=1"))).facts == ()


def test_events_tell_what_a_move_did() -> None:
    match = read("gusano board=tetrahedron start=2 values=1:5 pairs=2 : 1 3 4 3 1 4 1 3 4 3 1 4")

    def told(ply: int) -> list[tuple[str, dict[str, str | int]]]:
        facts = GAME.events(match.states[ply - 1], match.moves[ply - 1], match.states[ply])
        return [(fact.code, dict(fact.detail)) for fact in facts]

    assert told(1) == [("filled", {"cell": "1", "worth": 5})]
    assert [code for code, _ in told(3)] == ["filled", "round-over", "change-roles"]
    assert told(3)[1][1]["points"] == 8
    assert [code for code, _ in told(6)] == ["filled", "round-over", "next-pair"]
    assert told(6)[2][1] == {"pair": 2, "pairs": 2}
    assert [code for code, _ in told(12)] == ["filled", "round-over", "last"]
