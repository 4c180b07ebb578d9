"""Taking back: at once against the computer and on one screen, as a question between two people."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.people import Person, two_at_a_table
from tests.running import RunningSite, eventually

CHAIN = "timbiriche rows=1 cols=3 : a1b1 b1c1 c1d1 a2b2 b2c2 c2d2"
"""Three cells in a row with their long sides drawn: whoever draws an end gives all three away."""
OPEN_END = "timbiriche rows=1 cols=3 : a1b1 b1c1 a2b2 b2c2"
"""The same where the third cell is still empty: taking two cells does not end the game."""


def kinds(site: RunningSite, game: str) -> list[str]:
    found = site.rows("SELECT kind FROM events WHERE game_id = ? ORDER BY revision", game)
    return [kind for (kind,) in found]


def test_on_one_screen_the_last_move_is_taken_back_as_often_as_wanted(ana: Person) -> None:
    ana.make(modo="screen")
    for move in ("a1b1", "b1c1", "a2b2"):
        ana.play(move)
    for left in (["a1b1", "b1c1"], ["a1b1"], []):
        page = ana.send("/deshacer", version=ana.version)
        assert (page.status, page.moves) == (200, left)
    assert not ana.look().has("deshacer")
    assert ana.send("/deshacer", version=ana.version).status == 409


def test_taking_back_is_an_event_and_the_move_stays_recorded(ana: Person) -> None:
    game = ana.make(modo="screen")
    ana.play("a1b1")
    ana.send("/deshacer")
    assert kinds(ana.site, game) == ["move", "undo"]
    assert ana.site.rows("SELECT moves, version, undone FROM games WHERE id = ?", game) == [("", 2, 1)]


def test_a_double_click_takes_one_move_back(ana: Person) -> None:
    ana.make(modo="screen")
    ana.play("a1b1")
    ana.play("b1c1")
    first = ana.send("/deshacer", version=2)
    again = ana.send("/deshacer", version=2)
    assert (first.status, again.status) == (200, 200)
    assert again.moves == ["a1b1"]


def test_a_move_that_was_taken_back_is_not_played_again_by_a_late_repeat(ana: Person) -> None:
    ana.make(modo="screen")
    ana.play("a1b1", version=0)
    ana.send("/deshacer", version=1)
    page = ana.play("a1b1", version=0)
    assert (page.status, page.moves) == (200, [])


# Pitfall 11: after a take-back it is the person's turn at the person's last decision.


def test_against_the_computer_its_answer_goes_too(ana: Person) -> None:
    ana.make(modo="computer", nivel="medio", rows="4", cols="4")
    ana.play("a1b1")
    ana.wait_for_turn()
    page = ana.send("/deshacer")
    assert page.moves == []
    assert page.state.startswith("Te toca.")
    assert len(page.free) == 40


def test_the_computer_s_run_of_captures_goes_too(ana: Person) -> None:
    ana.make_from(OPEN_END, "person", "computer:medio")
    before = ana.look().moves
    ana.play("a1a2")
    page = ana.wait_for_turn()
    assert page.moves[4:7] == ["a1a2", "b1b2", "c1c2"]
    assert page.last == 8
    page = ana.send("/deshacer")
    assert page.moves == before
    assert page.state.startswith("Te toca.")


def test_after_the_person_s_own_captures_only_the_last_decision_goes(ana: Person) -> None:
    ana.make_from(f"{CHAIN} a1a2", "computer:medio", "person")
    ana.play("b1b2")
    page = ana.play("c1c2")
    assert page.number("last") == 9
    assert ana.send("/deshacer").moves[6:] == ["a1a2", "b1b2"]
    assert ana.send("/deshacer").moves[6:] == ["a1a2"]


def test_a_lost_game_can_be_taken_back(ana: Person) -> None:
    ana.make_from(CHAIN, "person", "computer:medio")
    ana.play("a1a2")
    page = ana.wait_for_turn()
    assert page.state.startswith("Ha ganado el ordenador")
    page = ana.send("/deshacer")
    assert page.number("last") == 6
    assert page.state.startswith("Te toca.")
    assert ana.site.rows("SELECT how, ended_at, turn FROM games WHERE id = ?", ana.game) == [(None, None, 0)]


def test_there_is_nothing_to_take_back_while_only_the_computer_has_moved(ana: Person) -> None:
    ana.make_from("timbiriche rows=2 cols=2", "computer:medio", "person")
    page = ana.wait_for_turn()
    assert (page.last, page.has("deshacer")) == (1, False)
    before = ana.site.everything()
    assert ana.send("/deshacer").status == 409
    assert ana.site.everything() == before


def test_a_move_is_taken_back_while_the_computer_still_thinks(tmp_path: Path) -> None:
    with RunningSite(tmp_path, pause_seconds=60) as site:
        ana = Person(site)
        ana.make(modo="computer", nivel="medio")
        assert "El ordenador está pensando…" in ana.play("a1b1").state
        page = ana.send("/deshacer")
        assert page.moves == []
        assert page.state.startswith("Te toca.")


def test_what_the_computer_thought_of_a_position_that_is_gone_is_thrown_away(tmp_path: Path) -> None:
    with RunningSite(tmp_path, pause_seconds=0.3) as site:
        ana = Person(site)
        game = ana.make(modo="computer", nivel="medio")
        for _ in range(3):
            ana.play("a1b1")
            ana.send("/deshacer")
        ana.play("b1c1")
        page = ana.wait_for_turn()
        assert page.moves[0] == "b1c1"
        assert page.last == 2
        eventually(lambda: site.rows("SELECT lease_by FROM games WHERE id = ?", game) == [(None,)])
        assert kinds(site, game) == ["move", "undo"] * 3 + ["move", "move"]


def test_a_game_that_was_resigned_is_not_taken_back(ana: Person) -> None:
    ana.make(modo="screen")
    ana.play("a1b1")
    ana.send("/rendirse")
    assert ana.send("/deshacer").status == 409


# Pitfall 12: between two people it is a question; one waits at a time.


@pytest.fixture
def asked(ana: Person, bea: Person) -> str:
    """Ana has moved, Bea has answered, and Ana asks to take back."""
    game = two_at_a_table(ana, bea)
    ana.play("a1b1")
    bea.play("b1c1")
    page = ana.send("/deshacer", version=2)
    assert page.status == 200
    return game


def test_asking_changes_no_move_and_both_see_the_question(
    ana: Person, bea: Person, eva: Person, asked: str
) -> None:
    assert ana.look().moves == ["a1b1", "b1c1"]
    assert ana.look().question.startswith("Has pedido deshacer tu última jugada.")
    assert bea.look().question.startswith("Tu rival pide deshacer su última jugada.")
    assert eva.open(asked).question == "Se ha pedido deshacer la última jugada."
    assert (ana.look().has("retirar"), ana.look().has("aceptar")) == (True, False)
    assert (bea.look().has("retirar"), bea.look().has("aceptar")) == (False, True)
    assert not eva.look().has("aceptar")


@pytest.mark.usefixtures("asked")
def test_accepting_returns_to_the_asker_s_last_decision(ana: Person, bea: Person) -> None:
    page = bea.send("/deshacer", answer="si", version=2)
    assert (page.status, page.moves, page.question) == (200, [], "")
    assert page.state.startswith("Le toca a tu rival.")
    assert ana.look().state.startswith("Te toca.")
    assert ana.look().moves == []


@pytest.mark.usefixtures("asked")
def test_accepting_twice_takes_back_once(ana: Person, bea: Person) -> None:
    bea.send("/deshacer", answer="si", version=2)
    again = bea.send("/deshacer", answer="si", version=2)
    assert (again.status, again.moves) == (200, [])


@pytest.mark.usefixtures("asked")
def test_declining_leaves_the_game_as_it_is_and_tells_the_asker(ana: Person, bea: Person) -> None:
    page = bea.send("/deshacer", answer="no", version=2)
    assert (page.status, page.moves, page.question) == (200, ["a1b1", "b1c1"], "")
    assert page.explanation == ""
    assert ana.look().explanation == "Tu rival prefiere seguir así."
    assert ana.look().moves == ["a1b1", "b1c1"]
    assert ana.look().question == ""


@pytest.mark.usefixtures("asked")
def test_after_a_refusal_the_same_is_not_asked_again_in_the_same_position(ana: Person, bea: Person) -> None:
    bea.send("/deshacer", answer="no")
    assert not ana.look().has("deshacer")
    assert ana.send("/deshacer").status == 409
    ana.play("a2b2")
    assert ana.look().has("deshacer")
    assert ana.look().explanation == ""


@pytest.mark.usefixtures("asked")
def test_a_move_in_between_ends_the_question(ana: Person, bea: Person) -> None:
    ana.play("a2b2")
    assert (ana.look().question, bea.look().question) == ("", "")
    late = bea.send("/deshacer", answer="si", version=2)
    assert (late.status, late.moves) == (409, ["a1b1", "b1c1", "a2b2"])


@pytest.mark.usefixtures("asked")
def test_a_question_can_be_withdrawn(ana: Person, bea: Person) -> None:
    assert ana.send("/deshacer", answer="retirar").question == ""
    assert bea.look().question == ""
    assert bea.send("/deshacer", answer="si", version=2).status == 409
    assert ana.look().moves == ["a1b1", "b1c1"]


@pytest.mark.usefixtures("asked")
def test_a_second_question_waits_for_the_first(ana: Person, bea: Person) -> None:
    before = ana.site.everything()
    for person, path in ((ana, "/deshacer"), (ana, "/tablas"), (bea, "/deshacer"), (bea, "/tablas")):
        assert person.send(path).status == 409
    assert ana.site.everything() == before


@pytest.mark.usefixtures("asked")
def test_nobody_answers_for_the_other_side(ana: Person, eva: Person, asked: str) -> None:
    eva.open(asked)
    before = ana.site.everything()
    assert ana.send("/deshacer", answer="si").status == 409
    assert eva.send("/deshacer", answer="si").status == 403
    assert eva.send("/deshacer").status == 403
    assert ana.site.everything() == before


def test_while_nobody_sits_opposite_nobody_need_be_asked(ana: Person) -> None:
    ana.make(modo="link", empieza="yo")
    ana.play("a1b1")
    assert ana.send("/deshacer").moves == []
