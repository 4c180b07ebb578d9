"""Plain minimax over the rules, a few moves deep, and nothing else: what the search is compared with."""

from __future__ import annotations

from functools import cache

from engines.gyges.board import GOAL
from engines.gyges.rules import State


@cache
def end(state: State, plies: int) -> int:
    """`k`: the side to move wins in k plies with best play of both; `-k`: it loses; 0: not within `plies`."""
    moves = state.legal_moves()
    if any(move.endswith(GOAL) for move in moves):
        return 1
    if plies <= 1:
        return 0
    best = None
    for move in moves:
        reply = end(state.play(move), plies - 1)
        # A reply that wins for the other side loses here, one ply later; and the other way round.
        value = 0 if reply == 0 else -reply - (1 if reply > 0 else -1)
        if best is None or rank(value) > rank(best):
            best = value
    assert best is not None
    return best


def rank(value: int) -> float:
    """Quick wins first, then what is not settled, then late losses, then early ones."""
    return 1 / value if value else 0.0


def own_moves(value: int) -> float:
    """Plies until the end as moves of the side to move, as evaluations count them."""
    return float((value + 1) // 2) if value > 0 else -float(-value // 2)
