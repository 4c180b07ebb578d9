"""A match: a game, its setup and the moves so far. It fits in one line of text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from engines.core.game import AnyGame, IllegalMove, Outcome, Seat
from engines.core.setup import Setup

MAX_PLIES = 2_000
"""More moves than any game of the site can have; longer lines are refused."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match is a value: playing gives a new one. `states[n]` is the position after n moves."""

    game: AnyGame
    setup: Setup
    moves: tuple[str, ...]
    states: tuple[Any, ...]
    hashes: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Of the position of each state, in games that positions can end by repetition: quick to look through."""

    @classmethod
    def begin(cls, game: AnyGame, setup: Setup) -> Self:
        """The match before its first move."""
        first = game.start(setup)
        return cls(game, setup, (), (first,), (hash(game.bare(first)),) if game.repetition else ())

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
        if not self.game.repetition:
            return None
        return self._earlier(self.state, self.states, self.hashes)

    @property
    def equal_plies(self) -> tuple[int, ...]:
        """The plies at which the match stood as it stands now, this one included."""
        bare = self.game.bare(self.state)
        return tuple(ply for ply, state in enumerate(self.states) if self.game.bare(state) == bare)

    def repeating(self) -> dict[str, int]:
        """The legal moves that would end the match by repetition, each with the earlier ply it repeats."""
        if not self.game.repetition:
            return {}
        found = {move: self.repeated_by(move) for move in self.legal_moves()}
        return {move: ply for move, ply in found.items() if ply is not None}

    def repeated_by(self, move: str) -> int | None:
        """The earlier ply that a legal move would repeat so that the match ends, or None."""
        if not self.game.repetition:
            return None
        state = self.state.play(move)
        if state.outcome is not None:
            return None
        hashes = (*self.hashes, hash(self.game.bare(state)))
        return self._earlier(state, (*self.states, state), hashes)

    def _earlier(self, state: Any, states: tuple[Any, ...], hashes: tuple[int, ...]) -> int | None:
        """The first ply of a position that stands in `states` as often as makes a draw, or None."""
        if hashes.count(hashes[-1]) < self.game.repetition:
            return None
        bare = self.game.bare(state)
        same = [ply for ply, other in enumerate(states) if self.game.bare(other) == bare]
        return same[0] if len(same) >= self.game.repetition else None

    @property
    def last_on_board(self) -> int | None:
        """The number, from 1, of the last move that was made on the board and not by a button (a swap)."""
        buttons = self.game.codes.buttons
        plies = (ply for ply in range(self.ply, 0, -1) if self.moves[ply - 1] not in buttons)
        return next(plies, None)

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
        hashes = (*self.hashes, hash(self.game.bare(state))) if self.game.repetition else ()
        return Match(self.game, self.setup, (*self.moves, move), (*self.states, state), hashes)

    def at(self, ply: int) -> Match:
        """The match as it stood after `ply` moves."""
        if not 0 <= ply <= self.ply:
            raise IndexError(ply)
        return Match(self.game, self.setup, self.moves[:ply], self.states[: ply + 1], self.hashes[: ply + 1])

    def to_text(self) -> str:
        """The match line: `slug key=value ... : move move ...`."""
        head = " ".join(part for part in (self.game.slug, self.game.write_setup(self.setup)) if part)
        return f"{head} : {' '.join(self.moves)}" if self.moves else head
