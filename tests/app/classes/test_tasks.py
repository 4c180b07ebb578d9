"""Publishing any position, par with its proof, tries that are counted by the server, and the table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import timedelta

import pytest

from app.classes.results import as_csv
from engines import registry
from tests.app.challenges.conftest import TODAY, Clock
from tests.app.classes.conftest import BOARD, Pupil, Teacher, settled, words
from tests.listening import Listener
from tests.people import Person
from tests.running import RunningSite, eventually


def test_par_is_computed_and_said_to_be_proved(teacher: Teacher) -> None:
    assert re.search(r"\(el par\): \d+ puntos, demostrado", settled(teacher, teacher.publish()))
    ending = "timbiriche rows=2 cols=2 drawn=a1b1,a1a2,c2c3,b3c3"
    assert re.search(r"\(el par\): −?\d+ casillas?, demostrado", settled(teacher, teacher.publish(ending)))


def test_a_board_too_large_to_solve_shows_the_best_known(
    teacher: Teacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.classes.par.SLICES", (0.05, 0.1))
    page = settled(teacher, teacher.publish("gusano board=square8 rows=9 cols=9 start=e5"))
    assert "El mejor resultado que se conoce" in page
    assert "Podría haber uno mejor" in page
    # In whole points or cells, as every result is.
    large = settled(teacher, teacher.publish("timbiriche rows=10 cols=10"))
    assert re.search(r"que se conoce \(el par\): −?\d+ casillas?\.", large)


def test_a_generated_board_comes_with_its_par(teacher: Teacher) -> None:
    answer = teacher.send("/retos", generado=f"{TODAY}/gusano", intentos="1")
    assert answer.status_code == 303
    assert ", demostrado." in teacher.page()


def test_a_new_board_is_made_for_the_class(site: RunningSite, teacher: Teacher) -> None:
    """One that nobody has seen: not the challenge of a day."""
    page = teacher.look().text
    offered = re.findall(r'<option value="nuevo/([a-z]+)/([a-z]+)"', page)
    assert set(offered) == {
        (game.slug, theme) for game in registry.GAMES if game.daily for theme in game.daily.themes.values()
    }
    teacher.http.timeout = 300  # a busy machine takes its time
    answer = teacher.send("/retos", generado="nuevo/timbiriche/timbiriche", intentos="1")
    assert answer.status_code == 303
    task, line = site.rows("SELECT id, line FROM assignments ORDER BY id DESC LIMIT 1")[0]
    assert line.startswith("timbiriche ")
    assert "drawn=" in line
    assert ", demostrado." in settled(teacher, task)
    unknown = teacher.send("/retos", generado="nuevo/timbiriche/nada", intentos="1")
    assert unknown.status_code == 422
    assert "Elige un tablero preparado" in words(unknown.text)


def test_the_page_says_how_far_the_computing_of_par_is(teacher: Teacher) -> None:
    task = teacher.publish("gusano board=square8 rows=10 cols=10 start=e5")

    def percent() -> int:
        found = re.search(r'<progress max="100" value="(\d+)"', teacher.look(reto=task).text)
        return int(found[1]) if found else 0

    first = eventually(percent)
    assert 0 < first < eventually(lambda: (now := percent()) > first and now) <= 99
    teacher.send(f"/retos/{task}/borrar")  # the rest of the time need not be spent
    following = teacher.publish()  # it may get the number of the one that is gone, but not its par
    assert "El mejor resultado posible (el par): 10 puntos, demostrado" in settled(teacher, following)


def test_a_position_of_a_finished_game_is_set_by_its_address(site: RunningSite, teacher: Teacher) -> None:
    player = Person(site)
    game = player.make_from("timbiriche rows=2 cols=2 : a1b1 a1a2 b1c1 c1c2", "person", "person")
    refused = teacher.send("/retos", partida=f"{site.address}/p/{game}")
    assert refused.status_code == 422
    assert "todavía no ha terminado" in words(refused.text)
    whole = "gusano rows=3 cols=3 start=b2 : a2 a1 b1 c1 c2 c3 b3 a3 a2 a1 b1 c1 c2 c3 b3 a3"
    game = player.make_from(whole, "person", "person")
    task = teacher.publish(f"{site.address}/p/{game}?jugada=10")
    line = site.rows("SELECT line FROM assignments WHERE id = ?", task)[0][0]
    assert line == "gusano board=square4 rows=3 cols=3 start=b2 rounds=1 : a2 a1"


def test_a_board_of_the_editor_is_set_by_its_address(site: RunningSite, teacher: Teacher) -> None:
    link = f"{site.address}/juegos/gusano/editor?board=hex&side=2&start=a1&values=b2%3A3"
    task = teacher.publish(link)
    line = site.rows("SELECT line FROM assignments WHERE id = ?", task)[0][0]
    assert line == "gusano board=hex side=2 start=a1 rounds=1 values=b2:3"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"partida": ""}, "Elige un tablero preparado"),
        ({"partida": "ajedrez"}, "No conozco el juego"),
        ({"partida": "gusano start=z9"}, "no vale"),
        ({"partida": "timbiriche rows=1 cols=1 : a1b1 a1b1"}, "Jugada 2"),
        ({"partida": "timbiriche rows=1 cols=1 : a1b1 a1a2 a2b2 b1b2"}, "ya no se puede jugar"),
        ({"partida": "/p/aaaaaaaaaaaa"}, "no existe o todavía no ha terminado"),
        ({"partida": "gusano start=c3", "intentos": "21"}, "del 0 al 20"),
        ({"partida": "gusano start=c3", "intentos": "-1"}, "del 0 al 20"),
        ({"partida": "gusano start=c3", "intentos": "²"}, "del 0 al 20"),
        ({"partida": "gusano start=c3", "nivel": "dios"}, "Elige una de las opciones"),
        ({"partida": "gusano start=c3", "titulo": "x" * 61}, "demasiado largo"),
    ],
)
def test_what_cannot_be_set_is_said_beside_its_field(
    site: RunningSite, teacher: Teacher, form: dict[str, str], said: str
) -> None:
    before = site.rows("SELECT count(*) FROM assignments")
    answer = teacher.send("/retos", **form)
    assert answer.status_code == 422
    assert said in words(answer.text)
    assert 'aria-invalid="true"' in answer.text
    assert site.rows("SELECT count(*) FROM assignments") == before


def test_tries_are_counted_and_only_moves_are_believed(
    teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish(intentos="2")
    pupil = come_in("Lucía")
    assert "Te quedan 2 intentos" in pupil.page()
    pupil.begin(task)
    first = pupil.game
    pupil.begin(task)
    assert pupil.game == first
    pupil.finish(well=False)
    pupil.begin(task)
    assert pupil.game != first
    pupil.finish(well=True)
    assert pupil.begin(task).status_code == 409
    assert "Has hecho todos tus intentos" in pupil.page()
    page = settled(teacher, task)
    assert re.search(r"Lucía \([^)]+\) 2 / 2 \d+ puntos par", page)
    assert "1 ha terminado · 1 en el par" in page


@pytest.mark.parametrize(
    ("line", "level", "called"),
    [
        ("timbiriche rows=1 cols=1", "perfecto", "Difícil"),
        ("ayu size=5", "perfecto", "Maestro"),
        ("gyges setup=312231/132213", "facil", "Fácil"),
    ],
)
def test_a_task_may_be_of_any_game_and_level(
    teacher: Teacher, come_in: Callable[..., Pupil], line: str, level: str, called: str
) -> None:
    task = teacher.publish(line, nivel=level)
    assert f"· {called} ·" in teacher.page()
    pupil = come_in()
    assert f"Contra el ordenador, nivel {called}." in pupil.page()
    pupil.begin(task)
    assert "Todavía no ha terminado nadie" in teacher.page(f"/retos/{task}/mapa")
    for sheet in (
        "/pantalla",
        f"/retos/{task}/mapa",
        f"/retos/{task}/hoja",
        f"/retos/{task}/csv",
        "/tarjetas",
    ):
        assert teacher.look(sheet).status_code == 200, sheet
    teacher.send(f"/retos/{task}/borrar")  # nobody need wait while its par is computed


@pytest.mark.parametrize(
    ("allowed", "shown"),
    [
        ({}, ()),
        ({"pistas": "si"}, ("pedir-pista",)),
        ({"ayuda": "si"}, ("cambiar-ayuda",)),
        ({"deshacer": "si"}, ("deshacer",)),
    ],
)
def test_a_task_allows_what_the_teacher_ticked(
    teacher: Teacher, come_in: Callable[..., Pupil], allowed: dict[str, str], shown: tuple[str, ...]
) -> None:
    task = teacher.publish("timbiriche rows=2 cols=2", nivel="facil", **allowed)
    pupil = come_in()
    pupil.begin(task)
    pupil.play(pupil.wait_for_turn().free[0])
    page = pupil.wait_for_turn()
    for control in ("pedir-pista", "cambiar-ayuda", "deshacer", "rendirse", "tablas", "abrir-compartir"):
        assert page.has(control) == (control in shown), control


def test_the_table_is_sorted_hidden_from_nobody_else_and_exported(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish()
    zoe, ana = come_in("Zoe"), come_in("Ana")
    for pupil, well in ((zoe, True), (ana, False)):
        pupil.begin(task)
        pupil.finish(well=well)
    settled(teacher, task)
    assert teacher.names(reto=task, orden="nombre") == ["Ana", "Zoe"]
    assert teacher.names(reto=task, orden="resultado") == ["Zoe", "Ana"]
    assert sorted(teacher.names(reto=task, orden="tonterías")) == ["Ana", "Zoe"]
    answer = teacher.look(f"/retos/{task}/csv")
    assert answer.headers["content-disposition"].startswith("attachment")
    table = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert [row["Nombre"] for row in table] == ["Ana", "Zoe"]
    assert float(table[1]["Sobre el par"]) == 0 > float(table[0]["Sobre el par"])
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", row["Visto"]) for row in table)


@pytest.mark.parametrize(
    "cell", ["=1+2", "+1", "-1", "@x", " =1", "\t=1", "\r=1", "|x", "%x", '=HYPERLINK("x")']
)
def test_no_cell_is_taken_for_a_formula(cell: str) -> None:
    (_, row) = csv.reader(io.StringIO(as_csv(["x"], [[cell]]).removeprefix("\ufeff"), newline=""))
    assert row[0].startswith("'")


@pytest.mark.parametrize(
    ("cell", "written"), [(None, ""), ("", ""), (1_234_567, "1234567"), (2.5, "2.5"), (-4, "-4")]
)
def test_a_cell_is_written_as_it_is(cell: str | float | None, written: str) -> None:
    (_, row) = csv.reader(io.StringIO(as_csv(["x"], [["a", cell]])))
    assert row == ["a", written]


def test_the_heat_map_walks_through_what_the_class_played(
    teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish()
    for well in (True, False, False):
        pupil = come_in()
        pupil.begin(task)
        pupil.finish(well=well)
    path = f"/retos/{task}/mapa"
    eventually(lambda: "por analizar" not in teacher.page(path))
    page = teacher.page(path)
    assert "3 intentos terminados" in page
    assert "Llegaron aquí 3 personas" in page
    assert "Le toca al ordenador" in page
    html = teacher.look(path).text
    (first,) = set(re.findall(r"\?ruta=([a-z0-9+]+)\"><span><strong>", html))  # the bird is the same for all
    assert re.search(r'<text class="label"[^>]*>3</text>', html), "on the board, where the bird went"
    assert f'href="{teacher.desk}{path}?ruta={first}" tabindex="-1" data-token="{first}"' in html
    page = teacher.page(path, ruta=first)
    assert "Le toca al alumnado" in page
    assert "de las mejores" in page
    assert re.search(r"2 personas perdió \d+ puntos?", page)
    assert "Lo mejor aquí:" in page
    assert teacher.look(path, ruta="z9").status_code == 404
    assert teacher.look(path, ruta="x" * 9_000).status_code == 422


def test_the_projector_shows_no_names(teacher: Teacher, come_in: Callable[..., Pupil]) -> None:
    task = teacher.publish()
    pupil = come_in("Lucía")
    pupil.begin(task)
    pupil.finish(well=True)
    page = teacher.look("/pantalla", reto=task).text
    assert "Lucía" not in page
    assert not re.search(r"/alumnos/", page)
    assert "1 ha terminado" in words(page)
    assert "1 persona en clase" in words(page)


def test_the_sheet_has_its_solution_on_the_second_page(teacher: Teacher) -> None:
    task = teacher.publish()
    settled(teacher, task)
    page = teacher.look(f"/retos/{task}/hoja").text
    first, second = page.split('<article class="paper second">')
    assert first.count('class="paper-board"') == 2
    assert "qr" in first
    assert ", demostrado." in second
    assert ", demostrado." not in first
    assert re.search(r"Con el mejor juego de los dos: [a-d][1-3]( [a-d][1-3])+", words("<main>" + second))


def test_the_teacher_hears_of_what_happens(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    with Listener(site.client(), teacher.desk + "/vivo") as stream:
        stream.next("cambio")
        come_in("Lucía")
        stream.next("cambio")


def test_merging_two_aliases_keeps_every_try(teacher: Teacher, come_in: Callable[..., Pupil]) -> None:
    task = teacher.publish(intentos="0")
    one, two = come_in("Uno"), come_in("Dos")
    for pupil in (one, two):
        pupil.begin(task)
        pupil.finish(well=pupil is two)
    teacher.send(f"/alumnos/{teacher.pupil('Uno')}/unir", con=teacher.pupil("Dos"))
    assert teacher.names(reto=task) == ["Dos"]
    assert re.search(r"Dos \([^)]+\) 2 ", teacher.page(reto=task))
    assert "Dos" in one.page()  # the first browser goes on as the same pupil
    itself = teacher.pupil("Dos")
    assert teacher.send(f"/alumnos/{itself}/unir", con=itself).status_code == 404


def test_the_bell_ends_a_task(teacher: Teacher, come_in: Callable[..., Pupil]) -> None:
    task = teacher.publish()
    pupil = come_in()
    teacher.send(f"/retos/{task}/cerrar")
    assert pupil.begin(task).status_code == 409
    assert "Cerrado" in teacher.page(reto=task)


def test_the_bell_of_a_task_that_has_not_opened_keeps_it_shut(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil], clock: Clock
) -> None:
    task = teacher.publish(abre="2026-12-03T09:00", cierra="2026-12-03T10:00")
    teacher.send(f"/retos/{task}/cerrar")
    ((opens, closes),) = site.rows("SELECT opens_at, closes_at FROM assignments WHERE id = ?", task)
    assert opens == closes
    clock.now += timedelta(hours=21, minutes=30)
    assert come_in().begin(task).status_code == 409


def test_the_oldest_task_makes_room_for_a_new_one(
    teacher: Teacher, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr("app.classes.tasks.MOST_TASKS", 2)
    numbers = []
    for number in range(3):
        clock.now += timedelta(minutes=1)
        numbers.append(teacher.publish(titulo=f"Reto {number}"))
    page = teacher.page()
    assert [f"Reto {number}" in page for number in range(3)] == [False, True, True]
    assert teacher.look(f"/retos/{numbers[0]}/hoja").status_code == 404


def test_withdrawing_a_task_takes_its_games_along(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish(BOARD)
    pupil = come_in()
    pupil.begin(task)
    teacher.send(f"/retos/{task}/borrar")
    assert site.rows("SELECT count(*) FROM games WHERE id = ?", pupil.game) == [(0,)]
    assert pupil.look().status == 404
