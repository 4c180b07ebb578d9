from __future__ import annotations

from collections import Counter
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select, update

from app.analysis.actions import Reviewer
from app.analysis.tables import Review
from app.database import Database, now
from engines.registry import read_match
from tests.app.api.conftest import SMALL, Json, Player, make, play_out, warm_site
from tests.databases import url_in
from tests.running import RunningSite, eventually


def finished(web: httpx.Client, match: str = "timbiriche rows=1 cols=2") -> Player:
    made, players = make(web, match)
    play_out(players)
    return Player(web, made["id"])


def reviewed(player: Player) -> Json:
    def done() -> Json | None:
        answer = player.ask("review", method="GET")
        assert answer.status_code in (200, 202), answer.text
        found: Json = answer.json()
        assert (answer.status_code == 200) == (found["status"] == "done")
        assert 0 <= found["progress"]["done"] <= found["progress"]["total"]
        return found if found["status"] == "done" else None

    review: Json = eventually(done)
    return review


def test_a_hint_is_a_legal_move_and_leaves_the_position_alone(web: httpx.Client) -> None:
    _, (person,) = make(web, "timbiriche rows=2 cols=2", "person", "computer:facil")
    before = person.state
    answer = person.ask("hint?step=3")
    assert answer.status_code == 200
    hint = answer.json()
    assert hint["move"] in hint["best"]
    assert set(hint["best"]) <= set(before["legal_moves"])
    assert hint["unit"] == "cells"
    assert person.state == {**before, "revision": before["revision"] + 1}


def test_hints_are_for_the_one_who_is_to_move(web: httpx.Client) -> None:
    made, (first, second) = make(web)
    assert second.ask("hint").json()["error"]["code"] == "not-your-turn"
    assert Player(web, made["id"]).ask("hint").status_code == 401
    assert Player(web, made["id"], "x").ask("hint").status_code == 403
    first.ask("resign")
    assert first.ask("hint").json()["error"]["code"] == "over"


def test_between_two_people_with_a_link_there_are_no_hints(web: httpx.Client) -> None:
    _, (first,) = make(web, SMALL, "person", "open")
    answer = first.ask("hint")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no-hints")


def test_a_running_game_is_not_analysed(web: httpx.Client) -> None:
    made, _ = make(web)
    answer = Player(web, made["id"]).ask("review", method="GET")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-over")


def test_an_analysis_judges_every_move(web: httpx.Client) -> None:
    player = finished(web)
    review = reviewed(player)
    moves = player.state["match"].split(" : ")[1].split()
    assert [verdict["move"] for verdict in review["verdicts"]] == moves
    assert all(verdict["lost"] >= 0 for verdict in review["verdicts"])
    assert review["lost"] == [
        sum(verdict["lost"] for verdict in review["verdicts"] if verdict["seat"] == seat) for seat in (0, 1)
    ]


def test_two_games_with_the_same_moves_share_one_analysis(tmp_path: Path, warm_engines: None) -> None:
    with warm_site(tmp_path) as site, site.client() as web:
        assert reviewed(finished(web)) == reviewed(finished(web))
    database = Database(url_in(tmp_path))
    with database.reading() as session:
        assert len(session.scalars(select(Review)).all()) == 1
    database.close()


def test_an_unfinished_analysis_goes_on_after_a_restart(tmp_path: Path, warm_engines: None) -> None:
    """As a killed server leaves it: running, leased, with the first two verdicts stored."""
    with warm_site(tmp_path) as site, site.client() as web:
        player = finished(web)
        whole = reviewed(player)
    database = Database(url_in(tmp_path))
    with database.writing() as session:
        row = session.scalars(select(Review)).one()
        kept = "[" + row.verdicts[1:-1].split("}, ")[0] + "}]"
        far = row.updated_at.replace(year=row.updated_at.year + 1)
        session.execute(update(Review).values(status="running", lease_by="a", lease_until=far, verdicts=kept))
    database.close()
    with warm_site(tmp_path) as site, site.client() as web:
        again = Player(web, player.game)
        assert reviewed(again) == whole


def test_what_another_process_left_is_taken_up_when_its_lease_is_over_and_not_before(
    tmp_path: Path, warm_engines: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with warm_site(tmp_path) as site, site.client() as web:
        player = finished(web)
        whole = reviewed(player)
    moment = now()
    over = moment + timedelta(seconds=5)
    database = Database(url_in(tmp_path))
    with database.writing() as session:
        session.execute(
            update(Review).values(status="running", lease_by="a", lease_until=over, verdicts="[]")
        )
    database.close()
    due, looks = Reviewer.due, Counter[bool]()

    def counted(reviewer: Reviewer) -> list[str]:
        found = due(reviewer)
        looks[bool(found)] += 1
        return found

    monkeypatch.setattr(Reviewer, "due", counted)
    with warm_site(tmp_path, clock=lambda: moment, workers=2) as site, site.client() as web:
        again = Player(web, player.game)
        eventually(lambda: looks[False] >= 3)
        assert not looks[True]
        found = again.ask("review", method="GET").json()
        assert (found["status"], found["progress"]["done"]) == ("running", 0)
        moment = over + timedelta(seconds=1)
        assert reviewed(again) == whole


def test_an_analysis_that_never_succeeds_is_given_up(tmp_path: Path, warm_engines: None) -> None:
    with warm_site(tmp_path) as site, site.client() as web:
        player = finished(web)
        reviewed(player)
    database = Database(url_in(tmp_path))
    with database.writing() as session:
        session.execute(update(Review).values(status="waiting", attempts=5, verdicts="[]"))
    database.close()
    with warm_site(tmp_path) as site, site.client() as web:
        again = Player(web, player.game)
        answer = eventually(lambda: (found := again.ask("review", method="GET")).status_code != 202 and found)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")


def test_the_line_that_is_analysed_is_the_game_s_own(web: httpx.Client) -> None:
    player = finished(web, "sueco rows=2 cols=2")
    assert read_match(player.state["match"]).outcome is not None
    assert reviewed(player)["progress"]["total"] == read_match(player.state["match"]).ply


def test_while_the_engines_are_not_ready_nobody_waits_for_them(tmp_path: Path) -> None:
    with RunningSite(tmp_path, warm_up=False) as site, site.client() as web:
        _, (first, _) = make(web)
        for answer in (first.ask("hint"), finished(web).ask("review", method="GET")):
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "warming-up")
            assert int(answer.headers["retry-after"]) > 0
