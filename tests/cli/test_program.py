"""The installed program in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.cli.conftest import PROGRAM, Run


def test_the_installed_program_and_the_module_are_the_same(program: Run) -> None:
    line = "timbiriche rows=2 cols=2 : a1b1"
    installed = program("moves", line)
    module = subprocess.run(
        [sys.executable, "-m", "app", "moves", line], capture_output=True, text=True, timeout=120, check=False
    )
    assert installed.code == module.returncode == 0
    assert installed.out == module.stdout
    assert len(installed.lines) == 11


def test_exit_codes_reach_the_shell(program: Run) -> None:
    assert program("moves", "timbiriche rows=1 cols=1 : a1b1 a1b1").code == 1
    assert program("moves", "timbiriche rows=99").code == 2
    assert program("nothing").code == 2


def test_sentences_follow_lang(program: Run) -> None:
    spanish = program("moves", "")
    english = program("moves", "", lang="en_GB.UTF-8")
    assert spanish.err == "ingenio: No hay ninguna partida en la línea.\n"
    assert english.err != spanish.err
    assert english.code == spanish.code == 2


def test_thousands_of_lines_in_one_run(program: Run) -> None:
    lines = [f"timbiriche rows={1 + n % 9} cols={1 + n % 7}" + " : a1b1" * (n % 2) for n in range(3_000)]
    ran = program("moves", "-", stdin="\n".join(lines))
    assert ran.code == 0
    assert ran.err == ""
    counts = [len(document["moves"]) for document in ran.documents]
    expected = []
    for n in range(3_000):
        rows, cols = 1 + n % 9, 1 + n % 7
        expected.append(rows * (cols + 1) + cols * (rows + 1) - n % 2)
    assert counts == expected


def test_an_answer_comes_before_the_next_question(program: Run) -> None:
    with subprocess.Popen(
        [PROGRAM, "moves", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for cols in (1, 2, 3):
            process.stdin.write(f"timbiriche rows=1 cols={cols}\n")
            process.stdin.flush()
            assert process.stdout.readline().count('"a') > 2
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_reader_that_leaves_early_is_no_error(program: Run) -> None:
    ran = subprocess.run(
        f"yes 'timbiriche rows=9 cols=9' | head -n 2000 | '{PROGRAM}' moves - | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert len(ran.stdout.splitlines()) == 1


def test_input_that_is_not_utf8_spoils_only_its_own_line() -> None:
    ran = subprocess.run(
        [PROGRAM, "moves", "-"],
        input=b"timbiriche rows=1 cols=1\n\xff\xfe\ntimbiriche rows=1 cols=1\n",
        capture_output=True,
        env={**os.environ, "LANG": "es_ES.UTF-8"},
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0
    first, second, third = ran.stdout.decode().splitlines()
    assert first == third
    assert "error" in second
    assert b"Traceback" not in ran.stderr
