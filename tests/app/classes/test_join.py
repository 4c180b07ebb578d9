"""Coming into a class in two steps, back in by a phrase, and what the teacher may do about names."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from app.classes.members import MOST_WRONG
from tests.app.challenges.conftest import Clock
from tests.app.classes.conftest import Pupil, Teacher, words
from tests.running import RunningSite


def test_the_secret_link_is_told_once_and_kept_as_a_hash(site: RunningSite, teacher: Teacher) -> None:
    secret = teacher.desk.removeprefix("/profe/")
    assert len(secret) == 32
    assert secret not in site.everything()
    assert "solo se muestra una vez" in words(teacher.made.text)
    assert teacher.made.text.count("<svg") >= 3  # two QR codes beside the logo
    assert f'value="{site.address}{teacher.desk}"' not in teacher.look().text


def test_a_form_makes_one_class_however_often_it_is_sent(site: RunningSite, clock: Clock) -> None:
    web = site.client()
    before = site.rows("SELECT count(*) FROM classes")[0][0]
    found = re.search(r'name="vale" value="([^"]+)"', web.get("/profe").text)
    assert found
    form = {"nombre": "Dos veces", "vale": found[1]}
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda _: site.client().post("/profe", data=form), range(2)))
    made.append(web.post("/profe", data=form))  # reloading the page sends the form again
    desks = {re.search(r'value="(http[^"]*/profe/[^"]+)"', answer.text)[1] for answer in made}  # type: ignore[index]
    assert len(desks) == 1
    assert {answer.status_code for answer in made} == {201}
    clock.now += timedelta(hours=1, seconds=1)
    late = web.post("/profe", data=form)
    assert (late.status_code, late.headers["location"]) == (303, "/profe")
    assert site.rows("SELECT count(*) FROM classes")[0][0] == before + 1
    found = re.search(r'name="vale" value="([^"]+)"', web.get("/profe").text)
    assert found
    assert found[1] != form["vale"]


def test_a_pupil_is_in_after_code_and_one_button(site: RunningSite, teacher: Teacher) -> None:
    pupil = Pupil(site)
    typed = f"{teacher.code[:3]}-{teacher.code[3:]}".lower()
    assert pupil.http.get("/clase", params={"codigo": typed}).headers["location"] == f"/clase/{teacher.code}"
    before = site.everything()
    for method in ("GET", "HEAD"):
        assert pupil.http.request(method, f"/clase/{teacher.code}").status_code == 200
    assert site.everything() == before
    name = pupil.join(teacher.code.lower())
    assert name in teacher.names() or name in teacher.page()
    assert name in pupil.page()
    assert pupil.phrase not in site.everything()


def test_an_alias_of_ones_own_making_or_a_taken_one_is_not_taken(site: RunningSite, teacher: Teacher) -> None:
    first, second, third = Pupil(site), Pupil(site), Pupil(site)
    alias = first.join(teacher.code)
    assert second.join(teacher.code, alias=alias) != alias
    assert third.join(teacher.code, alias="<script>") != "<script>"


def test_a_name_of_ones_own_only_where_the_teacher_allows_it(site: RunningSite, teacher: Teacher) -> None:
    assert Pupil(site).join(teacher.code, "  Lucía  ") == "Lucía"
    strict = Teacher(site)
    assert "O escribe otro nombre" not in words(site.client().get(f"/clase/{strict.code}").text)
    assert Pupil(site).join(strict.code, "Lucía") != "Lucía"


@pytest.mark.parametrize("name", ["X", "puta", "a" * 21, "<b>"])
def test_a_name_that_will_not_do_is_refused_in_words(site: RunningSite, teacher: Teacher, name: str) -> None:
    before = site.rows("SELECT count(*) FROM pupils")
    answer = Pupil(site).http.post(f"/clase/{teacher.code}/entrar", data={"nombre": name})
    assert answer.status_code == 422
    assert 'id="error-nombre"' in answer.text
    assert site.rows("SELECT count(*) FROM pupils") == before


def test_a_hidden_name_is_seen_nowhere(teacher: Teacher, come_in: Callable[..., Pupil]) -> None:
    pupil = come_in("Lucía")
    teacher.publish()
    number = teacher.pupil("Lucía")
    teacher.send(f"/alumnos/{number}/ocultar", oculto="si")
    assert "Lucía" not in pupil.page()
    assert "Lucía" not in teacher.look("/pantalla").text
    assert not [name for name in teacher.names() if name == "Lucía"]
    teacher.send(f"/alumnos/{number}/ocultar", oculto="no")
    assert "Lucía" in pupil.page()


def test_another_device_comes_in_by_name_and_phrase(site: RunningSite, come_in: Callable[..., Pupil]) -> None:
    pupil = come_in("Lucía")
    tablet = site.client()
    wrong = tablet.post(f"/clase/{pupil.code}/volver", data={"nombre": "Lucía", "frase": "sol sol sol"})
    assert wrong.status_code == 403
    assert "La frase" in words(wrong.text) or "la frase" in words(wrong.text)
    tablet.get(f"/clase/{pupil.code}")
    right = tablet.post(
        f"/clase/{pupil.code}/volver", data={"nombre": " lucía ", "frase": pupil.phrase.upper()}
    )
    assert right.status_code == 303
    assert "Lucía" in words(tablet.get(f"/clase/{pupil.code}").text)
    assert "Lucía" in pupil.page()


def test_guessing_phrases_ends_and_the_teacher_gives_a_new_one(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil]
) -> None:
    pupil = come_in("Lucía")
    teacher.publish()
    guesser = site.client()
    path = f"/clase/{pupil.code}/volver"
    for _ in range(10):
        assert guesser.post(path, data={"nombre": "Lucía", "frase": "sol sol sol"}).status_code == 403
    assert guesser.post(path, data={"nombre": "Lucía", "frase": pupil.phrase}).status_code == 403
    told = teacher.send(f"/alumnos/{teacher.pupil('Lucía')}/frase").text
    fresh = told.split('class="phrase">')[1].split("<")[0]
    assert guesser.post(path, data={"nombre": "Lucía", "frase": fresh}).status_code == 303


def test_a_right_phrase_forgives_the_wrong_ones(site: RunningSite, come_in: Callable[..., Pupil]) -> None:
    pupil = come_in("Lucía")
    ((number,),) = site.rows("SELECT max(id) FROM pupils")
    for _ in range(2):
        site.store(f"UPDATE pupils SET wrong = {MOST_WRONG - 1} WHERE id = {number}")
        answer = site.client().post(
            f"/clase/{pupil.code}/volver", data={"nombre": "Lucía", "frase": pupil.phrase}
        )
        assert answer.status_code == 303
        assert site.rows("SELECT wrong FROM pupils WHERE id = ?", number) == [(0,)]


def test_a_class_has_room_for_so_many_and_no_more(
    site: RunningSite, teacher: Teacher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.classes.members.MOST_PUPILS", 2)
    for _ in range(2):
        Pupil(site).join(teacher.code)
    refused = site.client().post(f"/clase/{teacher.code}/entrar", data={})
    assert refused.status_code == 422
    assert "En esta clase ya no cabe nadie más" in words(refused.text)
    assert site.rows(
        "SELECT count(*) FROM pupils JOIN classes ON classes.id = class_id WHERE code = ?", teacher.code
    ) == [(2,)]


def test_two_aliases_of_one_pupil_were_seen_when_either_was(
    site: RunningSite, teacher: Teacher, come_in: Callable[..., Pupil], clock: Clock
) -> None:
    come_in("Uno")
    clock.now += timedelta(hours=1)
    come_in("Dos")
    (gone,), (kept,) = site.rows("SELECT id FROM pupils ORDER BY id DESC LIMIT 2")
    teacher.send(f"/alumnos/{gone}/unir", con=kept)
    ((seen,),) = site.rows("SELECT seen_at FROM pupils WHERE id = ?", kept)
    assert str(seen)[:19] == f"{clock.now:%Y-%m-%d %H:%M:%S}"


def test_two_pupils_share_a_laptop(teacher: Teacher, come_in: Callable[..., Pupil]) -> None:
    pupil = come_in("Lucía")
    assert pupil.http.post(f"/clase/{pupil.code}/salir").status_code == 303
    assert "Aquí te llamarás" in pupil.page()
    pupil.join(teacher.code, "Hugo")
    assert "Hugo" in pupil.page()
    assert "Lucía" not in pupil.page()


def test_a_browser_that_keeps_no_cookies_carries_its_key(site: RunningSite, teacher: Teacher) -> None:
    task = teacher.publish()
    shy = Pupil(site, keeps_cookies=False)
    answer = shy.http.post(f"/clase/{teacher.code}/entrar", data={"nombre": "Lucía"})
    onward = answer.text.split('id="seguir" href="')[1].split('"')[0]
    key = onward.partition("llave=")[2]
    page = shy.http.get(onward)
    assert "Lucía" in words(page.text)
    begun = shy.http.post(f"/clase/{teacher.code}/retos/{task}/jugar", data={"llave": key})
    shy.follow(begun)
    assert shy.key
    shy.finish(well=True)
    assert f"/clase/{teacher.code}?llave={shy.key}" in shy.look().html
    result = shy.http.get(f"/clase/{teacher.code}", params={"llave": shy.key})
    assert "Tu mejor resultado" in words(result.text)


def test_a_code_that_is_no_class_says_so(site: RunningSite) -> None:
    client = site.client()
    assert client.get("/clase/XXXXXXX").status_code == 404
    assert client.get("/clase/a%00b").status_code == 404
    for path in ("entrar", "volver", "retos/1/jugar"):
        assert client.post(f"/clase/XXXXXXX/{path}", data={}).status_code == 404


@pytest.mark.parametrize(
    ("address", "status", "typed"),
    [("/clase", 200, ""), ("/clase?codigo=!!", 404, "!!"), ("/clase/XXXXXXX", 404, "XXXXXXX")],
)
def test_where_no_class_is_named_its_code_is_asked_for(
    site: RunningSite, teacher: Teacher, address: str, status: int, typed: str
) -> None:
    client = site.client()
    answer = client.get(address)
    assert answer.status_code == status
    assert ("Aquí no hay ninguna clase" in words(answer.text)) is (status == 404)
    assert re.search(r'<input [^>]*name="codigo"[^>]*value="([^"]*)"', answer.text)[1] == typed  # type: ignore[index]
    found = client.get("/clase", params={"codigo": teacher.code})
    assert found.headers["location"] == f"/clase/{teacher.code}"
