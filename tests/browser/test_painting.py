"""Cells that the computer closes in one turn are painted one after the other, as long as one likes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route

from tests.browser.people import People, Person
from tests.running import RunningSite, eventually

CORRIDOR = "timbiriche rows=1 cols=6 drawn=a1b1,b1c1,c1d1,d1e1,e1f1,f1g1,a2b2,b2c2,c2d2,d2e2,e2f2,f2g2"
"""Whoever draws first opens it: with a1a2 the cells are closed from a to f."""
CELLS = [f"{column}1" for column in "abcdef"]


WATCH = """(press) => {
  window.painted = [];
  document.addEventListener("animationstart", ({ target }) => {
    if (target.matches("polygon.cell")) painted.push(target.id.slice(-2));
  });
  const waiting = () => document.querySelectorAll("#tablero polygon.cell.waiting").length;
  document.addEventListener("htmx:after:swap", () => {
    if (document.getElementById("partida").dataset.last !== "7" || window.waited) return;
    const before = waiting();
    if (press) document.body.dispatchEvent(new Event(press));
    window.waited = [before, waiting()];
  });
}"""
"""Notes which cells appear, and how many wait when the whole chain has arrived, before and after `press`."""


def give_the_chain(people: People, site: RunningSite, press: str | None = None, **options: Any) -> Person:
    """Somebody who opens the chain for the computer and sees all of its turn at once."""
    person = people.someone(**options)
    made = person.page.request.post(
        f"{site.address}/api/v1/games", data={"match": CORRIDOR, "seats": ["person", "computer:medio"]}
    ).json()

    def over() -> bool:
        return site.rows("SELECT how FROM games WHERE id = ?", made["id"]) == [("rules",)]

    def hold(route: Route) -> None:
        """Once the chain is open, let nothing through before it is closed."""
        if site.rows("SELECT version FROM games WHERE id = ?", made["id"]) != [(0,)]:
            eventually(over)
        route.continue_()

    person.open(f"/p/{made['id']}?llave={made['seat_tokens'][0]}")
    person.page.evaluate(WATCH, press)
    person.page.route("**/tablero*", hold)
    person.point_at("a1a2")
    person.page.wait_for_function("() => window.waited")
    return person


def test_one_after_the_other_in_the_order_of_the_chain(people: People, site: RunningSite) -> None:
    page = give_the_chain(people, site).page
    before, after = page.evaluate("waited")
    assert before == after > 0
    page.wait_for_function("() => painted.length === 6")
    assert page.evaluate("painted") == CELLS
    assert page.locator("#tablero .waiting").count() == 0


@pytest.mark.parametrize("press", ["keydown", "pointerdown"])
def test_a_key_or_a_tap_shows_everything_at_once(people: People, site: RunningSite, press: str) -> None:
    before, after = give_the_chain(people, site, press).page.evaluate("waited")
    assert before > 0
    assert after == 0


def test_with_reduced_motion_nothing_waits(people: People, site: RunningSite) -> None:
    page = give_the_chain(people, site, reduced_motion="reduce").page
    assert page.evaluate("waited") == [0, 0]
    assert page.evaluate("painted") == []
