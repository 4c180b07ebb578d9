"""A league for its teacher: opening it, looking at it, and what is left of it."""

from __future__ import annotations

import csv
import re
from collections import Counter
from datetime import timedelta
from html import unescape

import pytest
from sqlalchemy.exc import IntegrityError

from app.classes.league_forms import read_league
from engines import registry
from tests.app.challenges.conftest import Clock
from tests.app.classes.conftest import Teacher, words
from tests.app.classes.leagues import (
    TINY,
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
from tests.running import RunningSite

__all__ = ["league_site", "site"]


def test_a_form_with_something_wrong_is_shown_again(teacher: Teacher) -> None:
    for field, value, said in (
        ("linea", "ajedrez rows=3", "No conozco el juego"),
        ("linea", "timbiriche rows=99", "rows"),
        ("linea", "timbiriche rows", "no tiene la forma clave=valor"),
        ("linea", "timbiriche rows=3 rows=4", "más de una vez"),
        ("tablero", "", "No conozco el juego"),
        ("minutos", "7", "Elige una de las opciones"),
        ("nivel", "imposible", "Elige una de las opciones"),
    ):
        answer = teacher.send("/liga", **{field: value})
        assert answer.status_code == 422, value
        assert said in words(answer.text), value
        assert f'id="error-{field}"' in answer.text
    assert teacher.site.rows(
        "SELECT count(*) FROM leagues JOIN classes ON classes.id = class_id WHERE code = ?", teacher.code
    ) == [(0,)]


def test_every_board_that_is_offered_begins_a_league(site: RunningSite, teacher: Teacher) -> None:
    page = teacher.look("/liga").text
    select = re.search(r'<select id="tablero".*?</select>', page, re.DOTALL)
    assert select
    offered = [unescape(value) for value in re.findall(r'<option value="([^"]+)"', select[0])]
    assert len(offered) > 20
    for value in offered:
        wish = read_league(site.app.state.site, "Europe/Madrid", {"tablero": value}).wish
        assert wish is not None, value
        assert registry.read_match(wish.line).legal_moves(), value


def test_a_class_has_one_league_at_a_time(site: RunningSite, teacher: Teacher) -> None:
    league = open_league(teacher)
    assert open_league(teacher) == league
    group = site.rows("SELECT class_id FROM leagues WHERE id = ?", league)[0][0]
    with pytest.raises(IntegrityError):
        site.store(
            "INSERT INTO leagues (class_id, line, level, patience, created_at) "
            f"VALUES ({group}, '{TINY}', 'facil', 60, '2026-12-02')"
        )
    teacher.send(f"/liga/{league}/timbre")
    assert open_league(teacher) > league


def test_the_oldest_league_makes_room_for_a_new_one(
    site: RunningSite, teacher: Teacher, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr("app.classes.league.MOST_LEAGUES", 2)
    opened = []
    for _ in range(3):
        opened.append(open_league(teacher))
        clock.now += timedelta(minutes=1)
        teacher.send(f"/liga/{opened[-1]}/timbre")
    assert [teacher.look("/liga", liga=each).status_code for each in opened] == [404, 200, 200]


def test_a_bell_that_has_rung_is_not_rung_again(site: RunningSite, teacher: Teacher, clock: Clock) -> None:
    league = open_league(teacher)
    teacher.send(f"/liga/{league}/timbre")
    ended = site.rows("SELECT bell_at, ended_at FROM leagues WHERE id = ?", league)
    clock.now += timedelta(hours=1)
    teacher.send(f"/liga/{league}/timbre")
    assert site.rows("SELECT bell_at, ended_at FROM leagues WHERE id = ?", league) == ended


def test_looking_changes_nothing_and_strangers_see_nothing(
    site: RunningSite, teacher: Teacher, come_in: Come
) -> None:
    league = open_league(teacher, hasta="")
    ana, bea = come_in("Ana"), come_in("Bea")
    for each in (ana, bea):
        press(each, "estoy")
    stranger, other = site.client(), Teacher(site)
    before = site.everything()
    for path in ("/liga", f"/liga?liga={league}", "/liga/pantalla", f"/liga/{league}/csv", ""):
        assert teacher.look(path).status_code == 200
        assert stranger.get(f"/profe/{'A' * 32}{path}").status_code == 404
    for each in (ana, bea):
        assert "Tu siguiente partida" in league_page(each)
        assert "liga de la clase" in each.page()
    assert stranger.get(f"/clase/{teacher.code}/liga").headers["location"] == f"/clase/{teacher.code}"
    for action in ("estoy", "descanso", "jugar"):
        assert stranger.post(f"/clase/{teacher.code}/liga/{action}").status_code == 404
    for path in ("timbre", "borrar"):
        assert other.send(f"/liga/{league}/{path}").status_code == 404
    assert other.look(f"/liga/{league}/csv").status_code == 404
    assert other.look("/liga", liga=league).status_code == 404
    assert site.everything() == before


def test_the_projector_shows_aliases_and_no_names(site: RunningSite, teacher: Teacher, come_in: Come) -> None:
    open_league(teacher)
    pupils = [come_in("Lucía"), come_in("Hugo")]
    for each in pupils:
        press(each, "estoy")
    screen = teacher.page("/liga/pantalla")
    for each in pupils:
        alias = site.rows("SELECT alias FROM pupils WHERE id = ?", number_of(each))[0][0]
        assert alias in screen
        assert each.name not in screen
        assert f"{each.name} ({alias})" in teacher.page("/liga")


def test_the_table_as_a_file_is_harmless_for_spreadsheets(
    site: RunningSite, teacher: Teacher, come_in: Come
) -> None:
    league = open_league(teacher)
    ana, bea = come_in("-Ana"), come_in("Bea")
    for each in (ana, bea):
        press(each, "estoy")
    finish(ana, bea, site)
    answer = teacher.look(f"/liga/{league}/csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.reader(answer.text.removeprefix("\ufeff").splitlines()))
    assert rows[0][:4] == ["Puesto", "Nombre", "Alias", "Puntos"]
    assert {row[1] for row in rows[1:]} == {"'-Ana", "Bea"}
    assert sorted(row[3] for row in rows[1:]) == ["0", "1"]


def test_nothing_is_left_of_who_is_taken_out_and_of_what_is_deleted(
    site: RunningSite, teacher: Teacher, come_in: Come
) -> None:
    league = open_league(teacher)
    ana, bea, eva = come_in("Ana"), come_in("Bea"), come_in("Eva")
    for each in (ana, bea):
        press(each, "estoy")
    finish(ana, bea, site)
    gone = number_of(ana)
    teacher.send(f"/alumnos/{gone}/quitar")
    assert site.rows("SELECT count(*) FROM games WHERE id = ?", ana.game) == [(0,)]
    for kept in ("league_players", "league_seats"):
        assert site.rows(f"SELECT count(*) FROM {kept} WHERE pupil_id = ?", gone) == [(0,)]
    press(bea, "estoy")
    press(eva, "estoy")
    ((game, pair),) = running(site, league)
    assert sorted(pair) == sorted([number_of(bea), number_of(eva)])
    teacher.send("/borrar")
    counts = Counter(
        {
            "league": site.rows("SELECT count(*) FROM leagues WHERE id = ?", league)[0][0],
            "seats": site.rows("SELECT count(*) FROM league_seats WHERE league_id = ?", league)[0][0],
            "players": site.rows("SELECT count(*) FROM league_players WHERE league_id = ?", league)[0][0],
            "games": site.rows("SELECT count(*) FROM games WHERE id = ?", game)[0][0],
        }
    )
    assert counts.total() == 0


def test_two_aliases_of_one_pupil_become_one_player(
    site: RunningSite, teacher: Teacher, come_in: Come
) -> None:
    league = open_league(teacher)
    ana, bea, twin = come_in("Ana"), come_in("Bea"), come_in("Anita")
    for each in (ana, bea):
        press(each, "estoy")
    finish(ana, bea, site)
    wait_for_second(site, league, ana.game)
    finish(ana, bea, site)
    for each in (twin, bea):
        press(each, "estoy")
    first = running(site, league)[0][0]
    finish(twin, bea, site)
    wait_for_second(site, league, first)
    teacher.send(f"/alumnos/{number_of(twin)}/unir", con=str(number_of(ana)))
    # What went on is gone, what was finished counts for the one who is left.
    assert running(site, league) == []
    assert table(teacher, league)["Ana"][2] == "3"
    assert sorted(table(teacher, league)) == ["Ana", "Bea"]
    numbers = site.rows(
        "SELECT number FROM league_seats WHERE league_id = ? AND pupil_id = ? ORDER BY number",
        league,
        number_of(ana),
    )
    assert numbers == [(1,), (2,), (3,)]


def test_the_privacy_page_tells_of_leagues(site: RunningSite) -> None:
    assert "De las ligas de la clase" in words(site.client().get("/privacidad").text)
