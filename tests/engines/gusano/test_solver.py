"""The solver against games played through, against known values, and stopped in the middle."""

from __future__ import annotations

import getpass
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from engines.core.limit import Limit
from engines.gusano import GAME, kernel, solver
from engines.gusano.bench import LINES
from engines.gusano.computer import evaluate
from engines.gusano.rules import State
from engines.gusano.setup import BOARDS
from engines.gusano.solver import solve
from engines.gusano.symmetry import symmetries, views
from tests.engines.gusano.positions import (
    LARGER,
    any_cell,
    random_lines,
    read,
    referee,
    small_positions,
    state_of,
    worth,
)

CASES = Path(__file__).parent / "cases" / "gusano.jsonl"
HARD = ("rows=8", "rows=7")
"""Sizes of the known values that take longer than a test should."""


def known() -> list[tuple[str, int]]:
    """Match lines and the worm's final points with best play; for solids every face of a kind."""
    found = []
    for text in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(text)
        line, exact = case["match"], case["exact"]
        if "<any" not in line:
            found.append((line, exact))
            continue
        head, _, sort = line.partition("<any ")
        graph = state_of(f"{head}1").board.graph
        sides = {"pentagon>": 5, "hexagon>": 6}.get(sort)
        found += [
            (f"{head}{cell.name}", exact)
            for number, cell in enumerate(graph.cells)
            if sides in (None, len(graph.neighbours[number]))
        ]
    return found


def is_hard(line: str) -> bool:
    return any(size in line for size in HARD) and "square4" not in line


def check_known(cases: list[tuple[str, int]]) -> None:
    for line, exact in cases:
        state = state_of(line)
        result = evaluate(state, Limit(), False)
        assert (result.value, result.exact) == (exact, True), line


def test_known_values() -> None:
    cases = [case for case in known() if not is_hard(case[0])]
    assert len(cases) > 150
    football = [case for case in cases if "football" in case[0]]
    few = Random(1).sample(football, 3)
    check_known([case for case in cases if case not in football or case in few])


@pytest.mark.slow
def test_all_known_values() -> None:
    assert len([case for case in known() if is_hard(case[0])]) == 5
    check_known(known())


@settings(max_examples=300, deadline=None)
@given(small_positions())
def test_every_move_has_the_worth_that_playing_all_games_through_gives(state: State) -> None:
    if state.is_over or state.finished:
        return
    worths = referee(state)
    value = worth(state, worths)
    result = evaluate(state, Limit(), True)
    assert result.exact
    assert result.bound == (value, value) == (result.value, result.value)
    assert set(result.best) == {move for move, each in worths.items() if each == value}
    assert {row.move: row.value for row in result.candidates} == worths
    assert all(row.exact and row.loss == abs(row.value - value) for row in result.candidates)
    assert set(evaluate(state, Limit(), False).best) == set(result.best)


@pytest.mark.slow
@settings(max_examples=4_000, deadline=None)
@given(small_positions())
def test_thousands_of_positions_played_through(state: State) -> None:
    if state.is_over or state.finished:
        return
    worths = referee(state)
    result = evaluate(state, Limit(), True)
    assert {row.move: row.value for row in result.candidates} == worths


def test_larger_boards_keep_their_worth_along_best_play() -> None:
    """After a best move the worth is the same, after any other it is what the candidates said."""
    random = Random(5)
    for line in random_lines(28, seed=5):
        state = state_of(line)
        while not state.is_over and not state.finished:
            result = evaluate(state, Limit(), True)
            assert result.exact, line
            row = random.choice(result.candidates)
            following = state.play(row.move)
            if not following.finished:
                assert evaluate(following, Limit(), False).value == row.value, (line, row.move)
            else:
                assert following.worth(following.finished[0]) == row.value
            state = following


def test_more_than_64_cells_are_searched_as_if_they_were_fewer() -> None:
    """The same question, asked with the cells numbered so that they lie in both words of a set."""
    for line in random_lines(28, seed=8):
        state = state_of(line)
        if state.is_over:
            continue
        plain = solve(state, Limit())
        for shift in (40, 55, 64):
            assert shifted(state, shift, plain.low) >= plain.low - state.points
            assert shifted(state, shift, plain.low + 1) <= plain.low - state.points


