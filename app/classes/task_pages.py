"""What a teacher sees of one task: its table as a file, where the class left the best way, and a sheet."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from app.analysis.actions import Reviewer
from app.classes.desk import At, Desk, Id
from app.classes.heat import crossing, steps, walked
from app.classes.moments import write_local
from app.classes.queries import ClassView, class_view
from app.classes.results import as_csv
from app.faults import UnknownClass
from app.language import gettext as _
from app.pages import NO_STORE
from app.pictures import picture
from engines.core.drawing import labels

router = APIRouter(prefix="/profe")


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
        _("Visto"),
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
            write_local(row.seen_at, view.zone).replace("T", " "),
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


@router.get("/{secret}/retos/{task}/hoja")
def worksheet(at: At, task: Id) -> Response:
    """A sheet to print: the board, empty; on its second page the solution."""
    view = _task_view(at, task)
    assert view.task is not None
    solved = picture(view.task.solution.to_text()) if view.task.solution else None
    return at.show("classes/worksheet.html", view, solved=solved)
