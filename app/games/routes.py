"""The pages of a game: to look at it, to follow it live, and the forms that change it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Final, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.edge.hang_up import while_waiting
from app.edge.streams import PING, PING_SECONDS, Event, EventStream, event, may_pack
from app.faults import StaleMove
from app.games import actions
from app.games.boards import Board, Boards, Look
from app.games.hints import give_hint
from app.games.pages import HELP, ON, STEPS, Acting, Asked, Looking, board, done, go, qr, show, show_shared
from app.games.queries import (
    game_view,
    glance,
    presence,
    read_news,
    require_draft,
    resigning_seat,
    seats_held,
)
from app.games.table import Table
from app.games.tables import HINT_STEPS
from app.games.view import Showing
from app.live import News
from app.pages import NO_STORE, is_partial, remember
from engines.core.game import IllegalMove

router = APIRouter(prefix="/p/{game_id}", include_in_schema=False)

LARGEST: Final = 2**31 - 1
"""The largest number that a column of the database holds."""
MAX_MOVE: Final = 256
AFTER_END: Final = 10_000
"""Milliseconds after which a page of a finished game may ask again whether there is a rematch."""
AFTER_STOP: Final = 1_000

Version = Annotated[int | None, Form(ge=0, le=LARGEST)]
Ply = Annotated[int | None, Query(alias="jugada", ge=0, le=LARGEST)]
Draft = Annotated[str, Query(alias="borrador", max_length=MAX_MOVE)]
Answer = Annotated[Literal["si", "no", "retirar"] | None, Form()]
SeatNumber = Annotated[int | None, Form(ge=0, le=1)]


@router.get("")
def show_game(asked: Looking, ply: Ply = None, draft: Draft = "") -> Response:
    """One game: to play, to watch or to replay."""
    return board(asked, ply, draft)


@router.get("/tablero")
def show_board(
    asked: Looking,
    ply: Ply = None,
    draft: Draft = "",
    revision: Annotated[int | None, Query(ge=0, le=LARGEST)] = None,
) -> Response:
    """The part of the page that changes; nothing (204) if the page already has this revision."""
    seen = glance(asked.site.database, asked.game_id)
    if revision is not None and seen.revision <= revision:
        return Response(status_code=204, headers=NO_STORE)
    if ply is None and not asked.may_hold(seen.holders):
        return show_shared(asked, seen.revision)
    return board(asked, ply, draft)


def _held(asked: Looking) -> tuple[int, ...]:
    """The seats as which somebody follows a game. Raises UnknownGame."""
    return seats_held(asked.site, asked.game_id, asked.viewer)


@router.get("/vivo")
async def follow(
    asked: Looking,
    held: Annotated[tuple[int, ...], Depends(_held)],
    boards: Annotated[Literal["si", "no"], Query(alias="tablero")] = "no",
) -> EventStream:
    """What pages listen to: `cambio` with the revision as its id, `presencia` when somebody comes or goes.

    The present revision is always told first, so whoever missed something asks for the whole board. Those who
    only watch and ask for `tablero` are sent the board itself from then on, with its revision as its id.
    """
    watching = boards == ON and not held and asked.viewer.key is None
    news = _news(asked, held, asked.look if watching else None)
    return EventStream(news, packed=watching and may_pack(asked.request))


async def _news(asked: Asked, held: tuple[int, ...], look: Look | None) -> AsyncIterator[Event]:
    """What one stream tells; with a `look`, by boards that others are sent as well."""
    live, game_id = asked.site.live, asked.game_id
    told, present = -1, ""
    with live.watching(game_id, held[0] if held else None) as stream:
        found = await run_in_threadpool(read_news, asked.site.database, [game_id])
        news = found.get(game_id, News(0, True))
        while True:
            here, shared = presence(asked.site, game_id, held), None
            if look is not None and told >= 0 and (news.revision > told or here != present):
                shared = await _shared(asked, look, max(told, news.revision))
            if shared is not None:
                told, here, present = shared.revision, shared.present, shared.present
                yield shared.event
            elif news.revision > told:
                told = news.revision
                yield event("cambio", str(told), told)
            if news.over:
                yield event("fin", str(told), retry=AFTER_END)
                return
            if live.closing:
                yield event(comment="closing", retry=AFTER_STOP)
                return
            if present != here:
                present = here
                yield event("presencia", present)
            if not await stream.wait(PING_SECONDS):
                yield PING
            news = stream.news or news


async def _shared(asked: Asked, look: Look, revision: int) -> Board | None:
    """The board that a watcher is sent; None if it must be asked for: by somebody who sat down elsewhere."""
    boards: Boards = asked.request.app.state.boards
    found = await boards.coming(asked.game_id, look, revision)
    return None if found is None or asked.may_hold(found.holders) else found


@router.post("/jugadas")
def play(
    asked: Acting,
    version: Annotated[int, Form(ge=0, le=LARGEST)],
    move: Annotated[str, Form(max_length=MAX_MOVE)] = "",
    chosen: Annotated[str | None, Form(alias="elegir", max_length=MAX_MOVE)] = None,
    draft: Annotated[str, Form(alias="borrador", max_length=MAX_MOVE)] = "",
    sure: Annotated[Literal["si"] | None, Form(alias="seguro")] = None,
) -> Response:
    """Play a move. The first clicks of a longer move, and a draft that is chosen, are shown, to be completed.

    `draft`: what was shown till now, and is shown again if the rules refuse what was asked for. A move that
    would end the game by repetition is shown first, with a warning, until somebody is `sure`.
    """
    asked.request.state.draft = draft
    if chosen is not None:
        table = require_draft(asked.site, asked.game_id, asked.viewer, chosen, version, asked.stepping)
        return _drafted(asked, chosen, table)
    written = _as_notation(move)
    try:
        table = actions.play_move(
            asked.site, asked.game_id, asked.viewer, written, version, asked.helping, sure is not None
        )
    except actions.WouldRepeat:
        return _drafted(asked, written)
    except IllegalMove:
        begun = game_view(asked.site, asked.game_id, asked.viewer, Showing(draft=written))
        if not begun.draft or begun.version != version:
            raise
        return _drafted(asked, written)
    return done(asked, table)


def _drafted(asked: Asked, draft: str, table: Table | None = None) -> Response:
    """Show a draft: the board for scripts, else its address, which bears reloading and coming back."""
    if is_partial(asked.request):
        return board(asked, draft=draft, table=table)
    response = go(asked, asked.game_id, asked.viewer.key)
    if draft:
        address = response.headers["location"]
        address += ("&" if "?" in address else "?") + urlencode({"borrador": draft})
        response.headers["location"] = address
    return response


def _as_notation(typed: str) -> str:
    """A move as people type it, with capitals and spaces, in the letters that all games write moves with."""
    return "".join(typed.split()).lower()


@router.post("/ayuda")
def help_mode(asked: Acting, ayuda: Annotated[Literal["si", "no"], Form()]) -> Response:
    """Turn help mode on or off, for this game and those to come. That it was used is noted."""
    wanted = ayuda == ON
    if wanted or asked.helping:
        actions.note_help(asked.site, asked.game_id, asked.viewer)
    response = done(replace(asked, helping=wanted))
    remember(asked.request, response, HELP, ayuda)
    return response


@router.post("/pasos")
def step_mode(
    asked: Acting,
    pasos: Annotated[Literal["si", "no"], Form()],
    draft: Annotated[str, Form(alias="borrador", max_length=MAX_MOVE)] = "",
) -> Response:
    """Walk pieces place by place from now on, or no longer; a piece that is chosen stays so."""
    stepping = replace(asked, stepping=pasos == ON)
    if is_partial(asked.request):
        response: Response = board(stepping, draft=draft)
    else:
        seats_held(asked.site, asked.game_id, asked.viewer)  # refuses a game that is not there
        response = done(stepping)
    remember(asked.request, response, STEPS, pasos)
    return response


@router.post("/pista")
async def ask_master(
    asked: Acting,
    version: Version = None,
    step: Annotated[int | None, Form(alias="paso", ge=1, le=HINT_STEPS)] = None,
) -> Response:
    """Say what a master would play here, as often as a game allows; nothing if the position has changed.

    `step`: how far the hint is to be told, so that a form sent twice tells no more than it says.
    """
    with suppress(StaleMove):
        given = give_hint(asked.site, asked.game_id, asked.viewer, version, step)
        await while_waiting(asked.request, given)
    return await run_in_threadpool(done, asked)


@router.post("/deshacer")
def undo(asked: Acting, answer: Answer = None, version: Version = None) -> Response:
    """Take back, ask for it, or answer the other's request."""
    site, game_id, viewer = asked.site, asked.game_id, asked.viewer
    match answer:
        case None:
            actions.take_back(site, game_id, viewer, version)
        case "retirar":
            actions.withdraw(site, game_id, viewer, "undo")
        case "si" | "no":
            actions.answer_take_back(site, game_id, viewer, answer == "si", version)
    return done(asked)


