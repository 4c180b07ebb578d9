"""What a browser has to know of a position to play on without a server: `static/js/rules/timbiriche.js`."""

from __future__ import annotations

from typing import Any

from engines.timbiriche.rules import State, bits


def script(state: State) -> dict[str, Any]:
    """The undrawn edges, the drawn outline, what each open cell still needs, who draws next, and who wins."""
    board = state.board
    names = board.edge_names
    missing = (mask & state.undrawn for mask in board.cell_masks)
    return {
        "edges": [names[edge] for edge in state.free_edges()],
        "outline": [names[edge] for edge in bits(state.layout.outline)],
        "cells": {
            cell.name: [names[edge] for edge in bits(mask)]
            for cell, mask in zip(board.cells, missing, strict=True)
            if mask
        },
        "mover": state.mover,
        "score": list(state.score),
        "misere": state.layout.misere,
    }
