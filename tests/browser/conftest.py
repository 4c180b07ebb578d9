"""Debian's Chromium, people with a browser of their own, and pages that fail on any console error."""

from __future__ import annotations

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from tests.browser.people import LOST, Guard, People, Person
from tests.running import RunningSite

expect.set_options(timeout=30_000)

CHROMIUM = os.environ.get("INGENIO_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--process-per-site",
)


AT_MOST = 1
"""Variants of a test that always run; the others are `slow`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    variants: dict[tuple[Path, str], list[pytest.Function]] = defaultdict(list)
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            assert isinstance(item, pytest.Function)
            variants[item.path, item.originalname].append(item)
    for (_, name), found in variants.items():
        for item in set(found) - set(share(found, name)):
            item.add_marker(pytest.mark.slow)


def share(variants: list[pytest.Function], seed: str) -> list[pytest.Function]:
    """A few variants of a test, always the same, with as many values of its parameters as they can have."""
    if len(variants) <= AT_MOST:
        return variants
    left = Random(seed).sample(variants, len(variants))
    chosen: list[pytest.Function] = []
    seen: set[tuple[str, str]] = set()
    while len(chosen) < AT_MOST:
        values = {item: {(key, repr(value)) for key, value in item.callspec.params.items()} for item in left}
        best = max(left, key=lambda item: len(values[item] - seen))
        seen |= values[best]
        left.remove(best)
        chosen.append(best)
    return chosen


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if shutil.which(CHROMIUM) is None:
        pytest.fail(
            f"The browser tests need Chromium and there is none at {CHROMIUM}. Install the Debian package"
            " «chromium» (apt-get install chromium), or set INGENIO_CHROMIUM to the path of another one.",
            pytrace=False,
        )
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": list(ARGUMENTS)}


@pytest.fixture
def guard() -> Iterator[Guard]:
    """Collects what goes wrong in the pages of a test; anything left at its end fails the test."""
    watching = Guard()
    yield watching
    assert watching.faults == []


@pytest.fixture
def people(browser: Browser, site: RunningSite, guard: Guard) -> Iterator[People]:
    """Makes people, each with a browser of their own."""
    crowd = People(browser, site.address, guard)
    yield crowd
    crowd.leave()


@pytest.fixture
def forgetful(browser_type: BrowserType, guard: Guard, tmp_path: Path) -> Iterator[Callable[[str], Page]]:
    """Opens a page in a browser that may keep nothing: no cookies, no storage, no service worker."""
    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(blocked), encoding="utf-8")
    contexts: list[BrowserContext] = []

    def visit(address: str) -> Page:
        context = browser_type.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=list(ARGUMENTS), base_url=address, locale="es-ES"
        )
        contexts.append(context)
        page = context.new_page()
        guard.watch(page, address)
        return page

    yield visit
    guard.over = True
    for context in contexts:
        context.close()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[RunningSite]:
    """A server that the test may stop."""
    with RunningSite(tmp_path) as running:
        yield running


@pytest.fixture
def person(browser: Browser, own_site: RunningSite, guard: Guard) -> Iterator[Person]:
    """Somebody whose browser may have a service worker."""
    guard.allowed += [LOST, "Failed to load resource"]
    crowd = People(browser, own_site.address, guard)
    yield crowd.someone(service_workers="allow")
    crowd.leave()
