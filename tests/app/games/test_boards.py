"""Those who only watch are sent the board: one painting for all, never to anybody who holds a seat."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from app import meters
from app.games.boards import MOST_KEPT
from tests.listening import Heard, Listener
from tests.people import SCRIPTED, Person, two_at_a_table
from tests.running import RunningSite, eventually


@contextmanager
def watch(person: Person, **headers: str) -> Iterator[Listener]:
    """A stream that asks for boards, once it has told what there is."""
    query = {"tablero": "si", **({"llave": person.key} if person.key else {})}
    with Listener(person.http, f"/p/{person.game}/vivo", query, headers) as stream:
        stream.next("cambio")
        yield stream


def board(stream: Listener, revision: int) -> Heard:
    """The first board of a revision that a stream is sent."""
    while (heard := stream.next("tablero")).id != str(revision):
        assert int(heard.id) < revision
    return heard


def painted() -> float:
    """How many boards were painted so far, in this process."""
    return float(meters.cached.labels("board", "miss")._value.get())


def shown(html: str) -> str:
    """A board without what tells who is there."""
    return re.sub(r' data-present="[^"]*"|<p class="watchers">.*?</p>', "", html)


def test_a_watcher_is_sent_the_board_that_it_would_be_answered(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    with watch(eva) as stream:
        page = ana.play("a1b1")
        heard = board(stream, page.revision)
        answered = eva.look("/tablero")
        assert shown(heard.data) == shown(answered.html)
        assert answered.moves == ["a1b1"]
        assert 'aria-disabled="true"' in heard.data
        assert "Te toca" not in heard.data


def test_one_painting_serves_all_who_watch(ana: Person, bea: Person, newcomer: Callable[[], Person]) -> None:
    game = two_at_a_table(ana, bea)
    crowd = [newcomer() for _ in range(12)]
    for each in crowd:
        each.open(game)
    live = ana.site.app.state.site.live
    with ExitStack() as opened:
        streams = [opened.enter_context(watch(each)) for each in crowd]
        eventually(lambda: live.watchers(game) == len(crowd))
        before = painted()
        page = ana.play("a1b1")
        boards = {board(each, page.revision).data for each in streams}
        asked = {each.look("/tablero").html for each in crowd}
    assert len(boards | asked) == 1
    # Once for the move; news of who came, which are gathered, may lead to one more.
    assert painted() - before in (1, 2)


def test_each_language_and_each_wish_has_its_own(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    with (
        watch(eva) as spanish,
        watch(eva, **{"Accept-Language": "en"}) as english,
        watch(eva, Cookie="ayuda=si") as helped,
    ):
        page = ana.play("a1b1")
        one, other, third = (board(each, page.revision).data for each in (spanish, english, helped))
    assert 'data-shared="es"' in one
    assert 'data-shared="en"' in other
    assert 'data-shared="es+ayuda"' in third
    assert "Le toca al jugador 2." in one
    assert "Le toca al jugador" not in other
    assert ('id="ayuda"' in one, 'id="ayuda"' in third) == (False, True)


def test_whoever_holds_a_seat_is_sent_numbers_only(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    link = ana.send("/enlace", scripted=False).html
    key = re.findall(r"llave=([\w-]+)", link)[0]
    by_key = Person(ana.site)
    by_key.open(ana.game, key)
    stranger = Person(ana.site)
    stranger.open(ana.game, "no-such-key")
    with watch(bea) as player, watch(by_key) as owner, watch(stranger) as other, watch(eva) as watcher:
        revision = ana.play("a1b1").revision
        for stream in (player, owner, other):
            heard = stream.next("cambio")
            assert (heard.id, heard.data) == (str(revision), str(revision))
            assert "content-encoding" not in stream.answer.headers
        assert 'data-shared=""' in bea.look("/tablero").html
        assert key not in board(watcher, revision).data


def test_whoever_sits_down_elsewhere_is_told_to_ask(ana: Person, eva: Person) -> None:
    eva.open(ana.make(modo="link", empieza="yo"))
    with watch(eva) as stream:
        eva.sit()
        assert stream.next("cambio").id == "1"
        ana.play("a1b1")
        assert stream.next("cambio").id == "2"
        assert "Te toca" in eva.look("/tablero").html


def test_coming_and_going_is_sent_with_the_board(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    with watch(eva) as stream:
        with watch(bea):
            while "en línea" not in stream.next("tablero").data:
                pass
        while "en línea" in stream.next("tablero").data:
            pass


def test_the_end_of_a_game_is_sent_and_ends_the_stream(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    with watch(eva) as stream:
        ana.send("/rendirse")
        *_, last, end = stream.ended()
    assert (last.event, end.event) == ("tablero", "fin")
    assert 'data-over="yes"' in last.data
    assert "hx-sse:connect" not in last.data


def test_watchers_at_another_process_are_sent_it_too(tmp_path: Path) -> None:
    with RunningSite(tmp_path, workers=2) as one, RunningSite(tmp_path, workers=2) as two:
        ana, eva = Person(one), Person(two)
        eva.open(ana.make(modo="screen"))
        with watch(eva) as stream:
            page = ana.play("a1b1")
            assert 'data-last="1"' in board(stream, page.revision).data
        assert eva.look("/tablero").moves == ["a1b1"]


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_who_can_read_it_gets_it_compressed(ana: Person, bea: Person, encoding: str) -> None:
    game = two_at_a_table(ana, bea)
    raw = b""
    headers = {"Accept-Encoding": encoding}
    with ana.site.client() as eva, eva.stream("GET", f"/p/{game}/vivo?tablero=si", headers=headers) as answer:
        for number, part in enumerate(answer.iter_raw()):
            raw += part
            if number == 0:
                ana.send("/rendirse")
    assert answer.headers.get("content-encoding", "identity") == encoding
    text = (gzip.decompress(raw) if encoding == "gzip" else raw).decode()
    assert "event: cambio" in text
    assert '<section id="partida"' in text
    assert text.endswith("retry: 10000\n\n")


def test_asking_uses_the_same_board_until_something_changes(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    before = painted()
    first, again = eva.look("/tablero"), eva.look("/tablero")
    assert first.html == again.html
    assert painted() == before + 1
    assert eva.look("/tablero", revision=first.revision).status == 204
    ana.send("/deshacer")
    ana.play("a1b1")
    assert eva.look("/tablero", revision=first.revision).moves == ["a1b1"]
    assert painted() == before + 2
    assert eva.look("/tablero", jugada=0).number("ply") == 0
    assert painted() == before + 2


def test_no_more_boards_are_kept_than_agreed(site: RunningSite, ana: Person, eva: Person) -> None:
    boards = site.app.state.boards
    look = ("es", False, False)
    for number in range(MOST_KEPT + 5):
        boards._keep((f"game-{number}", look), None)
    assert len(boards._kept) == MOST_KEPT
    for number in range(MOST_KEPT + 5):
        boards._kept.pop((f"game-{number}", look), None)
    eva.open(ana.make(modo="screen"))
    assert eva.look("/tablero").status == 200


def test_a_board_of_a_game_that_is_gone_is_not_found(client: httpx.Client) -> None:
    assert client.get("/p/AAAAAAAAAAAA/tablero", headers=SCRIPTED).status_code == 404
