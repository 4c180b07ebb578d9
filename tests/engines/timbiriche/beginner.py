"""Somebody's first games of Timbiriche, as a script."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.core.limit import Limit
from engines.registry import read_match
from engines.timbiriche.chains import closing_edges, safe_edges
from engines.timbiriche.computer import choose_easy
from engines.timbiriche.rules import State

ATTENTION = 0.5
"""How often the beginner looks whether an edge gives a cell away."""

Player = Callable[[State, Random, Limit], str]


def beginner(state: State, random: Random, limit: Limit) -> str:
    """Closes what can be closed; else sees in every other move which edges are safe; else draws anything."""
    edges = closing_edges(state)
    if not edges and random.random() < ATTENTION:
        edges = safe_edges(state)
    return state.board.edge_names[random.choice(edges or state.free_edges())]


def share(line: str, one: Player, other: Player, games: int, seed: int) -> float:
    """One player's part of the points against another, who begin by turns; a draw is half a point."""
    points = 0.0
    for game in range(games):
        random = Random(f"{seed} {game}")
        players = (one, other) if game % 2 == 0 else (other, one)
        state: State = read_match(line).state
        while state.turn is not None:
            state = state.play(players[state.turn](state, random, Limit()))
        assert state.outcome is not None
        points += {None: 0.5, game % 2: 1.0}.get(state.outcome.winner, 0.0)
    return points / games


def against_easy(line: str, games: int) -> float:
    """The beginner's part of the points against Fácil."""
    return share(line, beginner, choose_easy, games, 22)
