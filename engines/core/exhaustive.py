"""What each move of a small position leads to, found by playing everything to its end.

Nothing is known of the game but its rules and its gain, and nothing is compiled: for lessons and for checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from engines.core.game import AnyGame, Seat

MOST_POSITIONS: Final = 200_000
"""Positions that are looked at before a search gives up."""


class TooManyPositionsError(RuntimeError):
    """The position is too large to be played out."""


@lru_cache(maxsize=512)
def final_gains(game: AnyGame, state: Any) -> Mapping[str, float]:
    """For each legal move the gain of the side to move at the end, with best play of both sides.

    Raises TooManyPositionsError, and ValueError for a game whose card has no `gain`.
    """
    if game.gain is None:
        raise ValueError(f"{game.slug} counts no gains")
    seat = state.turn
    search = _Search(game, seat)
    return {move: search.value(state.play(move)) for move in state.legal_moves()}


class _Search:
    """Alpha-beta from the eyes of one seat, with the bounds of every position that was met."""

    def __init__(self, game: AnyGame, seat: Seat) -> None:
        assert game.gain is not None
        self._gain = game.gain
        self._seat = seat
        self._known: dict[Any, tuple[float, float]] = {}

    def value(self, state: Any, low: float = float("-inf"), high: float = float("inf")) -> float:
        """What the seat gets from here, exact within `low` and `high`, else a bound beyond them."""
        if state.turn is None:
            return self._gain(state, self._seat)
        least, most = self._known.get(state, (float("-inf"), float("inf")))
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        if len(self._known) > MOST_POSITIONS:
            raise TooManyPositionsError
        first_low, first_high = low, high = max(low, least), min(high, most)
        mine = state.turn == self._seat
        found = float("-inf") if mine else float("inf")
        children = sorted(map(state.play, state.legal_moves()), key=lambda after: after.turn != state.turn)
        for after in children:
            worth = self.value(after, low, high)
            found = max(found, worth) if mine else min(found, worth)
            low, high = (max(low, found), high) if mine else (low, min(high, found))
            if low >= high:
                break
        if found <= first_low:
            most = found
        elif found >= first_high:
            least = found
        else:
            least = most = found
        self._known[state] = least, most
        return found
