"""The service worker, the manifest, the page for when there is no connection, and lessons to be kept."""

from __future__ import annotations

import gzip
from typing import Annotated, Final, cast

from fastapi import APIRouter, Form, Path, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from app import language
from app.games.creation import SeatPlan, create_game
from app.language import gettext as _
from app.learn.course import course_of
from app.offline.edition import edition
from app.offline.packs import NoPackError, Packs
from app.offline.phrases import phrases
from app.offline.table import boards, brought, drawings, placing, plays_alone
from app.pages import NO_STORE, render, static_files, static_url
from app.players.viewer import new_player
from app.site import site_of
from app.words import words_of
from engines import registry
from engines.core.game import AnyGame, Entry
from engines.core.setup import BadSetup

router = APIRouter(include_in_schema=False)

Slug = Annotated[str, Path(pattern="^[a-z]{1,32}$")]
PAPER: Final = "#faf6ee"


@router.get("/sw.js")
def service_worker() -> Response:
    """The service worker of the whole site; another edition of the site is another worker."""
    script = f'const EDITION = "{edition()}";\n' + static_files().text("js/worker.js")
    return Response(script, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a device needs to know to install the site, in the language of whoever installs it."""
    pictures = (("icon-192", "any"), ("icon-512", "any"), ("maskable-512", "maskable"))
    return JSONResponse(
        {
            "id": "/",
            "name": _("Ingenio: juegos de tablero para pensar"),
            "short_name": "Ingenio",
            "description": _("Juegos de tablero para pensar: contra el ordenador o con alguien al lado."),
            "lang": language.current(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "categories": ["games", "education"],
            "icons": [
                {"src": static_url("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
                *(
                    {
                        "src": static_url(f"icons/{name}.png"),
                        "sizes": "x".join([name.rpartition("-")[2]] * 2),
                        "type": "image/png",
                        "purpose": purpose,
                    }
                    for name, purpose in pictures
                ),
            ],
            "shortcuts": [
                {"name": _("Reto del día"), "url": "/reto"},
                {"name": _("Sin conexión"), "url": "/sin-conexion"},
            ],
        },
        headers={"Cache-Control": "no-cache"},
        media_type="application/manifest+json",
    )


@router.get("/sin-conexion")
def offline(request: Request) -> Response:
    """What can be done without a connection, and what this browser has kept for it."""
    entries = [
        (entry, words_of(game.slug).entries[entry.slug], len(course_of(entry.slug).steps), plays_alone(game))
        for entry, game in registry.entries()
    ]
    return render(request, "offline/page.html", 200, NO_STORE, entries=entries)


@router.get("/juegos/{entry}/aprender/paquete")
async def lesson_pack(
    request: Request,
    entry: Slug,
    paso: Annotated[int, Query(ge=1, le=99)],
    lado: Annotated[int, Query(ge=0, le=1)] = 0,
) -> Response:
    """Every page of a step of a lesson, for a browser that wants to do without us."""
    _entry(entry)
    if paso > len(course_of(entry).steps):
        raise HTTPException(404)
    packs = cast(Packs, request.app.state.packs)
    try:
        made = await packs.get((language.current(), entry, lado), paso)
    except NoPackError:
        raise HTTPException(503) from None
    packed = "gzip" in request.headers.get("accept-encoding", "")
    return Response(
        made if packed else gzip.decompress(made),
        media_type="application/json",
        headers={**NO_STORE, **({"Content-Encoding": "gzip"} if packed else {})},
    )


@router.get("/juegos/{entry}/mesa")
def table(request: Request, entry: Slug) -> Response:
    """A table for two on this screen, whose rules are a script: it goes on without a connection."""
    card, game = _entry(entry)
    if not plays_alone(game):
        raise HTTPException(404)
    shown = boards(card, game)
    return render(
        request,
        "offline/table.html",
        200,
        NO_STORE,
        entry=card,
        game=game,
        words=words_of(game.slug),
        offered=shown,
        drawings=drawings(shown),
        placing=placing(game, shown),
        phrases=phrases(game, language.current()),
    )


@router.post("/juegos/{entry}/mesa")
def bring(request: Request, entry: Slug, partida: Annotated[str, Form(max_length=4_000)]) -> RedirectResponse:
    """Store a game that was played without us, judged move by move, and lead to it."""
    card, game = _entry(entry)
    match = brought(card, game, partida)
    if match is None:
        raise HTTPException(422)
    site = site_of(request)
    known = site.sessions.player(request)
    player = known or new_player()
    seats = SeatPlan("person"), SeatPlan("person")
    made = create_game(site, match, seats, entry=card.slug, player=player, with_keys=known is None)
    address = f"/p/{made.id}" + (f"?llave={made.key}" if made.key else "")
    response = RedirectResponse(address, 303, headers=NO_STORE)
    site.sessions.remember(request, response, player)
    return response


def _entry(entry: str) -> tuple[Entry, AnyGame]:
    try:
        return registry.entry(entry)
    except BadSetup:
        raise HTTPException(404) from None
