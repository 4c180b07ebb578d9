"""Resigning: two steps that name the winner, and what each viewer reads afterwards."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.people import Person, two_at_a_table


def test_the_first_step_names_the_winner_and_changes_nothing(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    before = ana.site.everything()
    for person in (ana, bea):
        page = person.look("/rendirse")
        assert page.status == 200
        assert "Si te rindes, gana tu rival y la partida se acaba." in page.html
    assert ana.site.everything() == before


def test_against_the_computer_it_is_the_computer_that_would_win(ana: Person) -> None:
    ana.make(modo="computer", nivel="facil")
    assert "Si te rindes, gana el ordenador" in ana.look("/rendirse").html


def test_on_one_screen_the_side_to_move_gives_up(ana: Person) -> None:
    ana.make(modo="screen")
    ana.play("a1b1")
    asked = ana.look("/rendirse").html
    assert "Si se rinde el jugador 2, gana el jugador 1" in asked
    assert 'name="seat" value="1"' in asked
    assert ana.send("/rendirse", seat=1, version=1).state.startswith("Ha ganado el jugador 1")


@pytest.mark.parametrize("loser", [0, 1])
def test_everybody_reads_who_won(ana: Person, bea: Person, eva: Person, loser: int) -> None:
    """Pitfall 13: the wrong player congratulated. Each viewer, each loser."""
    game = two_at_a_table(ana, bea)
    eva.open(game)
    people = (ana, bea)
    answer = people[loser].send("/rendirse", version=0)
    assert answer.state.startswith("Ha ganado tu rival Te has rendido.")
    assert people[loser].look().state.startswith("Ha ganado tu rival Te has rendido.")
    assert people[1 - loser].look().state.startswith("Has ganado Tu rival se ha rendido.")
    for person in people:
        page = person.look()
        said = re.search(r'data-said="([^"]*)"', page.html)
        assert said
        assert unescape(said[1]).endswith(("Te has rendido.", "Tu rival se ha rendido."))
        assert "to-move" not in page.html
    winner, gone = 2 - loser, loser + 1
    assert eva.look().state.startswith(f"Ha ganado el jugador {winner} Se ha rendido el jugador {gone}.")
    assert ana.site.rows("SELECT winner, how FROM games WHERE id = ?", game) == [(1 - loser, "resigned")]


def test_resigning_twice_is_resigning(ana: Person, bea: Person) -> None:
    two_at_a_table(ana, bea)
    answers = [ana.send("/rendirse", version=0) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 200]
    assert bea.send("/rendirse", version=0).status == 409
    assert ana.look().state.startswith("Ha ganado tu rival")


def test_nobody_resigns_for_somebody_else(ana: Person, bea: Person, eva: Person) -> None:
    eva.open(two_at_a_table(ana, bea))
    before = ana.site.everything()
    assert eva.look("/rendirse").status == 403
    assert eva.send("/rendirse").status == 403
    assert ana.send("/rendirse", seat=1).status == 403
    assert ana.site.everything() == before


def test_a_game_that_is_over_is_not_resigned(ana: Person) -> None:
    ana.make(modo="screen")
    ana.send("/tablas")
    assert ana.look("/rendirse").status == 409
    assert ana.send("/rendirse").status == 409


def test_with_a_page_from_before_the_last_move_nobody_resigns(ana: Person) -> None:
    ana.make(modo="screen")
    ana.play("a1b1")
    assert ana.send("/rendirse", version=0, seat=0).status == 409
    assert ana.look().free != []


def test_nobody_sits_down_at_a_game_that_was_given_up(ana: Person, bea: Person) -> None:
    bea.open(ana.make(modo="link"))
    ana.send("/rendirse")
    before = ana.site.everything()
    assert not bea.look().has("sentarse")
    assert bea.send("/sentarse", scripted=False).status == 409
    assert bea.http.post(f"/api/v1/games/{bea.game}/join").json()["error"]["code"] == "over"
    assert ana.site.everything() == before
