"""Games that were stored by earlier versions replay to the positions they had (pitfall 15).

Lines are added to `old_games.jsonl` and never changed: a rule fix gets a new rule version, and games that
were started before it go on by the old one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.games.actions import SeatPlan
from app.games.creation import add_game, new_id
from app.games.queries import game_view
from app.games.tables import Game
from app.players.viewer import Viewer
from engines.registry import read_match
from tests.running import RunningSite

STORED = [json.loads(line) for line in (Path(__file__).parent / "old_games.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("old", STORED, ids=lambda old: str(old["line"]).partition(" : ")[0])
def test_an_old_game_is_shown_as_it_was(site: RunningSite, old: dict[str, Any]) -> None:
    parts = site.app.state.site
    match = read_match(old["line"])
    game_id = new_id()
    with parts.database.writing() as session:
        seats = (SeatPlan("person"), SeatPlan("person"))
        add_game(session, game_id, match, match.game.entries[0].slug, seats, [None, None])
        session.get_one(Game, game_id).rules_version = old["rules_version"]
    view = game_view(parts, game_id, Viewer())
    assert [row.move for row in view.moves] == old["line"].partition(" : ")[2].split()
    assert view.score == (tuple(old["score"]) if old["score"] else None)
    ended = view.ended
    assert (ended and ended.winner, ended and ended.reason) == (old["winner"], old["reason"])
    assert match.game.text(match.state) == old["position"]
