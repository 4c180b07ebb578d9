"""How Difícil plays: without error where it is solved, and far better than Medio before."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.core.limit import Limit
from engines.registry import read_match
from engines.timbiriche.chains import give, safe_edges
from engines.timbiriche.computer import choose_easy, choose_medium
from engines.timbiriche.rules import State
from engines.timbiriche.solver import choose_dificil, evaluate
from engines.timbiriche.tables import shelf

CASES = Path(__file__).parent / "cases"
NODES = 60_000


def stored(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text().splitlines()]


def hard(state: State, seed: int = 1, nodes: int | None = NODES) -> str:
    return choose_dificil(state, Random(seed), Limit(nodes=nodes))


def margin(line: str, seat: int, other: Any, seed: int, nodes: int | None = NODES) -> int:
    """Cells of Difícil, who has that seat, minus cells of the other side at the end of a game."""
    random = Random(seed)
    state: State = read_match(line).state
    while state.turn is not None:
        if state.turn == seat:
            state = state.play(choose_dificil(state, random, Limit(nodes=nodes)))
        else:
            state = state.play(other(state, random, Limit()))
    return state.score[seat] - state.score[1 - seat]


def anything(state: State, random: Random, limit: Limit) -> str:
    return random.choice(state.legal_moves())


@pytest.mark.parametrize("case", stored("dots-positions.jsonl"), ids=lambda case: case["match"][-60:])
def test_plays_a_best_move_wherever_it_is_known(case: dict[str, Any]) -> None:
    assert hard(read_match(case["match"]).state, nodes=None) in case["best"]


@pytest.mark.parametrize("other", [anything, choose_easy, choose_medium])
def test_keeps_the_value_of_solved_boards(other: Any) -> None:
    for seed in range(3):
        assert margin("timbiriche rows=3 cols=3", 1, other, seed, None) >= 3
        assert margin("timbiriche rows=3 cols=3 border=swedish", 0, other, seed, None) >= 7
        assert margin("sueco", seed % 2, other, seed, None) >= 0
        assert margin("timbiriche rows=2 cols=3 misere=yes", 0, other, seed, None) <= -2


@pytest.mark.parametrize(
    ("line", "seat", "least"),
    [
        ("timbiriche rows=3 cols=4", 0, 0),
        ("timbiriche rows=3 cols=4", 1, 0),
        ("timbiriche rows=4 cols=6 border=swedish", 0, 2),
        ("timbiriche rows=5 cols=5 border=swedish", 1, 3),
    ],
)
def test_keeps_the_value_of_boards_in_the_opening_book(line: str, seat: int, least: int) -> None:
    assert margin(line, seat, choose_medium, 1, None) >= least


def left(size: str, *edges: str) -> State:
    """A board of squares on which only these edges are undrawn."""
    names = read_match(f"timbiriche {size}").state.board.edge_names
    drawn = ",".join(name for name in names if name not in edges)
    state: State = read_match(f"timbiriche {size} drawn={drawn}").state
    return state


def played(state: State) -> list[str]:
    """The moves of Difícil until the turn passes."""
    moves = []
    seat = state.turn
    while state.turn is not None and state.turn == seat:
        moves.append(hard(state))
        state = state.play(moves[-1])
    return moves


def test_opens_a_chain_of_two_in_its_middle() -> None:
    """From an end the other side could leave both cells and pass the turn (the hard-hearted handout)."""
    short = ("a1a2", "b1b2", "b1c1")
    long = ("a3a4", "b3b4", "c3c4", "d3d4", "e3e4")
    state = left("rows=3 cols=4", *short, *long)
    assert not safe_edges(state)
    assert hard(state) == "b1b2"


def test_leaves_the_last_two_cells_of_a_chain() -> None:
    """A chain of five is open and another is left: the edge at its end, not the last two cells."""
    opened = ("b1b2", "c1c2", "d1d2", "e1e2", "f1f2")
    other = ("a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3")
    assert played(left("rows=2 cols=5", *opened, *other)) == ["b1b2", "c1c2", "d1d2", "f1f2"]
    assert played(left("rows=2 cols=5", *opened)) == ["b1b2", "c1c2", "d1d2", "e1e2", "f1f2"]


def test_leaves_the_last_four_cells_of_a_loop() -> None:
    """A loop of six is open and a chain of six is left: two cells, then an edge that leaves two pairs."""
    loop = ("b1b2", "c1c2", "c2d2", "b2b3", "c2c3")
    chain = ("d1e1", "e1e2", "f1f2", "g1g2", "h1h2", "i1i2", "j1j2")
    state = left("rows=2 cols=9", *loop, *chain)
    moves = played(state)
    assert len(moves) == 3
    for move in moves:
        state = state.play(move)
    assert state.score == (2, 0)
    assert moves[-1] in loop
    assert len(played(left("rows=2 cols=9", *loop))) == 5


def test_takes_every_other_chain_before_it_leaves_two() -> None:
    """With two chains open only one of them pays for passing the turn."""
    first = ("b1b2", "c1c2", "d1d2", "e1e2", "f1f2")
    second = ("b2b3", "c2c3", "d2d3", "e2e3", "f2f3")
    third = ("a3a4", "b3b4", "c3c4", "d3d4", "e3e4", "f3f4")
    moves = played(left("rows=3 cols=5", *first, *second, *third))
    assert len(moves) == 5 + 4
    assert moves[-1] in ("f1f2", "f2f3")


@pytest.mark.parametrize(
    "line",
    [
        "timbiriche rows=7 cols=7",
        "timbiriche rows=7 cols=7 misere=yes",
        "timbiriche grid=triangle side=7",
        "timbiriche grid=hex side=4 border=swedish",
        "timbiriche grid=hex side=4 misere=yes",
        "timbiriche rows=1 cols=1 border=swedish",
    ],
)
def test_every_move_of_a_large_game_is_legal_also_when_stopped(line: str) -> None:
    random = Random(line)
    state = read_match(line).state
    while state.turn is not None:
        limit = Limit(nodes=500)
        if random.random() < 0.5:
            limit.stop()
        move = choose_dificil(state, random, limit)
        assert move in state.legal_moves()
        state = state.play(move)


@pytest.mark.parametrize("rest", ["", " border=swedish", " misere=yes"])
def test_the_largest_board_is_played(rest: str) -> None:
    random = Random(rest)
    state: State = read_match(f"timbiriche rows=10 cols=10{rest}").state
    while state.turn is not None:
        if random.random() < 0.04:
            assert hard(state, nodes=2_000) in state.legal_moves()
        state = state.play(choose_medium(state, random, Limit()))


def test_the_same_seed_plays_the_same_game() -> None:
    state = read_match("timbiriche rows=5 cols=5 : c3d3 b2b3").state
    assert hard(state, 3) == hard(state, 3)


def test_prefers_among_equal_moves_the_one_after_which_medium_errs_most() -> None:
    state = read_match("sueco : c2c3 b2b3").state
    best = evaluate(state, Limit(), False).best
    assert len(best) == 3
    chosen = {hard(state, seed, nodes=None) for seed in range(8)}
    assert chosen < set(best)
    shelf.table(state.board, state.undrawn, False, Limit().flag)
    assert {hard(state, seed, nodes=None) for seed in range(8)} == chosen, "a table at hand changes nothing"


def test_takes_what_is_free_without_thinking() -> None:
    """A cell that changes nothing else is closed even by a search that was stopped at once."""
    state = read_match("timbiriche rows=9 cols=9 : a1a2 b1b2 a1b1").state
    limit = Limit(nodes=1)
    limit.stop()
    assert choose_dificil(state, Random(1), limit) == "a2b2"


def test_never_gives_away_a_large_chain_while_edges_are_safe() -> None:
    random = Random(5)
    for line in ("timbiriche rows=6 cols=6", "timbiriche grid=hex side=3"):
        state = read_match(line).state
        while len(safe_edges(state)) > 12:
            move = hard(state, random.randrange(100), 20_000)
            if give(state, state.board.edge_index[move]) > 3:
                worth = evaluate(state, Limit(nodes=20_000), False)
                assert worth.exact, "unless it is proved that nothing is better"
                assert move in worth.best
            state = state.play(move)


def matches(line: str, games: int, nodes: int | None) -> tuple[int, int]:
    """Games that Difícil wins against Medio, sides alternating, and games drawn."""
    misere = -1 if "misere=yes" in line else 1
    margins = [misere * margin(line, game % 2, choose_medium, game, nodes) for game in range(games)]
    return sum(each > 0 for each in margins), sum(each == 0 for each in margins)


def test_beats_medium() -> None:
    wins, _ = matches("timbiriche rows=4 cols=4", 12, NODES)
    assert wins >= 11


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "share"),
    [
        ("timbiriche rows=4 cols=4", 0.95),
        ("timbiriche rows=5 cols=5", 0.95),
        ("sueco", 0.8),
        ("timbiriche grid=triangle side=4", 0.8),
        ("timbiriche grid=hex side=3", 0.8),
        ("timbiriche rows=4 cols=4 misere=yes", 0.8),
    ],
)
def test_beats_medium_on_every_board(line: str, share: float) -> None:
    wins, draws = matches(line, 40, 100_000)
    assert wins + draws / 2 >= share * 40
