"""What is stored of one game, as plain values: each move waits for it, and the ORM takes twice as long."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple, Self

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, aliased

from app.games.tables import HINT_STEPS, Game, Hint, Seat, line_of
from engines.core.game import Fact


class SeatRow(NamedTuple):
    """One side of a game, as `Seat` has it."""

    seat: int
    kind: str
    level: str | None
    player_id: str | None


class GameRow(NamedTuple):
    """A game, as `Game` has it."""

    id: str
    entry: str
    slug: str
    setup: str
    moves: str
    mode: str
    version: int
    revision: int
    turn: int | None
    undone: bool
    helped: bool
    proved: bool | None
    request: str | None
    request_by: int | None
    how: str | None
    winner: int | None
    reason: str
    previous_id: str | None
    task: str | None
    allowed: str
    created_at: datetime
    computer_due: bool
    seats: tuple[SeatRow, SeatRow]

    @property
    def line(self) -> str:
        """The match line."""
        return line_of(self.slug, self.setup, self.moves)


class HintRow(NamedTuple):
    """What a seat was told a master would play, as `Hint` has it."""

    game_id: str
    seat: int
    number: int
    moves: str
    move: str
    best: str
    value: float
    exact: bool
    reasons: str
    created_at: datetime

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What speaks for the move."""
        found = json.loads(self.reasons)
        pairs = found if isinstance(found, list) else found["facts"]
        return tuple(Fact(code, detail) for code, detail in pairs)

    @property
    def step(self) -> int:
        """How far the seat has been told, from 1 to `HINT_STEPS`."""
        found = json.loads(self.reasons)
        return HINT_STEPS if isinstance(found, list) else int(found["step"])

    def told(self, step: int) -> Self:
        """The same, told as far as `step`."""
        return self._replace(reasons=write_reasons(self.facts, step))


def write_reasons(facts: Iterable[Fact], step: int) -> str:
    """What speaks for a move, and how far a seat has been told, for the column of a hint."""
    told = [[fact.code, dict(fact.detail)] for fact in facts]
    return json.dumps({"step": step, "facts": told})


def _columns(table: Any, fields: Iterable[str]) -> list[Any]:
    return [getattr(table, name) for name in fields]


_OWN: Final = tuple(name for name in GameRow._fields if name != "seats")
_SIDES: Final = aliased(Seat), aliased(Seat)
# Put together once: every move asks them.
_GAME: Final = (
    select(*_columns(Game, _OWN), *(each for side in _SIDES for each in _columns(side, SeatRow._fields)))
    .join(_SIDES[0], (_SIDES[0].game_id == Game.id) & (_SIDES[0].seat == 0))
    .join(_SIDES[1], (_SIDES[1].game_id == Game.id) & (_SIDES[1].seat == 1))
    .where(Game.id == bindparam("game_id"))
)
_HINTS: Final = (
    select(*_columns(Hint, HintRow._fields))
    .where(Hint.game_id == bindparam("game_id"))
    .order_by(Hint.seat, Hint.number)
)
_FIRST: Final = len(_OWN)
_SECOND: Final = _FIRST + len(SeatRow._fields)


def read_game(session: Session, game_id: str) -> GameRow | None:
    """A game with its two seats; None if there is none."""
    found = session.connection().execute(_GAME, {"game_id": game_id}).one_or_none()
    if found is None:
        return None
    seats = SeatRow(*found[_FIRST:_SECOND]), SeatRow(*found[_SECOND:])
    return GameRow._make((*found[:_FIRST], seats))


def read_hints(session: Session, game: GameRow) -> tuple[HintRow, ...]:
    """What the seats of a game were told, in order."""
    if game.revision == game.version:
        return ()  # a hint counts as a revision: nothing but moves has come
    return tuple(HintRow(*found) for found in session.connection().execute(_HINTS, {"game_id": game.id}))
