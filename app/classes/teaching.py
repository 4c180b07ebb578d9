"""The pages of a class for its teacher: whoever has the secret link."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Form, Path, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from app.analysis.actions import Reviewer
from app.challenges.queries import archive
from app.classes import members, tasks
from app.classes.forms import LONGEST_TITLE, MOST_TRIES, TaskForm, read_task
from app.classes.fresh import Maker
from app.classes.heat import crossing, steps, walked
from app.classes.members import MadeClass
from app.classes.moments import is_zone, places
from app.classes.names import show_code
from app.classes.par import Valuer
from app.classes.queries import TOPIC, ClassView, class_view, read_class_news
from app.classes.results import SORTS, as_csv
from app.faults import UnknownClass
from app.games.pages import qr
from app.language import LANGUAGES, current
from app.language import gettext as _
from app.live import News
from app.pages import NO_STORE, origin, render
from app.pictures import picture
from app.players.viewer import new_key
from app.site import Site, site_of
from app.words import challenges as said
from app.words.challenges import THEMES
from app.words.levels import say_level
from engines.core.drawing import labels

router = APIRouter(prefix="/profe")

LONGEST_NAME: Final = 60
MADE: Final = 30
"""How many generated boards are offered."""
CALM_SECONDS: Final = 1.0
"""How far apart a teacher's page is told of changes: a class plays faster than anybody reads."""
LEVELS: Final = ("facil", "medio", "dificil", "perfecto")

Secret = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{32}$")]
Id = Annotated[int, Path(ge=1, le=2**31 - 1)]
FormId = Annotated[int, Form(ge=1, le=2**31 - 1)]
Position = Annotated[str, Query(max_length=4_000)]
Chosen = Annotated[int | None, Query(alias="reto", ge=1, le=2**31 - 1)]


@dataclass(frozen=True, slots=True)
class Desk:
    """The teacher's request: the site, and the secret that was shown."""

    request: Request
    site: Site
    secret: str

    @property
    def home(self) -> str:
        """The address of the teacher's page."""
        return f"/profe/{self.secret}"

    def back(self, task: int | None = None, part: str = "") -> Response:
        """To the teacher's page, after something was done."""
        query = f"?reto={task}" if task else ""
        return RedirectResponse(f"{self.home}{query}{part}", 303, headers=NO_STORE)

    def link(self, view: ClassView) -> str:
        """The address that pupils open."""
        return f"{origin(self.request, self.site.settings.base_url)}/clase/{view.code}"

    def show(self, template: str, view: ClassView, status: int = 200, **more: Any) -> Response:
        """One of the teacher's pages."""
        link = self.link(view)
        shown = {
            "view": view,
            "desk": self.home,
            "said": said,
            "say_level": say_level,
            "code": show_code(view.code),
            "pupil_link": link,
            "qr": qr(link),
            "here": self.home,
            **more,
        }
        return render(self.request, template, status, NO_STORE, **shown)


def desk(request: Request, secret: Secret) -> Desk:
    """Who teaches: a dependency of routes."""
    return Desk(request, site_of(request), secret)


At = Annotated[Desk, Depends(desk)]


# A new class


@router.get("")
def offer(request: Request, partida: Position = "") -> Response:
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


# The teacher's page


@router.get("/{secret}")
def manage(
    at: At,
    reto: Chosen = None,
    orden: Annotated[str, Query(max_length=20)] = "nombre",
    partida: Position = "",
) -> Response:
    """The class: tasks, the table of one, and the form for a new one."""
    return _manage(at, reto, orden, TaskForm({"partida": partida} if partida else {}, {}, None))


def _manage(at: Desk, task: int | None, sort: str, form: TaskForm, status: int = 200) -> Response:
    view = class_view(at.site, at.secret, task, sort if sort in SORTS else SORTS[0])
    valuer: Valuer = at.request.app.state.valuer
    return at.show(
        "classes/manage.html",
        view,
        status,
        form=form,
        values=defaultdict(str, form.values),
        made=archive(at.site)[:MADE],
        themes=THEMES,
        percent=valuer.percent(view.task.id) if view.task and view.task.par_waiting else None,
        levels=LEVELS,
        most_tries=MOST_TRIES,
        longest_title=LONGEST_TITLE,
        now=at.site.clock(),
        sorts=SORTS,
    )


