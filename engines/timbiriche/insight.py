"""Help mode: what is on offer, what is safe, the chains and loops, and who profits from their number."""

from __future__ import annotations

from engines.boards.picture import picture
from engines.core.drawing import Path, Shape, Text
from engines.core.game import Fact, Insight
from engines.timbiriche.chains import Group, Structure, closing_edges, give, names, safe_edges, structure
from engines.timbiriche.drawing import MARGIN
from engines.timbiriche.rules import State

FACTS = ("on-offer", "safe-left", "least-gift", "long-chains", "loops", "chains-wanted")


def insight(state: State) -> Insight:
    """Facts in the order in which a player should think of them, and the edges and cells they are about."""
    if state.turn is None:
        return Insight()
    closing, safe, parts = closing_edges(state), safe_edges(state), structure(state)
    facts: list[Fact] = []
    if closing:
        facts.append(Fact("on-offer", {"count": len(closing)}))
    if safe:
        facts.append(Fact("safe-left", {"count": len(safe)}))
    elif not closing:
        facts.append(Fact("least-gift", {"count": min(give(state, edge) for edge in state.free_edges())}))
    if parts.long_chains:
        facts.append(Fact("long-chains", {"count": parts.long_chains}))
    if parts.loops:
        facts.append(Fact("loops", {"count": len(parts.loops)}))
    if safe and not closing and not state.layout.misere:
        facts.append(Fact("chains-wanted", {"odd": int(wants_odd(state))}))
    groups = (*(chain for chain in parts.chains if chain.is_long), *parts.loops)
    shapes = [shape for group in groups for shape in _outline(state, group)]
    return Insight(tuple(facts), _marks(state, closing, safe, parts), tuple(shapes))


def wants_odd(state: State) -> bool:
    """Whether the side to move profits from an odd number of long chains in the end; else from an even one.

    With L long chains the ending has, as a rule, L - 1 double-crosses; each saves a turn, and so does each
    other closed cell. The side that gets the last turn usually wins, and all turns that are left are the
    undrawn edges minus those that close a cell.
    """
    left = sum(1 for mask in state.board.cell_masks if mask & state.undrawn)
    turns_without_chains = state.undrawn.bit_count() - left - 1
    return turns_without_chains % 2 == 1


def _outline(state: State, group: Group) -> tuple[Shape, Shape]:
    """A line along the cells of a long chain or of a loop, and their number on its middle cell."""
    frame = picture(state.board, MARGIN)
    middles = [frame.place(state.board.cells[cell].centre) for cell in group.cells]
    line = "M" + " L".join(f"{x:g},{y:g}" for x, y in middles) + ("Z" if group.is_loop else "")
    at = middles[len(middles) // 2]
    return Path("loop" if group.is_loop else "chain", line), Text("length", at, str(len(middles)), 0.3)


def _marks(
    state: State, closing: tuple[int, ...], safe: tuple[int, ...], parts: Structure
) -> dict[str, frozenset[str]]:
    cells = state.board.cells
    return {
        "on-offer": names(state, closing),
        "safe": names(state, safe),
        "chain": frozenset(
            cells[cell].name for chain in parts.chains if chain.is_long for cell in chain.cells
        ),
        "loop": frozenset(cells[cell].name for loop in parts.loops for cell in loop.cells),
    }
