"""What a browser has to know of a position to play on without a server: `static/js/rules/ayu.js`."""

from __future__ import annotations

from typing import Any

from engines.ayu.rules import State
from engines.ayu.setup import OFFERED, write_rows
from engines.core.game import Script

SETTINGS = tuple({"size": size, "pie": pie} for pie in ("no", "yes") for size in OFFERED)


def card(state: State) -> dict[str, Any]:
    """The size, the stones row by row from a1, whose stones move next, and whether a swap will be offered."""
    return {
        "size": state.size,
        "cells": "".join(reversed(write_rows(state).split("/"))),
        "colour": state.colour,
        "pie": state.pie,
    }


FACTS = ("unit", "unit-no-path", "unit-alone", "must-stay", "joins-here", "comes-to")
SCRIPT = Script(card, settings=SETTINGS, facts=FACTS)
