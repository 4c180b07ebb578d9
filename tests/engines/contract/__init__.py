"""What must be true of every game: functions that raise AssertionError, run on every card."""

from __future__ import annotations

from tests.engines.contract.companions import (
    PERFT,
    check_card,
    check_perft,
    check_playthrough,
    check_rules_page,
    check_words,
    read_perft,
)
from tests.engines.contract.drawings import check_drawing, check_outlines, check_place_words
from tests.engines.contract.games import play_at_random, positions, replay, setups
from tests.engines.contract.states import (
    check_line,
    check_moves,
    check_outcome,
    check_refusals,
    check_score,
    check_text,
    check_value,
)
from tests.engines.contract.telling import (
    check_events,
    check_explain,
    check_facts,
    check_insight,
    check_selection,
    check_status,
    check_story,
    check_walk,
)
from tests.engines.contract.thinking import check_cancel, check_evaluation, check_honest, check_levels

__all__ = [
    "PERFT",
    "check_cancel",
    "check_card",
    "check_drawing",
    "check_evaluation",
    "check_events",
    "check_explain",
    "check_facts",
    "check_honest",
    "check_insight",
    "check_levels",
    "check_line",
    "check_moves",
    "check_outcome",
    "check_outlines",
    "check_perft",
    "check_place_words",
    "check_playthrough",
    "check_refusals",
    "check_rules_page",
    "check_score",
    "check_selection",
    "check_status",
    "check_story",
    "check_text",
    "check_value",
    "check_walk",
    "check_words",
    "play_at_random",
    "positions",
    "read_perft",
    "replay",
    "setups",
]
