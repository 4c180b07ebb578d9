"""A class league over real HTTP: taking part, pairing, absences, the bell, and servers that stop."""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from app.classes.league import keep
from app.classes.league_pairing import GATHER_SECONDS
from app.classes.tables import LeagueSeat
from tests.app.challenges.conftest import NOON, Clock
from tests.app.classes.conftest import Pupil, Teacher, words
from tests.app.classes.leagues import (
    PATIENCE,
    Come,
    finish,
    league_page,
    league_site,
    number_of,
    open_league,
    press,
    running,
    site,
    table,
    wait_for_second,
)
from tests.running import RunningSite, eventually

__all__ = ["league_site", "site"]


def test_two_who_are_there_play_two_games_with_seats_swapped(
    site: RunningSite, teacher: Teacher, come_in: Come
) -> None:
    league = open_league(teacher)
    ana, bea = come_in("Ana"), come_in("Bea")
    assert "¿Juegas?" in league_page(ana)
    press(ana, "estoy")
    assert "Buscando rival" in league_page(ana)
    press(bea, "estoy")
    alias = site.rows("SELECT alias FROM pupils WHERE id = ?", number_of(ana))[0][0]
    assert f"Tu siguiente partida: contra {alias}" in league_page(bea)
    assert "Ana" not in league_page(bea)
    ((first, seats),) = running(site, league)
    finish(ana, bea, site)
    second = wait_for_second(site, league, first)
    assert running(site, league) == [(second, seats[::-1])]
    # Whoever still looks at the first game is led to the second; whoever comes back to the league too.
    assert f'href="/p/{second}"' in ana.look().html
    press(bea, "estoy")
    assert "Tu siguiente partida" in league_page(bea)
    finish(ana, bea, site)
    assert "Ya puedes jugar otra" in league_page(ana)
    # Whoever closes the box wins, and that is who did not begin: each has won once.
    assert table(teacher, league) == {
        "Ana": ["1", "1", "2", "1", "0", "1"],
        "Bea": ["1", "1", "2", "1", "0", "1"],
    }


def have_met(site: RunningSite, league: int, come_in: Come) -> tuple[Pupil, Pupil]:
    """Ana and Bea, who have played their two games and are free again."""
    ana, bea = come_in("Ana"), come_in("Bea")
    for each in (ana, bea):
        press(each, "estoy")
    for _half in (1, 2):
        eventually(lambda: running(site, league))
        finish(ana, bea, site)
    for each in (ana, bea):
        press(each, "estoy")
    return ana, bea


def test_opponents_change_and_two_who_have_met_wait_a_little_for_others(
    site: RunningSite, teacher: Teacher, come_in: Come, clock: Clock
) -> None:
    league = open_league(teacher)
    ana, bea = have_met(site, league, come_in)
    keep(site.app.state.site, league)
    assert running(site, league) == []
    eva = come_in("Eva")
    press(eva, "estoy")
    ((_game, pair),) = running(site, league)
    assert number_of(eva) in pair
    left = next(each for each in (ana, bea) if number_of(each) not in pair)
    assert "Buscando rival" in league_page(left)
    clock.now += timedelta(seconds=GATHER_SECONDS)
    eventually(lambda: len(running(site, league)) == 2)
    assert "Tu siguiente partida: contra el ordenador" in league_page(left)
    press(left, "jugar")
    page = left.wait_for_turn()
    while 'data-over="yes"' not in page.html:
        assert left.play(page.free[0]).status == 200
        page = left.wait_for_turn()
    played = table(teacher, league)[left.name][2]
    assert played == "3 1 contra el ordenador"


def test_a_clock_that_is_set_back_keeps_nobody_waiting(
    site: RunningSite, teacher: Teacher, come_in: Come, clock: Clock
) -> None:
    league = open_league(teacher)
    have_met(site, league, come_in)
    clock.now -= timedelta(hours=1)
    keep(site.app.state.site, league)
    assert running(site, league)