def _number(at: At) -> int:
    """The class whose changes are followed. Raises UnknownClass."""
    with at.site.database.reading() as session:
        return members.taught_class(session, at.secret).id


@router.get("/{secret}/vivo", response_class=EventSourceResponse)
async def follow(at: At, number: Annotated[int, Depends(_number)]) -> AsyncIterator[ServerSentEvent]:
    """What the teacher's pages listen to: `cambio` whenever something changed in the class."""
    live, topic = at.site.live, f"{TOPIC}{number}"
    told = -1
    with live.watching(topic, None) as stream:
        found = await run_in_threadpool(read_class_news, at.site.database, [topic])
        news = found.get(topic, News(0, True))
        while True:
            if news.revision != told:
                told = news.revision
                yield ServerSentEvent(event="cambio", id=str(told), raw_data=str(told))
                await asyncio.sleep(CALM_SECONDS)
            if news.over or live.closing:
                return
            await stream.wait()
            news = stream.news or news


async def _fields(request: Request) -> dict[str, str]:
    async with request.form(max_files=0, max_fields=30) as sent:
        return {name: value for name, value in sent.items() if isinstance(value, str)}


Fields = Annotated[dict[str, str], Depends(_fields)]


@router.post("/{secret}/retos")
async def publish(at: At, sent: Fields, number: Annotated[int, Depends(_number)]) -> Response:
    """Set a task; one that is to be new is made first."""
    if not sent.get("partida", "").strip():
        maker: Maker = at.request.app.state.maker
        line = await maker.line(at.site, sent.get("generado", ""))
        sent = {**sent, "partida": line} if line else sent
    return await run_in_threadpool(_publish, at, sent)


def _publish(at: Desk, sent: dict[str, str]) -> Response:
    with at.site.database.reading() as session:
        zone = members.taught_class(session, at.secret).zone
        form = read_task(at.site, session, zone, sent)
    if form.wish is None:
        return _manage(at, None, SORTS[0], form, 422)
    return at.back(tasks.publish_task(at.site, at.secret, form.wish), "#tabla")


@router.post("/{secret}/repetir")
def repeat(at: At) -> Response:
    """Set the tasks of the last week again, a week later."""
    tasks.repeat_week(at.site, at.secret)
    return at.back(part="#retos")


@router.post("/{secret}/retos/{task}/cerrar")
def close(at: At, task: Id) -> Response:
    """The bell."""
    tasks.close_task(at.site, at.secret, task)
    return at.back(task, "#tabla")


@router.post("/{secret}/retos/{task}/borrar")
def withdraw(at: At, task: Id) -> Response:
    """Take a task back, with its tries."""
    tasks.withdraw_task(at.site, at.secret, task)
    return at.back(part="#retos")


def _task_view(at: Desk, task: int) -> ClassView:
    """The class with the table of this very task. Raises UnknownClass."""
    view = class_view(at.site, at.secret, task)
    if view.task is None or view.task.id != task:
        raise UnknownClass
    return view


