"""The command line, run in this process or as the installed program."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.cli import main
from tests.engines.registering import tiny_game

__all__ = ["tiny_game"]

PROGRAM = Path(sys.executable).with_name("ingenio")


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Its output, line by line."""
        return self.out.splitlines()

    @property
    def document(self) -> Any:
        """Its output, read as one JSON document."""
        return json.loads(self.out)

    @property
    def documents(self) -> list[Any]:
        """Its output, read as one JSON document a line."""
        return [json.loads(line) for line in self.lines]


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command here: `run("moves", "timbiriche")`."""

    def here(*arguments: str, stdin: str = "", lang: str = "es_ES.UTF-8") -> Ran:
        monkeypatch.setenv("LANG", lang)
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return here


@pytest.fixture
def program() -> Run:
    """Runs the installed program in a process of its own, as people do."""

    def apart(*arguments: str, stdin: str = "", lang: str = "es_ES.UTF-8", **environment: str) -> Ran:
        ran = subprocess.run(
            [PROGRAM, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "LANG": lang, **environment},
            timeout=120,
            check=False,
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    return apart


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where this test's games are kept; nothing is there yet."""
    path = tmp_path / "var" / "ingenio.db"
    monkeypatch.setenv("INGENIO_DATABASE_URL", f"sqlite:///{path}")
    return path
