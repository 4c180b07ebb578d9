"""The pages of a class league, for the teacher and for pupils."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from app.classes import league
from app.classes.desk import At, Desk, Fields, Id
from app.classes.keys import Code, key_of
from app.classes.league_forms import (
    LEVELS,
    MINUTES,
    USUAL_BOARD,
    USUAL_LEVEL,
    USUAL_MINUTES,
    LeagueForm,
    offered_boards,
    read_league,
)
from app.classes.league_queries import TaughtLeague, own_league, taught_league
from app.classes.members import taught_class
from app.classes.moments import write_local
from app.classes.names import read_code, show_code
from app.classes.results import as_csv
from app.faults import NotOpen, UnknownClass
from app.games.pages import FormKey, Key
from app.language import gettext as _
from app.pages import NO_STORE, origin, render
from app.players.viewer import new_player
from app.site import site_of
from app.words import challenges as said
from app.words.leagues import say_points, say_state
from app.words.levels import say_level

router = APIRouter(include_in_schema=False)

NOTHING_SENT: Final = LeagueForm({}, {}, None)
Chosen = Annotated[int | None, Query(alias="liga", ge=1, le=2**31 - 1)]
SAID: Final = {"said": said, "say_level": say_level, "say_points": say_points, "say_state": say_state}


# Pupils


def _home(code: str, key: str | None = None) -> str:
    return f"/clase/{read_code(code)}/liga" + (f"?llave={key}" if key else "")


@router.get("/clase/{code}/liga")
def show(request: Request, code: Code, key: Key = None) -> Response:
    """The league for one of the class: the next game, and the table. The way in for anybody else."""
    try:
        view = own_league(site_of(request), code, key_of(request, code, key))
    except UnknownClass:
        return RedirectResponse(f"/clase/{read_code(code)}", 303, headers=NO_STORE)
    here = _home(code, key)
    response = render(
        request, "classes/league_pupil.html", 200, NO_STORE, view=view, key=key, here=here, **SAID
    )
    sessions = site_of(request).sessions
    if sessions.player(request) is None:
        sessions.remember(request, response, new_player())
    return response


@router.post("/clase/{code}/liga/estoy")
def take_part(request: Request, code: Code, key: FormKey = None) -> Response:
    """A pupil is there and wants an opponent."""
    with suppress(NotOpen):  # the bell has rung: the page says so
        league.take_part(site_of(request), code, key_of(request, code, key))
    return RedirectResponse(_home(code, key), 303, headers=NO_STORE)


@router.post("/clase/{code}/liga/descanso")
def rest(request: Request, code: Code, key: FormKey = None) -> Response:
    """A pupil wants no more games for now."""
    with suppress(NotOpen):
        league.rest(site_of(request), code, key_of(request, code, key))
    return RedirectResponse(_home(code, key), 303, headers=NO_STORE)


@router.post("/clase/{code}/liga/jugar")
def play(request: Request, code: Code, key: FormKey = None) -> Response:
    """On to the game that goes on."""
    site = site_of(request)
    player = site.sessions.player(request)
    begun = None
    with suppress(NotOpen):
        begun = league.go_to_game(
            site,
            code,
            key_of(request, code, key),
            player or new_player(),
            with_key=bool(key) or player is None,
        )
    if begun is None:
        return RedirectResponse(_home(code, key), 303, headers=NO_STORE)
    address = f"/p/{begun.game_id}" + (f"?llave={begun.key}" if begun.key else "")
    return RedirectResponse(address, 303, headers=NO_STORE)


# The teacher


def _show(at: Desk, template: str, view: TaughtLeague, status: int = 200, **more: Any) -> Response:
    link = f"{origin(at.request, at.site.settings.base_url)}/clase/{view.code}"
    shown = {"view": view, "desk": at.home, "code": show_code(view.code), "pupil_link": link, **SAID, **more}
    return render(at.request, template, status, NO_STORE, here=f"{at.home}/liga", **shown)


def _manage(at: Desk, league_id: int | None, form: LeagueForm, status: int = 200) -> Response:
    view = taught_league(at.site, at.secret, league_id)
    return _show(
        at,
        "classes/league.html",
        view,
        status,
        form=form,
        values=defaultdict(str, form.values),
        offered=offered_boards(),
        levels=LEVELS,
        minutes=MINUTES,
        usual={"board": USUAL_BOARD, "level": USUAL_LEVEL, "minutes": USUAL_MINUTES},
        now=write_local(at.site.clock(), view.zone)[-5:],
    )


@router.get("/profe/{secret}/liga")
def manage(at: At, liga: Chosen = None) -> Response:
    """The league that goes on or is named, with its table; else the form for a new one."""
    return _manage(at, liga, NOTHING_SENT)


@router.post("/profe/{secret}/liga")
def open_league(at: At, sent: Fields) -> Response:
    """Open a league."""
    with at.site.database.reading() as session:
        zone = taught_class(session, at.secret).zone
    form = read_league(at.site, zone, sent)
    if form.wish is None:
        return _manage(at, None, form, 422)
    league.open_league(at.site, at.secret, form.wish)
    return RedirectResponse(f"{at.home}/liga", 303, headers=NO_STORE)


@router.get("/profe/{secret}/liga/pantalla")
def projector(at: At, liga: Chosen = None) -> Response:
    """For the projector: the table with aliases only."""
    return _show(at, "classes/league_screen.html", taught_league(at.site, at.secret, liga))


@router.post("/profe/{secret}/liga/{number}/timbre")
def bell(at: At, number: Id) -> Response:
    """The bell."""
    league.ring(at.site, at.secret, number)
    return RedirectResponse(f"{at.home}/liga?liga={number}", 303, headers=NO_STORE)


@router.post("/profe/{secret}/liga/{number}/borrar")
def delete(at: At, number: Id) -> Response:
    """Delete a league with its games."""
    league.delete_league(at.site, at.secret, number)
    return RedirectResponse(f"{at.home}/liga", 303, headers=NO_STORE)


@router.get("/profe/{secret}/liga/{number}/csv")
def export(at: At, number: Id) -> Response:
    """The table as a file for spreadsheets."""
    view = taught_league(at.site, at.secret, number).league
    assert view is not None
    heads = [
        _("Puesto"),
        _("Nombre"),
        _("Alias"),
        _("Puntos"),
        _("Partidas"),
        _("Ganadas"),
        _("Empatadas"),
        _("Perdidas"),
        _("Contra el ordenador"),
    ]
    lines = [
        (
            each.place,
            each.name,
            each.alias,
            each.halves / 2,
            each.played,
            each.won,
            each.drawn,
            each.lost,
            each.alone,
        )
        for each in view.lines
    ]
    headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="liga-{number}.csv"'}
    return Response(as_csv(heads, lines), media_type="text/csv; charset=utf-8", headers=headers)
