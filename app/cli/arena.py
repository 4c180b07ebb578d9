"""Many games between two levels of the computer."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from app.analysis.report import plain
from app.cli.lines import Document
from engines.core.game import Level
from engines.core.limit import Limit
from engines.core.match import Match


def arena(start: Match, a: Level[Any], b: Level[Any], *, games: int, seed: int, nodes: int) -> Document:
    """Play `games` games from `start`, `a` in seat 0 of the first, in seat 1 of the second, and so on.

    Each game has its own random numbers, made from the seed and its number, and each move at most `nodes`
    nodes, so equal arguments give equal games. Wins, losses and margin (points of `a` minus points of `b`,
    None in a game without points) are those of `a`.
    """
    wins = draws = losses = 0
    margins: list[int] = []
    spent = {"a": 0.0, "b": 0.0}
    moves = {"a": 0, "b": 0}
    for number in range(games):
        seat_of_a = number % 2
        random = Random(f"{seed}/{number}")
        match = start
        while match.turn is not None:
            side, level = ("a", a) if match.turn == seat_of_a else ("b", b)
            began = perf_counter()
            move = level.choose(match.state, random, Limit(nodes=nodes))
            spent[side] += perf_counter() - began
            moves[side] += 1
            match = match.play(move)
        outcome = match.outcome
        winner = outcome.winner if outcome is not None else None
        if winner is None:
            draws += 1
        elif winner == seat_of_a:
            wins += 1
        else:
            losses += 1
        score = match.state.score
        if score is not None:
            margins.append(score[seat_of_a] - score[1 - seat_of_a])
    return {
        "a": a.slug,
        "b": b.slug,
        "games": games,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "mean_margin": plain(sum(margins) / len(margins)) if margins else None,
        "seconds_per_move": {side: plain(spent[side] / max(moves[side], 1)) for side in spent},
    }
