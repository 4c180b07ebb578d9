"""The board editor: a page whose address is the board, and what that board is worth."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Final

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response, StreamingResponse

from app.edge.hang_up import while_waiting
from app.editor.boards import CELLS, PATH, SLUG, TOOLS, Edited, clicked, fitted, game, read
from app.editor.thinking import SLICES, Thinking
from app.language import current, speaking
from app.pages import NO_STORE, origin, render
from app.players.viewer import new_player
from app.site import site_of
from app.words import words_of

router = APIRouter(include_in_schema=False)

AT_ONCE: Final = (4.0,)
"""Seconds that a page without scripts waits for the worth it asks for."""
MOST: Final = 4_000
"""Characters of the longest query that is read: longer than that of any board."""


@router.get(PATH)
async def edit(request: Request) -> Response:
    """The board of the address, to be changed. A click or another kind of board leads to a new address."""
    sent = _sent(request)
    if "cambio" in sent:
        return RedirectResponse(fitted(sent).with_tool(), 303, headers=NO_STORE)
    board = await run_in_threadpool(read, sent)
    if "casilla" in sent:
        return RedirectResponse(clicked(board, sent["casilla"]).with_tool(), 303, headers=NO_STORE)
    verdict = await while_waiting(request, _worth_now(request, board)) if "calcular" in sent else ""
    response = await run_in_threadpool(_page, request, board, verdict)
    sessions = site_of(request).sessions
    if sessions.player(request) is None:
        sessions.remember(request, response, new_player())
    return response


@router.get(PATH + "/valor")
async def worth(request: Request) -> Response:
    """What the board is worth, as lines of JSON that follow each other until it is proved or given up."""
    board = await run_in_threadpool(read, _sent(request))
    if board.setup is None or board.random_start:
        return Response(status_code=204, headers=NO_STORE)
    headers = {**NO_STORE, "X-Accel-Buffering": "no"}
    stream = _told(request, board, current())
    return StreamingResponse(stream, media_type="application/x-ndjson", headers=headers)


async def _told(request: Request, board: Edited, language: str) -> AsyncIterator[str]:
    """The verdicts as lines. When the page goes away the search is cancelled with this."""
    assert board.setup is not None
    with speaking(language):
        async with aclosing(_thinking(request).verdicts(_visitor(request), board.setup, SLICES)) as verdicts:
            async for verdict in verdicts:
                yield json.dumps({"text": verdict.text, "done": verdict.done}, ensure_ascii=False) + "\n"


async def _worth_now(request: Request, board: Edited) -> str:
    if board.setup is None or board.random_start:
        return ""
    async with aclosing(_thinking(request).verdicts(_visitor(request), board.setup, AT_ONCE)) as verdicts:
        return "".join([verdict.text async for verdict in verdicts])


def _page(request: Request, board: Edited, verdict: str) -> Response:
    card = game()
    site = site_of(request)
    return render(
        request,
        "editor/page.html",
        422 if board.problem else 200,
        NO_STORE,
        edited=board,
        path=PATH,
        slug=SLUG,
        tools=TOOLS,
        cell_settings=CELLS,
        options=[option for option in card.options if option.choices and option.key != "pairs"],
        words=words_of(SLUG),
        verdict=verdict,
        shared=origin(request, site.settings.base_url) + board.address,
    )


def _sent(request: Request) -> dict[str, str]:
    return dict(request.query_params) if len(request.url.query) <= MOST else {}


def _visitor(request: Request) -> str:
    """Who asks, for one search each: a player, or else a browser at an address."""
    player = site_of(request).sessions.player(request)
    host = request.client.host if request.client else ""
    return player or f"{host} {request.headers.get('user-agent', '')}"


def _thinking(request: Request) -> Thinking:
    thinking: Thinking = request.app.state.thinking
    return thinking
