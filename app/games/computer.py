"""The computer's seats: whenever one is to move, think of a move and play it through the same door as people.

A game that is due is taken by a lease, so of several server processes only one thinks about it. A move comes
within `answer_seconds` whatever happens: if the level has not answered by then, a level that needs no search
plays. What was thought about a position that has changed meanwhile is thrown away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from random import Random
from time import monotonic
from typing import Any, Final, cast
from weakref import WeakValueDictionary

from sqlalchemy import ColumnElement, or_, select, update
from sqlalchemy.exc import SQLAlchemyError

from app.asking import neighbours
from app.database import is_over
from app.faults import Busy, StaleMove, UnknownGame
from app.games.actions import play_computer_move
from app.games.table import find_table
from app.games.tables import Game
from app.players.viewer import Viewer
from app.site import Site
from engines.core.game import Level, Proved
from engines.core.limit import Limit
from engines.core.match import Match

log = logging.getLogger("ingenio.computer")

AT_ONCE: Final = 100
"""How many unfinished games are taken up in one look."""
MOST_AT_ONCE: Final = 64
"""Turns that are played at once for one neighbourhood: who starts a thousand games waits for his own."""
MARGIN_SECONDS: Final = 0.3
"""What is left between the end of a search and the deadline, for the move to be told and stored."""
PATIENCE: Final = (1.0, 1.5)
"""How often a task's level is asked for a proved move, in shares of the usual time."""
PLAIN_NODES: Final = 200
PLAIN_SECONDS: Final = 0.4
"""What a level that plays in place of another may spend: next to nothing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A position in which the computer is to move."""

    game_id: str
    version: int
    match: Match
    level: str
    pause: float
    deadline: float
    """When a move must be there, on the clock of `time.monotonic`."""
    task: str | None = None
    """The page that set the game as a task: no plainer level answers there, and all meet the same answers."""
    limit: Limit = field(default_factory=Limit, compare=False)
    """Stopping it ends the search, from any thread."""

    @property
    def seed(self) -> str:
        """The same game, or task, at the same version has the same chance, also after a restart."""
        return f"{self.task or self.game_id}:{self.version}"


