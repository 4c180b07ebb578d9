"""A finished match, move by move: what each move was worth and what would have been best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.core.game import Seat
from engines.core.limit import Limit
from engines.core.match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One move of a match: values before and after it in the game's unit, points lost by its mover."""

    ply: int
    seat: Seat
    move: str
    before: float
    after: float
    lost: float
    best: tuple[str, ...]
    exact: bool


def judge(match: Match, ply: int, limit: Limit) -> Verdict:
    """Judge the move that follows after `ply` moves. IndexError if there is none."""
    move, state = match.moves[ply], match.states[ply]
    worth = match.game.evaluate(state, limit, True)
    played = next(candidate for candidate in worth.candidates if candidate.move == move)
    return Verdict(
        ply=ply + 1,
        seat=state.turn,
        move=move,
        before=worth.value,
        after=played.value,
        lost=played.loss,
        best=worth.best,
        exact=worth.exact and played.exact,
    )


def review(
    match: Match,
    limit: Callable[[], Limit],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Verdict, ...]:
    """Judge every move of `match`.

    `limit` gives a fresh limit for each position; `progress` hears (moves done, moves in all). Ends early,
    with the verdicts so far, once the limit just given is stopped before it starts.
    """
    verdicts: list[Verdict] = []
    for ply in range(match.ply):
        spend = limit()
        if spend.stopped:
            break
        verdicts.append(judge(match, ply, spend))
        progress(ply + 1, match.ply)
    return tuple(verdicts)
