"""Perfecto says whether its move is proved; nobody else claims anything."""

from __future__ import annotations

import re

from tests.people import Person
from tests.running import RunningSite, eventually


def said(person: Person) -> str:
    """The words of the page of a game."""
    return " ".join(re.sub(r"<[^>]+>", " ", person.look().html).split())


def last_move(site: RunningSite, board: str, level: str) -> tuple[Person, int | None]:
    """A game in which the computer has just moved, and what it says of its move."""
    person = Person(site)
    person.make("gusano", tablero=board, modo="computer", nivel=level, empieza="yo")
    eventually(lambda: person.look().last == 1)
    [(proved,)] = site.rows("SELECT proved FROM games WHERE id = ?", person.game)
    return person, proved


def test_a_solved_move_is_called_so(api_site: RunningSite) -> None:
    person, proved = last_move(api_site, "board=square4 rows=4 cols=4 start=b2", "perfecto")
    assert proved == 1
    assert "Perfecto · jugada resuelta" in said(person)
    person.play(person.look().free[0])
    person.wait_for_turn()
    assert "Perfecto · jugada resuelta" in said(person)
    person.send("/deshacer", version=person.version)
    assert "jugada resuelta" not in person.look().html


def test_a_move_on_a_board_too_hard_is_not(api_site: RunningSite) -> None:
    person, proved = last_move(api_site, "board=square8 rows=10 cols=10 start=e5", "perfecto")
    assert proved == 0
    assert "Perfecto · sin demostrar" in said(person)


def test_other_levels_claim_nothing(api_site: RunningSite) -> None:
    person, proved = last_move(api_site, "board=square4 rows=4 cols=4 start=b2", "dificil")
    assert proved is None
    page = person.look().html
    assert "resuelta" not in page
    assert "sin demostrar" not in page
