"""What this browser has played, and how to have it forgotten."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from app.me.actions import forget
from app.me.queries import record
from app.pages import NO_STORE, render
from app.players.lessons import finished_lessons
from app.site import site_of
from app.words import challenges as days
from app.words import points as said
from app.words import words_of
from app.words.levels import say_level
from engines import registry

router = APIRouter(include_in_schema=False)

YES: Final = "si"


@router.get("/yo")
def show(request: Request, borrado: str = "") -> Response:
    """Games, points and streak of the browser that asks."""
    site = site_of(request)
    player = site.sessions.player(request)
    kept = record(site, player)
    return render(
        request,
        "me/page.html",
        200,
        NO_STORE,
        record=kept,
        said=said,
        say_level=say_level,
        days=days,
        deleted=borrado == YES,
        lessons=_lessons(request),
    )


def _lessons(request: Request) -> list[tuple[str, str]]:
    """The lessons that the browser has finished: the slug and the name of each card."""
    finished = finished_lessons(request)
    return [
        (entry.slug, words_of(game.slug).entries[entry.slug].name())
        for entry, game in registry.entries()
        if entry.slug in finished
    ]


@router.get("/yo/borrar")
def ask(request: Request) -> Response:
    """Ask whether everything is really to be deleted, and say what that is."""
    site = site_of(request)
    return render(
        request, "me/delete.html", 200, NO_STORE, record=record(site, site.sessions.player(request))
    )


@router.post("/yo/borrar")
def delete(request: Request, seguro: Annotated[str, Form(max_length=8)] = "") -> Response:
    """Delete everything, once it is confirmed; the browser forgets its cookies and what scripts kept."""
    if seguro != YES:
        return RedirectResponse("/yo/borrar", 303, headers=NO_STORE)
    site = site_of(request)
    player = site.sessions.player(request)
    if player is not None:
        forget(site, player)
    response = RedirectResponse(f"/yo?borrado={YES}", 303, headers=NO_STORE)
    response.headers["Clear-Site-Data"] = '"cookies", "storage"'
    for name in request.cookies:
        response.delete_cookie(name)
    return response
