"""Machines that work for a site and are killed in the middle: every job is done, and none of them twice."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
from sqlalchemy import func, select, text

from app.analysis.tables import Review
from app.classes.tables import Assignment, SchoolClass
from app.database import Database, now
from engines.registry import read_match
from tests.databases import postgresql_in
from tests.reliability.nursery import Nursery
from tests.reliability.servers import PATIENCE, PAUSE, QUICK, Server, free_port

BOARD = "timbiriche rows=3 cols=3"
MOVES = 12
TASK = "timbiriche rows=2 cols=2"
SLOWER = 0.1
"""Seconds by which every search takes longer, so that there is a middle in which to be killed."""


class Machine:
    """`ingenio work`, one job at a time, in a process of its own."""

    def __init__(self, nursery: Nursery, settings: dict[str, str], log: Path) -> None:
        self._nursery = nursery
        self.log = log
        self.port = free_port()
        fault = {"kind": "slow work", "seconds": SLOWER}
        words = ["work", "--at-once", "1"]
        self.child = nursery.fork(
            {
                "do": "run",
                "engines": "timbiriche",
                "settings": settings | {"INGENIO_WORK_METRICS": str(self.port)},
                "log": str(log),
                "words": words,
                "fault": fault,
            }
        )

    def kill(self) -> None:
        os.kill(self.child, signal.SIGKILL)
        assert self._nursery.ended(self.child, PATIENCE) == -signal.SIGKILL, self.said()

    def end(self) -> None:
        """SIGTERM: it lets go of its job and ends well."""
        os.kill(self.child, signal.SIGTERM)
        assert self._nursery.ended(self.child, PATIENCE) == 0, self.said()

    def told(self) -> str:
        """What it tells Prometheus."""
        answer = httpx.get(f"http://127.0.0.1:{self.port}/metrics", trust_env=False)
        assert answer.status_code == 200
        return answer.text

    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class Yard:
    """A site whose work is done elsewhere, and what there is to do."""

    def __init__(self, nursery: Nursery, folder: Path, seed: int) -> None:
        self._nursery = nursery
        self._folder = folder
        self._random = Random(seed)
        self.settings = QUICK | {
            "INGENIO_DATABASE_URL": postgresql_in(folder),
            "INGENIO_JOBS": "elsewhere",
            "INGENIO_HOSTS": "2",
            "INGENIO_LEASE_SECONDS": "1",
            "INGENIO_REVIEW_SECONDS": "0.2",
            "INGENIO_REVIEW_MATCH_SECONDS": "1",
            "INGENIO_LOG_LEVEL": "INFO",
        }
        self.database = Database(self.settings["INGENIO_DATABASE_URL"])
        self.machines: list[Machine] = []
        self.gone: list[Machine] = []

    def start(self) -> None:
        """One machine more; it is at work when this returns."""
        there = self._count("SELECT max(id) FROM procrastinate_workers")
        log = self._folder / f"machine{len(self.machines) + len(self.gone)}.log"
        self.machines.append(Machine(self._nursery, self.settings, log))
        self._until(lambda: self._count("SELECT max(id) FROM procrastinate_workers") > there)

    def kill_one_at_work(self) -> None:
        """Kill the machine that has been there longest, while some analysis or par is half done."""
        going_on = (
            "SELECT (SELECT count(*) FROM reviews WHERE status = 'running' AND length(verdicts) > 2)"
            " + (SELECT count(*) FROM assignments WHERE par_state = 'waiting' AND lease_by IS NOT NULL)"
        )
        self._until(lambda: self._count(going_on) >= len(self.machines))
        self.gone.append(self.machines.pop(0))
        self.gone[-1].kill()

    def forget_the_queue(self) -> None:
        """Lose every job that waits or is at work: only the rows know of them now."""
        with self.database.writing() as session:
            session.execute(text("DELETE FROM procrastinate_jobs"))

    def finish_a_game(self, web: httpx.Client) -> None:
        """A game that ends, and somebody who wants to know what its moves were worth."""
        match = read_match(BOARD)
        for _ in range(MOVES):
            match = match.play(self._random.choice(list(match.legal_moves())))
        made = web.post(
            "/api/v1/games", json={"match": match.to_text(), "seats": ["person", "person"]}
        ).json()
        key = {"Authorization": f"Bearer {made['seat_tokens'][0]}"}
        assert web.post(f"/api/v1/games/{made['id']}/resign", headers=key).status_code == 200
        assert web.post(f"/p/{made['id']}/analisis").status_code == 303

    def set_tasks(self, number: int) -> None:
        """Tasks that wait for their par in the table and in no queue, as where the setting was changed."""
        moment = now()
        with self.database.writing() as session:
            group = SchoolClass(
                code="A", secret_hash="a", name="1.º B", language="es", zone="Europe/Madrid", own_names=False,
                created_at=moment, used_at=moment,
            )  # fmt: skip
            session.add(group)
            session.flush()
            for title in range(number):
                row = Assignment(
                    class_id=group.id, title=str(title), line=TASK, seat=0, level="facil", tries=0,
                    allowed="", opens_at=moment, par_state="waiting", created_at=moment,
                )  # fmt: skip
                session.add(row)

    def everything_done(self) -> bool:
        with self.database.reading() as session:
            analyses = session.scalar(select(func.count()).where(Review.status != "done"))
            pars = session.scalar(select(func.count()).where(Assignment.par_state != "done"))
        return not analyses and not pars

    def look_at_everything(self) -> None:
        """Each analysis has a verdict on every move and was finished once; each par is there and proved."""
        ends = [line for line in self._said().splitlines() if line.startswith("{") and '"analysed"' in line]
        with self.database.reading() as session:
            reviews = session.scalars(select(Review)).all()
            pars = session.execute(select(Assignment.par, Assignment.par_exact)).all()
        assert len(ends) == len(reviews), "an analysis was finished twice"
        for review in reviews:
            assert [each["ply"] for each in json.loads(review.verdicts)] == list(range(review.total, 0, -1))
        assert {exact for _, exact in pars} <= {True}, pars
        assert len(set(pars)) <= 1, "the same task has two pars"
        self._until(lambda: not self._count("SELECT count(*) FROM procrastinate_jobs"))

    def _said(self) -> str:
        return "".join(machine.said() for machine in self.gone + self.machines)

    def _count(self, statement: str) -> int:
        with self.database.reading() as session:
            return int(session.scalar(text(statement)) or 0)

    def _until(self, holds: Callable[[], Any]) -> None:
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, self._said()[-4000:]
            PAUSE.wait(0.02)

    def wait(self) -> None:
        """Until all is done."""
        self._until(self.everything_done)


@contextmanager
def yard_of(nursery: Nursery, folder: Path, games: int, tasks: int, seed: int) -> Iterator[Yard]:
    """A site that serves pages, with so much to do and nobody who does it yet."""
    yard = Yard(nursery, folder, seed)
    with Server(nursery, folder, **yard.settings) as server, server.client() as web:
        server.ready(web)
        for _ in range(games):
            yard.finish_a_game(web)
        yard.set_tasks(tasks)
        yield yard
        for machine in yard.machines:
            machine.end()
    yard.database.close()


def figure(
    nursery: Nursery, folder: Path, machines: int, games: int, tasks: int, kills: int, seed: int
) -> str:
    with yard_of(nursery, folder, games, tasks, seed) as yard:
        began = time.monotonic()
        for _ in range(machines):
            yard.start()
        for _ in range(kills):
            yard.kill_one_at_work()
            yard.start()
        yard.wait()
        took = time.monotonic() - began
        yard.look_at_everything()
    return (
        f"{kills} of {machines + kills} machines killed at work, {machines} at once: {games} analyses and"
        f" {tasks} pars in {took:.0f} s, each done once"
    )
