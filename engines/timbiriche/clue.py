"""What leads to a good line before it is told: a true thought, and where to look."""

from __future__ import annotations

from collections.abc import Collection

from engines.core.game import Clue, Fact
from engines.timbiriche.chains import closing_edges, safe_edges, structure
from engines.timbiriche.rules import State

FACTS = (
    "think-take",
    "think-leave",
    "think-wait",
    "think-chains",
    "think-safe",
    "think-sacrifice",
    "think-middle",
    "think-give",
    "think-force",
    "think-close-none",
    "think-close-anyway",
    "think-must-close",
    "where-cells",
)


def clue(state: State, move: str, reasons: tuple[Fact, ...]) -> Clue:
    """The thought behind `move`, from what speaks for it, and the cells of its chain or beside it."""
    board = state.board
    edge = board.edge_index[move]
    cells = _cells_about(state, edge)
    dots = sorted({dot for cell in cells for dot in board.cells[cell].corners})
    where: dict[str, str | int] = {
        "count": len(cells),
        "first": board.dots[dots[0]].name,
        "last": board.dots[dots[-1]].name,
    }
    around = frozenset(board.cells[cell].name for cell in cells)
    return Clue(_thought(state, edge, reasons), Fact("where-cells", where), around)


def _thought(state: State, edge: int, reasons: tuple[Fact, ...]) -> Fact:
    found = {reason.code: reason.detail for reason in reasons}
    if state.layout.misere:
        return _misere(found.keys())
    for code in ("takes", "takes-rest"):
        if code in found:
            return Fact("think-take", {"count": found[code]["count"]})
    if found.keys() & {"leaves-two", "leaves-four"}:
        return Fact("think-leave", {"control": int("keeps-control" in found)})
    if closing_edges(state):
        return Fact("think-wait")
    if "chains-suit" in found:
        return Fact("think-chains", {"odd": found["chains-suit"]["odd"]})
    safe = safe_edges(state)
    if edge in safe:
        return Fact("think-safe", {"count": len(safe)})
    if safe:
        return Fact("think-sacrifice")
    return Fact("think-middle" if "middle" in found else "think-give")


def _misere(codes: Collection[str]) -> Fact:
    """Where fewest cells win."""
    for reason, thought in (
        ("forces", "think-force"),
        ("closes-none", "think-close-none"),
        ("closes-anyway", "think-close-anyway"),
    ):
        if reason in codes:
            return Fact(thought)
    return Fact("think-must-close")


def _cells_about(state: State, edge: int) -> tuple[int, ...]:
    """The chain or loop that an edge belongs to; without one the cells on its sides."""
    parts = structure(state)
    for group in (*parts.chains, *parts.loops):
        if edge in group.edges:
            return group.cells
    return state.board.edge_cells[edge]
