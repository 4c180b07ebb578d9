"""Agreeing on a draw."""

from __future__ import annotations

import pytest

from tests.people import Person, two_at_a_table


@pytest.fixture
def offered(ana: Person, bea: Person) -> str:
    """Ana offers a draw in a game of two moves."""
    game = two_at_a_table(ana, bea)
    ana.play("a1b1")
    bea.play("b1c1")
    assert ana.send("/tablas", version=2).status == 200
    return game


def test_both_see_the_offer(ana: Person, bea: Person, eva: Person, offered: str) -> None:
    assert ana.look().question.startswith("Has ofrecido tablas.")
    assert bea.look().question.startswith("Tu rival ofrece tablas.")
    assert eva.open(offered).question == "Se han ofrecido tablas."


@pytest.mark.parametrize("answer", [{"answer": "si"}, {}])
def test_accepting_or_offering_too_ends_the_game(
    ana: Person, bea: Person, eva: Person, offered: str, answer: dict[str, str]
) -> None:
    page = bea.send("/tablas", **answer)
    assert (page.status, page.question) == (200, "")
    for seen in (page, ana.look(), eva.open(offered)):
        assert seen.state.startswith("Empate")
        assert "De común acuerdo." in seen.state
        assert seen.free == []
    assert ana.site.rows("SELECT how, winner, turn FROM games WHERE id = ?", offered) == [
        ("agreed", None, None)
    ]


@pytest.mark.usefixtures("offered")
def test_accepting_twice_is_accepting(bea: Person) -> None:
    assert [bea.send("/tablas", answer="si", version=2).status for _ in range(2)] == [200, 200]


@pytest.mark.usefixtures("offered")
def test_declining_goes_on_and_tells_the_one_who_offered(ana: Person, bea: Person) -> None:
    assert bea.send("/tablas", answer="no").explanation == ""
    assert ana.look().explanation == "Tu rival prefiere seguir así."
    assert ana.send("/tablas").status == 409
    assert ana.play("a2b2").status == 200


@pytest.mark.usefixtures("offered")
def test_a_move_in_between_ends_the_offer(ana: Person, bea: Person) -> None:
    ana.play("a2b2")
    late = bea.send("/tablas", answer="si", version=2)
    assert late.status == 409
    assert bea.look().state.startswith("Te toca.")


@pytest.mark.usefixtures("offered")
def test_an_offer_can_be_withdrawn(ana: Person, bea: Person) -> None:
    ana.send("/tablas", answer="retirar")
    assert bea.look().question == ""
    assert bea.send("/tablas", answer="si").status == 409


def test_on_one_screen_a_draw_is_agreed_at_once(ana: Person) -> None:
    ana.make(modo="screen")
    ana.play("a1b1")
    assert ana.send("/tablas").state.startswith("Empate")


def test_the_computer_is_offered_none(ana: Person) -> None:
    ana.make(modo="computer", nivel="facil")
    assert not ana.look().has("tablas")
    assert ana.send("/tablas").status == 409
