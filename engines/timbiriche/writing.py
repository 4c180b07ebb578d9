"""The position in characters, and as a JSON document."""

from __future__ import annotations

from typing import Any

from engines.timbiriche.drawing import cell_kind, edge_kind
from engines.timbiriche.rules import State

LEFT = 3
"""Columns kept for the numbers of the rows."""
MARKS = {"owner-0": "0", "owner-1": "1", "nobody": "#", "free": " "}


def text(state: State) -> str:
    """The position in characters: `+` dots, drawn edges, and in each closed cell its owner's seat.

    `#` marks a closed cell that is nobody's. Each row of dots has its number; columns have their letters on
    square grids, elsewhere the dots of a row are `a`, `b`, `c`... from the left.
    """
    board = state.board
    places = [dot.text for dot in board.dots]
    canvas = [[" "] * (LEFT + max(x for x, _ in places) + 1) for _ in range(max(y for _, y in places) + 1)]

    def put(x: int, y: int, mark: str) -> None:
        canvas[y][LEFT + x] = mark

    for edge, (one, two) in enumerate(board.edge_dots):
        if state.drawn >> edge & 1:
            (x, y), (to_x, to_y) = places[one], places[two]
            if y == to_y:
                for column in range(x + 1, to_x):
                    put(column, y, "-")
            else:
                put((x + to_x) // 2, (y + to_y) // 2, "|" if x == to_x else "\\" if x < to_x else "/")
    for number, cell in enumerate(board.cells):
        columns, lines = zip(*(places[corner] for corner in cell.corners), strict=True)
        middle = (min(columns) + max(columns)) // 2, (min(lines) + max(lines)) // 2
        put(*middle, MARKS[cell_kind(state, number)])
    for dot in board.dots:
        put(*dot.text, "+")
        canvas[dot.text[1]][:2] = f"{dot.row:>2}"
    rows = ["".join(line).rstrip() for line in canvas]
    if board.grid == "square":
        rows.insert(0, " " * LEFT + "   ".join(dot.name[0] for dot in board.dots if dot.row == 1))
    return "\n".join(rows)


def document(state: State) -> dict[str, Any]:
    """The position as a JSON document: `grid`, `turn`, `score`, `edges`, `cells` and `dots`."""
    return {
        "grid": state.board.grid,
        "turn": state.turn,
        "score": list(state.score),
        "edges": [_edge(state, edge) for edge in range(len(state.board.edge_names))],
        "cells": [_cell(state, cell) for cell in range(len(state.board.cells))],
        "dots": [{"name": dot.name, "x": dot.at[0], "y": dot.at[1]} for dot in state.board.dots],
    }


def _edge(state: State, edge: int) -> dict[str, Any]:
    board = state.board
    kind = edge_kind(state, edge)
    return {
        "name": board.edge_names[edge],
        "cells": [board.cells[cell].name for cell in board.edge_cells[edge]],
        "drawn": bool(state.drawn >> edge & 1),
        "by": int(kind[-1]) if kind.startswith("owner-") else None,
        "outline": kind == "outline",
    }


def _cell(state: State, cell: int) -> dict[str, Any]:
    board = state.board
    kind = cell_kind(state, cell)
    return {
        "name": board.cells[cell].name,
        "edges": [board.edge_names[edge] for edge in board.cell_edges[cell]],
        "closed": kind != "free",
        "owner": int(kind[-1]) if kind.startswith("owner-") else None,
    }
