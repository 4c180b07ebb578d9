"""The import contracts of `pyproject.toml` hold, and each is seen to break when what it forbids is done."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINTER = Path(sys.executable).with_name("lint-imports")

VIOLATIONS = [
    ("app-above-engines", "engines/core/match.py", "import app.language"),
    ("pure-engines", "engines/core/match.py", "import time"),
    ("pure-engines", "engines/timbiriche/rules.py", "import threading"),
    ("pure-engines", "engines/boards/square.py", "from pathlib import Path"),
    ("plain-rules", "engines/timbiriche/rules.py", "import numpy"),
    ("plain-rules", "engines/boards/tiling.py", "import numba"),
    ("separate-games", "engines/timbiriche/rules.py", "from engines.another import rules"),
    ("separate-games", "engines/core/match.py", "from engines import another"),
    ("only-the-card", "app/games/view.py", "from engines.timbiriche import rules"),
    ("only-the-card", "app/words/timbiriche.py", "from engines.timbiriche.rules import State"),
    ("only-the-card", "app/home/form.py", "from engines import timbiriche"),
    ("rooms", "app/language.py", "import app.database"),
    ("rooms", "app/games/view.py", "import app.home"),
    ("rooms", "app/words/refusals.py", "import app.games.view"),
    ("rooms", "app/cli/lines.py", "import app.main"),
    ("rooms", "app/attic.py", ""),
    ("doors", "app/games/view.py", "import app.home.routes"),
    ("no-http-below", "app/games/actions.py", "import fastapi"),
    ("no-http-below", "app/live.py", "from starlette.requests import Request"),
    ("no-http-below", "app/cli/lines.py", "import app.pages"),
    ("no-circles", "app/settings.py", "import app.games.tables"),
]


def lint(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINTER, "--no-cache", *options], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources, and a second game beside the first."""
    for name in ("app", "engines"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    another = tmp_path / "engines" / "another"
    another.mkdir()
    for name in ("__init__", "rules"):
        (another / f"{name}.py").write_text('"""A game."""\n')
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("contract", "path", "line"), VIOLATIONS)
def test_a_contract_breaks_when_it_is_violated(copy: Path, contract: str, path: str, line: str) -> None:
    file = copy / path
    text = file.read_text(encoding="utf-8") if file.exists() else '"""New."""\n'
    head, future, tail = text.partition("from __future__ import annotations\n")
    file.write_text(f"{head}{future}{line}\n{tail}" if future else f"{text}{line}\n", encoding="utf-8")
    ran = lint(copy, "--contract", contract)
    assert ran.returncode == 1
    assert "BROKEN" in ran.stdout or "not listed as layers" in ran.stdout


def test_the_contracts_hold(copy: Path) -> None:
    ran = lint(copy)
    assert ran.returncode == 0, ran.stdout
    assert "0 broken" in ran.stdout
