"""The position in characters, and as a JSON document."""

from __future__ import annotations

from typing import Any

from engines.gusano.drawing import standing
from engines.gusano.rules import State

MARKS = {"head": "@", "body": "o", "blocked": "#", "free": "."}


def text(state: State) -> str:
    """The position in characters: `@` the head, `o` the worm, `#` blocked, `.` free, or a free cell's worth.

    Squares have coordinates. Hexagons have the letter of each row. Faces are listed with their neighbours.
    The last line tells the round, who is the worm, its points and the cells filled in order.
    """
    graph = state.board.graph
    path = state.path or state.finished[-1]
    marks = [_mark(state, path, number) for number in range(len(graph.cells))]
    if graph.kind == "hex":
        lines = _hexagon(state, marks)
    elif graph.surround is not None:
        lines = [
            f"{cell.name:>2} {marks[number]:>3}  "
            + " ".join(graph.cells[other].name for other in graph.neighbours[number])
            for number, cell in enumerate(graph.cells)
        ]
    else:
        lines = _squares(state, marks)
    rounds = state.board.rounds
    walk = " ".join(state.board.name(cell) for cell in path)
    return "\n".join((*lines, f"{state.round + 1}/{rounds} worm={state.worm} points={state.points} {walk}"))


def _mark(state: State, path: tuple[int, ...], number: int) -> str:
    stands, worth = standing(state, path, number), state.board.values[number]
    return str(worth) if stands == "free" and worth != 1 else MARKS[stands]


def _squares(state: State, marks: list[str]) -> list[str]:
    graph = state.board.graph
    cols = sum(cell.group == "1" for cell in graph.cells)
    wide = 2 + max(len(mark) for mark in marks)
    lines = ["   " + "".join(f"{cell.name[0]:>{wide}}" for cell in graph.cells[:cols])]
    for first in range(0, len(marks), cols):
        row = "".join(f"{mark:>{wide}}" for mark in marks[first : first + cols])
        lines.append(f"{graph.cells[first].group:>3}{row}")
    return lines


def _hexagon(state: State, marks: list[str]) -> list[str]:
    rows: dict[str, list[str]] = {}
    for cell, mark in zip(state.board.graph.cells, marks, strict=True):
        rows.setdefault(cell.group, []).append(f"{mark:>4}")
    longest = max(len(row) for row in rows.values())
    return [f"{letter} {'  ' * (longest - len(row))}{''.join(row)}" for letter, row in rows.items()]


def document(state: State) -> dict[str, Any]:
    """The position as a JSON document.

    `cells` (each with `name`, `neighbours`, `value`, `blocked`, `filled`), the cells filled in this `round`
    in order, the `rounds` of the match, the seat that is the `worm`, its `points`, `turn` and `score`.
    """
    board = state.board
    path = state.path or state.finished[-1]
    return {
        "board": board.graph.kind,
        "cells": [
            {
                "name": cell.name,
                "neighbours": [board.name(other) for other in board.graph.neighbours[number]],
                "value": board.values[number],
                "blocked": number in board.blocked,
                "filled": number in path,
            }
            for number, cell in enumerate(board.graph.cells)
        ],
        "start": board.name(board.start),
        "path": [board.name(cell) for cell in path],
        "round": state.round + 1,
        "rounds": board.rounds,
        "worm": state.worm,
        "points": state.points,
        "turn": state.turn,
        "score": list(state.score),
    }
