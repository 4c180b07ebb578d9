"""Sounds: each kind of news has its own, for those who chose to hear them."""

from __future__ import annotations

from tests.browser.people import Guard, People


def test_a_move_points_a_refusal_and_the_end_are_heard(people: People, guard: Guard) -> None:
    guard.allowed.append("422")
    person = people.someone()
    person.context.add_cookies([{"name": "sonido", "value": "si", "url": person.address}])
    person.begin_from("timbiriche rows=1 cols=2 drawn=a1b1,a2b2,b1b2,b2c2")
    page = person.page
    page.evaluate("window.sounds = []; addEventListener('sonido', ({ detail }) => sounds.push(detail), true)")
    person.play("b1c1", 1)
    person.play("a1a2", 2)
    page.locator(".typed summary").click()
    page.locator(".typed input.text").fill("a1a2")
    page.keyboard.press("Enter")
    page.locator("#explicacion").wait_for()
    person.play("c1c2", 3)
    assert page.evaluate("sounds") == ["move", "points", "refused", "over"]
