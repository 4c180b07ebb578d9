"""Who may do what in a class, and how it ends: by a button, by age, and without leaving anything."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from app.classes.expiry import purge_classes
from tests.app.challenges.conftest import NOON
from tests.app.classes.conftest import Pupil, Teacher, words
from tests.running import RunningSite, eventually

PAGES = (
    "",
    "/pantalla",
    "/tarjetas",
    "/borrar",
    "/retos/{task}/csv",
    "/retos/{task}/mapa",
    "/retos/{task}/hoja",
)
FORMS = (
    "/retos",
    "/repetir",
    "/retos/{task}/cerrar",
    "/retos/{task}/borrar",
    "/alumnos/{pupil}/ocultar",
    "/alumnos/{pupil}/quitar",
    "/alumnos/{pupil}/unir",
    "/alumnos/{pupil}/frase",
    "/borrar",
)


def kept(site: RunningSite, teacher: Teacher) -> list[Any]:
    """What is stored of a class, once the pars of its tasks are known."""
    [(number,)] = site.rows("SELECT id FROM classes WHERE code = ?", teacher.code)
    tasks = "SELECT id FROM assignments WHERE class_id = ?"
    eventually(lambda: not site.rows(f"{tasks} AND par_state <> 'done'", number))
    queries = ["SELECT * FROM classes WHERE id = ?"]
    queries += [
        f"SELECT * FROM {table} WHERE class_id = ? ORDER BY id" for table in ("pupils", "assignments")
    ]
    return [site.rows(query, number) for query in queries]


def test_nobody_teaches_without_the_secret(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish()
    pupil = come_in("Lucía")
    number = teacher.pupil("Lucía")
    other = Teacher(site)
    before = kept(site, teacher)
    for desk in ("/profe/" + "A" * 32, f"/profe/{teacher.code}", other.desk):
        for path in (*PAGES, *FORMS):
            if desk == other.desk and "{" not in path:
                continue  # that is the other class, and theirs
            whole = desk + path.format(task=task, pupil=number)
            sent = {"con": str(number), "oculto": "si", "partida": "gusano start=c3"}
            if path in PAGES:
                assert pupil.http.get(whole).status_code == 404, whole
            if path in FORMS:
                assert pupil.http.post(whole, data=sent).status_code == 404, whole
    assert kept(site, teacher) == before


def test_a_pupil_does_not_see_what_is_the_teachers(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish()
    pupil, other = come_in("Lucía"), come_in("Hugo")
    pupil.begin(task)
    page = other.http.get(f"/clase/{teacher.code}").text
    assert "Lucía" not in page
    assert teacher.desk not in page
    stranger = site.client()
    assert stranger.post(f"/clase/{teacher.code}/retos/{task}/jugar").status_code == 404
    game = pupil.game
    assert other.http.post(f"/p/{game}/jugadas", data={"move": "a2", "version": 1}).status_code == 403


def test_looking_at_a_class_changes_nothing(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish()
    pupil = come_in("Lucía")
    teacher.page(reto=task)
    before = kept(site, teacher)
    for path in PAGES:
        assert teacher.look(path.format(task=task)).status_code == 200
    pupil.page()
    assert kept(site, teacher) == before


def test_one_button_deletes_everything(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish()
    pupil = come_in("Lucía")
    pupil.begin(task)
    assert "No se puede deshacer" in teacher.page("/borrar")
    assert "Clase borrada" in words(teacher.send("/borrar").text)
    assert teacher.look().status_code == 404
    assert pupil.http.get(f"/clase/{teacher.code}").status_code == 404
    orphans = "SELECT count(*) FROM pupils WHERE class_id NOT IN (SELECT id FROM classes)"
    assert site.rows(orphans) == [(0,)]
    assert site.rows("SELECT count(*) FROM games WHERE id = ?", pupil.game) == [(0,)]
    assert site.rows("SELECT count(*) FROM assignments WHERE id = ?", task) == [(0,)]


def test_a_pupil_who_is_taken_out_leaves_nothing(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    task = teacher.publish()
    pupil = come_in("Lucía")
    pupil.begin(task)
    number = teacher.pupil("Lucía")
    teacher.send(f"/alumnos/{number}/quitar")
    assert site.rows("SELECT count(*) FROM pupils WHERE id = ?", number) == [(0,)]
    assert site.rows("SELECT count(*) FROM pupil_keys WHERE pupil_id = ?", number) == [(0,)]
    assert site.rows("SELECT count(*) FROM games WHERE id = ?", pupil.game) == [(0,)]
    assert "Aquí te llamarás" in pupil.page()


@pytest.mark.parametrize(("days", "there"), [(399, True), (401, False)])
def test_a_class_that_nobody_uses_is_deleted(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil], days: int, there: bool
) -> None:
    task = teacher.publish()
    pupil = come_in("Lucía")
    pupil.begin(task)
    running = site.app.state.site
    with running.database.writing() as session:
        purge_classes(session, running.settings, NOON + timedelta(days=days))
    assert (teacher.look().status_code == 200) == there
    assert (site.rows("SELECT count(*) FROM games WHERE id = ?", pupil.game) == [(1,)]) == there
