"""What changed on the board with each of the last moves, so that a page can paint one after the other."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from app.games.drawings import drawing_of
from engines.core.game import AnyGame
from engines.core.match import Match
from engines.core.notation import tokens

MOST_STEPS = 24
"""Moves that arrive together and are still painted one by one."""


def steps(match: Match) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The last moves of a match, each with its ply and the tokens of the shapes that it changed.

    Those of the present turn and of the one before: a page seldom misses more.
    """
    first, turns, states = match.ply, 0, match.states
    while first > 0 and match.ply - first < MOST_STEPS:
        turns += first == match.ply or states[first - 1].turn != states[first].turn
        if turns > 2:
            break
        first -= 1
    return tuple(
        (ply, _changed(match.game, states[ply - 1], states[ply])) for ply in range(first + 1, match.ply + 1)
    )


Ways = tuple[tuple[str, ...], ...]


def ways(match: Match) -> tuple[tuple[int, Ways], ...]:
    """Of the same moves the ways that pieces went, one after the other: the places that each visited."""
    if match.game.selection is None:
        return ()
    first = match.ply - len(steps(match))
    return tuple(
        (ply, found)
        for ply in range(first + 1, match.ply + 1)
        if (found := _ways(match.game, match.states[ply - 1], match.moves[ply - 1]))
    )


def _ways(game: AnyGame, before: Any, move: str) -> Ways:
    assert game.selection is not None
    shown = game.selection(before, tokens(move))
    return tuple(way for way in (shown.path, shown.carried) if way)


@lru_cache(maxsize=4_096)
def _changed(game: AnyGame, before: Any, after: Any) -> tuple[str, ...]:
    """The tokens of the shapes that look different, sorted."""
    return tuple(sorted({token for token, _, _ in _looks(game, before) ^ _looks(game, after)}))


@lru_cache(maxsize=128)
def _looks(game: AnyGame, state: Any) -> frozenset[tuple[str, str, str]]:
    """The shapes of places, as they look."""
    shapes = drawing_of(game, state).shapes
    return frozenset((it.token, it.tag, it.kind) for it in shapes if it.token is not None)
