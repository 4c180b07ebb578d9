"""The compiled moves against the rules, and against counts of other programs."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.ayu.desk import Desk
from engines.ayu.outlook import remaining
from engines.ayu.rules import State, units
from tests.engines.ayu.counting import sequences
from tests.engines.ayu.positions import drawn, opening, scattered

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "ayu.jsonl").read_text(encoding="utf-8").splitlines()
]
COUNTED = [case for case in CASES if "perft" in case]


def check(desk: Desk, ply: int, state: State) -> None:
    """The row holds the position, its moves are those of the rules, and so is what remains to be done."""
    assert sorted(desk.generate(ply, state.colour)) == sorted(state.relocations())
    for colour in (0, 1):
        assert desk.remaining(ply, colour) == remaining(state.size, state.stones, colour)
        assert (desk.remaining(ply, colour) > 0) == bool(desk.generate(ply, colour))
        found = [
            sum(int(word) << 64 * place for place, word in enumerate(row))
            for row in desk.units[ply, colour, : desk.counts[ply, colour]]
        ]
        assert sorted(found) == sorted(units(state.size, state.stones[colour]))


@pytest.mark.parametrize("size", [5, 7, 9, 11, 13, 15])
def test_random_games_go_the_same_way_in_the_kernel_and_in_the_rules(size: int) -> None:
    random = Random(size)
    desk = Desk(size, 400)
    state, ply = opening(size), 0
    desk.put(state)
    while state.turn is not None:
        check(desk, ply, state)
        stone, target = random.choice(state.relocations())
        desk.make(ply, state.colour, stone, target)
        state = state.play(f"{state.board.names[stone]}-{state.board.names[target]}")
        ply += 1
    check(desk, ply, state)


@pytest.mark.parametrize("size", [5, 7, 9, 13])
def test_positions_that_no_game_reaches_have_the_moves_of_the_rules(size: int) -> None:
    desk = Desk(size, 1)
    for seed in range(20):
        state = scattered(size, 100 * size + seed)
        desk.put(state)
        check(desk, 0, state)


def compare(case: dict[str, Any], most: int) -> None:
    settings = dict(word.split("=") for word in case["match"].split()[1:])
    state = drawn(settings["position"].replace("/", "\n"), int(settings["turn"]))
    for depth, count in enumerate(case["perft"], start=1):
        if count <= most:
            assert sequences(state, depth) == count, (case["name"], depth)


@pytest.mark.parametrize("case", COUNTED, ids=lambda case: str(case["name"]))
def test_the_kernel_counts_as_other_programs_do(case: dict[str, Any]) -> None:
    compare(case, 1_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("case", COUNTED, ids=lambda case: str(case["name"]))
def test_the_kernel_counts_as_other_programs_do_as_deep_as_they_went(case: dict[str, Any]) -> None:
    compare(case, 1_000_000_000)
