"""Following a game live: nothing is missed, nobody is told too much, nothing stays open."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.listening import Listener
from tests.people import Person, two_at_a_table
from tests.running import PATIENCE, RunningSite, eventually


def listen(person: Person, **headers: str) -> Listener:
    query = {"llave": person.key} if person.key else {}
    return Listener(person.http, f"/p/{person.game}/vivo", query, headers)


def test_a_move_is_told_to_the_other_player_and_to_watchers(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    with listen(bea) as player, listen(eva) as watcher:
        assert player.next("cambio").id == watcher.next("cambio").id == "1"
        page = ana.play("a1b1")
        for stream in (player, watcher):
            assert stream.next("cambio").id == str(page.revision) == "2"


def test_the_stream_says_a_number_and_nothing_else(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    with listen(bea) as stream:
        answer = stream.answer
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] in ("no-cache", "no-store")
        assert answer.headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in answer.headers
        heard = stream.next("cambio")
        assert (heard.id, heard.data) == ("1", "1")


def test_requests_and_seats_are_told_too(ana: Person, bea: Person) -> None:
    game = ana.make(modo="link")
    with listen(ana) as stream:
        assert stream.next("cambio").id == "0"
        bea.open(game)
        bea.sit()
        assert stream.next("cambio").id == "1"
        ana.play("a1b1")
        assert stream.next("cambio").id == "2"
        ana.send("/deshacer")
        assert stream.next("cambio").id == "3"
        bea.send("/deshacer", answer="no")
        assert stream.next("cambio").id == "4"


def test_other_games_wake_nobody(ana: Person, bea: Person) -> None:
    ana.make(modo="screen")
    bea.make(modo="screen")
    with listen(ana) as stream:
        stream.next("cambio")
        stream.next("presencia")
        for move in ("a1b1", "b1c1", "a2b2"):
            bea.play(move)
        assert stream.quiet()


def test_what_happened_while_the_connection_was_lost_is_told_at_once(ana: Person, bea: Person) -> None:
    """Pitfall 4: a gap leads to a full fetch."""
    two_at_a_table(ana, bea)
    page = bea.look()
    with listen(bea) as stream:
        assert stream.next("cambio").id == "1"
    ana.play("a1b1")
    with listen(bea, **{"Last-Event-ID": "1"}) as stream:
        assert stream.next("cambio").id == "2"
    fetched = bea.look("/tablero", revision=page.revision)
    assert (fetched.status, fetched.moves) == (200, ["a1b1"])


def test_a_move_between_the_page_and_its_stream_is_not_missed(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    page = bea.look()
    ana.play("a1b1")
    with listen(bea) as stream:
        assert int(stream.next("cambio").id) > page.revision


def test_after_a_restart_of_the_server_the_game_goes_on_where_it_was(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site:
        ana, bea = Person(site), Person(site)
        two_at_a_table(ana, bea)
        ana.play("a1b1")
        site.stop()
        site.start()
        with listen(bea) as stream:
            assert stream.next("cambio").id == "2"
            assert bea.play("b1c1").moves == ["a1b1", "b1c1"]
            assert stream.next("cambio").id == "3"


def test_a_finished_game_keeps_no_stream_open(ana: Person, bea: Person) -> None:
    """Pitfall 31."""
    two_at_a_table(ana, bea)
    with listen(bea) as stream:
        stream.next("cambio")
        ana.send("/rendirse")
        rest = [heard for heard in stream.ended() if heard.event != "presencia"]
        assert [heard.event for heard in rest] == ["cambio", "fin"]
        assert int(rest[-1].retry) >= 1_000
    with listen(bea) as stream:
        assert [heard.event for heard in stream.ended()] == ["cambio", "fin"]
    assert "hx-sse:connect" not in bea.look().html


def test_a_stream_of_no_game_is_not_found(client: httpx.Client) -> None:
    answer = client.get("/p/AAAAAAAAAAAA/vivo")
    assert answer.status_code == 404
    assert not answer.headers["content-type"].startswith("text/event-stream")


def test_who_is_there_is_shown(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    assert "sin conexión" in ana.look().text("partida") + ana.look().html
    with listen(ana) as stream:
        stream.next("cambio")
        assert stream.next("presencia").data == "?-0" == ana.look().answer.text.split('data-present="')[1][:3]
        with listen(bea), listen(eva):
            stream.next("presencia")
            eventually(lambda: "en línea" in ana.look().html)
            eventually(lambda: "1 persona mirando" in ana.look().html)
        eventually(lambda: "sin conexión" in ana.look().html)
        eventually(lambda: "mirando" not in ana.look().html)


def test_leaving_closes_the_stream_on_the_server(ana: Person) -> None:
    ana.make(modo="screen")
    live = ana.site.app.state.site.live
    with listen(ana) as stream:
        stream.next("cambio")
        assert live.connected(ana.game, 0) is True
    eventually(lambda: live.connected(ana.game, 0) is False)


def test_two_server_processes_tell_each_other(tmp_path: Path) -> None:
    with RunningSite(tmp_path, workers=2) as one, RunningSite(tmp_path, workers=2) as two:
        ana, bea = Person(one), Person(two)
        two_at_a_table(ana, bea)
        with listen(bea) as stream:
            stream.next("cambio")
            ana.play("a1b1")
            assert stream.next("cambio").id == "2"
        assert bea.look().moves == ["a1b1"]


def test_open_streams_do_not_keep_the_server_from_stopping(tmp_path: Path) -> None:
    """Pitfall 33: two hundred pages watch, the server is told to stop, and all of them are let go."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "INGENIO_DATABASE_URL": f"sqlite:///{tmp_path}/stop.db",
        "INGENIO_WARM_UP": "0",
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "--factory", "app.main:create_app", "--port", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    limits = httpx.Limits(max_connections=None)
    http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=limits, trust_env=False)
    listeners = []
    try:
        eventually(lambda: _answers(http))
        http.get("/juegos/timbiriche")
        game = http.post("/juegos/timbiriche", data={"modo": "screen"}).headers["location"]
        for _ in range(200):
            listener = Listener(http, f"{game}/vivo")
            listeners.append(listener.__enter__())
        for listener in listeners:
            listener.next("cambio")
        server.send_signal(signal.SIGTERM)
        for listener in listeners:
            listener.ended()
        assert server.wait(PATIENCE) in (0, -signal.SIGTERM)
    finally:
        for listener in listeners:
            listener.__exit__()
        http.close()
        server.kill()
        server.wait()


def _answers(http: httpx.Client) -> bool:
    try:
        return http.get("/juegos/timbiriche").status_code == 200
    except httpx.TransportError:
        return False


def test_nothing_is_kept_of_those_who_have_gone(
    ana: Person, bea: Person, eva: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.live.GRACE_SECONDS", 0.05)
    eva.open(two_at_a_table(ana, bea))
    with listen(ana) as player, listen(eva) as watcher:
        player.next("cambio")
        watcher.next("cambio")
    live = ana.site.app.state.site.live
    eventually(
        lambda: (
            not any(ana.game in kept for kept in (live._streams, live._present, live._watchers, live._known))
        )
    )
