"""Work on other machines, and pages by several: short forms that run where PostgreSQL is, and full ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import databases
from tests.app.health.test_health import figure
from tests.reliability import hosts, machines
from tests.reliability.nursery import Nursery

pytestmark = pytest.mark.skipif(
    not databases.POSTGRESQL, reason="INGENIO_TEST_POSTGRESQL_URL names no PostgreSQL database"
)


def test_the_job_of_a_machine_that_was_killed_is_done_by_another(nursery: Nursery, tmp_path: Path) -> None:
    told = machines.figure(nursery, tmp_path, machines=2, games=2, tasks=1, kills=1, seed=10)
    assert "each done once" in told


@pytest.mark.parametrize(("kind", "games", "tasks"), [("analysis", 1, 0), ("par", 0, 1)])
def test_a_job_that_only_its_row_knows_of_is_done_when_the_lease_is_over_and_the_figures_tell(
    nursery: Nursery, tmp_path: Path, kind: str, games: int, tasks: int
) -> None:
    with machines.yard_of(nursery, tmp_path, games, tasks, seed=3) as yard:
        yard.start()
        yard.kill_one_at_work()
        yard.forget_the_queue()
        yard.start()
        yard.wait()
        yard.look_at_everything()
        told = yard.machines[0].told()
    for state in ("begun", "redone", "done"):
        assert figure(told, f'ingenio_jobs_total{{kind="{kind}",state="{state}"}}') == 1, state
    assert figure(told, f'ingenio_job_seconds_count{{kind="{kind}"}}') == 1
    assert figure(told, f'ingenio_job_seconds_sum{{kind="{kind}"}}') > 0
    assert figure(told, 'ingenio_engine_seconds_count{line="ponder"}') > 0
    assert figure(told, 'ingenio_engine_queue{line="ponder"}') == 0


def test_a_machine_that_was_killed_is_counted(nursery: Nursery, tmp_path: Path) -> None:
    with machines.yard_of(nursery, tmp_path, games=1, tasks=0, seed=3) as yard:
        yard.start()
        yard.kill_one_at_work()
        yard.start()
        yard.wait()
        told = yard.machines[0].told()
    assert figure(told, "ingenio_machines_died_total") == 1


@pytest.mark.slow
def test_many_machines_come_and_are_killed(nursery: Nursery, tmp_path: Path) -> None:
    told = machines.figure(nursery, tmp_path, machines=3, games=40, tasks=10, kills=20, seed=10)
    assert "each done once" in told


@pytest.mark.parametrize("games", [2, pytest.param(50, marks=pytest.mark.slow)])
def test_two_servers_behind_a_proxy_are_one_site(nursery: Nursery, tmp_path: Path, games: int) -> None:
    assert "all told to both and kept" in hosts.figure(nursery, tmp_path, games=games, seed=11)
