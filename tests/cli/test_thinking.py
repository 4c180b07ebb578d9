"""value, best, arena, review, bench."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines import registry
from engines.core.game import AnyGame, Level
from engines.core.match import Match
from tests.cli.conftest import Run
from tests.engines.registering import WORDS, register


def test_a_value_says_how_far_it_is_proved(run: Run, tiny_game: AnyGame) -> None:
    worth = run("value", "tiny pile=4").document
    assert list(worth) == ["value", "unit", "exact", "bound", "best", "nodes", "seconds"]
    assert worth["seconds"] >= 0
    del worth["seconds"]
    assert worth == {
        "value": 1,
        "unit": "games",
        "exact": True,
        "bound": [1, 1],
        "best": ["one"],
        "nodes": 1,
    }
    assert run("value", "tiny loops=yes").document["bound"] == [-1, 1]


def test_a_value_is_one_line_either_way(run: Run, tiny_game: AnyGame) -> None:
    for ran in (run("value", "tiny"), run("value", "tiny", "--json")):
        assert len(ran.lines) == 1
        assert '"value": 1, ' in ran.out, "whole numbers are written without a point"


def test_the_value_after_each_move_on_demand(run: Run, tiny_game: AnyGame) -> None:
    worth = run("value", "tiny pile=4", "--moves").document
    assert worth["moves"] == {"one": 1, "two": -1}
    assert worth["estimates"] == []
    guess = run("value", "tiny pile=4 loops=yes", "--moves").document
    assert guess["estimates"] == ["one", "two"]
    assert "moves" not in run("value", "tiny").document


def test_the_value_of_a_finished_game(run: Run, tiny_game: AnyGame) -> None:
    worth = run("value", "tiny pile=2 : two", "--moves").document
    assert (worth["value"], worth["exact"], worth["best"], worth["moves"]) == (-1, True, [], {})


KNOWN = [("rows=2 cols=2", 2), ("rows=2 cols=3", -2), ("rows=3 cols=3", -3), ("border=swedish", 0)]


@pytest.mark.parametrize(("setup", "value"), KNOWN)
def test_known_values_of_timbiriche(run: Run, setup: str, value: int) -> None:
    worth = run("value", f"timbiriche {setup}").document
    assert (worth["value"], worth["exact"], worth["bound"]) == (value, True, [value, value])
    assert worth["unit"] == "cells"


def test_values_of_many_lines(run: Run, tiny_game: AnyGame) -> None:
    ran = run("value", "-", stdin="tiny pile=3\ntiny pile=4\nnothing\ntiny pile=5 : one\n")
    assert [document.get("value") for document in ran.documents] == [-1, 1, None, 1]


def test_a_level_plays_the_same_move_for_the_same_seed(run: Run, tiny_game: AnyGame) -> None:
    moves = [run("best", "tiny", "--level", "facil", "--seed", str(seed)).out for seed in range(20)]
    assert moves == [run("best", "tiny", "--level", "facil", "--seed", str(seed)).out for seed in range(20)]
    assert set(moves) == {"one\n", "two\n"}
    assert run("best", "tiny pile=5", "--level", "dificil", "--json").document == {"move": "two"}
    assert run("best", "tiny pile=5", "--level", "perfecto").out == "two\n"


def test_every_level_of_every_game_has_a_move(run: Run) -> None:
    for entry, game in registry.entries():
        line = Match.begin(game, game.complete(entry.preset, Random(1))).to_text()
        for level in (*(level.slug for level in game.levels), "perfecto"):
            move = run("best", line, "--level", level, "--seconds", "0.5").out.strip()
            assert move in run("moves", line).lines


def test_an_arena_is_reproducible_and_alternates_sides(run: Run, tiny_game: AnyGame) -> None:
    arguments = ("arena", "tiny pile=4", "--a", "dificil", "--b", "facil", "--games", "40", "--seed", "7")
    first, second = run(*arguments).document, run(*arguments).document
    times = [document.pop("seconds_per_move") for document in (first, second)]
    assert first == second
    assert all(set(each) == {"a", "b"} and min(each.values()) >= 0 for each in times)
    assert first["wins"] + first["draws"] + first["losses"] == first["games"] == 40
    assert first["wins"] > first["losses"]
    assert first["mean_margin"] is None
    # A pile of four is won by who begins and plays well, so each side begins half of the games.
    even = run("arena", "tiny pile=4", "--a", "dificil", "--b", "dificil", "--games", "10").document
    assert (even["wins"], even["losses"]) == (5, 5)


def test_an_arena_starts_from_the_given_position(run: Run, tiny_game: AnyGame) -> None:
    # One is left, so the side to move wins: `a` in even games has seat 0, to move after two moves.
    ran = run("arena", "tiny pile=3 : one one", "--a", "facil", "--b", "dificil", "--games", "3").document
    assert (ran["wins"], ran["losses"]) == (2, 1)


def test_an_arena_counts_draws_and_margins(run: Run) -> None:
    ran = run("arena", "timbiriche rows=1 cols=2", "--a", "medio", "--b", "facil", "--games", "30").document
    assert ran["wins"] + ran["draws"] + ran["losses"] == 30
    assert -2 <= ran["mean_margin"] <= 2


def test_the_margin_is_that_of_a_on_whichever_side_it_sat(run: Run) -> None:
    # On this board whoever begins closes the only cell.
    begun = "timbiriche rows=1 cols=1 drawn=a1b1,a1a2,a2b2"
    ran = run("arena", begun, "--a", "medio", "--b", "medio", "--games", "3").document
    assert (ran["wins"], ran["losses"]) == (2, 1)
    assert ran["mean_margin"] == pytest.approx(1 / 3, abs=0.01)


def test_an_arena_counts_repetitions_as_draws(
    run: Run, tiny_game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = Level("facil", lambda state, random, limit: "two" if state.left > 1 else "one")
    register(monkeypatch, replace(tiny_game, levels=(loop,)), WORDS)
    ran = run("arena", "tiny pile=3 loops=yes", "--a", "facil", "--b", "facil", "--games", "2").document
    assert (ran["wins"], ran["draws"], ran["losses"]) == (0, 2, 0)


def test_a_review_judges_every_move(run: Run, tiny_game: AnyGame) -> None:
    document = run("review", "tiny pile=4 : two one one", "--json").document
    assert document["match"] == "tiny pile=4 : two one one"
    assert [row["lost"] for row in document["moves"]] == [2, 2, 0]
    assert document["moves"][0] == {
        "ply": 1,
        "seat": 0,
        "move": "two",
        "before": 1,
        "after": -1,
        "lost": 2,
        "best": ["one"],
        "exact": True,
        "bound": [1, 1],
    }
    text = run("review", "tiny pile=4 : two one one").lines
    assert [line.split()[:3] for line in text] == [
        ["1", "0", "two"],
        ["2", "1", "one"],
        ["3", "0", "one"],
    ]


def test_a_match_without_moves_has_nothing_to_review(run: Run, tiny_game: AnyGame) -> None:
    assert run("review", "tiny").out == ""
    assert run("review", "tiny", "--json").document["moves"] == []


def test_benchmarks_are_rows_with_nodes_and_times(
    run: Run, tiny_game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "GAMES", (tiny_game,))
    (row,) = run("bench", "--json").document["rows"]
    assert (row["match"], row["value"], row["exact"], row["nodes"]) == ("tiny pile=9", -1, True, 1)
    assert row["nodes_per_second"] > 0
    assert 0 <= row["cpu_seconds"] < 60
    assert run("bench", "--json", "--game", "tiny").document["rows"][0]["match"] == "tiny pile=9"
    (line,) = run("bench").lines
    assert line.endswith("tiny pile=9")
    assert "nodes/s" in line
