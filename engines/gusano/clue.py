"""What leads to a good cell before it is told: a true thought, and which exits to weigh."""

from __future__ import annotations

from math import dist

from engines.core.game import Clue, Fact
from engines.gusano.explain import reach
from engines.gusano.rules import State

FACTS = (
    "think-only-exit",
    "think-end",
    "think-worm-reach",
    "think-bird-reach",
    "think-worm-worth",
    "think-bird-worth",
    "think-few-exits",
    "think-not-reach",
    "think-only-move",
    "think-alike",
    "where-exits",
)


def clue(state: State, move: str, reasons: tuple[Fact, ...]) -> Clue:
    """The thought behind `move`, from what speaks for it, and the exit that is most like it beside it."""
    cell = state.board.graph.index[move]
    cells = [cell, *_likest(state, cell)]
    names = sorted(state.board.name(each) for each in cells)
    return Clue(
        _thought(state, reasons),
        Fact("where-exits", {"count": len(names), "cells": " ".join(names)}),
        frozenset(names),
    )


def _likest(state: State, cell: int) -> list[int]:
    """Of the other exits the one with most nearly the same cells within reach, and of those the closest."""
    centres = state.board.graph.cells
    others = [exit_ for exit_ in state.exits() if exit_ != cell]
    mine, here = reach(state, cell), centres[cell].centre
    others.sort(key=lambda other: (abs(reach(state, other) - mine), dist(here, centres[other].centre), other))
    return others[:1]


def _thought(state: State, reasons: tuple[Fact, ...]) -> Fact:
    found = {reason.code: reason.detail for reason in reasons}
    for reason, thought in (
        ("only-exit", "think-only-exit"),
        ("ends-round", "think-end"),
        ("keeps-reach", "think-worm-reach"),
        ("cuts-off", "think-bird-reach"),
        ("worth-more", "think-worm-worth"),
        ("worth-less", "think-bird-worth"),
    ):
        if reason in found:
            return Fact(thought)
    if len({reach(state, exit_) for exit_ in state.exits()}) > 1:
        return Fact("think-not-reach", {"worm": int(state.turn == state.worm)})
    if found["next-exits"]["few"]:
        return Fact("think-few-exits", {"worm": int(state.turn == state.worm)})
    return Fact("think-only-move" if "only-move" in found else "think-alike")
