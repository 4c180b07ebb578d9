"""Boards as pictures: positions given as match lines, for cards and for rules pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engines import registry
from engines.core.drawing import Drawing
from engines.core.notation import tokens


@dataclass(frozen=True, slots=True)
class Picture:
    """A position to look at, and the clicks of the move that led to it."""

    drawing: Drawing
    last: frozenset[str]


@lru_cache(maxsize=256)
def picture(line: str) -> Picture:
    """The position at the end of a match line. Raises BadSetup or IllegalMove."""
    match = registry.read_match(line)
    last = frozenset(tokens(match.moves[-1])) if match.moves else frozenset[str]()
    return Picture(match.game.draw(match.state), last)
