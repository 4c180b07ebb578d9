"""Recorded games must not change unless somebody means it; `python -m tests.record` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines import registry
from tests.engines.playthrough import FOLDER, transcript

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_goes_as_it_went(path: Path) -> None:
    recorded = path.read_text(encoding="utf-8")
    line = recorded.partition("\n")[0]
    assert transcript(line).splitlines() == recorded.splitlines()
    assert registry.read_match(line).to_text() == line
