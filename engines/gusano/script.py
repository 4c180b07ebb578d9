"""What a browser has to know of a board to play on it without a server: `static/js/rules/gusano.js`."""

from __future__ import annotations

from typing import Any

from engines.gusano.drawing import CROSSED
from engines.gusano.rules import State


def script(state: State) -> dict[str, Any]:
    """The cells that are not blocked, with their neighbours, worth and place; the start and the rounds."""
    board = state.board
    graph = board.graph
    return {
        "cells": {
            cell.name: {
                "near": [graph.cells[near].name for near in board.open_neighbours[number]],
                "worth": board.values[number],
                "at": [round(part, 3) for part in cell.centre],
                "room": round(cell.room, 3),
            }
            for number, cell in enumerate(graph.cells)
            if number not in board.blocked
        },
        "start": board.name(board.start),
        "rounds": board.rounds,
        "crossed": graph.kind in CROSSED,
    }
