"""A match: a game, its setup and the moves so far. It fits in one line of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from engines.core.game import AnyGame, IllegalMove, Outcome, Seat, Setup

MAX_PLIES = 2_000
"""More moves than any game of the site can have; longer lines are refused."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match is a value: playing gives a new one. `states[n]` is the position after n moves."""

    game: AnyGame
    setup: Setup
    moves: tuple[str, ...]
    states: tuple[Any, ...]

    @classmethod
    def begin(cls, game: AnyGame, setup: Setup) -> Self:
        """The match before its first move."""
        return cls(game, setup, (), (game.start(setup),))

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[-1]

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def outcome(self) -> Outcome | None:
        """The result: the state's own, or a draw by repetition, which only the match can see."""
        own: Outcome | None = self.state.outcome
        if own is None and self.repeated_ply is not None:
            return Outcome(None, "repetition")
        return own

    @property
    def turn(self) -> Seat | None:
        """The seat to move, or None once the match is over."""
        turn: Seat | None = self.state.turn
        return None if self.outcome is not None else turn

    @property
    def repeated_ply(self) -> int | None:
        """The earlier ply whose repetition ended the match, or None."""
        if not self.game.repetition or self.states.count(self.state) < self.game.repetition:
            return None
        return self.states.index(self.state)

    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move, sorted; none once the match is over."""
        if self.outcome is not None:
            return ()
        moves: tuple[str, ...] = self.state.legal_moves()
        return moves

    def play(self, move: str) -> Match:
        """The match after `move`. Raises IllegalMove with the ply, the reason and what it needs in words."""
        ply = self.ply + 1
        if self.outcome is not None:
            raise IllegalMove(move, "game-over", ply)
        if ply > MAX_PLIES:
            raise IllegalMove(move, "too-many-moves", ply)
        try:
            state = self.state.play(move)
        except IllegalMove as refusal:
            refusal.ply = ply
            raise
        return Match(self.game, self.setup, (*self.moves, move), (*self.states, state))

    def at(self, ply: int) -> Match:
        """The match as it stood after `ply` moves."""
        if not 0 <= ply <= self.ply:
            raise IndexError(ply)
        return Match(self.game, self.setup, self.moves[:ply], self.states[: ply + 1])

    def to_text(self) -> str:
        """The match line: `slug key=value ... : move move ...`."""
        head = " ".join(part for part in (self.game.slug, self.game.write_setup(self.setup)) if part)
        return f"{head} : {' '.join(self.moves)}" if self.moves else head
