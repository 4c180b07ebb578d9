"""What is read of games: one game for one viewer, its news and its events."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.database import Database
from app.games.checks import require
from app.games.motion import steps
from app.games.table import Table, find_table
from app.games.tables import Event, Game, Hint, Seat
from app.games.view import (
    Ended,
    Ending,
    GameView,
    HintView,
    Mode,
    MoveRow,
    Notice,
    Request,
    SeatKind,
    SeatView,
)
from app.live import News
from app.players.viewer import Viewer
from app.site import Site
from engines import registry
from engines.core.match import Match
from engines.core.notation import next_tokens, tokens

MAX_DRAFT = 256
"""Characters of the longest draft that is read: longer than any move."""


def game_view(
    site: Site,
    game_id: str,
    viewer: Viewer,
    ply: int | None = None,
    draft: str = "",
    notice: Notice | None = None,
    helping: bool = False,
) -> GameView:
    """One game for one viewer, at `ply` or now, with what help mode shows if asked. Raises UnknownGame.

    A ply beyond the game means now; a draft that leads to no legal move is dropped.
    """
    with site.database.reading() as session:
        table = find_table(session, game_id, viewer)
        declined = _declined_me(session, table)
    shown = table.match.at(ply) if ply is not None and 0 <= ply < table.match.ply else table.match
    now = shown.ply == table.match.ply
    may_move = now and table.my_turn
    clicks = _read_draft(table.match, draft) if may_move else ()
    choices, whole = next_tokens(table.match.legal_moves() if may_move else (), clicks)
    last = shown.moves[-1] if shown.moves else None
    game, card = table.game, table.match.game
    return GameView(
        id=game.id,
        entry=game.entry,
        game=table.match.game,
        match_line=table.match.to_text(),
        mode=table.mode,
        version=game.version,
        revision=game.revision,
        ply=shown.ply,
        last_ply=table.match.ply,
        turn=game.turn if now else shown.turn,
        seats=(_seat_view(site, table, 0), _seat_view(site, table, 1)),
        actions=table.actions() if now else table.actions() - {"move", "hint"},
        score=shown.state.score,
        ended=_ended(table),
        drawing=table.match.game.draw(shown.state),
        choices=choices,
        draft=clicks,
        draft_move="-".join(clicks) if whole and clicks else None,
        last_tokens=frozenset(tokens(last) if last else ()),
        last_seat=shown.states[-2].turn if last else None,
        events=shown.game.events(shown.states[-2], last, shown.state) if last else (),
        moves=tuple(_move_rows(table.match)),
        request=_request(game),
        notice=notice or (Notice(code="declined") if declined else None),
        key=viewer.key if table.mine else None,
        thinking=game.computer_due,
        next_id=table.next_id,
        previous_id=game.previous_id,
        watchers=site.live.watchers(game.id),
        present=presence(site, game.id, table.mine),
        undone=game.undone,
        started_at=game.created_at,
        status=card.status(shown.state) if card.status else (),
        roles=card.roles(shown.state) if card.roles else None,
        helping=helping,
        insight=card.insight(shown.state) if card.insight and helping else None,
        steps=steps(shown) if now else (),
        hint=_hint_view(table.hint) if now and table.hint else None,
        hints_left=table.hints_left if table.offers_hints and not table.over else None,
        tied=table.tied,
    )


def _hint_view(hint: Hint) -> HintView:
    return HintView(
        move=hint.move,
        tokens=frozenset(tokens(hint.move)),
        reasons=hint.facts,
        number=hint.number,
    )


def seats_held(site: Site, game_id: str, viewer: Viewer) -> tuple[int, ...]:
    """The seats of a game that a viewer holds. Raises UnknownGame."""
    with site.database.reading() as session:
        return find_table(session, game_id, viewer).mine


def presence(site: Site, game_id: str, mine: tuple[int, ...]) -> str:
    """Who else has a game open: for each seat + (there), - (away) or ? (unknown, own); then watchers."""
    there = [None if seat in mine else site.live.connected(game_id, seat) for seat in (0, 1)]
    signs = "".join({True: "+", False: "-", None: "?"}[each] for each in there)
    return f"{signs}{site.live.watchers(game_id)}"


def read_news(database: Database, game_ids: Collection[str]) -> Mapping[str, News]:
    """What streams need to know of games; a game that is gone is left out."""
    with database.reading() as session:
        rows = session.execute(
            select(Game.id, Game.revision, Game.how.is_not(None)).where(Game.id.in_(game_ids))
        )
        return {game_id: News(revision, over) for game_id, revision, over in rows}


def events_since(site: Site, game_id: str, version: int) -> list[Event]:
    """The changes of the position that came after `version`, in order. An unknown game has none."""
    if version >= 2**31:
        return []
    later = select(Event).where(Event.game_id == game_id, Event.version > max(version, 0))
    with site.database.reading() as session:
        return list(session.scalars(later.order_by(Event.version)))


def starting_seat(match: Match) -> int:
    """The seat that begins: as the game's card says, or the one that moves first."""
    first = match.states[0]
    return match.game.leading(first) if match.game.leading else cast(int, first.turn)


