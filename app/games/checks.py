"""What actions check before they change anything; each check raises the fault that it finds."""

from __future__ import annotations

from sqlalchemy import select

from app.faults import Fault, GameOver, NotPossible, NotYourSeat, StaleMove
from app.games.table import Table
from app.games.tables import Event
from app.games.view import Action
from app.site import Site


def require_seat(table: Table) -> None:
    """The viewer holds a seat. Raises NotYourSeat."""
    if not table.mine:
        raise NotYourSeat


def require(table: Table, *actions: Action) -> Action:
    """The first of `actions` that the viewer may do now. Raises NotYourSeat, GameOver or NotPossible."""
    require_seat(table)
    allowed = table.actions()
    for action in actions:
        if action in allowed:
            return action
    if table.over and "rematch" not in actions:
        raise GameOver
    raise NotPossible(actions[0])


def require_present(table: Table, version: int | None) -> None:
    """The game is still at `version`, if one is named. Raises StaleMove."""
    if version not in (None, table.game.version):
        raise StaleMove(table.game.version)


def is_repeat(site: Site, table: Table, version: int | None, kind: str, move: str | None = None) -> bool:
    """Whether the viewer already did exactly this at `version`: a request that was sent twice.

    False if `version` is the present one, or None for whoever does not say. Raises StaleMove (GameOver once
    the game has ended) if `version` is another one and something else was done there.
    """
    if version is None or version == table.game.version:
        return False
    if 0 <= version < table.game.version:
        with site.database.reading() as session:
            done = session.scalar(
                select(Event).where(Event.game_id == table.game.id, Event.version == version + 1)
            )
        if done is not None and (done.kind, done.move) == (kind, move) and done.seat in table.mine:
            return True
    stale: Fault = GameOver() if table.over else StaleMove(table.game.version)
    raise stale
