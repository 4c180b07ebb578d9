"""The lessons: every position of a lesson is an address; all that a browser keeps is that it finished one."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from app.learn.course import course_of
from app.learn.lesson import LONGEST, NoSuchStepError, NotOfThisStepError, Place, followed, read_moves, view
from app.pages import NO_STORE, remember, render
from app.pictures import picture
from app.players.lessons import COOKIE, finished_lessons, with_lesson
from app.players.viewer import new_player
from app.site import site_of
from app.words import words_of
from app.words.lessons import lesson_words
from engines import registry
from engines.core.setup import BadSetup

router = APIRouter(include_in_schema=False)

Slug = Annotated[str, Path(pattern="^[a-z]{1,32}$")]
Text = Annotated[str, Query(max_length=LONGEST)]
YES: Final = "si"


@router.get("/juegos/{entry}/aprender")
def learn(
    request: Request,
    entry: Slug,
    paso: Annotated[int, Query(ge=1, le=99)] = 1,
    lado: Annotated[int, Query(ge=0, le=1)] = 0,
    jugadas: Text = "",
    jugada: Text = "",
    borrador: Text = "",
    pista: Text = "",
) -> Response:
    """A step of a lesson as the address says; a right move leads on to the address after it."""
    try:
        card, game = registry.entry(entry)
    except BadSetup:
        raise HTTPException(404) from None
    place = Place(entry=entry, number=paso, side=lado, moves=read_moves(jugadas))
    if paso == len(course_of(entry).steps) + 1:
        return _last_page(request, place)
    try:
        onward = followed(place, jugada)
        if onward is not None:
            return RedirectResponse(onward, 303, headers=NO_STORE)
        shown = view(card, game, place, jugada, borrador, pista == YES)
    except NoSuchStepError:
        raise HTTPException(404) from None
    except NotOfThisStepError:
        return RedirectResponse(place.step(paso), 303, headers=NO_STORE)
    known = entry in finished_lessons(request)
    response = render(request, "learn/page.html", 200, NO_STORE, view=shown, finished=known)
    if shown.done and paso == len(course_of(entry).steps) and not known:
        remember(request, response, COOKIE, with_lesson(request, entry))
    return response


def _last_page(request: Request, place: Place) -> Response:
    """The game that ends a lesson: a form that makes it. A browser gets its cookie before it does."""
    card, game = registry.entry(place.entry)
    response = render(
        request,
        "learn/challenge.html",
        200,
        NO_STORE,
        place=place,
        game=game,
        words=words_of(game.slug),
        lesson=lesson_words(place.entry),
        challenge=course_of(place.entry).challenge,
        picture=picture(card.picture),
        finished=place.entry in finished_lessons(request),
    )
    sessions = site_of(request).sessions
    if sessions.player(request) is None:
        sessions.remember(request, response, new_player())
    return response
