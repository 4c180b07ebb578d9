"""The front page, and one page per game with its rules and its set-up form."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from app.challenges.actions import first_slug
from app.challenges.queries import find_offer, today
from app.games.actions import create_game
from app.home.form import SetupForm, read_form
from app.home.queries import cards, continued, seats_wanted, why_refused
from app.pages import NO_STORE, render
from app.pictures import clicked, crossed, picture, refused, traced
from app.players.lessons import finished_lessons
from app.players.viewer import new_player
from app.site import site_of
from app.words import words_of
from app.words.levels import say_level
from engines import registry
from engines.core.match import Match
from engines.core.setup import BadSetup

router = APIRouter(include_in_schema=False)

Slug = Annotated[str, Path(pattern="^[a-z]{1,32}$")]


@router.get("/")
def home(request: Request) -> Response:
    """The games as cards, and this browser's unfinished ones."""
    site = site_of(request)
    player = site.sessions.player(request)
    challenge = find_offer(site, today(site))
    games = cards()
    return render(
        request,
        "home/home.html",
        cards=games,
        unfinished=continued(site, player),
        today=challenge,
        coming=site.settings.publish_challenges,
        first=next(card for card in games if card.slug == first_slug()),
        learned=finished_lessons(request),
    )


@router.get("/juegos/{entry}")
def set_up(request: Request, entry: Slug) -> Response:
    """The form for a new game, filled in with what the address says."""
    form = _form(entry, dict(request.query_params))
    response = _show(request, form)
    _remember(request, response)
    return response


async def _sent(request: Request) -> dict[str, str]:
    """The fields of a form whose names depend on the game."""
    async with request.form(max_files=0, max_fields=50) as fields:
        return {name: value for name, value in fields.items() if isinstance(value, str)}


@router.post("/juegos/{entry}")
def create(request: Request, entry: Slug, sent: Annotated[dict[str, str], Depends(_sent)]) -> Response:
    """Make the game and lead to it. A browser that may keep no cookie plays by its seat's private link."""
    form = _form(entry, sent)
    if form.setup is None:
        return _show(request, form, 422)
    site = site_of(request)
    known = site.sessions.player(request)
    player = known or new_player()
    match = Match.begin(form.game, form.setup)
    seats = seats_wanted(site, form, match, player)
    made = create_game(site, match, seats, entry=form.entry.slug, player=player, with_keys=known is None)
    address = f"/p/{made.id}" + (f"?llave={made.key}" if made.key else "")
    response = RedirectResponse(address, 303, headers=NO_STORE)
    site.sessions.remember(request, response, player)
    return response


@router.get("/juegos/{entry}/reglas")
def rules(request: Request, entry: Slug) -> Response:
    """The rules of a game, with drawn examples."""
    try:
        _, game = registry.entry(entry)
    except BadSetup:
        raise HTTPException(404) from None
    return render(
        request,
        f"rules/{game.slug}.html",
        slug=entry,
        game=game.slug,
        words=words_of(game.slug),
        picture=picture,
        crossed=crossed,
        refused=refused,
        clicked=clicked,
        traced=traced,
        why=why_refused,
    )


@router.get("/glosario")
def glossary(request: Request) -> Response:
    """The words that games and pages use."""
    names = {game.slug: words_of(game.slug).entries[game.slug].name() for game in registry.GAMES}
    return render(request, "home/glossary.html", names=names)


def _form(entry: str, sent: dict[str, str]) -> SetupForm:
    try:
        return read_form(entry, sent)
    except BadSetup:
        raise HTTPException(404) from None


def _show(request: Request, form: SetupForm, status: int = 200) -> Response:
    return render(
        request,
        "games/setup.html",
        status,
        NO_STORE,
        form=form,
        words=words_of(form.game.slug),
        say_level=say_level,
    )


def _remember(request: Request, response: Response) -> None:
    """Give a browser its cookie before it makes a game, so that the form tells whether it keeps cookies."""
    sessions = site_of(request).sessions
    if sessions.player(request) is None:
        sessions.remember(request, response, new_player())
