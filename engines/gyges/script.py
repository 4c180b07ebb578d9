"""What a browser has to know of a position to play on without a server: `static/js/rules/gyges.js`."""

from __future__ import annotations

from typing import Any

from engines.core.game import Script
from engines.gyges.rules import State
from engines.gyges.setup import FREE, PAIRS

SETTINGS = tuple(
    {"setup": setup, "replace": replacing} for replacing in ("yes", "no") for setup in (FREE, *PAIRS)
)
FACTS = ("chosen", "replacing", "settled", "placing", "placed-all")


def card(state: State) -> dict[str, Any]:
    """The rings in each cell from a1, who moves next, how many rows are to be placed, and the variants."""
    return {
        "cells": "".join(map(str, state.board)),
        "mover": state.mover,
        "toPlace": state.to_place,
        "replace": state.variant.replace,
        "back": state.variant.back,
    }


SCRIPT = Script(card, settings=SETTINGS, facts=FACTS)
