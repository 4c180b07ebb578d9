"""Debian's Chromium, people with a browser of their own, and pages that fail on any console error."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Guard, People
from tests.running import RunningSite

expect.set_options(timeout=10_000)

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
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


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
