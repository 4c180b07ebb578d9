"""The page of a class for its teacher, and what can be done there with tasks and pupils."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.challenges.queries import archive
from app.classes import members, tasks
from app.classes.desk import At, Desk, Fields, FormId, Id
from app.classes.forms import LONGEST_TITLE, MOST_TRIES, TaskForm, read_task
from app.classes.fresh import Maker
from app.classes.par import Valuer
from app.classes.queries import TOPIC, class_view, read_class_news
from app.classes.results import SORTS
from app.live import News
from app.pages import NO_STORE, render
from app.words.challenges import THEMES

router = APIRouter(prefix="/profe")

MADE: Final = 30
"""How many generated boards are offered."""
CALM_SECONDS: Final = 1.0
"""How far apart a teacher's page is told of changes: a class plays faster than anybody reads."""
LEVELS: Final = ("facil", "medio", "dificil", "perfecto")

Chosen = Annotated[int | None, Query(alias="reto", ge=1, le=2**31 - 1)]


@router.get("/{secret}")
def manage(
    at: At,
    reto: Chosen = None,
    orden: Annotated[str, Query(max_length=20)] = "nombre",
    partida: Annotated[str, Query(max_length=4_000)] = "",
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


@router.get("/{secret}/pantalla")
def projector(at: At, reto: Chosen = None) -> Response:
    """For the projector: the code, the board, how far the class is; no names."""
    return at.show("classes/projector.html", class_view(at.site, at.secret, reto))


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