def test_who_does_not_move_is_absent_and_comes_back_as_if_nothing_had_been(
    site: RunningSite, teacher: Teacher, come_in: Come, clock: Clock
) -> None:
    league = open_league(teacher)
    ana, bea = come_in("Ana"), come_in("Bea")
    for each in (ana, bea):
        press(each, "estoy")
    ((game, seats),) = running(site, league)
    late, other = (ana, bea) if seats[0] == number_of(ana) else (bea, ana)
    press(other, "jugar")
    clock.now += timedelta(seconds=PATIENCE - 1)
    keep(site.app.state.site, league)
    assert len(running(site, league)) == 1
    clock.now += timedelta(seconds=1)
    page = eventually(
        lambda: (found := other.look()).has("volver-tarea") and "Has ganado" in found.state and found
    )
    assert "demasiado tiempo" in page.state
    assert "no está" in teacher.page("/liga")
    assert table(teacher, league)[other.name][1] == "1"
    assert "Pasó un rato sin que jugaras" in league_page(late)
    # No second game against somebody who is not there; both are paired again when they want to be.
    keep(site.app.state.site, league)
    assert running(site, league) == []
    press(late, "estoy")
    press(other, "estoy")
    clock.now += timedelta(seconds=GATHER_SECONDS)
    eventually(lambda: running(site, league))
    assert site.rows("SELECT count(*) FROM games WHERE previous_id = ?", game) == [(0,)]


def test_whoever_waits_for_a_league_need_not_ask_again(teacher: Teacher, come_in: Come) -> None:
    ana = come_in("Ana")
    page = ana.http.get(f"/clase/{teacher.code}/liga").text
    assert "Ahora no hay ninguna liga" in words(page)
    assert re.search(r'id="liga" data-refresh="\d+"', page)


def test_who_rests_is_not_paired(site: RunningSite, teacher: Teacher, come_in: Come) -> None:
    league = open_league(teacher)
    ana, bea = come_in("Ana"), come_in("Bea")
    press(ana, "estoy")
    press(ana, "descanso")
    assert "Estás descansando" in league_page(ana)
    press(bea, "estoy")
    assert running(site, league) == []
    press(ana, "estoy")
    assert len(running(site, league)) == 1


def test_who_gives_up_has_lost(site: RunningSite, teacher: Teacher, come_in: Come) -> None:
    league = open_league(teacher)
    ana, bea = come_in("Ana"), come_in("Bea")
    for each in (ana, bea):
        press(each, "estoy")
    press(ana, "jugar")
    assert ana.look().has("rendirse")
    assert "Te has rendido" in ana.send("/rendirse").state
    wait_for_second(site, league, ana.game)
    assert table(teacher, league)["Bea"][1] == "1"


def test_games_of_two_pupils_are_not_analysed_unless_they_ask(
    site: RunningSite, teacher: Teacher, come_in: Come
) -> None:
    league = open_league(teacher)
    ana, bea = come_in("Ana"), come_in("Bea")
    for each in (ana, bea):
        press(each, "estoy")
    site.store("DELETE FROM reviews")
    finish(ana, bea, site)
    second = wait_for_second(site, league, ana.game)  # made after the end was heard of
    assert second != ana.game
    assert site.rows("SELECT count(*) FROM reviews") == [(0,)]


def test_the_bell_stops_what_goes_on_and_that_does_not_count(
    site: RunningSite, teacher: Teacher, come_in: Come
) -> None:
    league = open_league(teacher)
    ana, bea = come_in("Ana"), come_in("Bea")
    assert "Cuando suena el timbre, las partidas sin terminar se paran y no cuentan" in league_page(ana)
    for each in (ana, bea):
        press(each, "estoy")
    finish(ana, bea, site)
    second = wait_for_second(site, league, ana.game)
    press(ana, "jugar")
    assert teacher.send(f"/liga/{league}/timbre").status_code == 303
    assert site.rows("SELECT how, winner FROM games WHERE id = ?", second) == [("stopped", None)]
    page = ana.look()
    assert "Partida parada" in page.state
    assert "no cuenta" in page.state
    assert ana.play("a1b1", page.number("last")).status == 409
    assert "Ha sonado el timbre" in league_page(bea)
    assert [row[2] for row in table(teacher, league).values()] == ["1", "1"]
    for action in ("estoy", "descanso", "jugar"):
        press(ana, action)
    keep(site.app.state.site, league)
    assert running(site, league) == []
    assert site.rows("SELECT count(*) FROM league_seats WHERE league_id = ?", league) == [(4,)]


