"""A warm site, and finished games on it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.app.api.conftest import UNLIMITED, warm_engines, warm_site
from tests.running import RunningSite

__all__ = ["warm_engines"]


@pytest.fixture(scope="session")
def studied_site(tmp_path_factory: pytest.TempPathFactory, warm_engines: None) -> Iterator[RunningSite]:
    """A server that can analyse."""
    with warm_site(tmp_path_factory.mktemp("studied"), **UNLIMITED) as site:
        yield site


@pytest.fixture
def site(studied_site: RunningSite) -> RunningSite:
    return studied_site


@pytest.fixture
def web(site: RunningSite) -> Iterator[httpx.Client]:
    with site.client() as asking:
        yield asking
