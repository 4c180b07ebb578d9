"""Gusano: a worm grows cell by cell; it wants a long path, the bird a short one; then they change roles."""

from __future__ import annotations

from engines.core.game import Codes, Entry, Fact, Game, Script, Seat
from engines.gusano import clue, rules
from engines.gusano.bench import LINES
from engines.gusano.computer import LEVELS, evaluate
from engines.gusano.daily import DAILY, as_task
from engines.gusano.drawing import draw
from engines.gusano.explain import REASONS, explain
from engines.gusano.insight import insight
from engines.gusano.rules import State
from engines.gusano.script import script
from engines.gusano.setup import OPTIONS, one_pair
from engines.gusano.story import STORY
from engines.gusano.writing import document, text

CODES = Codes(
    reasons=("not-a-cell", "blocked", "already-filled", "not-next-to-head", "game-over"),
    outcomes=(rules.MORE, rules.EQUAL, rules.SINGLE),
    events=("filled", "round-over", "change-roles", "next-pair", "last"),
    places=("free", "body", "head", "blocked"),
    facts=("ceiling", "lost", "round", "earlier", *REASONS, *clue.FACTS),
    roles=("worm", "bird"),
)


def events(before: State, move: str, after: State) -> tuple[Fact, ...]:
    """What filling a cell did: its worth; if it ended the round, the worm's points and what follows."""
    cell = before.board.graph.index[move]
    facts = [Fact("filled", {"cell": move, "worth": before.board.values[cell]})]
    if after.finished == before.finished:
        return tuple(facts)
    path = after.finished[len(before.finished)]
    facts.append(Fact("round-over", {"points": before.worth(path), "cells": len(path), "seat": before.worm}))
    if before.board.rounds == 1:
        return tuple(facts)
    if after.is_over:
        facts.append(Fact("last"))
    elif after.worm == 0:
        facts.append(Fact("next-pair", {"pair": after.round // 2 + 1, "pairs": after.board.pairs}))
    else:
        facts.append(Fact("change-roles"))
    return tuple(facts)


def status(state: State) -> tuple[Fact, ...]:
    """The round and pair that are being played, and what the finished rounds were worth."""
    if state.board.rounds == 1:
        return ()
    pair, round_ = divmod(state.round, 2)
    facts = [Fact("round", {"round": round_ + 1, "pair": pair + 1, "pairs": state.board.pairs})]
    facts += [
        Fact("earlier", {"seat": number % 2, "round": number + 1, "points": state.worth(path)})
        for number, path in enumerate(state.finished)
    ]
    return tuple(facts)


def roles(state: State) -> tuple[str, str]:
    """Who is the worm in this round and who the bird."""
    return ("worm", "bird") if state.worm == 0 else ("bird", "worm")


def gain(state: State, seat: Seat) -> float:
    """What a seat has got of a round that is over: its points for the worm, less of them for the bird."""
    return float(state.points) * favours(state, seat)


def favours(state: State, seat: Seat) -> int:
    """The worm of the round wants many points, the bird few."""
    return 1 if seat == state.worm else -1


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
        {"board": "square4", "rows": "5", "cols": "5"},
        {"board": "square4", "rows": "7", "cols": "7"},
        {"board": "square8", "rows": "5", "cols": "5"},
        {"board": "knight", "rows": "6", "cols": "6"},
        {"board": "hex", "side": "3"},
        {"board": "cylinder", "rows": "5", "cols": "6"},
        {"board": "torus", "rows": "5", "cols": "5"},
        {"board": "mobius", "rows": "5", "cols": "6"},
        {"board": "klein", "rows": "5", "cols": "5"},
        {"board": "tetrahedron"},
        {"board": "cube"},
        {"board": "octahedron"},
        {"board": "dodecahedron"},
        {"board": "icosahedron"},
        {"board": "football"},
    ),
    insight=insight,
    explain=explain,
    clue=clue.clue,
    story=STORY,
    script=Script(script),
    status=status,
    roles=roles,
    leading=lambda state: 0,
    tiebreak=one_pair,
    gain=gain,
    favours=favours,
    as_task=as_task,
    daily=DAILY,
    kernels=("engines.gusano.kernel",),
    benchmarks=LINES,
)
