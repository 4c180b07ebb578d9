"""Timbiriche (Dots and Boxes) and the Swedish board, on square, triangle and hexagon grids."""

from __future__ import annotations

from engines.core.game import Codes, Entry, Fact, Game, Script, Seat
from engines.timbiriche import clue, rules
from engines.timbiriche.bench import LINES
from engines.timbiriche.computer import LEVELS, evaluate
from engines.timbiriche.daily import DAILY
from engines.timbiriche.drawing import draw
from engines.timbiriche.explain import REASONS, explain
from engines.timbiriche.insight import FACTS, insight
from engines.timbiriche.rules import State
from engines.timbiriche.script import script
from engines.timbiriche.story import STORY
from engines.timbiriche.writing import document, text

FEWEST_WIN = "fewest-win"

CODES = Codes(
    reasons=(
        "not-an-edge",
        "no-such-dot",
        "not-neighbours",
        "wrong-order",
        "already-drawn",
        "outline",
        "given",
        "game-over",
    ),
    outcomes=(rules.MORE, rules.FEWER, rules.EQUAL),
    events=("drew", "closed", "again", "offered", "last"),
    places=("edge-free", "edge-drawn", "edge-outline", "edge-given"),
    facts=(*FACTS, *REASONS, *clue.FACTS, FEWEST_WIN),
)


def events(before: State, move: str, after: State) -> tuple[Fact, ...]:
    """What drawing an edge did: closed cells, goes on, left cells one edge short, ended the game."""
    edge = before.board.edge_index[move]
    one, two = (before.board.dots[dot].name for dot in before.board.edge_dots[edge])
    closed = before.closed_by(edge)
    facts = []
    if closed:
        facts.append(Fact("closed", {"count": len(closed), "a": one, "b": two}))
    else:
        facts.append(Fact("drew", {"a": one, "b": two}))
    if after.turn is None:
        facts.append(Fact("last"))
    elif closed:
        facts.append(Fact("again"))
    else:
        cells = before.board.edge_cells[edge]
        masks = before.board.cell_masks
        offered = sum((masks[cell] & after.undrawn).bit_count() == 1 for cell in cells)
        if offered:
            facts.append(Fact("offered", {"count": offered}))
    return tuple(facts)


def status(state: State) -> tuple[Fact, ...]:
    """The goal, where it is not the usual one."""
    return (Fact(FEWEST_WIN),) if state.layout.misere else ()


def gain(state: State, seat: Seat) -> float:
    """What a seat has got of a game that is over: the difference in cells, as its goal counts it."""
    first, second = state.score
    return float(first - second) * favours(state, seat)


def favours(state: State, seat: Seat) -> int:
    """Seat 0 wants more cells than seat 1, in misère fewer."""
    return 1 if (seat == 0) != state.layout.misere else -1


GAME: Game[State] = Game(
    slug="timbiriche",
    rules_version=rules.RULES_VERSION,
    unit="cells",
    options=rules.OPTIONS,
    entries=(
        Entry(
            "timbiriche",
            picture="timbiriche rows=4 cols=4 : a2b2 b1b2 a2a3 d1e1 b3b4 a3b3 b2b3 d1d2 c4c5 d3d4 c1d1 e2e3"
            " d4e4 b4b5 d5e5 c2c3 c3c4 b1c1 d2d3 a4a5 c5d5 a1a2 a1b1 a4b4 a5b5 a3a4 b4c4 b5c5",
        ),
        Entry(
            "sueco",
            {"border": "swedish"},
            picture="timbiriche border=swedish : b2b3 b2c2 b4c4 d3d4 b1b2 a2b2 c1c2 a3b3 c3d3 d2d3 c3c4 c4d4",
        ),
    ),
    codes=CODES,
    start=rules.start,
    draw=draw,
    text=text,
    board=document,
    events=events,
    evaluate=evaluate,
    levels=LEVELS,
    insight=insight,
    story=STORY,
    script=Script(script),
    explain=explain,
    clue=clue.clue,
    status=status,
    gain=gain,
    favours=favours,
    daily=DAILY,
    offered=(
        {"grid": "square", "rows": "3", "cols": "3"},
        {"grid": "square", "rows": "4", "cols": "4"},
        {"grid": "square", "rows": "5", "cols": "5"},
        {"grid": "triangle", "side": "4"},
        {"grid": "triangle", "side": "6"},
        {"grid": "hex", "side": "2"},
        {"grid": "hex", "side": "3"},
    ),
    kernels=(
        "engines.timbiriche.kernel",
        "engines.timbiriche.likeness.kernel",
        "engines.timbiriche.strings.kernel",
        "engines.timbiriche.sampling.kernel",
        "engines.timbiriche.misere.kernel",
    ),
    benchmarks=LINES,
)
