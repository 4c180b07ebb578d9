"""Tasks of the kind "win in n moves", for games that are only won or lost: proved twice, worth the trouble.

The second proof knows nothing of a game but its rules: it plays everything out, in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from engines.core.game import DisagreementError, Evaluation

LEAST_TRAPS: Final = 2
MOST_WAYS: Final = 12
"""More best moves, or best replies, than anybody would call a task."""

Judge = Callable[[Any], Evaluation]
"""What a position is worth for the side to move: `exact` and n if it wins in n moves of its own."""
Tempting = Callable[[Any], Collection[str]]
"""The moves of a position that somebody plays who looks no further."""


class TooManyError(RuntimeError):
    """There is more to play out than the second proof may look at."""


class PlayedOut:
    """Who wins in how many moves, by playing out everything that the rules allow."""

    def __init__(self, most: int) -> None:
        """`most`: positions that may be looked at."""
        self._left = most
        self._wins: dict[tuple[Any, int], bool] = {}
        self._loses: dict[tuple[Any, int], bool] = {}

    def length(self, state: Any, most: int) -> int | None:
        """The moves of its own in which the side to move wins at the soonest; None if it needs more.

        Raises TooManyError.
        """
        return next((moves for moves in range(1, most + 1) if self.wins(state, moves)), None)

    def wins(self, state: Any, moves: int) -> bool:
        """Whether the side to move wins with so many moves of its own, whatever the other side does."""
        if (state, moves) not in self._wins:
            self._count()
            # A position that returns is a draw, but nobody who wins as soon as can be meets one twice.
            self._wins[state, moves] = any(
                self.wins_after(state, move, moves - 1) for move in state.legal_moves()
            )
        return self._wins[state, moves]

    def wins_after(self, state: Any, move: str, left: int) -> bool:
        """Whether the side to move has won with a move, or will with so many more."""
        return self._won(state.turn, state.play(move), left)

    def _won(self, seat: int, after: Any, left: int) -> bool:
        """Whether a seat has won with the move that led to a position, or will with so many more."""
        if after.outcome is not None:
            return bool(after.outcome.winner == seat)
        if (after, left) not in self._loses:
            self._count()
            self._loses[after, left] = all(
                self._answered(seat, after.play(reply), left) for reply in after.legal_moves()
            )
        return self._loses[after, left]

    def _answered(self, seat: int, state: Any, left: int) -> bool:
        if state.outcome is not None:
            return bool(state.outcome.winner == seat)
        return left > 0 and self.wins(state, left)

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooManyError


def has_traps(state: Any, judge: Judge, tempting: Tempting, least: int = LEAST_TRAPS) -> bool:
    """Whether the winning side, whichever best moves are played, comes to so many decisions that are traps.

    A decision is a trap if every tempting move fails at it. The last move is none: everybody sees it.
    """
    if least <= 0:
        return True
    worth = judge(state)
    if not worth.exact or not least < worth.value or len(worth.best) > MOST_WAYS:
        return False
    left = least - (not set(tempting(state)) & set(worth.best))
    if worth.value - 2 < left:
        return False
    return all(_meets(state.play(move), judge, tempting, left) for move in worth.best)


def _meets(after: Any, judge: Judge, tempting: Tempting, least: int) -> bool:
    """The same after a move, for every reply that puts off the end as long as can be."""
    if least <= 0:
        return True
    replies = judge(after)
    if not replies.exact or len(replies.best) > MOST_WAYS:
        return False
    return all(has_traps(after.play(reply), judge, tempting, least) for reply in replies.best)


def prove_again(state: Any, moves: int, most: int) -> bool:
    """Whether the second proof, too, finds that the soonest win takes so many moves. False: it is too long.

    Raises DisagreementError.
    """
    try:
        second = PlayedOut(most).length(state, moves)
    except TooManyError:
        return False
    if second != moves:
        raise DisagreementError(f"{moves} and {second}: {state}")
    return True