def shifted(state: State, shift: int, target: int) -> int:
    """The kernel's answer for the cells still to be filled, with `shift` added to every cell's number."""
    board = state.board
    number = {cell: shift + place for place, cell in enumerate(sorted(state.within(state.path)))}
    head = shift + len(number)
    near = np.zeros((128, 2), dtype=np.uint64)
    values = np.zeros(128, dtype=np.int64)
    sets = np.zeros((kernel.SETS, 2), dtype=np.uint64)

    def add(words: np.ndarray, cell: int) -> None:
        words[cell >> 6] |= np.uint64(1 << (cell & 63))

    region = np.zeros(2, dtype=np.uint64)
    for cell, place in (*number.items(), (state.head, head)):
        for other in board.open_neighbours[cell]:
            if other in number:
                add(near[place], number[other])
        if cell in number:
            add(region, place)
            size = values[place] = board.values[cell]
            for layer in range(7):
                if abs(size) >> layer & 1:
                    add(sets[layer if size > 0 else kernel.DEBT + layer], place)
    facts = np.array([0, 0, 7, 4, 4], dtype=np.int64)
    depth = len(number) + 2
    regions = np.zeros((depth, kernel.REGIONS), dtype=np.uint64)
    frames = np.zeros((depth, kernel.FRAME), dtype=np.int64)
    regions[0, :2] = region
    left = target - state.points
    frames[0, : kernel.VIEW] = head, int(state.turn == state.worm), left
    control = np.array([0, 1 << 40, 0], dtype=np.int64)
    answer = kernel.search(
        near,
        values,
        sets,
        facts,
        np.zeros((1 << 12, 8), dtype=np.uint64),
        np.zeros((0, 128), dtype=np.int8),
        np.zeros((0, 2), dtype=np.int64),
        regions,
        frames,
        control,
        np.zeros(1, dtype=np.int32),
    )
    assert control[kernel.STATUS] == kernel.DONE
    return int(answer)


def test_a_stopped_search_claims_only_what_is_proved() -> None:
    for line in random_lines(28, seed=3):
        state = state_of(line)
        if state.is_over:
            continue
        exact = solve(state, Limit())
        for nodes in (1, 3, 10, 40, 200):
            part = solve(state, Limit(nodes=nodes), True)
            assert part.low <= exact.low == exact.high <= part.high
            assert set(part.best) <= set(state.exits())
            assert part.best
            for cell, (low, high) in part.bounds.items():
                after = exact_after(state, cell)
                assert low <= after <= high
            assert part.nodes <= nodes + 1
            if part.complete:
                assert set(part.best) == set(exact.best)


def exact_after(state: State, cell: int) -> int:
    """The worm's final points after a move."""
    following = state.play(state.board.name(cell))
    if following.finished:
        return following.worth(following.finished[0])
    return solve(following, Limit()).low


def test_a_search_can_be_cancelled_before_it_begins_and_while_it_runs() -> None:
    state = state_of("gusano board=square8 rows=10 cols=10 start=e5")
    stopped = Limit()
    stopped.stop()
    result = evaluate(state, stopped, True)
    assert not result.exact
    assert result.bound[0] < result.bound[1] == 100
    assert result.nodes == 0
    assert set(result.best) <= set(state.legal_moves())
    timed = evaluate(state, Limit(seconds=0.3), False)
    assert timed.nodes > 0
    assert not timed.exact
    assert 1 < timed.bound[0] < timed.bound[1] <= 100


@pytest.mark.parametrize(
    "line",
    [
        "gusano board=square8 rows=10 cols=10 start=a1",
        "gusano board=knight rows=10 cols=10 start=e5 values=a1:-9,b2:99",
        "gusano board=torus rows=10 cols=10 start=a1",
        "gusano board=hex side=6 start=f6",
    ],
)
def test_the_largest_boards_get_proved_bounds(line: str) -> None:
    state = state_of(line)
    result = evaluate(state, Limit(nodes=20_000), True)
    low, high = result.bound
    assert not result.exact
    assert state.points < low < high
    assert high <= sum(max(0, value) for value in state.board.values)
    assert len(result.candidates) == len(state.legal_moves())
    assert result == evaluate(state, Limit(nodes=20_000), True)


def test_symmetries_are_the_boards_own() -> None:
    def number(line: str) -> int:
        state = state_of(line)
        cells = (*sorted(state.within(state.path)), state.head)
        places = {cell: place for place, cell in enumerate(cells)}
        near = [[places[other] for other in state.board.open_neighbours[cell]] for cell in cells]
        values = [state.board.values[cell] for cell in cells]
        found = symmetries(near, values, len(cells) - 1)
        assert len(set(found)) == len(found)
        for image in found:
            assert sorted(image) == list(range(len(cells)))
            assert image[-1] == len(cells) - 1
            assert [values[cell] for cell in image] == values
            assert all(
                {image[other] for other in near[cell]} == set(near[image[cell]]) for cell in range(len(cells))
            )
        return len(found) + 1

    assert number("gusano board=square4 rows=5 cols=5 start=c3") == 8
    assert number("gusano board=square4 rows=5 cols=5 start=a1") == 2
    assert number("gusano board=square4 rows=5 cols=5 start=b1") == 1
    assert number("gusano board=square4 rows=5 cols=5 start=c3 values=c1:2") == 2
    assert number("gusano board=square4 rows=5 cols=5 start=c3 blocked=a1,e5") == 4
    assert number("gusano board=torus rows=5 cols=5 start=b4") == 8
    assert number("gusano board=hex side=3 start=c3") == 12
    assert number("gusano board=dodecahedron start=4") == 10
    assert number("gusano board=icosahedron start=7") == 6
    assert number("gusano board=football start=1") == 10
    assert number("gusano board=cube start=6") == 8


