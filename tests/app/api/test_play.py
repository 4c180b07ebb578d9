from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.app.api.conftest import SMALL, Player, make, play_out
from tests.running import eventually


def test_a_move_is_answered_with_the_new_state(web: httpx.Client) -> None:
    _, (first, _) = make(web)
    answer = first.move("a1b1", 0)
    assert answer.status_code == 200
    state = answer.json()
    assert (state["version"], state["turn"], state["match"]) == (1, 1, f"{SMALL} : a1b1")
    assert "a1b1" not in state["legal_moves"]


def test_a_whole_game_has_an_outcome_and_no_more_moves(web: httpx.Client) -> None:
    _, players = make(web, "timbiriche rows=2 cols=2")
    state = play_out(players)
    assert state["turn"] is None
    assert state["legal_moves"] == []
    assert state["outcome"]["how"] == "rules"
    assert sum(state["score"]) == 4


def test_repeating_an_accepted_move_changes_nothing(web: httpx.Client) -> None:
    _, (first, second) = make(web)
    once = first.move("a1b1", 0).json()
    again = first.move("a1b1", 0)
    assert again.status_code == 200
    assert again.json() == once
    second.move("b1b2", 1)
    late = first.move("a1b1", 0)
    assert late.status_code == 200
    assert late.json()["version"] == 2


def test_another_move_at_an_old_version_is_stale_and_shows_the_present(web: httpx.Client) -> None:
    _, (first, _) = make(web)
    first.move("a1b1", 0)
    answer = first.move("a1a2", 0)
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert error["code"] == "stale"
    assert error["detail"] == first.state


def test_a_version_from_the_future_is_stale(web: httpx.Client) -> None:
    _, (first, _) = make(web)
    assert first.move("a1b1", 7).status_code == 409
    assert first.state["version"] == 0


def test_out_of_turn_is_a_conflict(web: httpx.Client) -> None:
    _, (_, second) = make(web)
    answer = second.move("a1b1", 0)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-your-turn")
    assert answer.json()["error"]["detail"]["turn"] == 0


def test_an_illegal_move_names_its_reason_and_changes_nothing(web: httpx.Client) -> None:
    _, (first, second) = make(web)
    first.move("a1b1", 0)
    before = second.state
    answer = second.move("a1b1", 1)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "illegal-move"
    assert error["detail"]["reason"] == "already-drawn"
    assert len(error["message"]) > 10
    assert second.state == before


@pytest.mark.parametrize(
    "move", ["\x00", "a1b1\x00", "😀" * 60, "-", "a1-b1", "A1B1", " a1b1", "a1b1 a1a2", "é"]
)
def test_odd_texts_are_illegal_moves_and_nothing_worse(web: httpx.Client, move: str) -> None:
    _, (first, _) = make(web)
    answer = first.move(move, 0)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "illegal-move")
    assert first.state["version"] == 0


def test_without_a_key_nobody_moves(web: httpx.Client) -> None:
    made, _ = make(web)
    answer = Player(web, made["id"]).move("a1b1", 0)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_a_key_of_another_game_is_no_key_here(web: httpx.Client) -> None:
    made, _ = make(web)
    _, (stranger, _) = make(web)
    for token in (str(stranger.token).encode(), b"x", "ñandú".encode(), b"\xff\xfe", b"a" * 4_000):
        answer = web.post(
            f"/api/v1/games/{made['id']}/moves",
            json={"move": "a1b1", "version": 0},
            headers={"Authorization": b"Bearer " + token},
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-your-seat")


def test_another_kind_of_credentials_is_no_key(web: httpx.Client) -> None:
    made, _ = make(web)
    for value in ("Basic eDp5", "Bearer", "", "bearer"):
        answer = web.post(f"/api/v1/games/{made['id']}/resign", headers={"Authorization": value})
        assert answer.status_code == 401, value


def test_a_finished_game_takes_no_move(web: httpx.Client) -> None:
    _, players = make(web)
    state = play_out(players)
    answer = players[0].move("a1b1", state["version"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "over")


def test_the_computer_answers_by_itself(web: httpx.Client) -> None:
    _, (person,) = make(web, "timbiriche rows=2 cols=2", "person", "computer:facil")
    person.move("a1b1", 0)
    state = eventually(lambda: (found := person.state)["turn"] == 0 and found)
    assert state["version"] >= 2
    assert not state["thinking"]


def test_two_computers_play_to_the_end_alone(web: httpx.Client) -> None:
    made, players = make(web, "timbiriche rows=1 cols=2", "computer:facil", "computer:medio")
    assert players == []
    state = eventually(lambda: (found := Player(web, made["id"]).state)["outcome"] and found)
    assert sum(state["score"]) == 2


def test_of_many_moves_at_once_one_is_stored(web: httpx.Client) -> None:
    _, (first, second) = make(web, "timbiriche rows=3 cols=3")
    moves = first.state["legal_moves"][:12]
    with ThreadPoolExecutor(12) as crowd:
        answers = list(crowd.map(lambda move: first.move(move, 0), moves))
        repeats = list(crowd.map(lambda _: second.move(moves[-1], 1), range(12)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 11
    expected = {200} if moves[-1] in (repeats[0].json().get("match", "")) else {422}
    assert {answer.status_code for answer in repeats} == expected
    assert first.state["version"] == (2 if expected == {200} else 1)
