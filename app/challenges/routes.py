"""The pages of challenges: today's, a day's, the archive, and what a browser has done."""

from __future__ import annotations

import json
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from app.analysis.actions import Reviewer
from app.challenges import queries
from app.challenges.actions import begin_attempt, make_history_key, player_of_key, take_history
from app.challenges.queries import Offer, Own
from app.games.pages import FormKey, Key, qr
from app.pages import NO_STORE, origin, render
from app.players.viewer import new_player
from app.site import Site, site_of
from app.words import challenges as words
from app.words import points
from engines import registry

router = APIRouter(prefix="/reto", include_in_schema=False)

Day = Annotated[str, Path(pattern=r"^\d{4}-\d{2}-\d{2}$")]
Slug = Annotated[str, Path(pattern="^[a-z]{1,32}$")]


def _day(day: Day) -> date:
    """The day of an address. 404 for one that no calendar has."""
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise HTTPException(404) from None


TheDay = Annotated[date, Depends(_day)]


def _player(request: Request, key: str | None) -> str | None:
    """Who asks: by the key in the address if there is one, else by the cookie."""
    site = site_of(request)
    if not key:
        return site.sessions.player(request)
    with site.database.reading() as session:
        return player_of_key(session, key)


@router.get("")
async def show_today(request: Request, key: Key = None) -> Response:
    """Today's challenge."""
    return await _page(request, queries.today(site_of(request)), None, key)


@router.get("/archivo")
def show_archive(request: Request) -> Response:
    """The challenges of earlier days, to practise."""
    site = site_of(request)
    player = site.sessions.player(request)
    done = {(each.day, each.slug): each for each in queries.history(site, player).results}
    return _show(request, "challenges/archive.html", offers=queries.archive(site), done=done)


@router.get("/historial")
def show_history(request: Request) -> Response:
    """What this browser has done."""
    site = site_of(request)
    kept = queries.history(site, site.sessions.player(request))
    found = {(each.day, each.slug): each for each in queries.archive(site)}
    return _show(request, "challenges/history.html", history=kept, offers=found)


@router.get("/historial.json")
def export_history(request: Request) -> Response:
    """The same as a file to keep."""
    site = site_of(request)
    document = queries.exported(queries.history(site, site.sessions.player(request)))
    return Response(
        json.dumps(document, ensure_ascii=False, indent=2),
        media_type="application/json",
        headers={**NO_STORE, "Content-Disposition": 'attachment; filename="ingenio-retos.json"'},
    )


@router.post("/enlace")
def make_link(request: Request) -> Response:
    """A private link by which another browser of the same person goes on with this history."""
    site = site_of(request)
    player = site.sessions.player(request)
    if player is None:
        return RedirectResponse("/reto/historial", 303, headers=NO_STORE)
    key = make_history_key(site, player)
    link = f"{origin(request, site.settings.base_url)}/reto/traer?llave={key}"
    return _show(request, "challenges/link.html", address=link, qr=qr(link), here="/reto/historial")


@router.get("/traer")
def ask_to_take(request: Request, key: Key = None) -> Response:
    """Before a browser becomes another player it is asked: opening a link changes nothing."""
    player = take_history(site_of(request), key or "")
    status = 200 if player else 404
    return _show(request, "challenges/take.html", status, key=key, known=player is not None, here="/reto")


@router.post("/traer")
def take(request: Request, key: FormKey = None) -> Response:
    """This browser is the same player from now on."""
    site = site_of(request)
    player = take_history(site, key or "")
    if player is None:
        return _show(request, "challenges/take.html", 404, key=None, known=False, here="/reto")
    response = RedirectResponse("/reto/historial", 303, headers=NO_STORE)
    site.sessions.remember(request, response, player)
    return response


@router.get("/{day}")
async def show_day(request: Request, day: TheDay, key: Key = None) -> Response:
    """The challenge of a day."""
    return await _page(request, day, None, key)


@router.get("/{day}/{slug}")
async def show_extra(request: Request, day: TheDay, slug: Slug, key: Key = None) -> Response:
    """Another challenge of a day."""
    return await _page(request, day, slug, key)


@router.post("/{day}/{slug}/jugar")
def begin(request: Request, day: TheDay, slug: Slug, key: FormKey = None) -> Response:
    """On to the game: the one that is not finished, else a new one."""
    site = site_of(request)
    known = _player(request, key)
    player = known or new_player()
    by_key = bool(key) or site.sessions.player(request) is None
    begun = begin_attempt(site, day, slug, player, with_key=by_key)
    address = f"/p/{begun.game_id}" + (f"?llave={begun.key}" if begun.key else "")
    response = RedirectResponse(address, 303, headers=NO_STORE)
    if not key:
        site.sessions.remember(request, response, player)
    return response


async def _page(request: Request, day: date, slug: str | None, key: str | None) -> Response:
    site = site_of(request)
    offers = await run_in_threadpool(queries.offers, site, day)
    wanted = slug or next((each.slug for each in offers), None)
    offer = next((each for each in offers if each.slug == wanted), None)
    if offer is None:
        if day != queries.today(site) or slug:
            raise HTTPException(404)
        coming = site.settings.publish_challenges
        return _show(request, "challenges/waiting.html", day=day, coming=coming)
    player = await run_in_threadpool(_player, request, key)
    mine = await run_in_threadpool(queries.own, site, offer, player)
    counted = await _result(request, offer, mine)
    others = [each for each in offers if each is not offer]
    shown = {"offer": offer, "own": mine, "others": others, "key": key, **counted}
    response = await run_in_threadpool(_show_offer, request, player, shown)
    if site.sessions.player(request) is None:
        site.sessions.remember(request, response, new_player())
    return response


def _show_offer(request: Request, player: str | None, shown: dict[str, Any]) -> Response:
    kept = queries.history(site_of(request), player)
    return _show(request, "challenges/page.html", history=kept, **shown)


async def _result(request: Request, offer: Offer, mine: Own) -> dict[str, Any]:
    """What came of the try that counts, and of the latest for practice; asks for what is not analysed yet."""
    site = site_of(request)
    found: dict[str, Any] = {"result": None, "practice": None, "shared": "", "address": ""}
    for name, standing in (("result", mine.counts), ("practice", mine.latest)):
        if standing is None or not standing.over or (name == "practice" and standing is mine.counts):
            continue
        result = await run_in_threadpool(queries.result, site, offer, standing)
        if result.lost is None:
            reviewer: Reviewer = request.app.state.reviewer
            await reviewer.ask(registry.read_match(standing.line))
        found[name] = result
    found["address"] = origin(request, site.settings.base_url) + offer.page
    done = found["result"]
    if done is not None and done.lost is not None and (offer.races or done.standing.below is not None):
        found["shared"] = words.shared(
            offer.name, offer.words, offer.day, done.standing.below, done.lost, found["address"]
        )
    return found


def _show(request: Request, template: str, status: int = 200, **shown: Any) -> Response:
    site: Site = site_of(request)
    shown = {"said": words, "points": points, "zone": site.settings.zone, **shown}
    return render(request, template, status, NO_STORE, **shown)
