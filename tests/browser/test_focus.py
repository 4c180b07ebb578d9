"""Focus stays where it is through every swap, or goes to the next control that is named for it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.people import People


def test_focus_stays_on_the_place_that_was_played(people: People) -> None:
    anna = people.someone("keyboard")
    anna.begin(mode="screen")
    anna.play("b2c2", 1)
    expect(anna.button("b2c2")).to_be_focused()
    anna.page.keyboard.press("ArrowRight")
    expect(anna.button("c2d2")).to_be_focused()
    anna.page.keyboard.press("Enter")
    anna.sees(2)
    expect(anna.button("c2d2")).to_be_focused()


def test_focus_stays_on_the_board_while_the_rival_moves(people: People) -> None:
    anna, bruno = people.someone("keyboard"), people.someone()
    bruno.sit(anna.begin())
    anna.play("a1b1", 1)
    anna.page.keyboard.press("ArrowDown")
    here = anna.page.locator("#jugar button:focus").get_attribute("id")
    bruno.play("c3d3", 2)
    anna.sees(2)
    expect(anna.page.locator(f"#{here}")).to_be_focused()


def test_focus_goes_to_the_sentence_when_its_control_is_gone(people: People) -> None:
    anna, bruno = people.someone("keyboard"), people.someone()
    bruno.sit(anna.begin())
    anna.play("a1b1", 1)
    bruno.sees(1)
    anna.press(anna.page.locator("#deshacer"))
    expect(anna.page.locator("#retirar")).to_be_visible()
    anna.press(anna.page.locator("#retirar"))
    expect(anna.page.locator("#retirar")).to_have_count(0)
    expect(anna.page.locator("#estado")).to_be_focused()


def test_every_place_is_reached_with_arrows(people: People) -> None:
    anna = people.someone("keyboard")
    anna.begin(mode="screen")
    anna.reach_board()
    places = anna.page.locator("#jugar button")
    tokens = {(each.get_attribute("id") or "")[2:] for each in places.all()}
    reached = set(
        anna.page.evaluate(
            """() => {
              const seen = new Set([document.activeElement.id]);
              const open = [document.activeElement.id];
              while (open.length) {
                const from = open.pop();
                for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
                  document.getElementById(from).focus();
                  const press = { key, bubbles: true, cancelable: true };
                  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", press));
                  const to = document.activeElement.id;
                  if (!seen.has(to)) { seen.add(to); open.push(to); }
                }
              }
              return [...seen].map((id) => id.slice(2));
            }"""
        )
    )
    assert reached == tokens


def test_only_one_place_is_a_tab_stop(people: People) -> None:
    anna = people.someone("keyboard")
    anna.begin(mode="screen")
    expect(anna.page.locator("#jugar button[tabindex='0']")).to_have_count(1)
    anna.play("b1c1", 1)
    expect(anna.page.locator("#jugar button[tabindex='0']")).to_have_count(1)
    expect(anna.button("b1c1")).to_have_attribute("tabindex", "0")


def test_the_focused_place_is_shown_on_the_drawing(people: People) -> None:
    anna = people.someone("keyboard")
    anna.begin(mode="screen")
    anna.reach_board()
    anna.page.keyboard.press("ArrowRight")
    token = (anna.page.locator("#jugar button:focus").get_attribute("id") or "")[2:]
    expect(anna.page.locator(f"#tablero-line-{token}")).to_have_class("edge free choice aim")
    expect(anna.page.locator("#tablero .hit.focus")).to_have_count(1)
    anna.page.keyboard.press("Tab")
    expect(anna.page.locator("#tablero .hit.focus")).to_have_count(0)
