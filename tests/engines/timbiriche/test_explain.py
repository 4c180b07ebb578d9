"""Reasons for a move: each in a position made for it, and none where it would not be true."""

from __future__ import annotations

import pytest

from engines import registry
from engines.core.game import Evaluation
from engines.core.limit import Limit
from engines.timbiriche.chains import closing_edges, give, run, safe_edges
from engines.timbiriche.computer import evaluate
from engines.timbiriche.explain import explain
from engines.timbiriche.rules import State
from tests.engines.timbiriche.positions import BOARDS, endings, random_positions

UNKNOWN = Evaluation(value=0.0, exact=False, bound=(-99.0, 99.0), best=())
"""Nothing is proved, so that only the position speaks."""

TWO_ROWS = "timbiriche rows=2 cols=3 drawn=a1b1,b1c1,c1d1,a2b2,b2c2,c2d2,a3b3,b3c3,c3d3,a1a2"
"""Two corridors of three cells; the upper one has been opened at its left end."""
LOOP = "timbiriche rows=2 cols=3 drawn=a1b1,b1c1,a3b3,b3c3,a1a2,a2a3,c1c2,c2c3,c1d1,c3d3,b1b2"
"""A loop of four, opened at the top, and a chain of two at its right."""
LAST = "timbiriche rows=2 cols=3 drawn=a1a2,a2a3,a2b2,b1c1,b2c2,b3c3,c2d2,c3d3"
CHAINS = "timbiriche rows=3 cols=3 drawn=a1a2,a2a3,a3a4,b1b2,b2b3,b2c2,b3b4,c1d1,c2d2,c3c4,c3d3"
"""Two chains of three cells, one of two (from the top over c1c2 to the right) and a single cell."""
RING = "timbiriche rows=2 cols=2 border=swedish"


def reasons(line: str, move: str, worth: Evaluation = UNKNOWN) -> dict[str, int | str | None]:
    """The codes of the reasons, each with its count."""
    state = registry.read_match(line).state
    return {fact.code: fact.detail.get("count") for fact in explain(state, move, worth)}


@pytest.mark.parametrize(
    ("line", "move", "expected"),
    [
        ("timbiriche rows=3 cols=3 drawn=a1b1,a1a2,a2b2", "b1b2", {"takes": 1, "then-safe": None}),
        (TWO_ROWS, "b1b2", {"takes": 3}),
        ("timbiriche rows=1 cols=2 drawn=a1b1,b1c1,a2b2,b2c2,a1a2", "b1b2", {"takes-rest": 2}),
        (f"{TWO_ROWS} : b1b2", "d1d2", {"leaves-two": None, "keeps-control": None}),
        (f"{TWO_ROWS} : b1b2", "c1c2", {"takes": 2}),
        (TWO_ROWS, "d1d2", {}),  # three cells are left: nothing that a master would do
        (f"{TWO_ROWS} : b1b2", "a2a3", {}),
        (LOOP, "b2b3", {"leaves-four": None, "keeps-control": None}),
        (LOOP, "a2b2", {"takes": 4}),
        ("timbiriche rows=3 cols=3", "a1b1", {"safe": None}),
        (LAST, "c1d1", {"safe": None, "chains-suit": 2}),
        (CHAINS, "c1c2", {"middle": None}),  # a single cell would cost less
        (CHAINS, "b1c1", {}),
        (CHAINS, "d3d4", {"shortest": 1}),
        (CHAINS, "a2b2", {}),
        (f"{CHAINS} : d3d4 c4d4", "c1c2", {"middle": None, "shortest": 2}),
        (f"{CHAINS} : d3d4 c4d4", "d1d2", {"shortest": 2}),
        (RING, "b1b2", {"opens-loop": 4}),
        ("timbiriche rows=2 cols=2 drawn=a1a2,a1b1", "a2b2", {"sacrifice": 1}),
    ],
)
def test_a_reason_is_given_where_it_is_true(line: str, move: str, expected: dict[str, int | None]) -> None:
    assert reasons(line, move) == expected


MISERE = "timbiriche rows=1 cols=2 misere=yes"


