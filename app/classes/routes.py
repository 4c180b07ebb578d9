"""The pages of a class for its pupils, and the page that tells schools what is kept."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Query, Request
from starlette.responses import RedirectResponse, Response

from app.classes import league_pages, new_class, task_pages, teaching
from app.classes.keys import CODE, Code, cookie_of, key_of
from app.classes.members import come_back, join_class, leave
from app.classes.names import read_code, show_code
from app.classes.queries import pupil_view
from app.classes.tasks import begin_try
from app.faults import Fault, Full, UnknownClass, WrongName, WrongPhrase
from app.games.pages import FormKey, Key
from app.pages import NO_STORE, YEAR, render
from app.players.viewer import new_player
from app.site import site_of
from app.words import challenges as said
from app.words.failures import sentence
from app.words.levels import say_level

router = APIRouter(include_in_schema=False)

TaskId = Annotated[int, Path(ge=1, le=2**31 - 1)]
TypedCode = Annotated[str, Path(pattern="^[A-Za-z0-9 -]{1,40}$")]
Text = Annotated[str, Form(max_length=200)]


def _home(code: str, key: str | None = None) -> str:
    return f"/clase/{read_code(code)}" + (f"?llave={key}" if key else "")


@router.get("/clase")
def find(request: Request, codigo: Annotated[str, Query(max_length=40)] = "") -> Response:
    """From a code as it was typed to its class; without one, asks for it."""
    code = read_code(codigo)
    if not re.fullmatch(CODE, code):
        return _ask(request, codigo.strip() or None)
    return RedirectResponse(f"/clase/{code}", 303, headers=NO_STORE)


@router.get("/clase/{code}")
def show(request: Request, code: TypedCode, key: Key = None) -> Response:
    """The class: its tasks for a pupil, the way in for anybody else. If there is none, asks for its code."""
    if not re.fullmatch(CODE, code):
        return find(request, code)
    try:
        return _page(request, code, key)
    except UnknownClass:
        return _ask(request, code)


def _ask(request: Request, typed: str | None = None) -> Response:
    """The form that asks for the code of a class; `typed` is one that is none."""
    return render(
        request,
        "classes/find.html",
        200 if typed is None else 404,
        NO_STORE,
        typed=typed or "",
        problem="" if typed is None else sentence(UnknownClass.code, {}),
        here="/clase",
    )


def _page(request: Request, code: str, key: str | None, status: int = 200, **more: Any) -> Response:
    view = pupil_view(site_of(request), code, key_of(request, code, key))
    shown = {
        "view": view,
        "said": said,
        "say_level": say_level,
        "key": key,
        "problem": "",
        "back_problem": "",
        "typed": "",
        **more,
    }
    template = "classes/pupil.html" if view.name else "classes/join.html"
    here = _home(code, key)
    response = render(
        request,
        template,
        status,
        NO_STORE,
        here=here,
        code=show_code(view.code),
        plain_code=view.code,
        **shown,
    )
    sessions = site_of(request).sessions
    if sessions.player(request) is None:
        sessions.remember(request, response, new_player())
    return response


@router.post("/clase/{code}/entrar")
def join(request: Request, code: Code, alias: Text = "", nombre: Text = "") -> Response:
    """Come in under the alias that was offered, or a name of one's own; shows the phrase."""
    site = site_of(request)
    try:
        joined = join_class(site, code, alias, nombre)
    except (WrongName, Full) as fault:
        return _page(request, code, None, 422, problem=_why(fault), typed=nombre)
    shown = render(
        request,
        "classes/welcome.html",
        headers=NO_STORE,
        name=joined.name,
        phrase=joined.phrase,
        plain_code=read_code(code),
        onward=_onward(request, code, joined.key),
        here=_home(code),
    )
    _remember(request, shown, code, joined.key)
    return shown


@router.post("/clase/{code}/volver")
def return_(request: Request, code: Code, nombre: Text = "", frase: Text = "") -> Response:
    """Come in again on another device, by name and phrase."""
    try:
        joined = come_back(site_of(request), code, nombre, frase)
    except WrongPhrase as fault:
        return _page(request, code, None, 403, back_problem=_why(fault), typed=nombre)
    return _in(request, code, joined.key)


@router.post("/clase/{code}/salir")
def go_out(request: Request, code: Code, key: FormKey = None) -> Response:
    """Somebody else sits down at this browser."""
    known = key_of(request, code, key)
    if known:
        leave(site_of(request), known)
    response = RedirectResponse(_home(code), 303, headers=NO_STORE)
    response.delete_cookie(cookie_of(code))
    return response


@router.post("/clase/{code}/retos/{task}/jugar")
def play(request: Request, code: Code, task: TaskId, key: FormKey = None) -> Response:
    """On to the game of a try: the unfinished one, else a new one."""
    site = site_of(request)
    player = site.sessions.player(request)
    begun = begin_try(
        site,
        code,
        key_of(request, code, key),
        task,
        player or new_player(),
        with_key=bool(key) or player is None,
    )
    address = f"/p/{begun.game_id}" + (f"?llave={begun.key}" if begun.key else "")
    return RedirectResponse(address, 303, headers=NO_STORE)


@router.get("/privacidad")
def privacy(request: Request) -> Response:
    """What is kept, for how long, and how it is deleted: for schools."""
    return render(request, "classes/privacy.html", settings=site_of(request).settings)


def _in(request: Request, code: str, key: str) -> Response:
    response = RedirectResponse(_onward(request, code, key), 303, headers=NO_STORE)
    _remember(request, response, code, key)
    return response


def _onward(request: Request, code: str, key: str) -> str:
    """Where a pupil goes after coming in; a browser that sent no cookie of ours carries the key along."""
    keeps = site_of(request).sessions.player(request) is not None
    return _home(code, None if keeps else key)


def _remember(request: Request, response: Response, code: str, key: str) -> None:
    response.set_cookie(
        cookie_of(code),
        key,
        max_age=YEAR,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def _why(fault: Fault) -> str:
    return said.say_name(fault.why) if isinstance(fault, WrongName) else sentence(fault.code, {})


for part in (new_class, teaching, task_pages, league_pages):
    router.include_router(part.router)
