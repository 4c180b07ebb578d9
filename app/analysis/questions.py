"""A position as a question: what would you have played? Every move that keeps the worth is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.analysis.opinions import Opinions
from engines.core.game import Evaluation, Fact
from engines.core.match import Match
from engines.core.review import Worth, is_won_or_lost, standing

SECONDS: Final = 3.0
"""What finding the answer to a question may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """What is said about an answer."""

    move: str
    right: bool
    exact: bool
    """Whether that is proved."""
    worth: Evaluation
    after: Worth
    """What the answer leads to, told as `worth` is."""
    lost: float
    """In points; 0 in a game that is only won or lost."""
    best: tuple[str, ...]
    """Every right answer that is known: told only with a right one, or when asked for."""
    complete: bool
    """Whether there is no other."""
    reasons: tuple[Fact, ...]
    """What speaks for a right answer."""
    line: tuple[str, ...]
    """How the game goes on after a wrong answer, with best play; the answer itself is its first move."""


async def mark(opinions: Opinions, match: Match, move: str) -> Marked | None:
    """Judge an answer, a legal move at the end of `match`; None while nothing can be found out."""
    worth = await opinions.worth(match, SECONDS)
    if worth is None:
        return None
    game = match.game
    played = next(each for each in worth.candidates if each.move == move)
    before = standing(game, Worth(worth.value, worth.exact))
    after = Worth(played.value, played.exact)
    if is_won_or_lost(game):
        if move not in worth.best and not after.exact:
            after = await _led_to(opinions, match, move) or after
        known = {each.move: Worth(each.value, each.exact) for each in worth.candidates} | {move: after}
        keep = [each for each, led in known.items() if led.exact and standing(game, led) >= before]
    else:
        keep = [each.move for each in worth.candidates if worth.exact and each.loss == 0]
    best = tuple(dict.fromkeys((*worth.best, *keep)))
    right = move in best
    if right:
        explain = game.explain
        reasons = explain(match.state, move, worth) if explain and move in worth.best else ()
        line: tuple[str, ...] = ()
    else:
        reasons = ()
        line = (move, *(await opinions.line(match.play(move), SECONDS) or ()))
    return Marked(
        move=move,
        right=right,
        exact=worth.exact and (right or after.exact),
        worth=worth,
        after=after,
        lost=0.0 if is_won_or_lost(game) else played.loss,
        best=best,
        complete=worth.exact and all(each.exact or each.move in best for each in worth.candidates)
        if is_won_or_lost(game)
        else worth.exact,
        reasons=reasons,
        line=line,
    )


async def _led_to(opinions: Opinions, match: Match, move: str) -> Worth | None:
    """What an answer proves to lead to, told from the side that gave it: one search of its own.

    A search for the best move stops at the first proof and leaves the others as estimates, and an answer must
    not be called wrong for that. None where nothing is proved in time.
    """
    led = match.play(move)
    if led.outcome is not None:
        winner = led.outcome.winner
        return Worth(0.0 if winner is None else 1.0 if winner == match.turn else -1.0, True)
    worth = await opinions.worth(led, SECONDS)
    if worth is None or not worth.exact:
        return None
    if led.turn == match.turn:
        return Worth(worth.value, True)
    return Worth(match.game.story.back(worth.value) if worth.value else 0.0, True)
