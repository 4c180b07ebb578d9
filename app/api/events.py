"""The stream of a game for programs: every change of its position since a version, then each new one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Header, Query
from fastapi.sse import ServerSentEvent
from sqlalchemy import select

from app.api.access import Anybody, Asker, GameId
from app.api.asked import LARGEST
from app.api.told import Change
from app.games.tables import Event, Game
from app.language import N_
from engines.core.game import Seat

RETRY = 1_000
"""Milliseconds after which a client whose stream broke should ask again."""

Since = Annotated[
    int,
    Query(
        ge=0,
        le=LARGEST,
        description=N_("La última versión que ya se conoce: el flujo empieza con lo que vino después."),
        examples=[3],
    ),
]
LastId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        max_length=64,
        description=N_("Lo envía solo un cliente que se conecta de nuevo; vale si es mayor que «since»."),
        examples=["3"],
    ),
]


@dataclass(frozen=True, slots=True)
class Opened:
    """A stream that may begin: its game exists, and `seat` is that of the one who opens it, if any."""

    asker: Asker
    game_id: str
    seat: Seat | None


def open_stream(asker: Anybody, game_id: GameId) -> Opened:
    """Find the game before the stream begins, while an error can still be said. Raises UnknownGame."""
    mine = asker.table(game_id).mine
    return Opened(asker, game_id, mine[0] if mine else None)


async def follow(opened: Opened, told: int) -> AsyncIterator[ServerSentEvent]:
    """Say each change after version `told` once, in order, with its version as id, until the game ends."""
    live = opened.asker.site.live
    yield ServerSentEvent(comment="ingenio", retry=RETRY)
    with live.watching(opened.game_id, opened.seat) as stream:
        while True:
            changes, over = await asyncio.to_thread(_changes, opened, told)
            for change in changes:
                told = change.version
                yield ServerSentEvent(raw_data=change.model_dump_json(), id=str(told))
            if over:
                yield ServerSentEvent(raw_data="{}", event="end", id=str(told))
                return
            if live.closing:
                return
            await stream.wait()


def version_of(last_event_id: str | None) -> int:
    """The version that a reconnecting client saw last, 0 if it does not say."""
    plain = last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit()
    return min(int(last_event_id or 0), LARGEST) if plain else 0


def _changes(opened: Opened, since: int) -> tuple[list[Change], bool]:
    """What came after a version, and whether the game has ended or is gone."""
    with opened.asker.site.database.reading() as session:
        game = session.get(Game, opened.game_id)
        found = session.scalars(
            select(Event)
            .where(Event.game_id == opened.game_id, Event.version > since)
            .order_by(Event.version)
        ).all()
    return [
        Change.model_validate(
            {
                "version": event.version,
                "kind": event.kind,
                "seat": event.seat,
                "move": event.move,
                "ply": event.ply,
            }
        )
        for event in found
    ], game is None or game.how is not None
