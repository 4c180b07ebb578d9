from __future__ import annotations

import httpx

from tests.app.api.conftest import SMALL, Player, make, play_out


def by_link(web: httpx.Client) -> tuple[Player, Player]:
    made, (first,) = make(web, SMALL, "person", "open")
    joined = Player(web, made["id"]).ask("join").json()
    return first, Player(web, made["id"], joined["seat_token"])


def test_a_free_seat_is_taken_once(web: httpx.Client) -> None:
    made, _ = make(web, SMALL, "person", "open")
    visitor = Player(web, made["id"])
    joined = visitor.ask("join")
    assert joined.status_code == 200
    assert joined.json()["seat"] == 1
    assert joined.json()["version"] == 0
    late = visitor.ask("join")
    assert (late.status_code, late.json()["error"]["code"]) == (409, "no-free-seat")


def test_looking_takes_no_seat(web: httpx.Client) -> None:
    made, _ = make(web, SMALL, "person", "open")
    for method in ("GET", "HEAD"):
        for what in ("", "join", "moves", "review"):
            Player(web, made["id"]).ask(what, method=method)
    assert Player(web, made["id"]).state["seats"][1]["kind"] == "open"


def test_the_wrong_seat_cannot_be_taken(web: httpx.Client) -> None:
    made, _ = make(web, SMALL, "person", "open")
    visitor = Player(web, made["id"])
    assert visitor.ask("join", {"seat": 0}).status_code == 409
    assert visitor.ask("join", {"seat": 2}).status_code == 422
    assert visitor.ask("join", {"seat": True}).status_code == 422
    assert visitor.ask("join", {"seat": 1}).json()["seat"] == 1


def test_who_joined_plays_and_only_for_that_seat(web: httpx.Client) -> None:
    first, second = by_link(web)
    assert second.move("a1b1", 0).status_code == 409
    assert first.move("a1b1", 0).status_code == 200
    assert second.move("a1a2", 1).status_code == 200


def test_a_take_back_between_people_is_asked_and_answered(web: httpx.Client) -> None:
    first, second = by_link(web)
    first.move("a1b1", 0)
    asked = first.ask("undo")
    assert asked.json()["request"] == {"kind": "undo", "by": 0}
    assert first.ask("undo", {"answer": "accept"}).status_code == 409
    declined = second.ask("undo", {"answer": "decline"}).json()
    assert (declined["request"], declined["version"]) == (None, 1)
    second.move("a1a2", 1)
    first.ask("undo")
    assert second.ask("undo", {"answer": "accept"}).json()["match"] == SMALL
    assert first.state["undone"] is True


def test_a_request_is_withdrawn_by_the_one_who_made_it(web: httpx.Client) -> None:
    first, second = by_link(web)
    first.move("a1b1", 0)
    first.ask("undo")
    assert second.ask("undo", {"answer": "withdraw"}).status_code == 409
    assert first.ask("undo", {"answer": "withdraw"}).json()["request"] is None


def test_a_draw_is_offered_and_agreed(web: httpx.Client) -> None:
    first, second = by_link(web)
    assert first.ask("draw").json()["request"] == {"kind": "draw", "by": 0}
    state = second.ask("draw", {"answer": "accept"}).json()
    assert state["outcome"] == {"winner": None, "how": "agreed", "reason": ""}


def test_resigning_gives_the_game_to_the_other(web: httpx.Client) -> None:
    first, second = by_link(web)
    assert second.ask("resign").json()["outcome"] == {"winner": 0, "how": "resigned", "reason": ""}
    again = first.ask("resign")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "over")


def test_against_the_computer_a_move_is_taken_back_at_once(web: httpx.Client) -> None:
    _, (person,) = make(web, f"{SMALL} : a1b1 a1a2", "person", "computer:facil")
    state = person.ask("undo").json()
    assert state["match"] == SMALL
    assert state["turn"] == 0


def test_a_rematch_swaps_seats_and_is_one_game_for_both(web: httpx.Client) -> None:
    first, second = by_link(web)
    play_out([first, second])
    mine, yours = first.ask("rematch").json(), second.ask("rematch").json()
    assert mine["id"] == yours["id"] != first.game
    assert (mine["seats_held"], yours["seats_held"]) == ([1], [0])
    assert mine["previous_id"] == first.game
    assert first.state["next_id"] == mine["id"]
    assert Player(web, mine["id"], yours["seat_tokens"][0]).move("a1b1", 0).status_code == 200


def test_the_rematch_of_two_people_asks_both_as_their_first_game_did(web: httpx.Client) -> None:
    first, second = by_link(web)
    second.ask("resign")
    following = first.ask("rematch").json()["id"]
    one = Player(web, following, first.ask("rematch").json()["seat_tokens"][0])
    other = Player(web, following, second.ask("rematch").json()["seat_tokens"][0])
    assert one.state["mode"] == "link"
    assert other.move("a1b1", 0).status_code == 200
    assert other.ask("undo").json()["request"] == {"kind": "undo", "by": 0}
    assert other.ask("undo", {"answer": "withdraw"}).json()["version"] == 1
    assert one.ask("draw").json()["outcome"] is None
    assert one.ask("hint").json()["error"]["code"] == "no-hints"


def test_a_running_game_has_no_rematch(web: httpx.Client) -> None:
    first, _ = by_link(web)
    assert first.ask("rematch").status_code == 409


def test_answers_are_words_from_a_short_list(web: httpx.Client) -> None:
    first, _ = by_link(web)
    for body in ({"answer": "yes"}, {"answer": 1}, {"reply": "accept"}, []):
        assert first.ask("undo", body).status_code == 422, body
        assert first.ask("draw", body).status_code == 422, body