@router.get("/{secret}/retos/{task}/csv")
def export(at: At, task: Id) -> Response:
    """The table as a file for spreadsheets."""
    view = _task_view(at, task)
    assert view.task is not None
    heads = [
        _("Nombre"),
        _("Alias"),
        _("Intentos"),
        _("Resultado"),
        _("Par"),
        _("Sobre el par"),
        _("Segundos"),
    ]
    lines = [
        (
            row.name,
            row.alias,
            len(row.tries),
            row.best.gain if row.best else None,
            view.task.par,
            row.above,
            round(row.best.seconds) if row.best and row.best.seconds is not None else None,
        )
        for row in view.rows
    ]
    name = f"reto-{task}.csv"
    headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(as_csv(heads, lines), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/{secret}/retos/{task}/mapa")
async def heat_map(at: At, task: Id, ruta: Annotated[str, Query(max_length=8_000)] = "") -> Response:
    """Where the class left the best path, walkable move by move."""
    view = await run_in_threadpool(_task_view, at, task)
    assert view.task is not None
    with at.site.database.reading() as session:
        tries = await run_in_threadpool(walked, session, view.rows)
    reviewer: Reviewer = at.request.app.state.reviewer
    waiting = [each for each in tries if each.verdicts is None]
    for each in waiting:
        await reviewer.ask(each.match)
    return await run_in_threadpool(_heat_map, at, view, tries, tuple(ruta.split()), len(waiting))


def _heat_map(at: Desk, view: ClassView, tries: list[Any], path: tuple[str, ...], waiting: int) -> Response:
    task = view.task
    assert task is not None
    found = crossing(tries, task.match, task.seat, path)
    if found is None:
        raise UnknownClass
    shown = picture(found.match.to_text())
    there = {place.token for place in shown.drawing.places}
    return at.show(
        "classes/heat.html",
        view,
        crossing=found,
        picture=shown,
        numbers=labels(
            shown.drawing, {place: many for place, many in found.numbers.items() if place in there}
        ),
        steps=steps(tries, task.match, task.seat),
        tries=len(tries),
        waiting=waiting,
    )


@router.get("/{secret}/pantalla")
def projector(at: At, reto: Chosen = None) -> Response:
    """For the projector: the code, the board, how far the class is; no names."""
    return at.show("classes/projector.html", class_view(at.site, at.secret, reto))


@router.get("/{secret}/retos/{task}/hoja")
def worksheet(at: At, task: Id) -> Response:
    """A sheet to print: the board, empty; on its second page the solution."""
    view = _task_view(at, task)
    assert view.task is not None
    solved = picture(view.task.solution.to_text()) if view.task.solution else None
    return at.show("classes/worksheet.html", view, solved=solved)


@router.get("/{secret}/tarjetas")
def cards(at: At) -> Response:
    """Cards to print and cut out: how to come in."""
    return at.show("classes/cards.html", class_view(at.site, at.secret))


# Pupils


@router.post("/{secret}/alumnos/{pupil}/ocultar")
def hide(at: At, pupil: Id, oculto: Annotated[str, Form(max_length=2)] = "si") -> Response:
    """Show the alias in the place of a pupil's own name, or the name again."""
    members.hide_name(at.site, at.secret, pupil, oculto == "si")
    return at.back(part="#tabla")


@router.post("/{secret}/alumnos/{pupil}/quitar")
def remove(at: At, pupil: Id) -> Response:
    """Take a pupil out, with all tries."""
    members.remove_pupil(at.site, at.secret, pupil)
    return at.back(part="#tabla")


@router.post("/{secret}/alumnos/{pupil}/unir")
def merge(at: At, pupil: Id, con: FormId) -> Response:
    """Two aliases were one pupil."""
    members.merge_pupils(at.site, at.secret, pupil, con)
    return at.back(part="#tabla")


@router.post("/{secret}/alumnos/{pupil}/frase")
def phrase(at: At, pupil: Id) -> Response:
    """A new phrase for a pupil who forgot it."""
    name, words = members.renew_phrase(at.site, at.secret, pupil)
    view = class_view(at.site, at.secret)
    return at.show("classes/phrase.html", view, name=name, phrase=words)


@router.get("/{secret}/borrar")
def ask_to_delete(at: At) -> Response:
    """Before everything is deleted."""
    return at.show("classes/delete.html", class_view(at.site, at.secret))


@router.post("/{secret}/borrar")
def delete(at: At) -> Response:
    """Delete the class and everything about it."""
    members.delete_class(at.site, at.secret)
    return render(at.request, "classes/deleted.html", headers=NO_STORE, here="/profe")
