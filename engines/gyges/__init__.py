"""Gygès: nobody owns a piece, and whoever first brings one into the opponent's goal wins."""

from __future__ import annotations

from engines.core.game import Codes, Entry, Fact, Game
from engines.core.story import DECISIVE, Story, decisive
from engines.gyges import arranging, clue, explain, insight, refusals, rules, selection, walking
from engines.gyges.bench import LINES, NODES
from engines.gyges.board import GOALS, NAMES
from engines.gyges.computer import LEVELS, evaluate, perft
from engines.gyges.daily import DAILY
from engines.gyges.drawing import draw
from engines.gyges.routes import route_of
from engines.gyges.rules import State
from engines.gyges.script import SCRIPT
from engines.gyges.setup import FAIR, OPTIONS, PAIRS, ROWS
from engines.gyges.writing import document, text

CODES = Codes(
    reasons=(*refusals.REASONS, *walking.REASONS),
    outcomes=(rules.REACHED, rules.REPETITION),
    events=("placed", "moved", "returned", "bounced", "replaced", "scored", "next-row"),
    places=("empty", "piece", "goal"),
    facts=(*insight.FACTS, *explain.REASONS, *selection.FACTS, *walking.FACTS, *arranging.FACTS, *clue.FACTS),
    buttons=ROWS,
)


def events(before: State, move: str, after: State) -> tuple[Fact, ...]:
    """What a move did: a row placed, or a piece moved, how often it bounced, and what it replaced."""
    if before.to_place:
        return (Fact("placed", {"row": move}),)
    start, end, drop = before.read(move)
    names: dict[str, str | int] = {"start": NAMES[start], "rings": before.board[start]}
    bounced = len(route_of(before, start, end).bounced)
    if end == GOALS[before.mover]:
        facts = [Fact("scored", names)]
    elif end == start:
        facts = [Fact("returned", names)]
    else:
        facts = [Fact("moved", {**names, "end": NAMES[end]})]
    if bounced:
        facts.append(Fact("bounced", {"count": bounced}))
    if drop is not None:
        facts.append(Fact("replaced", {"rings": before.board[end], "cell": NAMES[end], "drop": NAMES[drop]}))
    facts += insight.status(after)
    return tuple(facts)


GAME: Game[State] = Game(
    slug="gyges",
    rules_version=rules.RULES_VERSION,
    unit="moves",
    options=OPTIONS,
    entries=(
        Entry(
            "gyges",
            picture="gyges setup=231123/321123 : f1-e3 a6-c5 e1-d2 f6-e6-a2 c1-e3-c3 b6-c5-f3 d1-f3-c4",
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
    offered=({"setup": "free"}, {"setup": FAIR}, *({"setup": pair} for pair in PAIRS)),
    beginners={"setup": FAIR},
    story=Story(tell=decisive, notes=DECISIVE),
    insight=insight.insight,
    selection=selection.selection,
    status=insight.status,
    walk=walking.walk,
    refusal=walking.refusal,
    arrange=arranging.arrange,
    repetition=3,
    script=SCRIPT,
    daily=DAILY,
    explain=explain.explain,
    clue=clue.clue,
    perft=perft,
    benchmarks=LINES,
    benchmark_nodes=NODES,
    kernels=("engines.gyges.kernel", "engines.gyges.search.kernel"),
)
