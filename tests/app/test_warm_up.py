"""Compiling the strong levels: in a process of its own, once for all server processes, told on the way."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from app.database import file_lock_tried
from app.settings import Settings
from app.workers import Workers
from engines.registry import GAMES

KERNELS = [name for game in GAMES for name in game.kernels]


def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path}/ingenio.db")


def test_workers_become_warm_and_say_how_far_they_are(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def warm_up() -> Workers:
        workers = Workers(settings(tmp_path), KERNELS)
        assert not workers.warm
        await workers.start()
        try:
            assert await workers.until_warm()
        finally:
            await workers.stop()
        return workers

    workers = asyncio.run(warm_up())
    assert workers.warm
    assert workers.progress == (len(KERNELS), len(KERNELS))
    assert all(name in sys.modules for name in KERNELS)
    assert f"{len(KERNELS)}/{len(KERNELS)}" in capfd.readouterr().err


def test_only_one_of_several_processes_compiles_at_a_time(tmp_path: Path) -> None:
    async def both() -> list[bool]:
        pair = [Workers(settings(tmp_path), KERNELS) for _ in range(2)]
        with file_lock_tried(tmp_path / "warm-up.lock") as held:
            assert held
            for workers in pair:
                await workers.start()
            await asyncio.sleep(0)
            waiting = [workers.progress[0] == 0 and not workers.warm for workers in pair]
        warm = [await workers.until_warm() for workers in pair]
        for workers in pair:
            await workers.stop()
        return waiting + warm

    assert asyncio.run(both()) == [True] * 4


def test_without_warming_up_nobody_waits_for_it(tmp_path: Path) -> None:
    async def ask() -> bool:
        workers = Workers(Settings(database_url=f"sqlite:///{tmp_path}/x.db", warm_up=False), KERNELS)
        await workers.start()
        try:
            return await workers.until_warm()
        finally:
            await workers.stop()

    assert asyncio.run(ask()) is False


def test_stopping_while_compiling_ends_the_compiling_process(tmp_path: Path) -> None:
    async def stop_at_once() -> None:
        workers = Workers(settings(tmp_path), KERNELS)
        await workers.start()
        await asyncio.sleep(0.05)
        await workers.stop()
        assert not workers.warm

    asyncio.run(stop_at_once())
    with file_lock_tried(tmp_path / "warm-up.lock") as free:
        assert free