class Computer:
    """Plays every seat of the computer, as long as the server runs."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._name = secrets.token_hex(8)
        self._serving: dict[str, asyncio.Task[None]] = {}
        self._checking: set[asyncio.Task[None]] = set()
        self._turns: dict[str, Turn] = {}
        self._heard: set[str] = set()
        self._doors: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """What the turns of each neighbourhood pass, a few at once."""
        self._resuming: asyncio.Task[None] | None = None
        self._stopped = False

    async def start(self) -> None:
        """Listen to what changes, and take up what was left unfinished."""
        if self._site.settings.alone:
            await asyncio.to_thread(self._forget_leases)
        self._site.live.listen(self.hear)
        self._resuming = asyncio.create_task(self._resume(), name="computer")

    async def stop(self) -> None:
        """Stop thinking; games that are due are taken up at the next start."""
        self._stopped = True
        tasks = [*self._serving.values(), *self._checking, *([self._resuming] if self._resuming else [])]
        for turn in self._turns.values():
            turn.limit.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def hear(self, game_id: str) -> None:
        """Something changed in a game: perhaps the computer is to move, or need not think any more."""
        if self._stopped:
            return
        if game_id not in self._serving:
            task = asyncio.create_task(self._serve(game_id), name=f"computer {game_id}")
            self._serving[game_id] = task
            task.add_done_callback(lambda done: self._forget(game_id))
            return
        self._heard.add(game_id)
        turn = self._turns.get(game_id)
        if turn is not None:
            check = asyncio.create_task(self._stop_if_stale(turn))
            self._checking.add(check)
            check.add_done_callback(self._checking.discard)

    def _forget(self, game_id: str) -> None:
        del self._serving[game_id]
        if game_id in self._heard:
            self._heard.discard(game_id)
            self.hear(game_id)

    async def _serve(self, game_id: str) -> None:
        """Play the computer's moves of one game until somebody else is to move."""
        try:
            door = self._doors.setdefault(neighbours.get(), asyncio.Semaphore(MOST_AT_ONCE))
            while True:
                async with door:
                    turn = await asyncio.to_thread(self._take, game_id)
                    if turn is None:
                        return
                    self._heard.discard(game_id)
                    await self._play(turn)
        except Exception:
            log.exception("the computer could not move; it tries again later", extra={"game": game_id})

    async def _play(self, turn: Turn) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        self._turns[turn.game_id] = turn
        try:
            move = await self._decide(turn)
            await asyncio.sleep(max(0.0, begun + turn.pause - loop.time()))
        finally:
            del self._turns[turn.game_id]
        with suppress(StaleMove, UnknownGame):
            await asyncio.to_thread(play_computer_move, self._site, turn.game_id, move, turn.version)

    async def _decide(self, turn: Turn) -> str:
        """The level's move, or a plainer level's when the time is over or the level fails."""
        level = turn.match.game.level(turn.level)
        if turn.task and (faithful := await self._keep_faith(level, turn)) is not None:
            return faithful
        thought = asyncio.create_task(self._think(level, turn))
        try:
            await asyncio.wait({thought}, timeout=turn.deadline - monotonic())
            if thought.done() and (move := thought.result()) is not None:
                return move
        finally:
            turn.limit.stop()
            thought.cancel()
        log.warning("a plainer level answers", extra={"game": turn.game_id, "level": level.slug})
        plain = None
        with suppress(asyncio.TimeoutError):
            plain = await asyncio.wait_for(asyncio.to_thread(_plain_move, turn), PLAIN_SECONDS)
        moves = turn.match.legal_moves()
        return plain if plain is not None and plain in moves else Random(turn.seed).choice(moves)

    async def _keep_faith(self, level: Level[Any], turn: Turn) -> str | None:
        """The move of a task's own level however long it takes; None if it will never be there.

        A level that proves is asked again, with more time, if it could not prove its move.
        """
        if level.compiled and not await self._site.workers.until_warm():
            return None
        move = None
        for patience in PATIENCE:
            seconds = self._site.settings.thinking_seconds * patience
            found = await self._site.workers.run(partial(_choose, level, turn, seconds), turn.game_id)
            if found in turn.match.legal_moves():
                move = found
                if isinstance(move, Proved) or not level.proves:
                    break
        return move

    async def _think(self, level: Level[Any], turn: Turn) -> str | None:
        """The level's move; None if it cannot play now or gave something that is no move."""
        if level.compiled and not await self._site.workers.until_warm():
            return None
        think = partial(self._choose_in_time, level, turn)
        try:
            move = await self._site.workers.run(think, turn.game_id)
        except Busy:
            return None
        return move if move in turn.match.legal_moves() else None

    def _choose_in_time(self, level: Level[Any], turn: Turn) -> str | None:
        return _choose(level, turn, self._seconds(turn))

    def _seconds(self, turn: Turn) -> float:
        """What a search that begins now may take: a fair share where many wait, never past the deadline."""
        share = self._site.settings.thinking_seconds * self._site.workers.share
        return min(share, turn.deadline - monotonic() - MARGIN_SECONDS)

    async def _stop_if_stale(self, turn: Turn) -> None:
        if await asyncio.to_thread(self._version, turn.game_id) != turn.version:
            turn.limit.stop()

    async def _resume(self) -> None:
        while True:
            try:
                for game_id in await asyncio.to_thread(self._left_over):
                    self.hear(game_id)
            except SQLAlchemyError:
                log.exception("unfinished games could not be looked for; trying again")
            await asyncio.sleep(self._site.settings.resume_seconds)

    def _take(self, game_id: str) -> Turn | None:
        """The turn to be played by this process, or None if there is none or another one has it."""
        settings, moment = self._site.settings, self._site.clock()
        with self._site.database.reading() as session:
            if not session.scalar(select(Game.computer_due).where(Game.id == game_id)):
                return None  # most changes are somebody else's turn: no writer waits for that
        with self._site.database.writing() as session:
            taken = session.scalar(
                update(Game)
                .where(Game.id == game_id, Game.computer_due, self._free(moment))
                .values(lease_by=self._name, lease_until=moment + timedelta(seconds=settings.lease_seconds))
                .returning(Game.id)
            )
            if taken is None:
                return None
            table = find_table(session, game_id, Viewer())
            seat = table.game.seats[cast(int, table.game.turn)]
            pause = settings.machines_pause_seconds if table.mode == "machines" else settings.pause_seconds
            if table.mode != "machines" and table.goes_on:
                pause = 0.0  # pages paint the moves of one turn one after the other
            return Turn(
                game_id=game_id,
                version=table.game.version,
                match=table.match,
                level=cast(str, seat.level),
                pause=pause,
                deadline=monotonic() + settings.answer_seconds,
                task=table.game.task,
            )

    def _version(self, game_id: str) -> int | None:
        with self._site.database.reading() as session:
            return session.scalar(select(Game.version).where(Game.id == game_id))

    def _left_over(self) -> list[str]:
        """Games in which the computer is to move and nobody thinks about it, the oldest first."""
        with self._site.database.reading() as session:
            free = self._free(self._site.clock())
            due = select(Game.id).where(Game.computer_due, free).order_by(Game.updated_at)
            found = session.scalars(due.limit(AT_ONCE + len(self._serving))).all()
        return [game_id for game_id in found if game_id not in self._serving]

    def _forget_leases(self) -> None:
        """With one process, a lease from before the start belongs to nobody."""
        with self._site.database.writing() as session:
            session.execute(
                update(Game).where(Game.lease_by.is_not(None)).values(lease_by=None, lease_until=None)
            )

    def _free(self, moment: datetime) -> ColumnElement[bool]:
        """Games that no other process has taken."""
        longest = timedelta(seconds=self._site.settings.lease_seconds)
        over = is_over(Game.lease_until, moment, longest)
        return or_(Game.lease_until.is_(None), over, Game.lease_by == self._name)


def _choose(level: Level[Any], turn: Turn, seconds: float, nodes: int | None = None) -> str | None:
    """The level's move; None if there is no time left for one, or the level fails."""
    limit = Limit(nodes=nodes, seconds=seconds, flag=turn.limit.flag)
    if limit.stopped or seconds <= 0:
        return None
    try:
        with limit.clock():
            return level.choose(turn.match.state, Random(turn.seed), limit)
    except Exception:
        log.exception("a level failed", extra={"game": turn.game_id, "level": level.slug})
        return None


def _plain_move(turn: Turn) -> str | None:
    """The move of the strongest level up to the one asked for that needs no compiled code, if it has one."""
    game = turn.match.game
    weaker = game.levels[: game.levels.index(game.level(turn.level)) + 1]
    for level in reversed(weaker):
        if not level.compiled:
            return _choose(level, replace(turn, limit=Limit()), PLAIN_SECONDS, PLAIN_NODES)
    return None
