"""games, board, show, moves, perft."""

from __future__ import annotations

from math import perm

import pytest

from engines import registry
from engines.core.game import AnyGame
from tests.cli.conftest import Run

ONE = "timbiriche rows=1 cols=1"


def test_games_are_named_by_their_slugs(run: Run) -> None:
    slugs = [entry.slug for entry, _game in registry.entries()]
    assert run("games").lines == slugs
    assert run("games", "--json").document == {"games": slugs}
    assert {"timbiriche", "sueco"} <= set(slugs)


def test_moves_come_one_a_line_and_sorted(run: Run) -> None:
    assert run("moves", ONE).lines == ["a1a2", "a1b1", "a2b2", "b1b2"]
    assert run("moves", f"{ONE} : a1b1 b1b2").lines == ["a1a2", "a2b2"]
    assert run("moves", "--json", f"{ONE} : a1b1 b1b2").document == {"moves": ["a1a2", "a2b2"]}


def test_a_finished_game_has_no_moves(run: Run) -> None:
    over = f"{ONE} : a1b1 b1b2 a2b2 a1a2"
    assert run("moves", over).out == ""
    assert run("moves", over, "--json").document == {"moves": []}


def test_a_board_tells_edges_and_cells(run: Run) -> None:
    board = run("board", f"{ONE} : a1b1").document
    assert run("board", f"{ONE} : a1b1", "--json").document == board
    edges = {edge["name"]: edge for edge in board["edges"]}
    assert sorted(edges) == ["a1a2", "a1b1", "a2b2", "b1b2"]
    assert [name for name, edge in edges.items() if edge["drawn"]] == ["a1b1"]
    assert edges["a1b1"]["cells"] == ["a1"]
    assert [cell["name"] for cell in board["cells"]] == ["a1"]


def test_a_position_is_shown_as_text(run: Run) -> None:
    shown = run("show", "timbiriche rows=1 cols=2 : a1b1 a1a2 b1b2 a2b2")
    assert shown.lines[0] == "timbiriche rows=1 cols=2 : a1b1 a1a2 b1b2 a2b2"
    assert "+---+   +" in shown.out
    assert "| 1 |" in shown.out
    assert shown.lines[-2:] == ["Puntos: 0–1", "Le toca al asiento 1."]


def test_an_end_is_shown_with_its_winner(run: Run, tiny_game: AnyGame) -> None:
    assert run("show", "tiny pile=3 : one two").lines[-1] == "Gana el asiento 1: por tomar la última."
    assert run("show", "tiny pile=3 loops=yes : two two two two").lines[-1] == "Tablas: por repetición."
    assert not [line for line in run("show", "tiny").lines if line.startswith("Puntos")]


def test_a_position_is_a_document_too(run: Run) -> None:
    shown = run("show", "--json", f"{ONE} : a1b1 b1b2 a2b2 a1a2").document
    assert shown["match"] == f"{ONE} : a1b1 b1b2 a2b2 a1a2"
    assert shown["outcome"] == {"winner": 1, "reason": "more-cells"}
    assert (shown["ply"], shown["turn"], shown["score"]) == (4, None, [0, 1])
    assert run("show", "--json", ONE).document["outcome"] is None


def test_perft_counts_every_length(run: Run) -> None:
    assert run("perft", "timbiriche rows=2 cols=2", "--depth", "4").lines == [
        "1 12",
        "2 132",
        "3 1320",
        "4 11880",
    ]
    # Every edge may be drawn at any time, so the sequences are the ways to pick edges in order.
    deep = run("perft", "timbiriche rows=2 cols=2", "--depth", "6", "--json").document
    assert deep == {"perft": [perm(12, length) for length in range(1, 7)]}
    assert run("perft", ONE, "--depth", "6", "--json").document == {"perft": [4, 12, 24, 24, 0, 0]}


@pytest.mark.parametrize("command", ["board", "show", "moves", "perft"])
def test_many_lines_are_answered_in_order(run: Run, command: str) -> None:
    more = ["--depth", "1"] if command == "perft" else []
    lines = [ONE, "chess", "", f"{ONE} : a1b1 a1b1", f"{ONE} : a1b1"]
    ran = run(command, "-", *more, stdin="\n".join(lines) + "\n")
    assert ran.code == 0
    assert ran.err == ""
    assert ["error" in document for document in ran.documents] == [False, True, True, True, False]
    alone = [run(command, line, "--json", *more).document for line in (lines[0], lines[4])]
    assert [ran.documents[0], ran.documents[4]] == alone
    codes = [document["error"]["code"] for document in ran.documents[1:4]]
    assert codes == ["bad-match", "bad-match", "illegal-move"]


def test_no_lines_give_no_answers(run: Run) -> None:
    assert (run("moves", "-").code, run("moves", "-").out) == (0, "")
