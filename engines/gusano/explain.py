"""Why a cell is good to fill, in facts that are true of the position: each is computed, none is guessed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.game import Evaluation, Fact
from engines.gusano.rules import State

REASONS = (
    "only-exit",
    "ends-round",
    "keeps-reach",
    "cuts-off",
    "worth-more",
    "worth-less",
    "next-exits",
    "ends-with",
    "only-move",
)


def explain(state: State, move: str, worth: Evaluation) -> tuple[Fact, ...]:
    """What speaks for `move`, a legal move of a position that is worth `worth`; most telling facts first."""
    return (*_moves(state, state.board.graph.index[move]), *_result(state, move, worth))


def reach(state: State, cell: int) -> int:
    """The free cells within the head's reach once it has gone to `cell`."""
    return len(state.within((*state.path, cell)))


def onward(state: State, cell: int) -> int:
    """The ways on from `cell`, one of the head's exits."""
    return sum(other not in state.path for other in state.board.open_neighbours[cell])


def _moves(state: State, cell: int) -> Iterator[Fact]:
    """What becomes of the cells within reach, of the worths at hand and of the ways on."""
    others = [exit_ for exit_ in state.exits() if exit_ != cell]
    if not others:
        yield Fact("only-exit")
        return
    worm = state.turn == state.worm
    ways = onward(state, cell)
    if not ways:
        yield Fact("ends-round", {"points": state.worth((*state.path, cell))})
        return
    mine, reaches = reach(state, cell), [reach(state, other) for other in others]
    if worm and mine > min(reaches):
        yield Fact("keeps-reach", {"count": mine, "less": min(reaches)})
    if not worm and mine < max(reaches):
        yield Fact("cuts-off", {"count": mine, "more": max(reaches)})
    values = state.board.values
    if worm and values[cell] > max(values[other] for other in others):
        yield Fact("worth-more", {"worth": values[cell]})
    if not worm and values[cell] < min(values[other] for other in others):
        yield Fact("worth-less", {"worth": values[cell]})
    yield Fact("next-exits", {"count": ways, "few": int(all(ways < onward(state, each) for each in others))})


def _result(state: State, move: str, worth: Evaluation) -> Iterator[Fact]:
    """How the round ends with best play on both sides: only where it is proved and the move keeps it."""
    if not worth.exact or move not in worth.best:
        return
    yield Fact("ends-with", {"points": int(worth.value)})
    if len(worth.best) == 1 and len(state.exits()) > 1:
        yield Fact("only-move")
