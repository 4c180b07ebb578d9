"""The process that forks servers for the fault tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.reliability.nursery import Nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    yield made
    made.close()
