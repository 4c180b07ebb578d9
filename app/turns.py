"""Whose turn it is where many ask for thinking: every neighbourhood in turn, and within it every game.

Nobody can keep others from the engines: whoever asks a thousand times waits a thousand times behind himself.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeVar

from app import meters
from app.asking import Asker, neighbours
from app.faults import Busy

Answer = TypeVar("Answer")

MOST_ASKERS: Final = 8
"""Neighbourhoods that are remembered to wait for the same piece of work."""
MOST_REMEMBERED: Final = 10_000
"""Pieces of work of which it is known who asked for them."""


@dataclass(frozen=True, slots=True)
class _Task:
    """Something to be thought about, and where its answer goes."""

    work: Callable[[], Any]
    answer: Future[Any]
    asked: float


class Turns:
    """A few threads, and a line before them for each neighbourhood, in it one for each game.

    `most`: tasks of one neighbourhood that run or wait; more are refused. Safe to use from several threads.
    """

    def __init__(self, name: str, threads: int, most: int) -> None:
        self._name = name
        self._threads = threads
        self._most = most
        self._free = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lock = threading.RLock()
        self._tasks: Counter[str] = Counter()
        self._lines: OrderedDict[str, OrderedDict[str, deque[_Task]]] = OrderedDict()
        self._over = False

    def ask(self, work: Callable[[], Answer], about: str = "", patient: bool = False) -> Future[Answer]:
        """The answer to come. `about`: the game, or whatever else waits in one line. Raises Busy.

        `patient`: never refused, for work that comes one by one.
        Cancelling it takes the task out of the line; one that runs is stopped by its own flag.
        """
        who = neighbours.get()
        answer: Future[Answer] = Future()
        task = _Task(partial(copy_context().run, work), answer, perf_counter())
        with self._lock:
            if self._over or (self._tasks[who] >= self._most and not patient):
                meters.refused.labels(self._name).inc()
                raise Busy
            self._tasks[who] += 1
            meters.queue.labels(self._name).inc()
            answer.add_done_callback(partial(self._done, who))
            self._lines.setdefault(who, OrderedDict()).setdefault(about, deque()).append(task)
            self._begin()
        return answer

    def share(self) -> float:
        """What part of a thread's usual time a task of the one who asks may take, its own included."""
        with self._lock:
            mine = max(1, self._tasks[neighbours.get()])
            others = sum(1 for who, tasks in self._tasks.items() if tasks and who != neighbours.get())
        return min(1.0, self._threads / (mine * (1 + others)))

    def stop(self) -> None:
        """Begin nothing more; what waits is cancelled, what runs is not waited for."""
        with self._lock:
            self._over = True
            waiting = [task for line in self._lines.values() for each in line.values() for task in each]
            self._lines.clear()
        for task in waiting:
            task.answer.cancel()
        self._pool.shutdown(wait=False)

    def _done(self, who: str, _answer: Future[Any]) -> None:
        with self._lock:
            meters.queue.labels(self._name).dec()
            self._tasks[who] -= 1
            if not self._tasks[who]:
                del self._tasks[who]

    def _begin(self) -> None:
        """Give free threads to whoever is next. Only with the lock."""
        while self._free and self._lines and not self._over:
            task = self._next()
            if task.answer.set_running_or_notify_cancel():
                self._free -= 1
                meters.waited.labels(self._name).observe(perf_counter() - task.asked)
                self._pool.submit(self._run, task)

    def _next(self) -> _Task:
        """The first task of the first game of the first neighbourhood; both go to the end of their lines."""
        who, games = self._lines.popitem(last=False)
        about, tasks = games.popitem(last=False)
        task = tasks.popleft()
        if tasks:
            games[about] = tasks
        if games:
            self._lines[who] = games
        return task

    def _run(self, task: _Task) -> None:
        began = perf_counter()
        try:
            found = task.work()
        except BaseException as problem:
            self._leave(began)
            task.answer.set_exception(problem)
        else:
            self._leave(began)
            task.answer.set_result(found)

    def _leave(self, began: float) -> None:
        meters.thought.labels(self._name).observe(perf_counter() - began)
        with self._lock:
            self._free += 1
            self._begin()


class Rota:
    """Who is served next of those whose work waits in a table: whoever was served longest ago."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._askers: OrderedDict[str, dict[str, Asker]] = OrderedDict()
        self._served: OrderedDict[str, int] = OrderedDict()
        self._count = 0

    def note(self, work: str) -> None:
        """Remember for whom a piece of work is done: whoever asks now, beside those who asked before."""
        present = Asker.present()
        with self._lock:
            askers = self._askers.setdefault(work, {})
            if len(askers) < MOST_ASKERS:
                askers.setdefault(present.neighbours, present)
            while len(self._askers) > MOST_REMEMBERED:
                self._askers.popitem(last=False)

    def asker(self, work: str) -> Asker:
        """For whom it is done, of those who asked. What was asked for before a restart is nobody's."""
        with self._lock:
            return next(iter(self._askers.get(work, {}).values()), Asker())

    def first(self, waiting: Sequence[str]) -> str:
        """The piece of work to do now, of those that wait, the oldest first."""
        with self._lock:
            named = [(who, work) for work in waiting for who in self._askers.get(work) or ("",)]
            # min() takes the oldest of equals.
            who, chosen = min(named, key=lambda each: self._served.get(each[0], 0))
            if who in (askers := self._askers.get(chosen, {})):
                self._askers[chosen] = {who: askers[who], **askers}
            self._count += 1
            self._served[who] = self._count
            self._served.move_to_end(who)
            while len(self._served) > MOST_REMEMBERED:
                self._served.popitem(last=False)
            return chosen

    def done(self, work: str) -> None:
        """Nobody waits for it any more."""
        with self._lock:
            self._askers.pop(work, None)
