"""A game that exists only in tests, registered while a test runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from app.words import EntryWords, GameWords, words_of
from engines import registry
from engines.core.game import AnyGame
from tests.engines import tiny

WORDS = GameWords(
    entries={
        slug: EntryWords(name=lambda: "Montón", line=lambda: "Toma uno o dos.", summary=lambda: "Un juego.")
        for slug in ("tiny", "tiny-six")
    },
    how=lambda role: "Toca un número.",
    reasons={
        "not-a-move": lambda detail: "Eso no es una jugada.",
        "too-many": lambda detail: f"Solo quedan {detail['left']}.",
    },
    outcomes={"took-last": lambda: "por tomar la última", "repetition": lambda: "por repetición"},
    events={"took": lambda detail: f"Tomó {detail['count']}."},
    place=lambda place: f"Tomar {place.detail['count']}",
    options={"pile": lambda: "Montón", "loops": lambda: "Vuelta"},
    values=lambda key, value: value,
    board=lambda setup: f"{setup['pile']} fichas",
    unit=lambda value: f"{value} partidas",
    facts={},
)


def register(monkeypatch: pytest.MonkeyPatch, game: AnyGame, words: GameWords | None) -> None:
    """Add a game to the site, with its words, until the test ends."""
    others = tuple(other for other in registry.GAMES if other.slug != game.slug)
    monkeypatch.setattr(registry, "GAMES", (*others, game))
    monkeypatch.setattr(registry, "_recent", registry._Recent(64))  # matches read before have other cards
    words_of.cache_clear()
    if words is not None:
        module = ModuleType(f"app.words.{game.slug}")
        module.WORDS = words  # type: ignore[attr-defined] # a module made here
        monkeypatch.setitem(sys.modules, module.__name__, module)


@pytest.fixture
def tiny_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    """The pile, registered with all its words."""
    register(monkeypatch, tiny.GAME, WORDS)
    yield tiny.GAME
    words_of.cache_clear()
