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
from tests.browser.people import People

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
