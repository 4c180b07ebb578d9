"""The game that exists only in tests."""

from tests.engines.registering import tiny_game

__all__ = ["tiny_game"]
