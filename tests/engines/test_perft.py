"""Counts of move sequences, compared with the files of `perft/` and with plain recursion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.cli.positions import counts
from engines import registry
from tests.engines import tiny
from tests.engines.contract import PERFT, read_perft

ROWS = [
    pytest.param(line, expected, id=line)
    for path in sorted(PERFT.glob("*.txt"))
    for line, expected in read_perft(path)
]


def by_recursion(state: Any, depth: int) -> list[int]:
    """The same count, one sequence at a time."""
    found = [0] * depth

    def walk(position: Any, length: int) -> None:
        if position.outcome is None and length < depth:
            for move in position.legal_moves():
                found[length] += 1
                walk(position.play(move), length + 1)

    walk(state, 0)
    return found


@pytest.mark.parametrize(("line", "expected"), ROWS)
def test_sequences_are_as_many_as_counted(line: str, expected: list[int]) -> None:
    state = registry.read_match(line).state
    assert list(counts(state, len(expected))) == expected
    small = [length for length, count in enumerate(expected, start=1) if count <= 20_000]
    assert by_recursion(state, len(small)) == expected[: len(small)]


def test_a_sequence_that_ends_the_game_early_counts_up_to_its_end_only() -> None:
    # A pile of four: 1111, 112, 121, 211, 22 are the whole games.
    four = tiny.start(tiny.GAME.read_setup({"pile": "4"}))
    assert list(counts(four, 6)) == [2, 4, 4, 1, 0, 0]
    assert by_recursion(four, 6) == [2, 4, 4, 1, 0, 0]


def test_the_files_name_registered_games() -> None:
    slugs = {game.slug for game in registry.GAMES}
    for path in Path(PERFT).glob("*.txt"):
        assert path.stem in slugs
        assert all(line.split()[0] == path.stem for line, _ in read_perft(path))