@router.post("/tablas")
def draw(asked: Acting, answer: Answer = None, version: Version = None) -> Response:
    """Offer a draw, or answer the other's offer."""
    site, game_id, viewer = asked.site, asked.game_id, asked.viewer
    match answer:
        case None:
            actions.offer_draw(site, game_id, viewer, version)
        case "retirar":
            actions.withdraw(site, game_id, viewer, "draw")
        case "si" | "no":
            actions.answer_draw(site, game_id, viewer, answer == "si", version)
    return done(asked)


@router.get("/rendirse")
def ask_resign(asked: Looking) -> Response:
    """The first of the two steps: who would win."""
    seat = resigning_seat(asked.site, asked.game_id, asked.viewer)
    view = game_view(asked.site, asked.game_id, asked.viewer)
    return show(asked, "games/resign.html", view, seat=seat)


@router.post("/rendirse")
def resign(asked: Acting, version: Version = None, seat: SeatNumber = None) -> Response:
    """The second step: the game is over."""
    actions.resign(asked.site, asked.game_id, asked.viewer, version, seat)
    return done(asked)


@router.post("/revancha")
def rematch(asked: Acting) -> Response:
    """On to the next game, with seats swapped."""
    following = actions.rematch(asked.site, asked.game_id, asked.viewer)
    return go(asked, following.id, following.held.key if following.held else None)


@router.post("/sentarse")
def sit(asked: Acting, seat: SeatNumber = None) -> Response:
    """Take a free seat. A browser that may keep no cookie goes on by the seat's private link."""
    held = actions.join(asked.site, asked.game_id, asked.viewer, seat)
    return go(asked, asked.game_id, None if asked.had_cookie else held.key)


@router.post("/enlace")
def make_private_link(asked: Acting) -> Response:
    """A link that opens the seat on another device."""
    held = actions.private_key(asked.site, asked.game_id, asked.viewer)
    view = game_view(asked.site, asked.game_id, asked.viewer)
    link = asked.private_link(held.key)
    return show(asked, "games/private_link.html", view, address=link, qr=qr(link))


@router.get("/compartir")
def share(asked: Looking) -> Response:
    """The public link, and what it allows."""
    view = game_view(asked.site, asked.game_id, asked.viewer)
    return show(asked, "games/share.html", view, qr=qr(asked.public_link))