@pytest.mark.parametrize("board", BOARDS)
def test_seeing_symmetric_positions_as_one_changes_no_value(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(board)
    size = LARGER.get(board, "")
    bare = state_of(f"gusano board={board} {size} start={any_cell(board)}")
    names = [cell.name for cell in bare.board.graph.cells]
    for _ in range(2):
        state = state_of(f"gusano board={board} {size} start={random.choice(names)}")
        while len(state.within(state.path)) > 24:
            state = state.play(random.choice(state.legal_moves()))
        while not state.finished and not state.is_over:
            plain = evaluate(state, Limit(), True)
            monkeypatch.setattr(solver, "GLANCE", 0)
            assert evaluate(state, Limit(), True).candidates == plain.candidates
            monkeypatch.undo()
            state = state.play(random.choice(state.legal_moves()))


def test_a_table_that_forgets_nearly_everything_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    for line in random_lines(14, seed=17):
        state = state_of(line)
        if not state.is_over:
            plain = evaluate(state, Limit(), True)
            monkeypatch.setattr(solver, "LARGEST_TABLE", 4)
            assert evaluate(state, Limit(), True).candidates == plain.candidates
            monkeypatch.undo()


def test_views_take_equal_cells_to_one_and_keep_it() -> None:
    for line, kinds in (
        ("gusano board=torus rows=4 cols=5 start=a1", 1),
        ("gusano board=square4 rows=5 cols=5 start=a1", 6),
        ("gusano board=football start=1", 2),
        ("gusano board=hex side=3 start=a1", 4),
        ("gusano board=square8 rows=4 cols=4 start=a1 values=b2:5,c3:5", 6),
    ):
        board = state_of(line).board
        found = views(board.graph.neighbours, board.values)
        assert found is not None
        firsts = {turn[cell] for cell, turn in enumerate(found.turns[: len(board.values)])}
        assert len(firsts) == kinds
        for turn in found.turns:
            assert sorted(turn) == list(range(len(board.values)))
            for cell, near in enumerate(board.graph.neighbours):
                assert board.values[turn[cell]] == board.values[cell]
                assert {turn[other] for other in near} == set(board.graph.neighbours[turn[cell]])
        for cell, (first, end) in enumerate(found.spans):
            kept = found.turns[cell][cell]
            assert all(turn[kept] == kept for turn in found.turns[first:end])
    assert views(((1,), (0, 2), (1,)), (1, 2, 3)) is None


def test_twin_moves_get_the_same_worth() -> None:
    state = state_of("gusano board=torus rows=5 cols=5 start=c3")
    result = evaluate(state, Limit(), True)
    assert {row.move: row.value for row in result.candidates} == dict.fromkeys(state.legal_moves(), 23)
    assert set(result.best) == set(state.legal_moves())


def test_a_round_that_is_over_is_worth_its_points() -> None:
    state = state_of("gusano rows=3 cols=3 start=a1 blocked=b1,a2")
    assert state.is_over
    result = evaluate(state, Limit(), True)
    assert (result.value, result.exact, result.best, result.candidates) == (1, True, (), ())


def test_in_the_second_round_the_points_of_the_first_do_not_count() -> None:
    first = "gusano board=tetrahedron start=1 values=2:5"
    match = read(f"{first} : 2 3 4")
    assert match.state.round == 1
    assert evaluate(match.state, Limit(), False).value == evaluate(read(first).state, Limit(), False).value


@pytest.mark.slow
def test_bounds_checked_kernels_give_the_same_values() -> None:
    checked(200)


def test_bounds_checked_kernels_give_the_same_values_on_some_boards() -> None:
    checked(14)


def checked(boards: int) -> None:
    """Solve boards in a process in which numba stops at an index out of bounds."""
    folder = Path(tempfile.gettempdir()) / f"ingenio-checked-{getpass.getuser()}"
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "INGENIO_CACHE_DIR": str(folder)}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.engines.gusano.solve_many", str(boards)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        cwd=Path(__file__).parents[3],
    )
    assert ran.returncode == 0, ran.stderr
    expected = [f"{line} {solve(state_of(line), Limit()).low}" for line in solvable(boards)]
    assert ran.stdout.splitlines() == expected


def solvable(boards: int) -> Iterator[str]:
    return (line for line in random_lines(boards, seed=21) if not state_of(line).is_over)


def test_the_benchmarks_are_matches() -> None:
    assert GAME.benchmarks == LINES
    assert len({read(line).to_text() for line in LINES}) == len(LINES)
