"""Whose turn it is before the engines: nobody waits for more than one task of anybody else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial

import pytest

from app.asking import Asker, neighbourhood, request_id
from app.faults import Busy
from app.turns import MOST_ASKERS, Rota, Turns
from tests.running import PATIENCE


@contextmanager
def one_thread(most: int = 1_000) -> Iterator[tuple[Turns, Callable[[str, str], Future[None]], list[str]]]:
    """A line before one thread, which is held up while the block runs; what is done is written down."""
    turns, gate, done = Turns("test", 1, most), threading.Event(), []

    def ask(who: str, about: str) -> Future[None]:
        with Asker(who).served():
            return turns.ask(lambda: done.append(f"{who} {about}"), about)

    with Asker("held").served():
        held = turns.ask(partial(gate.wait, PATIENCE))
    try:
        yield turns, ask, done
    finally:
        gate.set()
        held.result(PATIENCE)
        turns.stop()


def wait(futures: list[Future[None]]) -> None:
    for each in futures:
        each.result(PATIENCE)


def test_a_thousand_tasks_of_one_neighbourhood_hold_up_no_other() -> None:
    with one_thread() as (_, ask, done):
        flood = [ask("flood", f"game {number}") for number in range(900)]
        answers = [ask("ana", "hers"), ask("bea", "hers")]
    wait([*answers, *flood[:5]])
    assert done[:3] == ["flood game 0", "ana hers", "bea hers"]


def test_one_game_holds_up_no_other_of_its_neighbourhood() -> None:
    with one_thread() as (_, ask, done):
        asked = [ask("school", "greedy") for _ in range(20)] + [ask("school", "ana"), ask("school", "bea")]
    wait(asked)
    assert done[:4] == ["school greedy", "school ana", "school bea", "school greedy"]


def test_beyond_its_number_a_neighbourhood_is_refused_and_no_other() -> None:
    with one_thread(most=3) as (_, ask, done):
        asked = [ask("flood", "") for _ in range(3)]
        with pytest.raises(Busy):
            ask("flood", "")
        asked.append(ask("ana", ""))
    wait(asked)
    assert len(done) == 4


def test_what_nobody_waits_for_any_more_is_never_begun() -> None:
    with one_thread() as (_, ask, done):
        gone, stays = ask("ana", "gone"), ask("ana", "stays")
        assert gone.cancel()
    wait([stays])
    assert done == ["ana stays"]


def test_a_failure_reaches_the_one_who_asked_and_frees_the_thread() -> None:
    with one_thread() as (turns, ask, done):
        broken = turns.ask(lambda: 1 // 0)
        after = ask("ana", "")
    with pytest.raises(ZeroDivisionError):
        broken.result(PATIENCE)
    wait([after])
    assert done == ["ana "]


def test_time_is_shared_among_neighbourhoods_then_among_their_tasks() -> None:
    with one_thread() as (turns, ask, _):
        for number in range(10):
            ask("flood", str(number))
        ask("ana", "")
        with Asker("ana").served():
            assert turns.share() == pytest.approx(
                1 / 3
            )  # beside those who hold the thread and flood the line
        with Asker("flood").served():
            assert turns.share() == pytest.approx(1 / 30)


def test_work_knows_the_request_that_asked_for_it() -> None:
    turns = Turns("test", 1, 10)
    with Asker("ana", "abc").served():
        heard = turns.ask(request_id.get)
    assert heard.result(PATIENCE) == "abc"
    turns.stop()


def test_stopping_cancels_what_waits_and_refuses_what_comes() -> None:
    with one_thread() as (turns, ask, done):
        waiting = ask("ana", "")
        turns.stop()
        assert waiting.cancelled()
        with pytest.raises(Busy):
            ask("ana", "")
    assert done == []


def test_of_work_in_a_table_everybody_gets_one_piece_in_turn() -> None:
    rota = Rota()
    waiting = [f"flood {number}" for number in range(5)] + ["ana 1", "ana 2", "old"]
    for work in waiting[:-1]:
        with Asker(work.split()[0]).served():
            rota.note(work)
    order = []
    while waiting:
        order.append(rota.first(waiting))
        waiting.remove(order[-1])
    assert order[:5] == ["flood 0", "ana 1", "old", "flood 1", "ana 2"]
    assert rota.asker("ana 1") == Asker("ana")
    rota.done("ana 1")
    assert rota.asker("ana 1") == Asker()


def test_work_that_several_wait_for_is_in_the_line_of_each() -> None:
    """So nobody can put what somebody else waits for behind a long line of his own."""
    rota = Rota()
    waiting = [f"flood {number}" for number in range(5)] + ["hers"]
    for who, works in (("flood", waiting), ("ana", ["hers"])):
        with Asker(who).served():
            for work in works:
                rota.note(work)
    assert rota.first(waiting) == "flood 0"
    assert rota.first(waiting[1:]) == "hers"
    assert rota.asker("hers") == Asker("ana")


@pytest.mark.parametrize(
    ("address", "known_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_whole_ipv6_network_is_one_neighbourhood(address: str, known_as: str) -> None:
    assert neighbourhood(address) == known_as


def test_of_work_in_a_table_only_so_much_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.turns.MOST_REMEMBERED", 3)
    rota = Rota()
    for number in range(9):
        with Asker(f"who {number}").served():
            rota.note(f"work {number}")
        assert rota.first([f"work {number}"]) == f"work {number}"
    assert [rota.asker(f"work {number}").neighbours for number in (5, 6, 8)] == ["", "who 6", "who 8"]
    assert len(rota._served) == 3


def test_of_those_who_wait_for_one_piece_of_work_only_so_many_are_remembered() -> None:
    rota = Rota()
    for number in range(MOST_ASKERS + 1):
        with Asker(f"who {number}").served():
            rota.note("work")
    assert len(rota._askers["work"]) == MOST_ASKERS
