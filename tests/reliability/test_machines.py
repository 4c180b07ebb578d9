"""Work on other machines: in a short form that always runs where PostgreSQL is, and in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import databases
from tests.reliability import machines
from tests.reliability.nursery import Nursery

pytestmark = pytest.mark.skipif(
    not databases.POSTGRESQL, reason="INGENIO_TEST_POSTGRESQL_URL names no PostgreSQL database"
)


def test_the_job_of_a_machine_that_was_killed_is_done_by_another(nursery: Nursery, tmp_path: Path) -> None:
    told = machines.figure(nursery, tmp_path, machines=2, games=2, tasks=1, kills=1, seed=10)
    assert "each done once" in told


@pytest.mark.slow
def test_many_machines_come_and_are_killed(nursery: Nursery, tmp_path: Path) -> None:
    told = machines.figure(nursery, tmp_path, machines=3, games=40, tasks=10, kills=20, seed=10)
    assert "each done once" in told
