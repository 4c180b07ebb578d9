"""A class league over real HTTP: taking part, pairing, absences, the bell, and what is left of it."""

from __future__ import annotations

import csv
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from app.classes.league import keep
from app.classes.league_forms import read_league
from app.classes.league_pairing import GATHER_SECONDS
from app.classes.tables import LeagueSeat
from engines import registry
from tests.app.api.conftest import UNLIMITED
from tests.app.challenges.conftest import NOON, Clock
from tests.app.classes.conftest import Pupil, Teacher, words
from tests.running import RunningSite, eventually

TINY = "timbiriche rows=1 cols=1"
"""Four lines: the side that closes the box has won, the one that began has not."""
PATIENCE = 3 * 60

Come = Callable[..., Pupil]


@pytest.fixture(scope="module")
def league_site(tmp_path_factory: pytest.TempPathFactory, class_clock: Clock) -> Iterator[RunningSite]:
    """Nobody here needs a strong computer."""
    folder = tmp_path_factory.mktemp("leagues")
    with RunningSite(folder, clock=class_clock, watch_seconds=0.02, **UNLIMITED) as site:
        yield site


@pytest.fixture
def site(league_site: RunningSite, clock: Clock) -> RunningSite:
    return league_site


def open_league(teacher: Teacher, **form: str) -> int:
    answer = teacher.send("/liga", **{"linea": TINY, **form})
    assert answer.status_code == 303, words(answer.text)
    found = teacher.site.rows("SELECT max(id) FROM leagues")
    return int(found[0][0])


def league_page(pupil: Pupil) -> str:
    """What a pupil reads, without the table."""
    return words(pupil.http.get(f"/clase/{pupil.code}/liga", params=_key(pupil)).text).split(" Puntos ")[0]


def _key(pupil: Pupil) -> dict[str, str]:
    return {"llave": pupil.key} if pupil.key else {}


def press(pupil: Pupil, action: str) -> None:
    answer = pupil.http.post(f"/clase/{pupil.code}/liga/{action}", data=_key(pupil))
    assert answer.status_code == 303
    if answer.headers["location"].startswith("/p/"):
        pupil.follow(answer)


def number_of(pupil: Pupil) -> int:
    found = pupil.site.rows(
        "SELECT pupils.id FROM pupils JOIN classes ON classes.id = class_id "
        "WHERE code = ? AND coalesce(own_name, alias) = ?",
        pupil.code,
        pupil.name,
    )
    return int(found[0][0])


def running(site: RunningSite, league: int) -> list[tuple[str, list[int]]]:
    """The games that go on, each with its pupils by seat."""
    rows = site.rows(
        "SELECT game_id, pupil_id FROM league_seats JOIN games ON games.id = game_id "
        "WHERE league_id = ? AND how IS NULL ORDER BY game_id, seat",
        league,
    )
    return [
        (game, [pupil for each, pupil in rows if each == game]) for game in sorted({row[0] for row in rows})
    ]


def table(teacher: Teacher, league: int) -> dict[str, list[str]]:
    """The teacher's table by name: place, points, games, won, drawn, lost."""
    page = teacher.look("/liga", liga=league).text
    rows = re.findall(r"<tr>\s*<td>.*?</tr>", page, re.DOTALL)
    cells = [
        [words(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)] for row in rows
    ]
    return {name.split(" (")[0]: [place, *others[:5]] for place, name, *others in cells}


def finish(first: Pupil, second: Pupil, site: RunningSite) -> None:
    """Play the game of two to its end, each with the first line that is free."""
    players = {0: first, 1: second}
    for each in players.values():
        press(each, "jugar")
    assert first.game == second.game
    while True:
        moves, turn, how = site.rows("SELECT moves, turn, how FROM games WHERE id = ?", first.game)[0]
        if how is not None:
            return
        seated = dict(site.rows("SELECT pupil_id, seat FROM league_seats WHERE game_id = ?", first.game))
        mover = next(each for each in players.values() if seated[number_of(each)] == turn)
        free = [line for line in ("a1b1", "a2b2", "a1a2", "b1b2") if line not in moves]
        assert mover.play(free[0]).status == 200


def wait_for_second(site: RunningSite, league: int, before: str) -> str:
    """The game with the seats swapped, which the site makes by itself."""
    found: list[tuple[str]] = eventually(
        lambda: site.rows("SELECT id FROM games WHERE previous_id = ?", before)
    )
    return found[0][0]


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
