"""What two people agree on: to take a move back, and to call it a draw. One question waits at a time.

Who plays against the computer, or with somebody on the same screen, need not ask. Every action here raises
UnknownGame, NotYourSeat, StaleMove, GameOver or NotPossible, and then nothing has changed.
"""

from __future__ import annotations

from typing import Literal, cast

from app.faults import NotPossible
from app.games.checks import is_repeat, require, require_seat
from app.games.store import Change, change, ended, kinds, position
from app.games.table import Table
from app.players.viewer import Viewer
from app.site import Site

Question = Literal["undo", "draw"]


def take_back(site: Site, game_id: str, viewer: Viewer, version: int | None = None) -> None:
    """Return to the viewer's last decision: at once, or as a question if another person plays."""

    def decide(table: Table) -> Change | None:
        require_seat(table)
        if is_repeat(site, table, version, "undo"):
            return None
        if require(table, "undo", "ask-undo") == "ask-undo":
            return _ask(table, "undo")
        return _undo(table, table.people if table.mode == "screen" else table.mine)

    change(site, game_id, viewer, decide)


def answer_take_back(
    site: Site, game_id: str, viewer: Viewer, accepted: bool, version: int | None = None
) -> None:
    """Accept or decline the other's request to take back."""

    def decide(table: Table) -> Change | None:
        require_seat(table)
        if is_repeat(site, table, version, "undo"):
            return None
        require(table, "answer-undo")
        return _undo(table, (cast(int, table.game.request_by),)) if accepted else _decline(table, "undo")

    change(site, game_id, viewer, decide)


def offer_draw(site: Site, game_id: str, viewer: Viewer, version: int | None = None) -> None:
    """Offer a draw; on one screen, and where the other has offered one too, it is agreed."""

    def decide(table: Table) -> Change | None:
        require_seat(table)
        if is_repeat(site, table, version, "agreed"):
            return None
        action = require(table, "answer-draw", "offer-draw")
        return _ask(table, "draw") if action == "offer-draw" and table.mode == "link" else _agree(table)

    change(site, game_id, viewer, decide)


def answer_draw(site: Site, game_id: str, viewer: Viewer, accepted: bool, version: int | None = None) -> None:
    """Accept or decline the other's offer."""

    def decide(table: Table) -> Change | None:
        require_seat(table)
        if is_repeat(site, table, version, "agreed"):
            return None
        require(table, "answer-draw")
        return _agree(table) if accepted else _decline(table, "draw")

    change(site, game_id, viewer, decide)


def withdraw(site: Site, game_id: str, viewer: Viewer, question: Question) -> None:
    """Take the viewer's own question back."""

    def decide(table: Table) -> Change:
        require(table, "withdraw-undo" if question == "undo" else "withdraw-draw")
        return Change(kind="withdrawn", seat=table.mine[0], request=question, values=_NO_REQUEST)

    change(site, game_id, viewer, decide)


_NO_REQUEST = {"request": None, "request_by": None}


def _ask(table: Table, question: Question) -> Change:
    seat = table.mine[0]
    return Change(kind="asked", seat=seat, request=question, values={"request": question, "request_by": seat})


def _decline(table: Table, question: Question) -> Change:
    return Change(kind="declined", seat=table.mine[0], request=question, values=_NO_REQUEST)


def _agree(table: Table) -> Change:
    return Change(kind="agreed", seat=table.mine[0], moves_on=True, values=ended("agreed", None))


def _undo(table: Table, seats: tuple[int, ...]) -> Change:
    ply = table.decision_before(seats)
    if ply is None:
        raise NotPossible("undo")
    values = {**position(table.match.at(ply), kinds(table)), "undone": True}
    return Change(kind="undo", seat=table.mine[0], moves_on=True, ply=ply, values=values)
