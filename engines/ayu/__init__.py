"""Ayu: bring your units together, point by point; who cannot move at the start of a turn wins."""

from __future__ import annotations

from engines.ayu import clue, rules
from engines.ayu.bench import LINES
from engines.ayu.computer import LEVELS, evaluate
from engines.ayu.daily import DAILY
from engines.ayu.drawing import draw
from engines.ayu.explain import REASONS, explain
from engines.ayu.insight import FACTS, insight, selection
from engines.ayu.rules import SWAP, State, units
from engines.ayu.script import SCRIPT
from engines.ayu.setup import OFFERED, OPTIONS, start
from engines.ayu.standing import standing
from engines.ayu.story import STORY
from engines.ayu.writing import document, text
from engines.core.game import Codes, Entry, Fact, Game, IllegalMove

CODES = Codes(
    reasons=(
        "not-a-move",
        "no-such-point",
        "no-stone",
        "their-stone",
        "occupied",
        "not-beside",
        "splits",
        "no-path",
        "already-one",
        "not-closer",
        "must-stay",
        "no-swap",
        "game-over",
    ),
    outcomes=(rules.ONE_UNIT, rules.NO_PATH, rules.REPETITION),
    events=("moved", "joined", "closer", "swapped", "united", "stuck"),
    places=("empty", "black", "white"),
    facts=tuple(dict.fromkeys((*FACTS, *REASONS, *clue.FACTS))),
    roles=("black", "white"),
    buttons=(SWAP,),
)


def events(before: State, move: str, after: State) -> tuple[Fact, ...]:
    """What a move did: where a stone went, what its unit joined or how close it came."""
    if move == SWAP:
        return (Fact("swapped"),)
    stone, target = move.split("-")
    colour = before.colour
    facts = [Fact("moved", {"stone": stone, "target": target})]
    count = len(units(after.size, after.stones[colour]))
    joined = len(units(before.size, before.stones[colour])) - count
    bit = 1 << after.board.index[target]
    unit = next(each for each in standing(after, colour) if each.stones & bit)
    if joined:
        facts.append(Fact("joined", {"count": joined + 1, "left": count}))
    elif unit.distance is not None:
        facts.append(Fact("closer", {"before": unit.distance + 1, "after": unit.distance}))
    if after.turn is None:
        facts.append(Fact("stuck"))
    elif count == 1:
        facts.append(Fact("united"))
    return tuple(facts)


def refusal(state: State, clicks: tuple[str, ...]) -> IllegalMove:
    """Why clicks begin no move: the rule that a move breaks, or why the first stone cannot be the one."""
    move = "-".join(clicks)
    if len(clicks) == 1 and clicks[0] in state.board.index:
        return state.stuck(clicks[0])
    try:
        state.play(move)
    except IllegalMove as refused:
        return refused
    raise ValueError(f"{move} is legal")


def roles(state: State) -> tuple[str, str]:
    """The colour of each seat's stones."""
    return ("white", "black") if state.swapped else ("black", "white")


def position(state: State) -> State:
    """The stones, whose turn it is and whose stones are whose, without the pie rule."""
    if not state.pie and not state.offered:
        return state
    return State(state.size, state.stones, state.colour, state.swapped)


GAME: Game[State] = Game(
    slug="ayu",
    rules_version=rules.RULES_VERSION,
    unit="moves",
    options=OPTIONS,
    entries=(
        Entry(
            "ayu",
            picture="ayu size=9 : b7-b6 g2-f2 h7-h8 i6-h6 b3-c3 c6-d6 d1-d2 h6-g5 f9-g9 g8-g7 g9-g8 c8-d8"
            " b9-c9 e4-d4 b1-b2 e2-g2 f5-e5 i2-i3 b2-b3 g4-f6",
        ),
    ),
    codes=CODES,
    start=start,
    draw=draw,
    text=text,
    board=document,
    events=events,
    evaluate=evaluate,
    levels=LEVELS,
    offered=tuple({"size": size} for size in OFFERED),
    insight=insight,
    selection=selection,
    pointed=True,
    refusal=refusal,
    explain=explain,
    clue=clue.clue,
    roles=roles,
    story=STORY,
    repetition=2,
    script=SCRIPT,
    daily=DAILY,
    kernels=(
        "engines.ayu.kernel",
        "engines.ayu.playouts.kernel",
        "engines.ayu.tree.kernel",
        "engines.ayu.proof.kernel",
    ),
    position=position,
    benchmarks=LINES,
    benchmark_nodes=3_000_000,
)
