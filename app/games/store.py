"""How a change of a game is stored: decided on a snapshot, kept only if nothing else changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import bindparam, insert, update
from sqlalchemy.orm import Session

from app.database import now
from app.faults import StaleMove
from app.games.table import Table, find_table
from app.games.tables import Event, Game
from app.players.viewer import Viewer
from app.site import Site
from engines.core.game import Seat
from engines.core.match import Match

ATTEMPTS = 100
"""More changes than can come between a snapshot and its change, each of which was somebody's success."""

# Without the ORM, and put together once: every move waits for them, and they take a third of the time.
_GUARDED: Final = update(Game).where(
    Game.id == bindparam("looked_at"),
    Game.version == bindparam("at_version"),
    Game.revision == bindparam("at_revision"),
)
_HAPPENED: Final = insert(Event)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What happens to a game: one event, new values of the game's row, and rows beside it."""

    kind: str
    seat: Seat
    moves_on: bool = False
    """Whether the position changes, and with it the version."""
    move: str | None = None
    ply: int | None = None
    request: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    beside: Callable[[Session], None] = lambda session: None
    """Stores other rows in the same transaction."""


Decide = Callable[[Table], Change | None]
"""Looks at a table and says what is to happen: None for nothing. Raises a Fault or IllegalMove."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change did: the table on which it was decided, and what was stored of the game's row."""

    before: Table
    values: Mapping[str, Any] = field(default_factory=dict)
    """The new values; none if nothing was to be done."""

    @property
    def table(self) -> Table:
        """The game as a move left it, without asking again: seats and hints are as they were."""
        return self.before.moved(self.values) if self.values else self.before


def change(site: Site, game_id: str, viewer: Viewer, decide: Decide) -> Changed:
    """Check, play, store, tell.

    Nothing is locked while `decide` works. The change is stored only if the game is still at the revision
    that was looked at; if not, the decision is taken again on what there is now.
    """
    for _ in range(ATTEMPTS):
        with site.database.reading() as session:
            table = find_table(session, game_id, viewer)
        wanted = decide(table)
        if wanted is None:
            return Changed(table)
        stored = _store(site, table, wanted)
        if stored is not None:
            site.live.announce(game_id)
            return Changed(table, stored)
    raise StaleMove(table.game.version)


def _store(site: Site, table: Table, wanted: Change) -> Mapping[str, Any] | None:
    """The new values of the game's row; None, and nothing is stored, if something else came before."""
    game, moment = table.game, site.clock()
    version = game.version + 1 if wanted.moves_on else None
    row: dict[str, Any] = {"revision": game.revision + 1, "updated_at": moment, **wanted.values}
    if version is not None:
        # A question, and a computer's thinking, belong to the position in which they began.
        row |= {"version": version, "request": None, "request_by": None}
        row |= {"lease_by": None, "lease_until": None}
    seen = {"looked_at": game.id, "at_version": game.version, "at_revision": game.revision}
    happened = {
        "game_id": game.id,
        "revision": game.revision + 1,
        "kind": wanted.kind,
        "seat": wanted.seat,
        "at_version": game.version,
        "version": version,
        "move": wanted.move,
        "ply": wanted.ply,
        "request": wanted.request,
        "created_at": moment,
    }
    with site.database.writing() as session:
        connection = session.connection()
        if not connection.execute(_GUARDED, row | seen).rowcount:
            return None
        connection.execute(_HAPPENED, happened)
        wanted.beside(session)
    return row


def kinds(table: Table) -> tuple[str, str]:
    """Who holds each seat: `person`, `open` or `computer`."""
    return table.kind(0), table.kind(1)


def position(match: Match, holders: tuple[str, str]) -> dict[str, Any]:
    """The columns of a game that follow from its match and from who holds the seats (`kinds`)."""
    outcome = match.outcome
    return {
        "moves": " ".join(match.moves),
        "proved": None,
        "turn": match.turn,
        "computer_due": match.turn is not None and holders[match.turn] == "computer",
        "how": None if outcome is None else "rules",
        "winner": None if outcome is None else outcome.winner,
        "reason": "" if outcome is None else outcome.reason,
        "ended_at": None if outcome is None else now(),
    }


def ended(how: str, winner: Seat | None) -> dict[str, Any]:
    """The columns of a game that somebody ended by word."""
    return {
        "turn": None,
        "computer_due": False,
        "how": how,
        "winner": winner,
        "reason": "",
        "ended_at": now(),
    }
