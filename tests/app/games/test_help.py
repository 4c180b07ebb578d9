"""Help mode: what it shows, that it stays as it was left, and that its use is written down."""

from __future__ import annotations

from tests.people import Person, two_at_a_table

GUSANO = "gusano board=square4 rows=3 cols=4 start=b1 : b2 b3"


def helped(person: Person) -> bool:
    [(value,)] = person.site.rows("SELECT helped FROM games WHERE id = ?", person.game)
    return bool(value)


def turn(person: Person, wanted: str, scripted: bool = True) -> None:
    answer = person.send("/ayuda", scripted, ayuda=wanted).answer
    assert answer.status_code == (200 if scripted else 303), answer.text


def test_it_is_off_until_somebody_wants_it(ana: Person) -> None:
    ana.make(modo="screen")
    assert not ana.look().has("ayuda")
    ana.play("a1b1")
    assert not helped(ana)


def test_it_stays_on_for_other_games_until_it_is_turned_off(ana: Person) -> None:
    ana.make(modo="screen")
    turn(ana, "si", scripted=False)
    assert "segura" in ana.look().text("ayuda") or ana.look().has("ayuda")
    ana.make("gusano", tablero="board=square4 rows=3 cols=4 start=b1", modo="screen")
    assert "Techo del gusano: 12 puntos" in ana.look().text("ayuda")
    turn(ana, "no")
    assert not ana.look().has("ayuda")


def test_its_use_is_written_down(ana: Person) -> None:
    ana.make(modo="screen")
    before = ana.look().revision
    turn(ana, "si")
    assert helped(ana)
    assert ana.look().revision == before + 1
    turn(ana, "no")
    turn(ana, "si")
    assert ana.look().revision == before + 1


def test_a_move_with_help_that_stayed_on_is_written_down(ana: Person) -> None:
    ana.make(modo="screen")
    turn(ana, "si")
    ana.make(modo="screen")
    assert not helped(ana)
    ana.play("a1b1")
    assert helped(ana)


def test_turning_it_off_before_a_move_does_not_hide_that_it_was_on(ana: Person) -> None:
    ana.make(modo="screen")
    turn(ana, "si")
    ana.make(modo="screen")
    turn(ana, "no")
    assert helped(ana)


def test_who_watches_is_helped_without_a_trace(ana: Person, bea: Person, eva: Person) -> None:
    game = two_at_a_table(ana, bea)
    eva.open(game)
    turn(eva, "si")
    assert eva.look().has("ayuda")
    assert not ana.look().has("ayuda")
    assert not helped(ana)


def test_a_finished_game_is_not_changed_by_it(ana: Person) -> None:
    ana.make(modo="screen")
    ana.send("/rendirse", scripted=False, version=ana.version)
    turn(ana, "si")
    assert not helped(ana)


def test_a_private_link_carries_it(ana: Person) -> None:
    ana.make_from(GUSANO, "person", "person")
    answer = ana.http.post(f"/p/{ana.game}/ayuda", data={"ayuda": "si", "llave": ana.key or ""})
    assert answer.headers["location"].endswith("&ayuda=si")
    page = ana.http.get(answer.headers["location"]).text
    assert 'id="ayuda"' in page
    assert f"/tablero?llave={ana.key}&amp;ayuda=si" in page


def test_a_private_link_keeps_help_and_steps_at_another_move_and_in_another_language(ana: Person) -> None:
    ana.make_from("gyges position=123002/000000/000310/001000/000020/230301 : b1-b4", "person", "person")
    page = ana.http.get(f"/p/{ana.game}", params={"llave": ana.key or "", "ayuda": "si", "pasos": "si"}).text
    slide = page.split('<form class="slide"')[1].split("</form>")[0]
    for name, value in (("llave", ana.key), ("ayuda", "si"), ("pasos", "si")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in slide
    assert f'name="volver" value="/p/{ana.game}?llave={ana.key}&amp;ayuda=si&amp;pasos=si"' in page


def test_the_board_shows_what_is_lost_and_what_is_legal(ana: Person) -> None:
    ana.make_from(GUSANO + " c3", "person", "person")
    ana.http.get(f"/p/{ana.game}")
    page = ana.look(ayuda="si").html
    assert page.count('class="cell free lost"') == 3
    assert "Techo del gusano: 9 puntos" in page
    assert "3 casillas libres" in page
