"""Work on other machines, and pages by several: short forms that run where PostgreSQL is, and full ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import databases
from tests.reliability import hosts, machines
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


@pytest.mark.parametrize("games", [2, pytest.param(50, marks=pytest.mark.slow)])
def test_two_servers_behind_a_proxy_are_one_site(nursery: Nursery, tmp_path: Path, games: int) -> None:
    assert "all told to both and kept" in hosts.figure(nursery, tmp_path, games=games, seed=11)
