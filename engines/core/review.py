"""A match judged move by move, from its last move to its first, and the line that shows why.

Going backwards, a position's worth is known before that of the position before it: what a move led to is
taken from there. So the values of a match hang together, estimates included, and the time that easy endings
leave over is there for the hard beginnings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from engines.core.game import AnyGame, Evaluation
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.story import Verdict

MOST_LINE: Final = 30
"""Moves of the longest line that is shown."""
MOST_GUESSED: Final = 3
"""Moves of a line that are shown where they are not proved."""
NEARLY: Final = 0.99
"""An estimate is never as much as a proved win."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth, told from the side to move where the game is only won or lost."""

    value: float
    exact: bool


def is_won_or_lost(game: AnyGame) -> bool:
    """Whether a game has no points, so that values are told from the side to move."""
    return game.favours is None


def standing(game: AnyGame, worth: Worth) -> float:
    """A worth as a number to be compared with others of its side: points, or from lost (-1) to won (1)."""
    if not is_won_or_lost(game):
        return worth.value
    if worth.exact:
        return float((worth.value > 0) - (worth.value < 0))
    return min(max(worth.value, -NEARLY), NEARLY)


def first_look(match: Match, limit: Limit) -> None:
    """Try the first position of a match: what that leaves in an engine's memory serves all the others."""
    match.game.evaluate(match.states[0], limit, False)


def judge(match: Match, ply: int, limit: Callable[[], Limit], later: Verdict | None) -> Verdict:
    """Judge the move that follows after `ply` moves. IndexError if there is none.

    `later` is the verdict on the move after it, None for the last one; `limit` gives a fresh limit for each
    search.
    """
    game, move, state = match.game, match.moves[ply], match.states[ply]
    pointless = is_won_or_lost(game)
    parts = game.story.chapter(state) != game.story.chapter(match.states[ply + 1])
    after = None if parts else _led_to(match, ply, limit, later)
    worth = game.evaluate(state, limit(), not pointless)
    played = next((each for each in worth.candidates if each.move == move), None)
    if after is None:
        assert played is not None
        after = Worth(played.value, played.exact)
    repeated = later is None and match.outcome is not None and match.state.outcome is None
    if worth.exact and move in worth.best and not repeated:
        after = Worth(worth.value, True)
    sign = 1 if game.favours is None else game.favours(state, state.turn)
    before, best = Worth(worth.value, worth.exact), worth.best
    drop = sign * (standing(game, before) - standing(game, after))
    if repeated and drop < 0:
        before, drop = after, 0.0  # what is proved of a position does not know what stood before it
    elif before.exact and drop < 0:
        after, drop = Worth(before.value, False), 0.0  # an estimate that cannot be: nothing beats the best
    elif not before.exact:
        # What the move led to is known better than what the search made of it: its opinion counts for the
        # difference only, and never against the move more than both ways of telling it allow.
        if drop < 0 or (move in best and not after.exact):
            drop = 0.0
        elif played is not None:
            drop = min(drop, played.loss)
        before = _raised(game, worth, after, sign * drop)
        drop = max(0.0, sign * (standing(game, before) - standing(game, after)))
        best = best if drop or move in best else (*best, move)
    low, high = min(worth.bound[0], before.value), max(worth.bound[1], before.value)
    return Verdict(
        ply=ply + 1,
        seat=state.turn,
        move=move,
        before=before.value,
        after=after.value,
        lost=abs(drop),
        best=best,
        before_exact=before.exact,
        after_exact=after.exact,
        low=low,
        high=high,
    )


def _raised(game: AnyGame, worth: Evaluation, after: Worth, by: float) -> Worth:
    """An estimate of a position: so much more than what its move led to, within what is proved."""
    if is_won_or_lost(game):
        return Worth(min(max(standing(game, after) + by, -NEARLY), NEARLY), False)
    low, high = worth.bound
    return Worth(min(max(after.value + by, low), high), False)


def _led_to(match: Match, ply: int, limit: Callable[[], Limit], later: Verdict | None) -> Worth:
    """What the move after `ply` moves led to, told from the side that its position is told from."""
    game, mover, state = match.game, match.states[ply].turn, match.states[ply + 1]
    if later is not None:
        found = Worth(later.before, later.before_exact)
    elif is_won_or_lost(game) and match.outcome is not None:
        winner = match.outcome.winner
        return Worth(0.0 if winner is None else 1.0 if winner == mover else -1.0, True)
    else:
        worth = game.evaluate(state, limit(), False)
        found = Worth(worth.value, worth.exact)
    if not is_won_or_lost(game) or state.turn == mover:
        return found
    if not found.exact:
        return Worth(-found.value, False)
    return Worth(game.story.back(found.value) if found.value else 0.0, True)


def review(
    match: Match,
    limit: Callable[[int], Limit],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Verdict, ...]:
    """Judge every move of `match`; the verdicts in the order of the moves.

    `limit` gives a fresh limit from the number of positions that are still to be judged; `progress` hears
    (moves done, moves in all). Ends early, with the verdicts on the last moves, once a limit just given is
    stopped before it starts.
    """
    verdicts: list[Verdict] = []
    for ply in reversed(range(match.ply)):
        if limit(ply + 1).stopped:
            break
        verdicts.append(judge(match, ply, partial(limit, ply + 1), verdicts[-1] if verdicts else None))
        progress(len(verdicts), match.ply)
        if len(verdicts) == 1 < match.ply:
            first_look(match, limit(ply))
    return tuple(reversed(verdicts))


def best_line(match: Match, limit: Callable[[], Limit], most: int = MOST_LINE) -> tuple[str, ...]:
    """Best play of both sides from the end of `match` on, to the end of this part of the match.

    Where nothing is proved it is broken off after a few moves.
    """
    game, first = match.game, match.ply
    chapter = game.story.chapter(match.state)
    guessed = 0
    while match.outcome is None and match.ply - first < most and game.story.chapter(match.state) == chapter:
        spend = limit()
        if spend.stopped:
            break
        worth = game.evaluate(match.state, spend, False)
        guessed += not worth.exact
        if guessed > MOST_GUESSED:
            break
        match = match.play(worth.best[0])
    return match.moves[first:]