def began_last(site: Site, player: str | None, slug: str, mode: Mode) -> bool | None:
    """Whether a player moved first in their latest game of this kind; None if there was none."""
    wanted = (
        select(Game, Seat.seat)
        .join(Seat, Seat.game_id == Game.id)
        .where(Seat.player_id == player, Game.slug == slug, Game.mode == mode)
        .order_by(Game.created_at.desc())
        .limit(1)
    )
    if player is None:
        return None
    with site.database.reading() as session:
        found = session.execute(wanted).first()
    return None if found is None else starting_seat(registry.read_match(found[0].line)) == found[1]


def _declined_me(session: Session, table: Table) -> bool:
    """Whether the last thing that happened was that the other side declined the viewer's question."""
    last = session.get(Event, (table.game.id, table.game.revision))
    return (
        last is not None
        and last.kind == "declined"
        and len(table.mine) == 1
        and last.seat == 1 - table.mine[0]
    )


def _seat_view(site: Site, table: Table, number: int) -> SeatView:
    seat, mine = table.game.seats[number], number in table.mine
    meaningful = seat.kind == "person" and not mine
    return SeatView(
        seat=number,
        kind=cast(SeatKind, seat.kind),
        level=seat.level,
        mine=mine,
        connected=site.live.connected(table.game.id, number) if meaningful else None,
        proved=table.game.proved if seat.kind == "computer" else None,
    )


def _ended(table: Table) -> Ended | None:
    game = table.game
    return Ended(winner=game.winner, how=cast(Ending, game.how), reason=game.reason) if table.over else None


def _request(game: Game) -> Request | None:
    if game.request is None or game.request_by is None:
        return None
    return Request(kind="undo" if game.request == "undo" else "draw", by=game.request_by)


def _move_rows(match: Match) -> Iterator[MoveRow]:
    turn_number, mover = 0, None
    for ply, move in enumerate(match.moves):
        seat = match.states[ply].turn
        if seat != mover:
            turn_number, mover = turn_number + 1, seat
        yield MoveRow(ply=ply + 1, seat=seat, move=move, turn_number=turn_number)


def _read_draft(match: Match, draft: str) -> tuple[str, ...]:
    """The clicks of a draft that begins some legal move; a dash at its end means nothing."""
    text = draft.strip("-")
    if not text or len(text) > MAX_DRAFT:
        return ()
    clicks = tokens(text)
    following, whole = next_tokens(match.legal_moves(), clicks)
    return clicks if following or whole else ()


def resigning_seat(site: Site, game_id: str, viewer: Viewer) -> int:
    """The seat that gives up if the viewer resigns. Raises UnknownGame, NotYourSeat or GameOver."""
    with site.database.reading() as session:
        table = find_table(session, game_id, viewer)
    require(table, "resign")
    return cast(int, table.acting)