def test_the_bell_rings_by_itself_at_its_hour_in_the_zone_of_the_class(
    site: RunningSite, come_in: Come, clock: Clock
) -> None:
    teacher, forgetful = Teacher(site, zona="America/Bogota"), Teacher(site)
    # In Bogotá it is 6:00 now.
    refused = teacher.send("/liga", hasta="05:59")
    assert refused.status_code == 422
    assert "Esa hora ya ha pasado hoy" in words(refused.text)
    assert "Escribe una hora" in words(teacher.send("/liga", hasta="luego").text)
    league = open_league(teacher, hasta="06:50")
    assert "En juego hasta las 6:50" in teacher.page("/liga")
    assert open_league(forgetful) != league
    clock.now = NOON + timedelta(minutes=49)
    keep(site.app.state.site, league)
    assert site.rows("SELECT ended_at FROM leagues WHERE id = ?", league) == [(None,)]
    clock.now += timedelta(minutes=1)
    eventually(lambda: "Terminó a las 6:50" in teacher.page("/liga"))
    assert "En juego" in forgetful.page("/liga")
    clock.now = NOON + timedelta(hours=12)
    eventually(lambda: "Terminó" in forgetful.page("/liga"))


def test_processes_that_pair_at_once_make_one_set_of_games(
    site: RunningSite, teacher: Teacher, come_in: Come, clock: Clock
) -> None:
    league = open_league(teacher)
    pupils = [come_in() for _ in range(6)]
    ids = [number_of(each) for each in pupils]
    for each in ids:
        site.store(
            "INSERT INTO league_players (league_id, pupil_id, state, since, seen_at) "
            f"VALUES ({league}, {each}, 'ready', '2026-12-02 11:00:00', '2026-12-02 11:00:00')"
        )
    at_once = threading.Barrier(6)

    def pair() -> None:
        at_once.wait()
        keep(site.app.state.site, league)

    threads = [threading.Thread(target=pair) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games = running(site, league)
    assert len(games) == 3
    assert sorted(pupil for _game, pair_ in games for pupil in pair_) == sorted(ids)
    # Whatever else went wrong, the database gives no pupil the same number of game twice.
    with pytest.raises(IntegrityError), site.app.state.site.database.writing() as session:
        session.add(
            LeagueSeat(
                game_id=games[0][0],
                seat=1,
                league_id=league,
                pupil_id=games[1][1][0],
                number=1,
                half=1,
                begun_at=NOON,
            )
        )


def test_a_league_goes_on_after_the_server_was_stopped(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as site:
        teacher = Teacher(site)
        league = open_league(teacher)
        pupils = [Pupil(site), Pupil(site)]
        for each in pupils:
            each.join(teacher.code)
            press(each, "estoy")
        ((game, _seats),) = running(site, league)
        finish(pupils[0], pupils[1], site)
        site.stop()
        site.store("UPDATE games SET ended_at = ended_at")
        site.start()
        second = wait_for_second(site, league, game)
        assert [each for each, _ in running(site, league)] == [second]
        finish(pupils[0], pupils[1], site)
        assert table(teacher, league)[pupils[0].name][2] == "2"


def test_a_browser_without_cookies_plays_by_its_links(
    site: RunningSite, teacher: Teacher, come_in: Come
) -> None:
    league = open_league(teacher)
    ana, bea = Pupil(site, keeps_cookies=False), come_in("Bea")
    page = ana.http.get(f"/clase/{teacher.code}").text
    alias = unescape(re.search(r'name="alias" value="([^"]+)"', page)[1])  # type: ignore[index]
    welcome = ana.http.post(f"/clase/{teacher.code}/entrar", data={"alias": alias, "nombre": "Ana"}).text
    ana.code, ana.name = teacher.code, "Ana"
    ana.key = re.search(r'id="seguir" href="[^"]*llave=([^"]+)"', welcome)[1]  # type: ignore[index]
    assert "¿Juegas?" in league_page(ana)
    press(ana, "estoy")
    press(bea, "estoy")
    press(ana, "jugar")
    ((game, _seats),) = running(site, league)
    assert ana.game == game
    # With the key of the seat the pupil is known on the league's page too, and only as this pupil.
    assert "Tu siguiente partida" in league_page(ana)
    back = re.search(r'id="volver-tarea" href="([^"]+)"', ana.look().html)
    assert back
    assert "· Ana Liga de la clase" in words(ana.http.get(unescape(back[1])).text)
