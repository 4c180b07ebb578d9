"""Sharing: the dialog closes beside it, and the device's own way to share is offered where there is one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import People


def test_a_press_beside_the_dialog_closes_it(people: People) -> None:
    person = people.someone()
    person.begin()
    person.page.locator("#invitar").click()
    dialog = person.page.locator("#dialogo")
    dialog.locator("#enlace-publico").click()
    expect(dialog).to_be_visible()
    person.page.mouse.click(5, 5)
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("able", [True, False])
def test_the_way_to_share_of_the_device_is_offered_where_there_is_one(people: People, able: bool) -> None:
    person = people.someone()
    share = "async (what) => { window.shared = what; }" if able else "undefined"
    person.page.add_init_script(f"navigator.share = {share}")
    path = person.begin()
    person.page.locator("#invitar").click()
    button = person.page.locator("#dialogo [data-share]")
    expect(button).to_be_visible(visible=able)
    if able:
        button.click()
        assert person.page.evaluate("shared.url") == person.address + path
