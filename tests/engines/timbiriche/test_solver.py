"""The solver against a minimax of its own, against full tables, and against stored values."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engines.boards.tiling import Tiling
from engines.core.game import Evaluation
from engines.core.limit import Limit
from engines.registry import read_match
from engines.timbiriche import bench
from engines.timbiriche.positions import EdgePosition, StringPosition
from engines.timbiriche.rules import Layout, State, bits
from engines.timbiriche.search import Search
from engines.timbiriche.solver import evaluate
from engines.timbiriche.symmetry import symmetries
from engines.timbiriche.tables import EdgeTable, Shelf, fill
from tests.engines.timbiriche.brute import Minimax

CASES = Path(__file__).parent / "cases"
BOARDS = (
    "timbiriche rows=3 cols=3",
    "timbiriche rows=4 cols=4",
    "timbiriche rows=2 cols=6",
    "timbiriche rows=5 cols=5 border=swedish",
    "timbiriche grid=triangle side=3",
    "timbiriche grid=triangle side=5",
    "timbiriche grid=hex side=2",
    "timbiriche grid=hex side=3",
    "timbiriche grid=hex side=3 border=swedish",
)


def board_of(line: str) -> Tiling:
    return read_match(line).state.board


def subset(edges: list[int], random: Random, share: float) -> int:
    return sum(1 << edge for edge in edges if random.random() < share)


def some_edges(board: Tiling, count: int, random: Random) -> list[int]:
    """So many edges of the board, those near each other more likely than not."""
    edges = list(range(len(board.edge_names)))
    if len(edges) > count and random.random() < 0.5:
        first = random.randrange(len(edges) - count + 1)
        return edges[first : first + count]
    return sorted(random.sample(edges, min(count, len(edges))))


def state_of(board: Tiling, undrawn: int, *, misere: bool = False, mover: int = 0) -> State:
    drawn = board.everything & ~undrawn
    return State(Layout(board, 0, drawn, misere), drawn, (0, 0), (0, 0), mover)


def proved(position: StringPosition | EdgePosition, entries: int = 1 << 8) -> int:
    """The worth of a position by search alone, with a table so small that it forgets most proofs."""
    search = Search(position, np.zeros((entries, 2), dtype=np.uint64), np.zeros(1, dtype=np.int32))
    search.allow(None)
    now = position.now
    low, high = now.bounds(*search.close(now.mask))
    assert low == high
    return low


def stored(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text().splitlines()]


def full_table(board: Tiling, undrawn: int, *, misere: bool = False) -> EdgeTable:
    table = fill(board, undrawn, misere, np.zeros(1, dtype=np.int32))
    assert table is not None
    return table


# Against the rules


@pytest.mark.parametrize("misere", [False, True], ids=["most", "fewest"])
@pytest.mark.parametrize("line", BOARDS)
def test_values_and_moves_are_those_of_minimax(line: str, misere: bool) -> None:
    compare_with_minimax(line, misere, (*[10] * 12, 13))


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True], ids=["most", "fewest"])
@pytest.mark.parametrize("line", BOARDS)
def test_values_and_moves_are_those_of_minimax_up_to_16_edges(line: str, misere: bool) -> None:
    compare_with_minimax(line, misere, (14, 15, 16))


def compare_with_minimax(line: str, misere: bool, counts: Iterable[int]) -> None:
    random = Random(f"{line} {misere}")
    board = board_of(line)
    minimax = Minimax(board.cell_edges, misere)
    for count in counts:
        edges = some_edges(board, count, random)
        undrawn = sum(1 << edge for edge in edges)
        mover = random.randrange(2)
        worth = evaluate(state_of(board, undrawn, misere=misere, mover=mover), Limit(), True)
        sign = 1 if mover == 0 else -1
        assert worth.exact
        assert worth.value == sign * minimax.value(frozenset(edges))
        best = {board.edge_names[edge] for edge in minimax.best(frozenset(edges))}
        assert set(worth.best) == best
        values = {each.move: each.value for each in worth.candidates}
        for edge, value in minimax.moves(frozenset(edges)).items():
            assert values[board.edge_names[edge]] == sign * value


@pytest.mark.parametrize("misere", [False, True], ids=["most", "fewest"])
@pytest.mark.parametrize("line", BOARDS)
def test_a_full_table_is_minimax(line: str, misere: bool) -> None:
    random = Random(line)
    board = board_of(line)
    edges = some_edges(board, 12, random)
    table = full_table(board, sum(1 << edge for edge in edges), misere=misere)
    minimax = Minimax(board.cell_edges, misere)
    for _ in range(300):
        undrawn = subset(edges, random, random.random())
        sign = -1 if misere else 1
        assert table.worth(undrawn) == sign * minimax.value(frozenset(bits(undrawn)))


# Against full tables


def check_against_table(
    board: Tiling, edges: list[int], positions: int, random: Random, entries: int = 1 << 8
) -> None:
    table = full_table(board, sum(1 << edge for edge in edges))
    for _ in range(positions):
        undrawn = subset(edges, random, random.choice((0.4, 0.6, 0.75, 0.9)))
        assert proved(StringPosition(board, undrawn), entries) == table.worth(undrawn), bin(undrawn)


@pytest.mark.parametrize("line", BOARDS)
def test_strings_are_worth_what_the_table_says(line: str) -> None:
    random = Random(line)
    board = board_of(line)
    for _ in range(2):
        check_against_table(board, some_edges(board, 18, random), 400, random)


@pytest.mark.slow
@pytest.mark.parametrize("line", BOARDS)
def test_strings_are_worth_what_large_tables_say(line: str) -> None:
    random = Random(f"large {line}")
    board = board_of(line)
    for _ in range(2):
        check_against_table(board, some_edges(board, 24, random), 2_000, random, 1 << 15)


@pytest.mark.parametrize("line", BOARDS)
def test_the_misere_search_proves_what_the_table_says(line: str) -> None:
    random = Random(line)
    board = board_of(line)
    edges = some_edges(board, 15, random)
    table = full_table(board, sum(1 << edge for edge in edges), misere=True)
    for _ in range(60):
        undrawn = subset(edges, random, random.choice((0.5, 0.8, 0.95)))
        assert proved(EdgePosition(board, undrawn), 1 << 16) == table.worth(undrawn), bin(undrawn)


# Stored values


@pytest.mark.parametrize("case", stored("dots-values.jsonl"), ids=lambda case: case["match"])
def test_known_values_of_whole_boards(case: dict[str, Any]) -> None:
    worth = evaluate(read_match(case["match"]).state, Limit(), False)
    assert worth.exact
    assert worth.value == case["value"]


@pytest.mark.parametrize("case", stored("dots-positions.jsonl"), ids=lambda case: case["match"][-60:])
def test_known_values_and_moves_of_positions(case: dict[str, Any]) -> None:
    worth = evaluate(read_match(case["match"]).state, Limit(), False)
    assert worth.exact
    assert worth.value == case["value"]
    assert sorted(worth.best) == sorted(case["best"])


def test_published_value_of_a_board_with_more_edges_than_a_table_holds() -> None:
    worth = evaluate(read_match("timbiriche rows=4 cols=5 border=swedish").state, Limit(), False)
    assert (worth.value, worth.exact) == (0, True)


# What it promises when stopped


@pytest.mark.parametrize(
    "line",
    [
        "timbiriche : b2c2",
        "timbiriche misere=yes",
        "timbiriche rows=8 cols=8",
        "timbiriche grid=hex side=4",
    ],
)
def test_a_short_search_says_only_what_it_has_proved(line: str) -> None:
    state = read_match(line).state
    for limit in (Limit(nodes=3_000), Limit(nodes=3_000, seconds=0.05), stopped()):
        worth = evaluate(state, limit, True)
        low, high = worth.bound
        assert not worth.exact
        assert low <= worth.value <= high
        assert low < high
        assert worth.best
        assert len(worth.candidates) == len(state.legal_moves())


def stopped() -> Limit:
    limit = Limit(nodes=3_000)
    limit.stop()
    return limit


def test_bounds_of_a_stopped_search_hold() -> None:
    """Whatever the nodes, the true value lies between the bounds."""
    state = read_match("timbiriche rows=4 cols=5 border=swedish").state
    for nodes in (2_000, 20_000, 200_000):
        low, high = evaluate(state, Limit(nodes=nodes), False).bound
        assert low <= 0 <= high


def test_the_same_nodes_give_the_same_answer() -> None:
    state = read_match("timbiriche rows=5 cols=5 : c3d3 b2b3 d4e4").state
    assert evaluate(state, Limit(nodes=50_000), True) == evaluate(state, Limit(nodes=50_000), True)


def test_threads_do_not_disturb_each_other() -> None:
    lines = ["timbiriche rows=4 cols=4 border=swedish", "timbiriche grid=triangle side=4"] * 3

    def worth(line: str) -> Evaluation:
        return evaluate(read_match(line).state, Limit(), True)

    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(worth, lines))
    assert together == [worth(line) for line in lines]


# Tables and symmetries


def test_a_table_serves_the_later_positions_of_its_game() -> None:
    shelf = Shelf()
    flag = np.zeros(1, dtype=np.int32)
    state = read_match("timbiriche rows=2 cols=3 misere=yes").state
    table = shelf.table(state.board, state.undrawn, True, flag)
    later = state.play("a1b1").play("b2c2")
    assert shelf.table(later.board, later.undrawn, True, flag) is table
    assert shelf.find(later.board, later.undrawn, False) is None


def test_the_shelf_is_bounded_and_a_stopped_table_is_not_kept() -> None:
    shelf = Shelf(most=300_000)
    flag = np.zeros(1, dtype=np.int32)
    state = read_match("timbiriche rows=2 cols=3").state
    first = shelf.table(state.board, state.undrawn, False, flag)
    assert shelf.find(state.board, state.undrawn, False) is first
    shelf.table(state.board, state.undrawn, True, flag)
    shelf.table(board_of("timbiriche grid=triangle side=3"), (1 << 17) - 1, False, flag)
    assert shelf.find(state.board, state.undrawn, False) is None
    large = read_match("timbiriche rows=3 cols=3").state
    flag[0] = 1
    assert shelf.table(large.board, large.undrawn, False, flag) is None
    assert shelf.find(large.board, large.undrawn, False) is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("timbiriche rows=3 cols=3", 8),
        ("timbiriche rows=3 cols=4", 4),
        ("timbiriche grid=triangle side=4", 6),
        ("timbiriche grid=hex side=2", 12),
        ("timbiriche rows=3 cols=3 drawn=b2c2", 2),
    ],
)
def test_symmetries_are_those_of_the_figure(line: str, expected: int) -> None:
    state = read_match(line).state
    position = StringPosition(state.board, state.undrawn)
    assert len(symmetries(*position.figure)) + 1 == expected


# The kernels themselves


def test_benchmark_positions_are_exact() -> None:
    for line in bench.cases()[:5]:
        assert evaluate(read_match(line).state, Limit(), False).exact, line


BOUNDS = """
from random import Random
from engines.core.limit import Limit
from engines.registry import read_match
from engines.timbiriche.solver import choose_dificil, evaluate
for line in (
    "timbiriche rows=2 cols=3", "timbiriche rows=2 cols=2 misere=yes", "timbiriche grid=hex side=2",
    "timbiriche grid=hex side=2 misere=yes", "timbiriche rows=8 cols=8",
):
    state = read_match(line).state
    evaluate(state, Limit(nodes=4000), True)
    assert choose_dificil(state, Random(1), Limit(nodes=4000)) in state.legal_moves()
print("inside")
"""


@pytest.mark.slow
def test_kernels_stay_inside_their_arrays(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "INGENIO_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", BOUNDS], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "inside", done.stderr
