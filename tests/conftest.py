"""A server for the tests, and people who play on it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from zlib import crc32

import httpx
import pytest

from tests import databases
from tests.people import Person
from tests.running import RunningSite

pytest.register_assert_rewrite("tests.engines.contract")  # before anything imports it


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is about SQLite where everything runs on another database; give timing a second chance.

    On a machine that CI shares, a process or a browser can be held up longer than any test waits. What runs
    in several processes is tried once more there, and the summary names it; a fault fails twice. The engines
    and everything at a developer's machine get no second try.
    """
    if os.environ.get("CI"):
        for item in items:
            if item.path.is_relative_to(Path(__file__).parent / "engines"):
                continue
            item.add_marker(pytest.mark.flaky(reruns=1))
    if databases.EVERYWHERE:
        left_out = [item for item in items if item.get_closest_marker("sqlite")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_sessionfinish() -> None:
    """Leave no schema behind."""
    databases.drop()


PARTS = 4
"""Where PostgreSQL is, one test of so many has its site there, always the same ones."""


def on_postgresql(test: pytest.Item) -> bool:
    """Whether a test is one of them. What is about SQLite never is."""
    chosen = crc32(test.nodeid.encode()) % PARTS == 0
    return bool(databases.POSTGRESQL) and chosen and not test.get_closest_marker("sqlite")


@pytest.fixture(autouse=True)
def one_of_some_on_postgresql(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sites that a test starts itself; those that tests share have been started by now."""
    if on_postgresql(request.node):
        monkeypatch.setattr(databases, "EVERYWHERE", databases.POSTGRESQL)


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """One server for all tests that leave it as they found it: each makes games of its own."""
    with RunningSite(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="session")
def shared_site_on_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """The same on PostgreSQL."""
    folder = tmp_path_factory.mktemp("site")
    with RunningSite(folder, database_url=databases.postgresql_in(folder)) as site:
        yield site


@pytest.fixture
def site(request: pytest.FixtureRequest) -> RunningSite:
    """The server."""
    name = "shared_site_on_postgresql" if on_postgresql(request.node) else "shared_site"
    found: RunningSite = request.getfixturevalue(name)
    return found


@pytest.fixture
def client(site: RunningSite) -> httpx.Client:
    """A browser that has not been here yet."""
    return site.client()


@pytest.fixture
def newcomer(site: RunningSite) -> Callable[[], Person]:
    """Makes people, each with a browser of their own."""
    return lambda: Person(site)


@pytest.fixture
def ana(newcomer: Callable[[], Person]) -> Person:
    return newcomer()


@pytest.fixture
def bea(newcomer: Callable[[], Person]) -> Person:
    return newcomer()


@pytest.fixture
def eva(newcomer: Callable[[], Person]) -> Person:
    """The third one: she only watches."""
    return newcomer()
