"""What a screen reader hears of a whole game, compared with the transcript that is kept.

When the words are changed on purpose: run this file with `INGENIO_RECORD=1`, then read the difference before
committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engines import registry
from tests.browser.games import whole_game
from tests.browser.people import LOST, Guard, People

TRANSCRIPTS = Path(__file__).parent / "transcripts"
GAMES = {
    "timbiriche-3x3": [match for _, _, match in whole_game()][-1].to_text(),
    "gusano-hex": "gusano board=hex side=2 start=a1 values=b2:3 : b1 b2 c2 c1 b2 b3 a2",
}


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_said_once_on_both_screens(people: People, name: str) -> None:
    match = registry.read_match(GAMES[name])
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin_from(match.at(0).to_text(), mode="link"))
    anna.page.reload()
    anna.ready()
    for person in (anna, bruno):
        person.listen()
    for number, move in enumerate(match.moves, start=1):
        mover, other = (anna, bruno) if match.states[number - 1].turn == 0 else (bruno, anna)
        mover.play(move, number)
        other.sees(number)
        for person in (anna, bruno):
            person.page.wait_for_function("(count) => heard.length >= count", arg=number)
    expect(anna.page.locator("#anuncio p")).to_have_count(1)
    transcript = "".join(
        f"{number:>2}  A: {by_anna}\n    B: {by_bruno}\n"
        for number, (by_anna, by_bruno) in enumerate(zip(anna.heard(), bruno.heard(), strict=True), start=1)
    )
    kept = TRANSCRIPTS / f"{name}.txt"
    if os.environ.get("INGENIO_RECORD"):
        kept.write_text(transcript, "utf-8")
    assert transcript == kept.read_text("utf-8")


def test_of_moves_that_come_together_the_score_is_said_too(people: People, guard: Guard) -> None:
    """The last one alone tells what it did."""
    guard.allowed.append(LOST)
    anna, bruno = people.someone(), people.someone()
    path = anna.begin_from("timbiriche rows=3 cols=3 drawn=a1b1,a2b2,a1a2,b1c1,b2c2", mode="link")
    bruno.sit(path)
    anna.play("c4d4", 1)
    anna.listen()
    anna.page.context.set_offline(True)
    for version, move in enumerate(("b1b2", "c1c2", "a4b4"), start=1):
        bruno.send(path, move, version)
    anna.page.context.set_offline(False)
    anna.sees(4)
    assert anna.heard()[-1] == (
        "Rival: la línea de b1 a b2, la línea de c1 a c2. Rival: dibujó la línea de a4 a b4."
        " Te toca. Tú 0, Rival 2."
    )


def test_whoever_invites_hears_that_somebody_has_come(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    path = anna.begin()
    anna.listen()
    bruno.sit(path)
    expect(anna.page.locator("#anuncio")).to_have_text("Ya tienes rival.")


def test_a_move_that_was_taken_back_is_said(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin())
    anna.play("a1b1", 1)
    bruno.sees(1)
    bruno.listen()
    anna.page.locator("#deshacer").click()
    bruno.page.locator("#aceptar").click()
    bruno.sees(0)
    assert (bruno.page.locator("#envio").get_attribute("data-undone") or "?") in bruno.heard()[-1]
