"""What a screen reader hears of a whole game, compared with the transcript that is kept.

When the words are changed on purpose: run this file with `INGENIO_RECORD=1`, then read the difference before
committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.games import whole_game
from tests.browser.people import People

TRANSCRIPT = Path(__file__).parent / "transcripts" / "timbiriche-3x3.txt"


def test_every_move_is_said_once_on_both_screens(people: People) -> None:
    anna, bruno = people.someone(), people.someone()
    bruno.sit(anna.begin())
    anna.page.reload()
    anna.ready()
    for person in (anna, bruno):
        person.listen()
    for number, (seat, move, _) in enumerate(whole_game(), start=1):
        mover, other = (anna, bruno) if seat == 0 else (bruno, anna)
        mover.play(move, number)
        other.sees(number)
        for person in (anna, bruno):
            person.page.wait_for_function("(count) => heard.length >= count", arg=number)
    expect(anna.page.locator("#anuncio p")).to_have_count(1)
    transcript = "".join(
        f"{number:>2}  A: {by_anna}\n    B: {by_bruno}\n"
        for number, (by_anna, by_bruno) in enumerate(zip(anna.heard(), bruno.heard(), strict=True), start=1)
    )
    if os.environ.get("INGENIO_RECORD"):
        TRANSCRIPT.parent.mkdir(exist_ok=True)
        TRANSCRIPT.write_text(transcript, "utf-8")
    assert transcript == TRANSCRIPT.read_text("utf-8")
