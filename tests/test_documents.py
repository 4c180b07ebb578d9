"""What the README files say is there is there: settings, commands, games, files."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from app import cli
from app.settings import Settings
from engines import registry

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("app/**/*.md"), *ROOT.glob("engines/**/*.md"))
    if "_data" not in path.parts
)
ELSEWHERE = {"INGENIO_CACHE_DIR", "INGENIO_CHROMIUM"}
"""Read by the engines and by the browser tests, which know no settings."""


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_setting_is_explained_and_no_other() -> None:
    known = {f"INGENIO_{name.upper()}" for name in Settings.model_fields} | ELSEWHERE
    assert set(re.findall(r"INGENIO_[A-Z_]+", readme())) == known


def test_every_default_is_as_written() -> None:
    rows = re.findall(r"^\| `(INGENIO_\w+)` \| `([^`]*)` \|", readme(), re.MULTILINE)
    assert len(rows) > 15
    for name, written in rows:
        default = Settings.model_fields[name.removeprefix("INGENIO_").lower()].default
        plain = str(default).lower() if isinstance(default, bool) else str(default or "[]")
        assert plain.removesuffix(".0") == written, name


def test_every_command_is_explained() -> None:
    actions = cli.parser()._actions
    commands = next(action for action in actions if isinstance(action, argparse._SubParsersAction))
    table = readme().partition("| command | does |")[2].partition("\n\n")[0]
    named = {
        name for row in re.findall(r"^\|([^|]+)\|", table, re.MULTILINE) for name in re.findall("[a-z]+", row)
    }
    assert named == set(commands.choices)


def test_every_game_is_named() -> None:
    for entry, _game in registry.entries():
        assert f"| `{entry.slug}` |" in readme()


def test_every_room_of_the_site_is_described() -> None:
    rooms = {f"{path.name}" for path in (ROOT / "app").glob("*.py") if not path.name.startswith("__")}
    rooms |= {f"{path.parent.name}/" for path in (ROOT / "app").glob("*/__init__.py")}
    table = (ROOT / "app" / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([a-z]+(?:\.py|/))` \|", table, re.MULTILINE)) == rooms


@pytest.mark.parametrize("folder", ["core", *(game.slug for game in registry.GAMES)])
def test_every_file_of_the_engines_is_described(folder: str) -> None:
    """In the game's own README, or among the files that every game has."""
    root = ROOT / "engines"
    paths = [path for path in (root / "README.md", root / folder / "README.md") if path.exists()]
    told = "".join(path.read_text(encoding="utf-8") for path in paths)
    files = {path.name for path in (root / folder).glob("*.py") if path.name != "__init__.py"}
    folders = {f"{path.parent.name}/" for path in (root / folder).glob("*/__init__.py")}
    assert [
        name for name in sorted(files | folders) if f"`{name}" not in told and f"/{name}" not in told
    ] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"^ingenio (show|moves|value|review) +'([^']+)'", readme(), re.MULTILINE)
    assert len(examples) == 4
    for command, line in examples:
        assert cli.main([command, line]) == 0
    assert '"value": -3, "unit": "cells", "exact": true' in capsys.readouterr().out
