"""A new class: its form, and the page with the secret link, which is shown once."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from app.classes import members
from app.classes.desk import Desk
from app.classes.members import MadeClass
from app.classes.moments import is_zone, places
from app.classes.queries import class_view
from app.games.pages import qr
from app.language import LANGUAGES, current
from app.language import gettext as _
from app.pages import NO_STORE, origin, render
from app.players.viewer import new_key
from app.site import site_of
from app.words import challenges as said

router = APIRouter(prefix="/profe")

LONGEST_NAME: Final = 60


@router.get("")
def offer(request: Request, partida: Annotated[str, Query(max_length=4_000)] = "") -> Response:
    """The form for a new class."""
    return _offer(
        request, {"partida": partida, "zona": site_of(request).settings.zone, "idioma": current()}, {}
    )


def _offer(request: Request, values: dict[str, str], problems: dict[str, str], status: int = 200) -> Response:
    zones = places(current())
    if values.get("zona") and values["zona"] not in dict(zones) and is_zone(values["zona"]):
        zones = ((values["zona"], said.say_zone(values["zona"])), *zones)
    return render(
        request,
        "classes/new.html",
        status,
        NO_STORE,
        values=defaultdict(str, values),
        problems=problems,
        ticket=new_key(),
        zones=zones,
        here="/profe",
    )


@router.post("")
def make(
    request: Request,
    nombre: Annotated[str, Form(max_length=200)] = "",
    idioma: Annotated[str, Form(max_length=2)] = "es",
    zona: Annotated[str, Form(max_length=64)] = "",
    nombres: Annotated[str, Form(max_length=2)] = "",
    partida: Annotated[str, Form(max_length=4_000)] = "",
    vale: Annotated[str, Form(max_length=64)] = "",
) -> Response:
    """Make the class, and show the secret link: now, and to whoever reloads the page soon; never again."""
    site = site_of(request)
    name = " ".join(nombre.split())
    zone = zona or site.settings.zone
    problems = {}
    if len(name) > LONGEST_NAME or not name.isprintable():
        problems["nombre"] = _("El texto es demasiado largo: como mucho %(number)s caracteres.") % {
            "number": LONGEST_NAME
        }
    if not is_zone(zone):
        problems["zona"] = _("No conozco esa zona horaria.")
    if problems:
        values = {"nombre": nombre, "idioma": idioma, "zona": zona, "nombres": nombres, "partida": partida}
        return _offer(request, values, problems, 422)
    language = idioma if idioma in LANGUAGES else current()
    made = members.make_class_once(
        site, vale or new_key(), name or _("Mi clase"), language, zone, bool(nombres)
    )
    if made is None:
        return RedirectResponse("/profe", 303, headers=NO_STORE)
    return _made(request, made, partida)


def _made(request: Request, made: MadeClass, line: str) -> Response:
    here = Desk(request, site_of(request), made.secret)
    view = class_view(here.site, made.secret)
    secret_link = f"{origin(request, here.site.settings.base_url)}{here.home}"
    return here.show(
        "classes/made.html",
        view,
        201,
        secret_link=secret_link,
        secret_qr=qr(secret_link),
        line=line,
        here="/profe",
    )
