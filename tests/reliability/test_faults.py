"""Faults, each in a short seeded form that always runs, and in full (`python -m tests.reliability`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reliability import clocks, copying, disks, kills, migrating, networks, stopping, writing
from tests.reliability.nursery import Nursery
from tests.reliability.sabotage import POINTS

pytestmark = pytest.mark.sqlite


def test_no_accepted_move_is_lost_or_doubled_by_kill_9(nursery: Nursery, tmp_path: Path) -> None:
    assert f"{len(POINTS)} kills" in kills.figure(nursery, tmp_path, kills=len(POINTS), seed=9)


@pytest.mark.slow
def test_no_accepted_move_is_lost_or_doubled_by_200_kills(nursery: Nursery, tmp_path: Path) -> None:
    assert "200 kills" in kills.figure(nursery, tmp_path, kills=200, seed=2026)


@pytest.mark.parametrize("streams", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_a_server_told_to_stop_lets_its_streams_go_and_they_catch_up(
    nursery: Nursery, tmp_path: Path, streams: int
) -> None:
    assert f"{streams} open streams" in stopping.figure(nursery, tmp_path, streams=streams)


@pytest.mark.parametrize(("writers", "seconds"), [(8, 1.0), pytest.param(50, 90.0, marks=pytest.mark.slow)])
def test_many_writers_are_never_told_that_the_database_is_locked(
    nursery: Nursery, tmp_path: Path, writers: int, seconds: float
) -> None:
    assert "0 locked" in writing.figure(nursery, tmp_path, writers=writers, seconds=seconds)


@pytest.mark.parametrize(("players", "backups"), [(3, 2), pytest.param(20, 30, marks=pytest.mark.slow)])
def test_a_backup_made_while_people_play_is_put_back_whole(
    nursery: Nursery, tmp_path: Path, players: int, backups: int
) -> None:
    assert "identical" in copying.figure(nursery, tmp_path, players=players, backups=backups, seed=4)


@pytest.mark.parametrize("kind", ["limit", "tmpfs"])
@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_a_disk_that_takes_nothing_is_said_so_and_loses_nothing(
    nursery: Nursery, tmp_path: Path, kind: str, rounds: int
) -> None:
    try:
        told = disks.figure(nursery, tmp_path, kind=kind, rounds=rounds)
    except PermissionError as refusal:
        pytest.skip(f"no file system may be mounted here: {refusal}")
    assert "0 lost" in told


@pytest.mark.parametrize(("games", "points"), [(20, 2), pytest.param(200, 1_000, marks=pytest.mark.slow)])
def test_a_migration_that_was_killed_is_completed_by_the_next_start(
    nursery: Nursery, tmp_path: Path, games: int, points: int
) -> None:
    told = migrating.figure(nursery, tmp_path, games=games, points=points, seed=6)
    assert "all rows the same" in told


@pytest.mark.parametrize("rounds", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_a_clock_that_jumps_stops_nobody_and_deletes_nothing(tmp_path: Path, rounds: int) -> None:
    assert "went on" in clocks.figure(tmp_path, rounds=rounds)


@pytest.mark.parametrize(("moves", "latency"), [(20, 0.01), pytest.param(40, 2.0, marks=pytest.mark.slow)])
def test_a_network_that_loses_requests_loses_no_move(
    nursery: Nursery, tmp_path: Path, moves: int, latency: float
) -> None:
    told = networks.figure(nursery, tmp_path, moves=moves, latency=latency, loss=0.1, seed=8)
    assert "0 moves lost or doubled" in told
