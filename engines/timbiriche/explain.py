"""Why a move is good, in facts that are true of the position: each one is computed, none is guessed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.game import Evaluation, Fact
from engines.timbiriche.chains import closing_edges, give, run, safe, safe_edges, structure
from engines.timbiriche.insight import wants_odd
from engines.timbiriche.rules import State

REASONS = (
    "takes",
    "takes-rest",
    "then-safe",
    "leaves-two",
    "leaves-four",
    "keeps-control",
    "safe",
    "chains-suit",
    "middle",
    "shortest",
    "opens-loop",
    "sacrifice",
    "closes-none",
    "forces",
    "must-close",
    "closes-anyway",
    "wins",
    "draws",
    "loses",
    "only-move",
)


def explain(state: State, move: str, worth: Evaluation) -> tuple[Fact, ...]:
    """What speaks for `move`, a legal move of a position that is worth `worth`; most telling facts first."""
    edge = state.board.edge_index[move]
    if state.layout.misere:
        reasons = _misere(state, edge)
    elif state.closed_by(edge):
        reasons = _takes(state)
    elif closing_edges(state):
        reasons = _leaves(state, edge)
    elif edge in safe_edges(state):
        reasons = _draws_safely(state, edge)
    else:
        reasons = _gives(state, edge)
    return (*reasons, *_result(state, move, worth))


def _takes(state: State) -> Iterator[Fact]:
    """Closing cells: how many there are to be had in this turn, and what comes then."""
    taken = run(state.board, state.undrawn)
    rest = _without_cells(state, state.undrawn, taken)
    if not rest:
        yield Fact("takes-rest", {"count": len(taken)})
        return
    yield Fact("takes", {"count": len(taken)})
    if safe(state.board, rest):
        yield Fact("then-safe")


def _leaves(state: State, edge: int) -> Iterator[Fact]:
    """Leaving cells that stand open: the double-cross, with two cells of a chain or four of a loop."""
    after = state.undrawn & ~(1 << edge)
    left = run(state.board, after)
    # Each pair is closed by a single edge: whoever closes the last of them has to draw again.
    lone = {state.board.cell_masks[cell] & after for cell in left}
    if len(left) not in (2, 4) or len(lone) != len(left) // 2:
        return
    yield Fact("leaves-two" if len(left) == 2 else "leaves-four")
    rest = _without_cells(state, after, left)
    if rest and not safe(state.board, rest):
        yield Fact("keeps-control")


def _draws_safely(state: State, edge: int) -> Iterator[Fact]:
    after = state.draw(edge)
    yield Fact("safe", {"left": len(safe_edges(after))})
    chains = structure(after).long_chains
    if chains and (chains % 2 == 1) == wants_odd(state):
        yield Fact("chains-suit", {"count": chains, "odd": chains % 2})


def _gives(state: State, edge: int) -> Iterator[Fact]:
    """Giving cells away, because there is no other way or on purpose."""
    gift = give(state, edge)
    if safe_edges(state):
        yield Fact("sacrifice", {"count": gift})
        return
    parts = structure(state)
    group = next((each for each in (*parts.chains, *parts.loops) if edge in each.edges), None)
    if group is None or gift != len(group.cells):
        return
    if group.is_loop:
        yield Fact("opens-loop", {"count": gift})
        return
    if len(group.cells) == 2 and len(group.edges) == 3 and edge == group.edges[1]:
        yield Fact("middle")
    if gift == min(give(state, other) for other in state.free_edges()):
        yield Fact("shortest", {"count": gift})


def _misere(state: State, edge: int) -> Iterator[Fact]:
    """Where fewest cells win: closing none, and leaving the rest to the other side."""
    closed = len(state.closed_by(edge))
    if closed:
        quiet = len(closing_edges(state)) < state.undrawn.bit_count()
        yield Fact("closes-anyway" if quiet else "must-close", {"count": closed})
        return
    yield Fact("closes-none")
    after = state.draw(edge)
    if after.undrawn and len(closing_edges(after)) == after.undrawn.bit_count():
        # Then every edge goes on closing a cell until it is drawn: one player draws them all.
        open_cells = sum(1 for mask in state.board.cell_masks if mask & after.undrawn)
        yield Fact("forces", {"count": open_cells})


def _result(state: State, move: str, worth: Evaluation) -> Iterator[Fact]:
    """How the game ends with best play on both sides: only where it is proved and the move keeps it."""
    if not worth.exact or move not in worth.best:
        return
    ahead = int(worth.value) * (1 if state.mover == 0 else -1) * (-1 if state.layout.misere else 1)
    if ahead:
        yield Fact("wins" if ahead > 0 else "loses", {"count": abs(ahead)})
    else:
        yield Fact("draws")
    if len(worth.best) == 1 and state.undrawn.bit_count() > 1:
        yield Fact("only-move")


def _without_cells(state: State, undrawn: int, cells: tuple[int, ...]) -> int:
    """The undrawn edges that are left once these cells are closed."""
    for cell in cells:
        undrawn &= ~state.board.cell_masks[cell]
    return undrawn
