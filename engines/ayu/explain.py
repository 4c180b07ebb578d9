"""Why a move is good, in facts that are true of the position: each one is computed, none is guessed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.ayu.outlook import remaining, together
from engines.ayu.rules import SWAP, State, units
from engines.core.game import Evaluation, Fact

REASONS = ("joins", "nearer", "shortens", "lengthens", "opens-way", "swaps", "wins", "loses", "only-move")


def explain(state: State, move: str, worth: Evaluation) -> tuple[Fact, ...]:
    """What speaks for `move`, a legal move of a position that is worth `worth`; most telling facts first."""
    reasons = [Fact("swaps")] if move == SWAP else list(_moves(state, move))
    return (*reasons, *_result(state, move, worth))


def _moves(state: State, move: str) -> Iterator[Fact]:
    """What becomes of the units that the move joins or brings closer, and of the ways of the other side."""
    own, theirs = state.colour, 1 - state.colour
    after = state.play(move)
    joined = len(units(state.size, state.stones[own])) - len(units(state.size, after.stones[own]))
    if joined:
        yield Fact("joins", {"count": joined + 1})
    else:
        yield Fact("nearer")
    before_own, after_own = (remaining(state.size, each.stones, own) for each in (state, after))
    if before_own - after_own > 1:
        yield Fact("shortens", {"before": before_own, "after": after_own})
    before, now = (remaining(state.size, each.stones, theirs) for each in (state, after))
    if now > before:
        apart, now_apart = (together(state.size, each.stones, theirs) for each in (state, after))
        if any(sum(1 for old in apart if old & part) > 1 for part in now_apart):
            yield Fact("opens-way")
        else:
            yield Fact("lengthens", {"before": before, "after": now})


def _result(state: State, move: str, worth: Evaluation) -> Iterator[Fact]:
    """How the game ends with best play on both sides: only where it is proved and the move keeps it."""
    if not worth.exact or move not in worth.best:
        return
    if worth.value:
        yield Fact("wins" if worth.value > 0 else "loses", {"count": abs(int(worth.value))})
    if len(worth.best) == 1 and len(state.legal_moves()) > 1:
        yield Fact("only-move")
