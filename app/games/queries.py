"""What is read of games: one game for one viewer, its news and its events."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.database import Database
from app.faults import GameOver, NotYourTurn, UnknownGame
from app.games.checks import require, require_present, require_seat
from app.games.drafts import read_draft, refused
from app.games.drawings import drawing_of
from app.games.motion import steps, ways
from app.games.pointing import pointing
from app.games.points import Award, Played, award
from app.games.rows import GameRow, HintRow
from app.games.table import Table, find_table
from app.games.tables import HINT_STEPS, Event, Game, Seat
from app.games.view import (
    NOW,
    Drafting,
    Ended,
    Ending,
    GameView,
    HintView,
    Mode,
    MoveRow,
    Notice,
    Occurrence,
    Request,
    SeatKind,
    SeatView,
    Showing,
)
from app.live import News
from app.players.viewer import Viewer
from app.site import Site
from engines import registry
from engines.core.drawing import Drawing, outlines
from engines.core.game import IllegalMove
from engines.core.match import Match
from engines.core.notation import tokens


def game_view(site: Site, game_id: str, viewer: Viewer, showing: Showing = NOW) -> GameView:
    """One game for one viewer. Raises UnknownGame."""
    with site.database.reading() as session:
        table = find_table(session, game_id, viewer)
        declined = _declined_me(session, table)
    notice = showing.notice or _told_first(viewer, table, declined)
    return view_of(site, table, viewer, replace(showing, notice=notice))


def view_of(site: Site, table: Table, viewer: Viewer, showing: Showing = NOW) -> GameView:
    """What `game_view` gives, of a table that has been read for this viewer."""
    ply, helping, stepping = showing.ply, showing.helping, showing.stepping
    shown = table.match.at(ply) if ply is not None and 0 <= ply < table.match.ply else table.match
    now = shown.ply == table.match.ply
    may_move = now and table.my_turn
    last = shown.moves[-1] if shown.moves else None
    marked = shown.last_on_board
    game, card = table.game, table.match.game
    drawing = drawing_of(card, shown.state)
    drafting = _drafting(table.match, showing.draft, stepping, drawing) if may_move else Drafting()
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
        my_seats=table.mine,
        actions=table.actions() if now else table.actions() - {"move", "hint"},
        score=shown.state.score,
        ended=_ended(table),
        drawing=drawing,
        choices=drafting.choices,
        draft=drafting.clicks,
        draft_move=drafting.move,
        last_tokens=frozenset(tokens(shown.moves[marked - 1]) if marked else ()),
        last_seat=shown.states[marked - 1].turn if marked else None,
        events=shown.game.events(shown.states[-2], last, shown.state) if last else (),
        moves=tuple(_move_rows(table.match)),
        request=_request(game),
        notice=showing.notice,
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
        insight=card.insight(shown.state) if card.insight and helping and table.allows("help") else None,
        steps=steps(shown) if now else (),
        hint=_hint_view(table.match, table.hint, drawing) if now and table.hint else None,
        hints_left=table.hints_left if table.offers_hints and not table.over else None,
        repeated=tuple(_repeated(table)) if now else (),
        pointing=pointing(card, shown.state),
        tied=table.tied,
        task=game.task,
        may_help=card.insight is not None and table.allows("help"),
        award=_award(table),
        drafting=drafting,
        ways=ways(shown) if now else (),
        stepping=stepping and card.walk is not None,
        first=now and _is_first(shown),
        trail=card.selection(shown.states[-2], tokens(last)).shapes if last and card.selection else (),
    )


def _is_first(match: Match) -> bool:
    """Whether the side to move has not moved yet, or not since it changed its role."""
    roles = match.game.roles
    for before in reversed(match.states[:-1]):
        if roles is not None and roles(before) != roles(match.state):
            break
        if before.turn == match.turn:
            return False
    return match.turn is not None


def _hint_view(match: Match, hint: HintRow, drawing: Drawing) -> HintView:
    """A hint as far as it has been told: nothing of it is in the page before."""
    facts, step = hint.facts, hint.step
    clue = match.game.clue(match.state, hint.move, facts) if match.game.clue else None
    shown = HintView(step=step, number=hint.number, thought=clue.thought if clue else None)
    if step == HINT_STEPS:
        return replace(shown, move=hint.move, tokens=frozenset(tokens(hint.move)), reasons=facts)
    if clue is None or step == 1:
        return shown
    return replace(shown, where=clue.where, around=outlines("around", drawing, clue.around))


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


class Glance(NamedTuple):
    """The least that tells whether a page is up to date and whose it is."""

    revision: int
    holders: frozenset[str]
    """The players who hold a seat."""


def glance(database: Database, game_id: str) -> Glance:
    """A first look at a game. Raises UnknownGame."""
    wanted = (
        select(Game.revision, Seat.player_id)
        .outerjoin(Seat, Seat.game_id == Game.id)
        .where(Game.id == game_id)
    )
    with database.reading() as session:
        rows = session.execute(wanted).all()
    if not rows:
        raise UnknownGame(game_id)
    return Glance(rows[0][0], frozenset(player for _, player in rows if player is not None))


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
    if table.mode != "link" or len(table.mine) != 1:
        return False
    last = session.get(Event, (table.game.id, table.game.revision))
    return last is not None and last.kind == "declined" and last.seat == 1 - table.mine[0]


def _told_first(viewer: Viewer, table: Table, declined: bool) -> Notice | None:
    """What somebody should know who has not just asked for anything."""
    if viewer.key is not None and not table.mine:
        return Notice(code="wrong-key")
    return Notice(code="declined") if declined else None


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


def _award(table: Table) -> Award | None:
    """What the viewer's seat earned. Whoever sets a task says what that earns."""
    game, seat = table.game, table.acting
    if not table.over or seat is None or game.task is not None:
        return None
    played = Played(
        slug=game.slug,
        mode=game.mode,
        seat=seat,
        winner=game.winner,
        reason=game.reason,
        level=game.seats[1 - seat].level,
        undone=game.undone,
        hints=sum(hint.seat == seat for hint in table.hints),
    )
    return award(played)


