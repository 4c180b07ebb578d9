"""A hint on the page, step by step: by mouse, keyboard, finger and without scripts, from either seat."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import Hand, People
from tests.running import RunningSite

CORRIDORS = "timbiriche rows=2 cols=3 drawn=a1b1,b1c1,c1d1,a2b2,b2c2,c2d2,a3b3,b3c3,c3d3,a1a2"
"""Three boxes can be closed one after the other, beginning with b1b2."""
IDEAS = {
    "es": ("Hay 3 casillas que puedes cerrar en este turno.", "Un maestro jugaría"),
    "en": ("There are 3 boxes that you can close in this turn.", "A master would play"),
}
ASKED = {"es": "¿Dónde hay que mirar?", "en": "Where should I look?"}


def told(site: RunningSite, game: str, seat: int, moves: str) -> None:
    """The first step of a hint, as it is kept: no engine has to think for this test."""
    reasons = '{"step": 1, "facts": [["takes", {"count": 3}]]}'
    site.store(
        "INSERT INTO hints (game_id, seat, number, moves, move, best, value, exact, reasons, created_at)"
        f" VALUES ('{game}', {seat}, 1, '{moves}', 'b1b2', 'b1b2', 0, false, '{reasons}',"
        " '2026-11-30 00:00:00')"
    )
    site.store(f"UPDATE games SET revision = revision + 1 WHERE id = '{game}'")


@pytest.mark.parametrize(
    ("hand", "language", "seat"),
    [("mouse", "es", 0), ("keyboard", "en", 1), ("touch", "es", 1), ("scriptless", "en", 0)],
)
def test_three_presses_tell_three_steps(
    people: People, site: RunningSite, hand: Hand, language: str, seat: int
) -> None:
    person = people.someone(hand, language=language)
    game = person.begin_from(CORRIDORS).removeprefix("/p/").partition("?")[0]
    if seat:
        person.play("b2b3", 1)
    told(site, game, seat, "b2b3" if seat else "")
    person.page.reload()
    person.ready()
    idea, move = IDEAS[language]
    hint, button, around = (person.page.locator(each) for each in ("#pista", "#pedir-pista", ".around"))
    expect(hint).to_have_text(idea)
    expect(button).to_contain_text(ASKED[language])
    expect(around).to_have_count(0)
    person.press(button)
    expect(around).to_have_count(3)
    expect(hint).to_contain_text(idea)
    expect(person.page.locator("#tablero .hint")).to_have_count(0)
    person.page.reload()
    person.ready()
    expect(around).to_have_count(3)
    person.press(button)
    expect(hint).to_contain_text(move)
    expect(around).to_have_count(0)
    expect(person.page.locator("#tablero .hint")).to_have_id("tablero-line-b1b2")
    if hand != "scriptless":
        expect(person.page.locator("#anuncio")).to_contain_text(move)
