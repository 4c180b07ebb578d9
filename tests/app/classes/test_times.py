"""Opening and closing times are the class's own, on any night and in any zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from app.classes.moments import days_later, is_zone, places, read_local, write_local
from tests.app.challenges.conftest import Clock
from tests.app.classes.conftest import Pupil, Teacher, settled, words
from tests.running import RunningSite


def test_a_time_may_say_how_far_it_is_from_utc() -> None:
    for text in ("2026-12-03T08:00:59.5Z", "2026-12-03T10:00+02:00"):
        assert read_local(text, "Asia/Kolkata") == datetime(2026, 12, 3, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "local", "moment"),
    [
        ("Europe/Madrid", "2026-12-01T09:30", "2026-12-01T08:30"),
        ("Europe/Madrid", "2026-03-29T02:30", None),  # skipped
        ("Europe/Madrid", "2026-03-29T03:00", "2026-03-29T01:00"),
        ("Europe/Madrid", "2026-10-25T02:30", "2026-10-25T00:30"),  # shown twice: the first
        ("America/Mexico_City", "2026-12-01T09:30", "2026-12-01T15:30"),
        ("America/Santiago", "2026-09-06T00:30", None),  # skipped at midnight
        ("Asia/Kolkata", "2026-12-01T09:30", "2026-12-01T04:00"),
        ("Pacific/Auckland", "2026-12-01T09:30", "2026-11-30T20:30"),
    ],
)
def test_a_local_time_is_one_moment_or_none(zone: str, local: str, moment: str | None) -> None:
    expected = None if moment is None else datetime.fromisoformat(moment).replace(tzinfo=UTC)
    assert read_local(local, zone) == expected
    if expected is not None:
        assert write_local(expected, zone) == local


def test_a_week_later_is_the_same_time_of_day() -> None:
    before = datetime(2026, 3, 24, 8, tzinfo=UTC)  # nine o'clock in winter
    after = days_later(before, 7, "Europe/Madrid")
    assert write_local(after, "Europe/Madrid") == "2026-03-31T09:00"
    assert after == datetime(2026, 3, 31, 7, tzinfo=UTC)


def test_zones_are_those_that_the_machine_knows() -> None:
    assert is_zone("Europe/Madrid")
    assert not any(
        is_zone(name) for name in ("Europe/Atlantis", "", "../etc/passwd", "/etc/passwd", "a" * 999)
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", "Es la hora de Ciudad de México. Ahora: mié 2 dic, 5:00."),
        ("en", "Times are those of Mexico City. Now: Wed 2 Dec, 5:00 AM."),
    ],
)
def test_a_teacher_reads_places_and_dates_as_people_write_them(
    site: RunningSite, clock: Clock, language: str, said: str
) -> None:
    teacher = Teacher(site, zona="America/Mexico_City")
    teacher.http.headers["Accept-Language"] = language
    page = teacher.page().replace("\u202f", " ")
    assert said in page
    assert not re.search(r"\d{4}-\d{2}-\d{2}|lado de siempre|demostrado|proved", page)
    options = teacher.http.get("/profe").text
    assert re.search(r'value="America/Mexico_City">(Ciudad de México|Mexico City)<', options)
    assert 'value="Europe/Madrid" selected>Madrid<' in options


def test_places_to_choose_from_are_in_the_order_of_the_alphabet() -> None:
    named = [place for _zone, place in places("es")]
    assert len(set(named)) == len(named) > 300
    assert named.index("Ámsterdam") < named.index("Atenas") < named.index("Zúrich")
    assert dict(places("en"))["Europe/Madrid"] == "Madrid"


def test_a_task_opens_and_closes_by_the_clock_of_the_class(site: RunningSite, clock: Clock) -> None:
    teacher = Teacher(site, zona="America/Mexico_City")
    task = teacher.publish(abre="2026-12-02T06:00", cierra="2026-12-02T07:00", intentos="0")
    pupil = Pupil(site)
    pupil.join(teacher.code)
    assert "Todavía no hay ningún reto" in pupil.page()  # it is five in the morning there
    assert pupil.begin(task).status_code == 409
    assert "Se abre" in teacher.page(reto=task)
    clock.now = datetime(2026, 12, 2, 12, tzinfo=UTC)
    assert pupil.begin(task).status_code == 303
    clock.now = datetime(2026, 12, 2, 13, tzinfo=UTC)
    pupil.finish(well=True)  # begun in time, so it may be played out
    assert pupil.begin(task).status_code == 409
    assert "Este reto está cerrado" in pupil.page()


def test_times_that_make_no_sense_are_said(teacher: Teacher) -> None:
    for form, said in (
        ({"abre": "2026-03-29T02:30"}, "Esa hora no existe ese día"),
        ({"abre": "mañana"}, "Escribe una fecha y una hora"),
        ({"abre": "2026-12-03T10:00", "cierra": "2026-12-03T09:00"}, "Tiene que cerrarse después"),
        ({"cierra": "2026-12-02T11:59"}, "Tiene que cerrarse después"),
        ({"abre": "9999-99-99T99:99"}, "Escribe una fecha y una hora"),
    ):
        answer = teacher.send("/retos", partida="gusano start=c3", **form)
        assert answer.status_code == 422
        assert said in words(answer.text)


def test_the_tasks_of_a_week_are_set_again_a_week_later(teacher: Teacher, clock: Clock) -> None:
    task = teacher.publish(titulo="Lunes", abre="2026-12-02T09:00", cierra="2026-12-02T10:00", pistas="si")
    teacher.publish(titulo="Aún no", abre="2026-12-04T09:00")
    clock.now = datetime(2026, 12, 3, 12, tzinfo=UTC)
    assert teacher.send("/repetir").status_code == 303
    rows = teacher.site.rows(
        "SELECT title, opens_at, closes_at, allowed FROM assignments WHERE title = 'Lunes' ORDER BY id"
    )[-2:]
    assert [str(row[1])[:16] for row in rows] == ["2026-12-02 08:00", "2026-12-09 08:00"]
    assert str(rows[1][2])[:16] == "2026-12-09 09:00"
    assert rows[1][3] == "hint"
    assert teacher.site.rows("SELECT count(*) FROM assignments WHERE title = 'Aún no'")[0][0] == 1
    assert task


def test_what_is_known_of_a_task_is_known_of_it_a_week_later(teacher: Teacher, clock: Clock) -> None:
    known = "SELECT par, par_low, par_high, par_exact, par_state, solution FROM assignments"
    settled(teacher, task := teacher.publish())
    before = teacher.site.rows(f"{known} WHERE id = ?", task)
    assert before[0][-1], "the line of best play"
    clock.now += timedelta(hours=1)
    teacher.send("/repetir")
    assert teacher.site.rows(f"{known} ORDER BY id DESC LIMIT 1") == before


def test_what_is_older_than_a_week_is_not_set_again(teacher: Teacher, clock: Clock) -> None:
    teacher.publish()
    clock.now += timedelta(days=7)
    teacher.send("/repetir")
    count = "SELECT count(*) FROM assignments JOIN classes ON classes.id = class_id WHERE code = ?"
    assert teacher.site.rows(count, teacher.code) == [(1,)]
