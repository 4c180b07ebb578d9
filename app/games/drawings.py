"""Boards as shapes, each position drawn once: a move's answer needs the same one several times."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engines.core.drawing import Drawing
from engines.core.game import AnyGame


@lru_cache(maxsize=128)
def drawing_of(game: AnyGame, state: Any) -> Drawing:
    """The drawing of a position."""
    return game.draw(state)
