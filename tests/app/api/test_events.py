from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from tests.app.api.conftest import SMALL, Player, make, play_out
from tests.running import RunningSite


@contextmanager
def stream(web: httpx.Client, game: str, query: str = "", **headers: str) -> Iterator[httpx.Response]:
    with web.stream("GET", f"/api/v1/games/{game}/events{query}", headers=headers) as answer:
        yield answer


def read(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    """The events of a stream as they come; comments are left out."""
    event: dict[str, Any] = {}
    for line in answer.iter_lines():
        name, _, value = line.partition(":")
        if not line:
            if "data" in event:
                yield event
            event = {}
        elif name:
            event[name] = json.loads(value) if name == "data" else value.strip()


def test_a_finished_game_is_told_whole_and_the_stream_ends(web: httpx.Client) -> None:
    made, players = make(web)
    play_out(players)
    with stream(web, made["id"]) as answer:
        events = list(read(answer))
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert [event["id"] for event in events] == ["1", "2", "3", "4", "4"]
    assert [event["data"].get("move") for event in events[:-1]] == ["a1a2", "a1b1", "a2b2", "b1b2"]
    assert events[-1]["event"] == "end"


@pytest.mark.parametrize(
    ("query", "headers", "first"),
    [
        ("?since=0", {}, "1"),
        ("?since=2", {}, "3"),
        ("?since=2", {"Last-Event-ID": "3"}, "4"),
        ("?since=3", {"Last-Event-ID": "1"}, "4"),
        ("", {"Last-Event-ID": "ninguna"}, "1"),
        ("", {"Last-Event-ID": "٣"}, "1"),
        ("?since=99", {}, "99"),
    ],
)
def test_a_stream_begins_after_what_is_known(
    web: httpx.Client, query: str, headers: dict[str, str], first: str
) -> None:
    made, players = make(web)
    play_out(players)
    sent = {name: value.encode() for name, value in headers.items()}
    with web.stream("GET", f"/api/v1/games/{made['id']}/events{query}", headers=sent) as answer:
        assert next(read(answer))["id"] == first


def test_a_change_arrives_while_somebody_listens(web: httpx.Client, api_site: RunningSite) -> None:
    made, (first, second) = make(web, SMALL)
    heard: list[dict[str, Any]] = []
    open_now = threading.Event()

    def listen() -> None:
        with api_site.client() as ears, stream(ears, made["id"]) as answer:
            open_now.set()
            heard.extend(read(answer))

    listener = threading.Thread(target=listen)
    listener.start()
    assert open_now.wait(20)
    first.move("a1b1", 0)
    first.ask("undo")
    first.move("a1a2", 2)
    second.ask("resign")
    listener.join(20)
    assert [event["data"].get("kind") for event in heard] == ["move", "undo", "move", "resigned", None]
    assert [event["id"] for event in heard] == ["1", "2", "3", "4", "4"]
    assert heard[1]["data"]["ply"] == 0


def test_a_seat_with_an_open_stream_counts_as_connected(web: httpx.Client) -> None:
    made, (first, _) = make(web, SMALL)
    assert first.state["seats"][0]["connected"] is False
    with stream(web, made["id"], Authorization=f"Bearer {first.token}") as answer:
        next(answer.iter_lines())
        assert Player(web, made["id"]).state["seats"][0]["connected"] is True


def test_streams_are_not_compressed_and_not_kept(web: httpx.Client) -> None:
    made, players = make(web)
    play_out(players)
    with stream(web, made["id"], **{"Accept-Encoding": "gzip"}) as answer:
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-accel-buffering"] == "no"


def test_the_head_of_a_stream_ends_at_once(web: httpx.Client) -> None:
    made, _ = make(web)
    answer = web.head(f"/api/v1/games/{made['id']}/events")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_a_stream_of_no_game_is_an_error_and_not_a_stream(web: httpx.Client) -> None:
    answer = web.get("/api/v1/games/aaaaaaaaaaaa/events")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-game")
    made, _ = make(web)
    for since in ("-1", "x", "9" * 30, "1.5"):
        assert web.get(f"/api/v1/games/{made['id']}/events?since={since}").status_code == 422, since
