"""Playing a move: stored once, refused without a trace, and explained."""

from __future__ import annotations

import pytest

from tests.people import Page, Person, two_at_a_table
from tests.running import RunningSite


def moves_stored(site: RunningSite, game: str) -> list[str]:
    found = site.rows("SELECT move FROM events WHERE game_id = ? AND kind = 'move' ORDER BY version", game)
    return [move for (move,) in found]


def test_a_move_appears_on_the_board_of_the_one_who_played_it(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    page = ana.play("a1b1")
    assert (page.status, page.moves) == (200, ["a1b1"])
    assert page.state.startswith("Le toca a tu rival.")
    assert page.html.lstrip().startswith('<section id="partida"')


def test_a_move_appears_on_the_other_board(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    ana.play("a1b1")
    assert bea.look().moves == ["a1b1"]
    assert bea.look().state.startswith("Te toca.")


def test_without_scripts_a_move_leads_back_to_the_page(ana: Person) -> None:
    game = ana.make(modo="screen")
    answer = ana.play("a1b1", scripted=False).answer
    assert (answer.status_code, answer.headers["location"]) == (303, f"/p/{game}")
    assert ana.look().moves == ["a1b1"]


# Pitfall 1: a double click, a second tab, a request sent again.


def test_the_same_move_sent_twice_is_stored_once_and_answered_alike(ana: Person, bea: Person) -> None:
    game = two_at_a_table(ana, bea)
    first = ana.play("a1b1", version=0)
    again = ana.play("a1b1", version=0)
    assert (first.status, again.status) == (200, 200)
    assert again.html == first.html
    assert moves_stored(ana.site, game) == ["a1b1"]


def test_a_move_sent_again_after_the_answer_to_it_changes_nothing(ana: Person, bea: Person) -> None:
    game = two_at_a_table(ana, bea)
    ana.play("a1b1", version=0)
    bea.play("b1c1", version=1)
    before = ana.site.everything()
    again = ana.play("a1b1", version=0)
    assert (again.status, again.moves) == (200, ["a1b1", "b1c1"])
    assert ana.site.everything() == before
    assert moves_stored(ana.site, game) == ["a1b1", "b1c1"]


def test_a_second_tab_with_an_old_board_sees_the_present_one_and_why(ana: Person) -> None:
    game = ana.make(modo="screen")
    ana.play("a1b1", version=0)
    late = ana.play("b1c1", version=0)
    assert late.status == 409
    assert late.moves == ["a1b1"]
    assert late.explanation.startswith("El tablero había cambiado")
    assert moves_stored(ana.site, game) == ["a1b1"]


def test_the_same_move_by_the_other_seat_is_no_repeat(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    ana.play("a1b1", version=0)
    assert bea.play("a1b1", version=0).status == 409


# Pitfall 2: a refused move changes nothing.


@pytest.mark.parametrize(
    ("move", "version", "status"),
    [
        ("a1b1", 1, 422),  # drawn already
        ("z9z8", 1, 422),
        ("", 1, 422),
        ("a1b1-b1c1", 1, 422),
        ("<script>", 1, 422),
        ("b1c1", 0, 409),
        ("b1c1", 2, 409),
        ("b1c1", 2**31 - 1, 409),
        ("b1c1", 2**80, 422),
        ("b1c1", -1, 422),
        ("b" * 300, 1, 422),
    ],
)
def test_a_refused_move_changes_nothing(ana: Person, move: str, version: int, status: int) -> None:
    ana.make(modo="screen")
    ana.play("a1b1", version=0)
    before, page = ana.site.everything(), ana.look()
    for scripted in (True, False):
        assert ana.play(move, version, scripted).status == status
    assert ana.site.everything() == before
    assert ana.look().html == page.html


def test_an_illegal_move_is_explained_on_the_board(ana: Person) -> None:
    ana.make(modo="screen")
    ana.play("a1b1")
    for scripted in (True, False):
        page = ana.play("a1b1", scripted=scripted)
        assert page.status == 422
        assert page.explanation == "La línea de a1 a b1 ya está dibujada: elige otra."
        assert page.html.lstrip().startswith("<section" if scripted else "<!doctype html>")


def test_out_of_turn_nothing_is_played(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    before = ana.site.everything()
    page = bea.play("a1b1", version=0)
    assert (page.status, page.explanation) == (409, "Aún no te toca.")
    assert ana.site.everything() == before


def test_whoever_only_watches_cannot_play(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    assert eva.look().free == []
    before = ana.site.everything()
    page = eva.play("a1b1", version=0)
    assert page.status == 403
    assert page.explanation.startswith("Estás mirando")
    assert ana.site.everything() == before


def test_when_the_game_is_over_nothing_is_played(ana: Person) -> None:
    ana.make(modo="screen")
    ana.send("/rendirse", version=0)
    before = ana.site.everything()
    page = ana.play("a1b1", version=1)
    assert (page.status, page.explanation) == (409, "La partida ya ha terminado.")
    assert ana.site.everything() == before


# Pitfall 3: off the last move the board takes no input and says so.


def test_an_earlier_position_takes_no_input_and_says_so(ana: Person) -> None:
    ana.make(modo="screen")
    for move in ("a1b1", "b1c1", "a2b2"):
        ana.play(move)
    for ply in (0, 1, 2):
        page = ana.look(jugada=ply)
        assert page.number("ply") == ply
        assert page.free == []
        assert page.text("pasado").startswith("Estás mirando una jugada anterior: aquí no se puede jugar.")
        assert "borrador=" not in page.html
    assert ana.look(jugada=3).free == ana.look().free != []
    assert not ana.look().has("pasado")


@pytest.mark.parametrize("ply", [4, 99, 2**31 - 1])
def test_a_move_number_beyond_the_game_shows_the_game_as_it_is(ana: Person, ply: int) -> None:
    ana.make(modo="screen")
    assert ana.look(jugada=ply).html == ana.look().html


# Drafts: without scripts a click on the drawing only chooses, a button plays.


def test_a_chosen_place_waits_for_its_button(ana: Person) -> None:
    ana.make(modo="screen")
    before = ana.site.everything()
    page = ana.look(borrador="a1b1")
    assert page.has("confirmar-jugada")
    assert 'name="move" value="a1b1"' in page.html
    assert ana.site.everything() == before


@pytest.mark.parametrize("draft", ["z9z9", "a1", "-", "a1b1-a1b1", "x" * 256])
def test_a_draft_that_leads_nowhere_is_dropped(ana: Person, draft: str) -> None:
    ana.make(modo="screen")
    page = ana.look(borrador=draft)
    assert page.status == 200
    assert not page.has("confirmar-jugada")


# What a page is told when nothing is newer.


def test_a_page_that_is_up_to_date_gets_nothing_again(ana: Person) -> None:
    ana.make(modo="screen")
    page = ana.play("a1b1")
    assert ana.look("/tablero", revision=page.revision).status == 204
    assert ana.look("/tablero", revision=page.revision - 1).html == ana.look("/tablero").html


def test_the_fragment_is_the_same_as_in_the_page(ana: Person) -> None:
    ana.make(modo="screen")
    fragment: Page = ana.look("/tablero")
    assert fragment.html.strip() in ana.look().html


def test_a_move_is_understood_as_people_type_it(ana: Person) -> None:
    game = ana.make(modo="screen")
    assert ana.play(" A1 B1 ").moves == ["a1b1"]
    assert moves_stored(ana.site, game) == ["a1b1"]