@pytest.mark.parametrize(
    ("line", "move", "expected"),
    [
        (MISERE, "a1b1", {"closes-none": None}),
        (f"{MISERE} drawn=a1b1,a2b2,b1c1,b2c2,c1c2", "a1a2", {"closes-none": None, "forces": 2}),
        (f"{MISERE} drawn=a1b1,a2b2,b1c1,b2c2,c1c2", "b1b2", {"closes-anyway": 1}),
        (f"{MISERE} drawn=a1b1,a2b2,b1c1,b2c2,c1c2,a1a2", "b1b2", {"must-close": 2}),
    ],
)
def test_where_fewest_win_the_reasons_are_others(
    line: str, move: str, expected: dict[str, int | None]
) -> None:
    assert reasons(line, move) == expected


def proved(value: float, *best: str) -> Evaluation:
    return Evaluation(value=value, exact=True, bound=(value, value), best=best)


@pytest.mark.parametrize(
    ("line", "worth", "expected"),
    [
        ("timbiriche rows=2 cols=2", proved(2, "a1b1", "a1a2"), {"wins": 2}),
        ("timbiriche rows=2 cols=2 first=1", proved(2, "a1b1", "a1a2"), {"loses": 2}),
        ("timbiriche rows=2 cols=2 misere=yes", proved(2, "a1b1", "a1a2"), {"loses": 2}),
        ("timbiriche rows=2 cols=2 misere=yes first=1", proved(2, "a1b1", "a1a2"), {"wins": 2}),
        ("timbiriche rows=2 cols=2", proved(0, "a1b1"), {"draws": None, "only-move": None}),
        ("timbiriche rows=2 cols=2", proved(0, "a1a2"), {}),
        ("timbiriche rows=2 cols=2", UNKNOWN, {}),
    ],
)
def test_the_result_is_told_only_when_it_is_proved_and_kept(
    line: str, worth: Evaluation, expected: dict[str, int | None]
) -> None:
    found = reasons(line, "a1b1", worth)
    assert {code: found[code] for code in found if code not in ("safe", "closes-none")} == expected


def test_no_reason_is_untrue_in_games_played_at_random() -> None:
    seen: set[str] = set()
    boards = (*BOARDS, "timbiriche rows=2 cols=3 misere=yes")
    for state in (*random_positions(150, 11, boards), *endings(30, 11)):
        for edge in state.free_edges():
            facts = {fact.code: fact for fact in explain(state, state.board.edge_names[edge], UNKNOWN)}
            seen.update(facts)
            check(state, edge, set(facts))
    assert {"takes", "takes-rest", "safe", "chains-suit", "shortest", "sacrifice", "closes-none"} <= seen, (
        seen
    )


def check(state: State, edge: int, codes: set[str]) -> None:
    """What each reason claims, found by playing on."""
    after = state.draw(edge)
    if codes & {"takes", "takes-rest", "must-close", "closes-anyway"}:
        assert sum(after.score) > sum(state.score)
    if "safe" in codes:
        assert after.mover != state.mover
        assert not run(after.board, after.undrawn)
    if codes & {"leaves-two", "leaves-four"}:
        lines = 0
        while closing_edges(after):
            after = after.draw(max(closing_edges(after), key=lambda each: len(after.closed_by(each))))
            lines += 1
        assert sum(after.score) - sum(state.score) == 2 * lines == (2 if "leaves-two" in codes else 4)
        if "keeps-control" in codes:
            assert after.mover != state.mover
            assert after.undrawn
            assert not safe_edges(after)
    if codes & {"shortest", "middle", "opens-loop"}:
        assert not safe_edges(state)
        assert not closing_edges(state)
    if "shortest" in codes:
        assert give(state, edge) == min(give(state, other) for other in state.free_edges())
    if "sacrifice" in codes:
        assert safe_edges(state)
        assert run(after.board, after.undrawn)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"{TWO_ROWS} : b1b2", {"leaves-two", "keeps-control", "wins", "only-move"}),
        (CHAINS, {"shortest", "loses"}),
        ("timbiriche rows=1 cols=2 misere=yes drawn=a1b1,a2b2,b1c1,b2c2", {"closes-none", "wins"}),
    ],
)
def test_the_best_move_comes_with_its_reasons(line: str, told: set[str]) -> None:
    state = registry.read_match(line).state
    worth = evaluate(state, Limit(nodes=100_000), False)
    assert worth.exact
    assert any(told <= {fact.code for fact in explain(state, move, worth)} for move in worth.best)
