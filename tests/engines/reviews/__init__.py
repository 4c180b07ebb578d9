"""Recorded games for the tests of analyses, a line each: `games.txt` in points, `decided.txt` without."""

from __future__ import annotations

from pathlib import Path

from engines.core.match import Match
from engines.registry import read_match

HERE = Path(__file__).parent


def recorded(name: str = "games") -> list[Match]:
    """The recorded games of one file."""
    return [read_match(line) for line in (HERE / f"{name}.txt").read_text("utf-8").splitlines() if line]
