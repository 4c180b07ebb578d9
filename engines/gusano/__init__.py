"""Gusano: a worm grows cell by cell; it wants a long path, the bird a short one; then they change roles."""

from __future__ import annotations

from engines.core.game import Codes, Entry, Fact, Game
from engines.gusano import rules
from engines.gusano.bench import LINES
from engines.gusano.computer import LEVELS, evaluate
from engines.gusano.drawing import draw
from engines.gusano.insight import insight
from engines.gusano.rules import State
from engines.gusano.setup import OPTIONS
from engines.gusano.writing import document, text

CODES = Codes(
    reasons=("not-a-cell", "blocked", "already-filled", "not-next-to-head", "game-over"),
    outcomes=(rules.MORE, rules.EQUAL),
    events=("filled", "round-over", "change-roles", "next-pair", "last"),
    places=("free", "body", "head", "blocked"),
    facts=("ceiling", "lost"),
)


def events(before: State, move: str, after: State) -> tuple[Fact, ...]:
    """What filling a cell did: its worth; if it ended the round, the worm's points and what follows."""
    cell = before.board.graph.index[move]
    facts = [Fact("filled", {"cell": move, "worth": before.board.values[cell]})]
    if after.finished == before.finished:
        return tuple(facts)
    path = after.finished[len(before.finished)]
    facts.append(Fact("round-over", {"points": before.worth(path), "cells": len(path), "seat": before.worm}))
    if after.is_over:
        facts.append(Fact("last"))
    elif after.worm == 0:
        facts.append(Fact("next-pair", {"pair": after.round // 2 + 1, "pairs": after.board.pairs}))
    else:
        facts.append(Fact("change-roles"))
    return tuple(facts)


GAME: Game[State] = Game(
    slug="gusano",
    rules_version=rules.RULES_VERSION,
    unit="points",
    options=OPTIONS,
    entries=(
        Entry(
            "gusano",
            picture="gusano board=square4 rows=5 cols=5 start=c3 : c4 d4 e4 e3 e2 d2 d3",
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
    offered=(
        {"board": "square4", "rows": "5", "cols": "5", "start": "c3"},
        {"board": "square4", "rows": "7", "cols": "7", "start": "d4"},
        {"board": "square8", "rows": "5", "cols": "5", "start": "c3"},
        {"board": "knight", "rows": "6", "cols": "6", "start": "c4"},
        {"board": "hex", "side": "3", "start": "c3"},
        {"board": "cylinder", "rows": "5", "cols": "6", "start": "c3"},
        {"board": "torus", "rows": "5", "cols": "5", "start": "c3"},
        {"board": "mobius", "rows": "5", "cols": "6", "start": "c3"},
        {"board": "klein", "rows": "5", "cols": "5", "start": "c3"},
        {"board": "tetrahedron", "start": "1"},
        {"board": "cube", "start": "1"},
        {"board": "octahedron", "start": "1"},
        {"board": "dodecahedron", "start": "1"},
        {"board": "icosahedron", "start": "1"},
        {"board": "football", "start": "1"},
    ),
    insight=insight,
    kernels=("engines.gusano.kernel",),
    benchmarks=LINES,
)
