"""The computer's seats: it answers in time, move by move, once, and also after a restart."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from app.games.computer import Turn
from engines.core.game import Level
from engines.registry import entry, read_match
from tests.engines import tiny
from tests.engines.registering import WORDS, register
from tests.people import Page, Person
from tests.running import RunningSite, eventually

CHAIN = "timbiriche rows=1 cols=3 : a1b1 b1c1 c1d1 a2b2 b2c2 c2d2"


@pytest.mark.parametrize("level", ["facil", "medio"])
def test_a_whole_game_is_played_to_its_end(ana: Person, level: str) -> None:
    ana.make(modo="computer", nivel=level)
    page = ana.wait_for_turn()
    while page.free:
        ana.play(page.free[0])
        page = ana.wait_for_turn()
    assert page.last == 12
    assert 'data-over="yes"' in page.html


def test_a_turn_of_several_moves_is_played_one_move_at_a_time(ana: Person) -> None:
    game = ana.make_from(CHAIN, "person", "computer:medio")
    ana.play("a1a2")
    page = ana.wait_for_turn()
    assert page.moves[7:] == ["b1b2", "c1c2", "d1d2"]
    events = ana.site.rows("SELECT version, seat FROM events WHERE game_id = ? AND version > 7", game)
    assert events == [(8, 1), (9, 1), (10, 1)]


def test_the_computer_opens_if_it_is_to_begin(ana: Person) -> None:
    ana.make(modo="computer", nivel="facil", empieza="rival")
    assert ana.wait_for_turn().last == 1


def test_two_computers_play_by_themselves(ana: Person) -> None:
    game = ana.make_from("timbiriche rows=2 cols=2", "computer:facil", "computer:medio")
    assert ana.key is None
    page = eventually(lambda: _if_over(ana))
    assert page.last == 12
    assert ana.site.rows("SELECT computer_due, lease_by FROM games WHERE id = ?", game) == [(0, None)]


def _if_over(person: Person) -> Page | None:
    page = person.look()
    return page if 'data-over="yes"' in page.html else None


def gaps(site: RunningSite, game: str) -> list[float]:
    """Seconds between each move and the next."""
    query = "SELECT created_at FROM events WHERE game_id = ? AND version > 0 ORDER BY version"
    moments = [datetime.fromisoformat(str(moment)) for (moment,) in site.rows(query, game)]
    return [(after - before).total_seconds() for before, after in itertools.pairwise(moments)]


def test_the_computer_begins_its_turn_after_a_pause_for_the_eye(tmp_path: Path) -> None:
    with RunningSite(tmp_path, pause_seconds=0.6) as site:
        ana = Person(site)
        game = ana.make_from(CHAIN, "person", "computer:medio")
        ana.play("a1a2")
        ana.wait_for_turn()
        first, *others = gaps(site, game)[-3:]
        assert first >= 0.59
        assert len(others) == 2
        assert min(others) < 0.59  # pages show the moves of one turn at their own pace


def test_the_moves_of_two_computers_are_apart_for_the_eye(tmp_path: Path) -> None:
    with RunningSite(tmp_path, machines_pause_seconds=0.3) as site:
        ana = Person(site)
        game = ana.make_from("timbiriche rows=1 cols=1", "computer:facil", "computer:medio")
        eventually(lambda: _if_over(ana))
        waited = gaps(site, game)
        assert len(waited) == 3
        assert all(gap >= 0.29 for gap in waited)


@contextmanager
def no_thread_free(site: RunningSite) -> Iterator[None]:
    """Every thread that thinks is busy with something that does not end."""
    done = threading.Event()
    workers = site.app.state.site.workers
    busy = threading.Thread(target=lambda: asyncio.run(workers.run(done.wait)))
    busy.start()
    try:
        yield
    finally:
        done.set()
        busy.join()


def test_a_legal_answer_comes_although_no_search_can_run(tmp_path: Path) -> None:
    """Pitfall 14: whatever happens to the threads that think, a plainer level answers in time."""
    with RunningSite(tmp_path, answer_seconds=0.3, thinking_threads=1) as site, no_thread_free(site):
        ana = Person(site)
        ana.make(modo="computer", nivel="medio")
        ana.play("a1b1")
        assert ana.wait_for_turn().last == 2


def test_resigning_while_the_computer_thinks_ends_its_thinking(tmp_path: Path) -> None:
    with RunningSite(tmp_path, answer_seconds=30, thinking_threads=1) as site:
        ana = Person(site)
        with no_thread_free(site):
            game = ana.make(modo="computer", nivel="medio")
            ana.play("a1b1")
            eventually(lambda: site.rows("SELECT lease_by FROM games WHERE id = ?", game)[0][0])
            assert ana.send("/rendirse").state.startswith("Ha ganado el ordenador")
        bea = Person(site)
        bea.make(modo="computer", nivel="medio")
        bea.play("a1b1")
        assert bea.wait_for_turn().last == 2
        assert site.rows("SELECT moves, how FROM games WHERE id = ?", game) == [("a1b1", "resigned")]


def test_an_unfinished_turn_is_taken_up_after_a_restart(tmp_path: Path) -> None:
    with RunningSite(tmp_path, pause_seconds=60) as site:
        ana = Person(site)
        game = ana.make(modo="computer", nivel="medio")
        ana.play("a1b1")
    # As a killed process leaves it: somebody who is gone holds the game for a long time to come.
    site.store("UPDATE games SET lease_by = 'gone', lease_until = '2999-01-01 00:00:00.000000'")
    with RunningSite(tmp_path) as again:
        eventually(lambda: again.rows("SELECT version FROM games WHERE id = ?", game) == [(2,)])


def test_of_two_server_processes_one_thinks(tmp_path: Path) -> None:
    with RunningSite(tmp_path, workers=2) as one, RunningSite(tmp_path, workers=2) as two:
        ana, elsewhere = Person(one), Person(two)
        game = ana.make(modo="computer", nivel="medio", rows="3", cols="3")
        elsewhere.http = two.client(cookies=ana.http.cookies)
        elsewhere.open(game)
        page, turn = ana.wait_for_turn(), 0
        while page.free:
            player, turn = (ana, elsewhere)[turn % 2], turn + 1
            assert player.play(page.free[0], ana.version).status == 200
            page = ana.wait_for_turn()
        assert page.last == 24
        versions = [version for (version,) in one.rows("SELECT version FROM events WHERE game_id = ?", game)]
        assert versions == list(range(1, 25))


def test_a_game_whose_process_died_is_taken_over_by_another(tmp_path: Path) -> None:
    with RunningSite(tmp_path, workers=2, pause_seconds=60, lease_seconds=1) as dying:
        ana = Person(dying)
        game = ana.make(modo="computer", nivel="medio")
        ana.play("a1b1")
        with RunningSite(tmp_path, workers=2) as other:
            eventually(lambda: other.rows("SELECT version FROM games WHERE id = ?", game) == [(2,)])


def test_a_level_that_needs_compiled_code_answers_before_it_is_ready(ana: Person) -> None:
    levels = {level.slug for level in _levels() if level.compiled}
    for level in levels:
        ana.make(modo="computer", nivel=level)
        ana.play(ana.wait_for_turn().free[0])
        assert ana.wait_for_turn().last >= 2


@pytest.mark.parametrize("plainer", [True, False])
def test_a_level_that_gives_no_move_loses_its_turn_to_a_plainer_one(
    ana: Person, monkeypatch: pytest.MonkeyPatch, plainer: bool
) -> None:
    """Or, where there is none that does better, to chance."""
    wrong: Level[Any] = Level("dificil", lambda state, random, limit: "nonsense")
    below: Level[Any] = Level("facil", tiny.careless if plainer else lambda state, random, limit: "as bad")
    register(monkeypatch, replace(tiny.GAME, levels=(below, wrong)), WORDS)
    game = ana.make_from("tiny pile=5", "person", "computer:dificil")
    move = f"/api/v1/games/{game}/moves"
    ana.http.post(move, json={"move": "one", "version": 0}, headers={"Authorization": f"Bearer {ana.key}"})
    ((moves,),) = eventually(
        lambda: ana.site.rows("SELECT moves FROM games WHERE id = ? AND version > 1", game)
    )
    assert moves.split()[1] in ("one", "two")


def test_a_task_meets_everybody_with_the_same_chance() -> None:
    match = read_match(CHAIN)
    usual = Turn(
        game_id="a", version=3, match=match, level="facil", pause=0, deadline=0, task="/reto/2026-12-02"
    )
    other = replace(usual, game_id="b")
    assert usual.seed == other.seed
    assert usual.seed != replace(usual, version=4).seed
    assert replace(usual, task=None).seed != replace(other, task=None).seed


def _levels() -> tuple[Level[Any], ...]:

    return entry("timbiriche")[1].levels
