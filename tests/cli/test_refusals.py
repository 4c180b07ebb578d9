"""Exit codes and messages: 2 for unusable arguments, 1 for an illegal move, never a traceback."""

from __future__ import annotations

import pytest

from engines import registry
from engines.core.game import AnyGame
from tests.cli.conftest import Run

BAD_ARGUMENTS = [
    ([], "COMMAND"),
    (["play"], "play"),
    (["moves"], "MATCH"),
    (["moves", "timbiriche", "extra"], "extra"),
    (["moves", "timbiriche", "--depth", "3"], "--depth"),
    (["perft", "timbiriche"], "--depth"),
    (["perft", "timbiriche", "--depth", "0"], "'0'"),
    (["perft", "timbiriche", "--depth", "two"], "'two'"),
    (["perft", "timbiriche", "--depth", "²"], "'²'"),
    (["perft", "timbiriche", "--depth", "-1"], "'-1'"),
    (["value", "timbiriche", "--seconds", "0"], "'0'"),
    (["value", "timbiriche", "--seconds", "nan"], "'nan'"),
    (["value", "timbiriche", "--seconds", "inf"], "'inf'"),
    (["best", "timbiriche"], "--level"),
    (["best", "timbiriche", "--level", "facil", "--seed", "x"], "'x'"),
    (["arena", "timbiriche", "--a", "facil", "--b", "facil"], "--games"),
    (["serve", "--port", "70000"], "'70000'"),
    (["serve", "--workers", "0"], "'0'"),
    (["export"], "GAME_ID"),
    (["backup"], "FILE"),
]


@pytest.mark.parametrize(("arguments", "named"), BAD_ARGUMENTS, ids=lambda value: " ".join(value))
def test_unusable_arguments_exit_with_2_and_are_named(run: Run, arguments: list[str], named: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert named in ran.err
    assert "Traceback" not in ran.err


BAD_LINES = [
    ("", "No hay ninguna partida en la línea."),
    ("chess rows=3", "«chess»"),
    ("timbiriche rows=0", "«0» no vale para la opción «rows»"),
    ("timbiriche rows=3 rows=3", "«rows» aparece más de una vez"),
    ("timbiriche rosw=3", "«rosw»"),
    ("timbiriche rows", "«rows»"),
    ("timbiriche grid=hex rows=3", "«rows» no se usa"),
    ("timbiriche drawn=a1b1,a1b1", "«drawn»"),
    ("timbiriche " + "x" * 50_000, "demasiado larga"),
]


@pytest.mark.parametrize(("line", "message"), BAD_LINES, ids=lambda value: value[:30])
def test_an_unreadable_line_exits_with_2_and_says_why(run: Run, line: str, message: str) -> None:
    ran = run("moves", line)
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err


def test_an_illegal_move_exits_with_1_and_says_which_and_why(run: Run) -> None:
    ran = run("show", "timbiriche rows=2 cols=2 : a1b1 b1c1 a1b1")
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.startswith("ingenio: Jugada 3, «a1b1»: ")


def test_a_refusal_is_a_document_where_one_is_asked_for(run: Run) -> None:
    ran = run("show", "timbiriche rows=2 cols=2 : a1b1 b1c1 a1b1", "--json")
    assert ran.code == 1
    error = ran.document["error"]
    assert error["code"] == "illegal-move"
    assert error["message"] in ran.err
    assert {"move": "a1b1", "ply": 3, "reason": "already-drawn"}.items() <= error["detail"].items()
    bad = run("show", "timbiriche rows=0", "--json")
    assert bad.code == 2
    assert bad.document["error"]["detail"] == {"reason": "bad-value", "key": "rows", "value": "0"}


@pytest.mark.parametrize("lang", ["es_ES.UTF-8", "C", "", "de_DE.UTF-8", "POSIX", "fr"])
def test_every_other_language_is_spoken_in_spanish(run: Run, lang: str) -> None:
    assert run("moves", "", lang=lang).err == "ingenio: No hay ninguna partida en la línea.\n"


def test_an_unknown_level_is_named_with_those_there_are(run: Run, tiny_game: AnyGame) -> None:
    for arguments in (
        ("best", "tiny", "--level", "medio"),
        ("arena", "tiny", "--a", "facil", "--b", "medio", "--games", "2"),
    ):
        ran = run(*arguments)
        assert ran.code == 2
        assert "«medio»" in ran.err
        assert "facil dificil perfecto" in ran.err


def test_a_finished_game_has_no_best_move(run: Run, tiny_game: AnyGame) -> None:
    for arguments in (
        ("best", "tiny pile=2 : two", "--level", "facil"),
        ("arena", "tiny pile=2 : two", "--a", "facil", "--b", "facil", "--games", "2"),
    ):
        assert run(*arguments).code == 2
        assert "terminado" in run(*arguments).err


@pytest.mark.parametrize("depth", ["--5", "9" * 5_000, "٣", "1_0", "+2", ""])
def test_odd_numbers_are_refused_with_what_is_possible(run: Run, depth: str) -> None:
    ran = run("perft", "timbiriche rows=1 cols=1", f"--depth={depth}")
    assert ran.code == 2
    assert "is not a whole number from 1 to 100" in ran.err


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["perft", "--help"]])
def test_help_is_no_error(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert ran.code == 0
    assert "ingenio" in ran.out


def test_every_refusal_has_its_own_sentence(run: Run) -> None:
    # One line for each kind of unreadable setup; a new kind must be put in words too.
    from app.words.refusals import MATCHES, SETUPS
    from engines.core.setup import SETUP_REASONS, BadSetup

    assert set(SETUPS) == set(SETUP_REASONS)
    sentences = {SETUPS[reason](BadSetup(reason, "key", "value", "allowed")) for reason in SETUP_REASONS}
    assert len(sentences) == len(SETUP_REASONS)
    assert len({say({}) for say in MATCHES.values()}) == len(MATCHES)
    assert registry.entries()
