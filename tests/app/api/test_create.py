from __future__ import annotations

import httpx
import pytest

from tests.app.api.conftest import SMALL, Player, make


def test_a_new_game_tells_its_id_address_keys_and_version(web: httpx.Client) -> None:
    made, _ = make(web, "timbiriche rows=2 cols=3", "person", "computer:medio")
    assert made["url"] == f"{web.base_url}/p/{made['id']}"
    assert made["version"] == 0
    assert len(made["seat_tokens"]) == 1
    assert made["seats_held"] == [0]
    assert [seat["kind"] for seat in made["seats"]] == ["person", "computer"]
    assert made["match"] == "timbiriche rows=2 cols=3"


def test_the_creator_of_two_seats_gets_two_different_keys(web: httpx.Client) -> None:
    made, _ = make(web, SMALL, "person", "person")
    assert made["seats_held"] == [0, 1]
    assert len(set(made["seat_tokens"])) == 2


def test_the_game_is_found_where_the_answer_says(web: httpx.Client) -> None:
    answer = web.post("/api/v1/games", json={"match": SMALL, "seats": ["person", "open"]})
    shown = web.get(answer.headers["location"])
    assert shown.status_code == 200
    assert shown.json()["id"] == answer.json()["id"]
    assert "seat_tokens" not in shown.json()


def test_a_game_may_begin_in_the_middle(web: httpx.Client) -> None:
    made, players = make(web, f"{SMALL} : a1b1 a1a2", "person", "person")
    assert made["version"] == 2
    assert made["legal_moves"] == ["a2b2", "b1b2"]
    assert players[0].move("a2b2", 2).status_code == 200


def test_the_swedish_board_is_a_name_for_a_border(web: httpx.Client) -> None:
    made, _ = make(web, "sueco rows=2 cols=2")
    assert made["match"] == "timbiriche rows=2 cols=2 border=swedish"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"match": "parchis", "seats": ["person", "person"]}, 422, "bad-match"),
        ({"match": "timbiriche rows=99", "seats": ["person", "person"]}, 422, "bad-match"),
        ({"match": "timbiriche rows=2 rows=2", "seats": ["person", "person"]}, 422, "bad-match"),
        ({"match": f"{SMALL} : zz", "seats": ["person", "person"]}, 422, "illegal-move"),
        ({"match": f"{SMALL} : a1b1 a1b1", "seats": ["person", "person"]}, 422, "illegal-move"),
        ({"match": SMALL, "seats": ["person", "computer:genio"]}, 422, "bad-match"),
        ({"match": SMALL, "seats": ["person", "robot"]}, 422, "bad-fields"),
        ({"match": SMALL, "seats": ["person"]}, 422, "bad-fields"),
        ({"match": SMALL, "seats": ["person"] * 3}, 422, "bad-fields"),
        ({"match": SMALL, "seats": "person"}, 422, "bad-fields"),
        ({"match": SMALL, "seats": ["person", "person"], "colour": "red"}, 422, "bad-fields"),
        ({"match": 5, "seats": ["person", "person"]}, 422, "bad-fields"),
        ({"match": "", "seats": ["person", "person"]}, 422, "bad-fields"),
        ({"seats": ["person", "person"]}, 422, "bad-fields"),
        ([], 422, "bad-fields"),
        (None, 422, "bad-fields"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason(
    web: httpx.Client, body: object, status: int, code: str
) -> None:
    answer = web.post("/api/v1/games", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"]


def test_the_illegal_move_of_a_line_is_named_with_its_place(web: httpx.Client) -> None:
    answer = web.post("/api/v1/games", json={"match": f"{SMALL} : a1b1 a1b1", "seats": ["person", "person"]})
    error = answer.json()["error"]
    assert error["detail"]["ply"] == 2
    assert error["detail"]["move"] == "a1b1"
    assert error["detail"]["reason"] == "already-drawn"


def test_an_unknown_game_is_not_found_whatever_its_id_looks_like(web: httpx.Client) -> None:
    for game in ("aaaaaaaaaaaa", "x", "9" * 400, "%00%00%00%00%00%00", "ñandúñandúñ1", "..%2f..%2f"):
        answer = Player(web, game).ask(method="GET")
        assert answer.status_code == 404, game
        assert answer.json()["error"]["code"] in ("unknown-game", "not-found")
