"""The ending of the week: find the best move, and take what it is worth from an opponent that never errs."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from engines.core.game import Daily, DisagreementError, Task
from engines.core.limit import Limit
from engines.core.setup import read_options, write_options
from engines.timbiriche.chains import safe_edges
from engines.timbiriche.computer import choose_medium, evaluate
from engines.timbiriche.exhaustive import margin
from engines.timbiriche.rules import OPTIONS, State, start

MOST_NODES: Final = 5_000_000
LEFT: Final = (10, 14)
"""How many edges an ending leaves: the second proof looks at every set of them."""
TRIES: Final = 2_000
SIZES: Final = ((3, 3), (3, 4), (4, 4))
THEMES: Final[Mapping[str, str]] = {"timbiriche": "open", "sueco": "swedish"}
"""The border of each theme."""


def make(random: Random, theme: str) -> Task:
    """The first ending of a theme that the random numbers give and that is worth the trouble.

    RuntimeError if none of many is. Raises DisagreementError.
    """
    for _ in range(TRIES):
        setup = read_options(OPTIONS, _ending(random, THEMES[theme]))
        par = worth_playing(start(setup))
        if par is not None:
            return Task(line=f"timbiriche {write_options(OPTIONS, setup)}", seat=0, par=par)
    raise RuntimeError(f"no ending of {theme} in {TRIES} tries")


def worth_playing(state: State) -> int | None:
    """The proved margin of an ending that makes a good task, else None. Raises DisagreementError.

    Good: few moves keep the worth, Medio's rules of thumb (take what is offered, else draw a safe edge, else
    give the least) lead to none of them, and something is won.
    """
    if len(state.free_edges()) > LEFT[1]:
        return None
    worth = evaluate(state, Limit(nodes=MOST_NODES), True)
    if not worth.exact or worth.value <= 0 or 3 * len(worth.best) > len(worth.candidates):
        return None
    tempting = {choose_medium(state, Random(seed), Limit()) for seed in range(8)}
    if tempting & set(worth.best):
        return None
    second = margin(state)
    if second != worth.value:
        raise DisagreementError(f"{worth.value} and {second}: {sorted(state.legal_moves())}")
    return second


def _ending(random: Random, border: str) -> dict[str, str]:
    """A board of which random edges are drawn that offer no cell; where they run out, one that does."""
    rows, cols = random.choice(SIZES)
    settings = {"rows": str(rows), "cols": str(cols), "border": border}
    state = start(read_options(OPTIONS, settings))
    left = random.randint(*LEFT)
    drawn: list[str] = []
    while len(state.free_edges()) > left:
        safe = safe_edges(state)
        edge = random.choice(safe or state.free_edges())
        drawn.append(state.board.edge_names[edge])
        state = state.draw(edge)
        if not safe:
            break
    return {**settings, **({"drawn": ",".join(drawn)} if drawn else {})}


DAILY: Final = Daily({2: "timbiriche", 5: "sueco"}, make)