def _request(game: GameRow) -> Request | None:
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


def _repeated(table: Table) -> Iterator[Occurrence]:
    """The positions whose being equal ended the game in a draw."""
    match = table.match
    if not table.over or match.repeated_ply is None:
        return
    for ply in match.equal_plies:
        last = tokens(match.moves[ply - 1]) if ply else ()
        yield Occurrence(ply=ply, drawing=drawing_of(match.game, match.states[ply]), last=frozenset(last))


def _drafting(match: Match, text: str, stepping: bool, drawing: Drawing) -> Drafting:
    """A draft as it is shown; one that leads to no legal move is dropped."""
    try:
        found = read_draft(match, text, stepping)
    except IllegalMove:
        found = read_draft(match, "", stepping)
    return replace(found, refused=refused(match, found, [place.token for place in drawing.places]))


def require_draft(
    site: Site, game_id: str, viewer: Viewer, draft: str, version: int, stepping: bool
) -> Table:
    """The game, if a draft begins a move that the viewer may make in the position that `version` names.

    Raises UnknownGame, NotYourSeat, GameOver, StaleMove, NotYourTurn, or IllegalMove with the reason.
    """
    with site.database.reading() as session:
        table = find_table(session, game_id, viewer)
    require_seat(table)
    if table.over:
        raise GameOver
    require_present(table, version)
    if not table.my_turn:
        raise NotYourTurn
    read_draft(table.match, draft, stepping)
    return table


def resigning_seat(site: Site, game_id: str, viewer: Viewer) -> int:
    """The seat that gives up if the viewer resigns. Raises UnknownGame, NotYourSeat or GameOver."""
    with site.database.reading() as session:
        table = find_table(session, game_id, viewer)
    require(table, "resign")
    return cast(int, table.acting)
