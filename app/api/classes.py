"""The calls about classes: making one, coming in, setting tasks, tries and results."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Path, Response

from app.api.access import Anybody, Asker
from app.api.answers import BAD_JSON, refusals_without_game
from app.api.asked import NewClass, NewPupil, NewTask, Returning
from app.api.documentation import operation_id
from app.api.told import (
    ClassState,
    ClassTask,
    JoinedPupil,
    MadeClassState,
    MadeGame,
    PupilResult,
    TaskResults,
)
from app.classes import members, tasks
from app.classes.forms import read_task
from app.classes.moments import is_zone
from app.classes.queries import TaskView, class_view, pupil_view, task_view
from app.classes.results import PupilRow
from app.edge.refusal import Refused
from app.faults import UnknownClass, WrongName, WrongPhrase
from app.language import N_, current
from app.players.viewer import new_player
from app.words import challenges as said

Code = Annotated[
    str,
    Path(pattern="^[A-Za-z0-9 -]{1,20}$", description=N_("El código de la clase."), examples=["CDFHJKM"]),
]
Task = Annotated[int, Path(ge=1, le=2**31 - 1, description=N_("El número del reto."), examples=[1])]

_NONE: Final = N_("No hay ninguna clase con ese código, o no tiene ese reto.")
_NO_KEY: Final = N_("Falta la clave: la secreta del profesorado, o la de alguien de la clase.")
_NOT_YOURS: Final = N_("La clave no es de esta clase.")
_FORM: Final = {
    "match": "partida",
    "level": "nivel",
    "tries": "intentos",
    "title": "titulo",
    "opens_at": "abre",
    "closes_at": "cierra",
}
"""The fields of a task here, and in the form of the teacher's page."""

router = APIRouter(prefix="/api/v1/classes", generate_unique_id_function=operation_id)


def carrier(asker: Anybody) -> Asker:
    """Somebody who carries a key. Raises Refused (401)."""
    if asker.viewer.key is None:
        raise Refused(401, "token-required", headers={"WWW-Authenticate": "Bearer"})
    return asker


Carrier = Annotated[Asker, Depends(carrier)]
_SECURED: Final[dict[str, Any]] = {"security": [{"seat": []}]}
"""Says in the description of a call that it needs a key."""


def _teaching(asker: Asker, code: str) -> str:
    """The teacher's secret, which must be that of this class. Raises UnknownClass or Refused (403)."""
    secret = asker.viewer.key or ""
    with asker.site.database.reading() as session:
        group = members.find_class(session, code)
        try:
            taught = members.taught_class(session, secret)
        except UnknownClass:
            raise Refused(403, "forbidden") from None
    if taught.id != group.id:
        raise Refused(403, "forbidden")
    return secret


@router.post(
    "",
    status_code=201,
    summary=N_("Crear una clase"),
    description=N_("Crea una clase y da su código y la clave secreta del profesorado, que no se repite."),
    response_description=N_("La clase, con la clave."),
    responses=refusals_without_game(_400=BAD_JSON),
)
def make_class(asker: Anybody, wish: NewClass, response: Response) -> MadeClassState:
    """Make a class."""
    zone = wish.zone or asker.site.settings.zone
    if not is_zone(zone) or not (wish.name or "").isprintable():
        raise _unfit("zone" if not is_zone(zone) else "name")
    made = members.make_class(asker.site, wish.name or "", wish.language or current(), zone, wish.own_names)
    response.headers["Location"] = f"/api/v1/classes/{made.code}"
    return MadeClassState(
        **_class(asker, made.code).model_dump(),
        teacher_token=made.secret,
        teacher_url=f"{asker.address}/profe/{made.secret}",
    )


def _unfit(field: str) -> Refused:
    wrong = {"field": field, "problem": "value_error"}
    return Refused(422, "bad-fields", facts={"fields": [wrong], "number": 1})


@router.get(
    "/{code}",
    summary=N_("Ver una clase"),
    description=N_("La clase y sus retos abiertos. No dice quién está en ella."),
    response_description=N_("La clase."),
    responses=refusals_without_game(_404=_NONE),
)
def show_class(asker: Anybody, code: Code) -> ClassState:
    """Show a class."""
    return _class(asker, code)


def _class(asker: Asker, code: str) -> ClassState:
    moment = asker.site.clock()
    with asker.site.database.reading() as session:
        group = members.find_class(session, code)
        rows = tasks.tasks_of(session, group)
        shown = [_task(task_view(each, moment)) for each in rows if tasks.is_open(each, moment)]
    return ClassState(
        code=group.code,
        name=group.name,
        url=f"{asker.address}/clase/{group.code}",
        zone=group.zone,
        own_names=group.own_names,
        tasks=shown,
    )


def _task(view: TaskView) -> ClassTask:
    return ClassTask(
        id=view.id,
        title=view.name,
        match=view.match.to_text(),
        seat=view.seat,
        level=view.level,
        tries=view.tries,
        allowed=sorted(view.allowed),
        opens_at=view.opens_at,
        closes_at=view.closes_at,
    )


@router.post(
    "/{code}/pupils",
    status_code=201,
    summary=N_("Entrar en una clase"),
    description=N_("Da un alias, la clave de la persona y la frase con la que puede volver a entrar."),
    response_description=N_("La persona, con su clave y su frase."),
    responses=refusals_without_game(_400=BAD_JSON, _404=_NONE, _409=N_("La clase está llena.")),
)
def join_class(asker: Anybody, code: Code, wish: Annotated[NewPupil | None, Body()] = None) -> JoinedPupil:
    """Come in."""
    try:
        joined = members.join_class(asker.site, code, "", (wish.name if wish else None) or "")
    except WrongName as fault:
        raise Refused(422, fault.code, message=said.say_name(fault.why), facts={"why": fault.why}) from fault
    return JoinedPupil(name=joined.name, pupil_token=joined.key, phrase=joined.phrase)


@router.post(
    "/{code}/pupils/return",
    summary=N_("Volver a entrar"),
    description=N_("Con el nombre o el alias y la frase se recibe otra clave, para otro aparato."),
    response_description=N_("La persona, con su clave."),
    responses=refusals_without_game(_400=BAD_JSON, _404=_NONE),
)
def return_to_class(asker: Anybody, code: Code, wish: Returning) -> JoinedPupil:
    """Come in again."""
    try:
        joined = members.come_back(asker.site, code, wish.name, wish.phrase)
    except WrongPhrase as fault:
        raise Refused(422, fault.code) from fault
    return JoinedPupil(name=joined.name, pupil_token=joined.key, phrase=None)


@router.post(
    "/{code}/tasks",
    status_code=201,
    summary=N_("Publicar un reto en una clase"),
    description=N_(
        "Publica un reto; el par se calcula después. Hace falta la clave del profesorado. Las horas son las "
        "de la zona de la clase, «2026-12-01T09:30», o dicen su diferencia con UTC: «2026-12-01T08:30Z»."
    ),
    response_description=N_("El reto."),
    responses=refusals_without_game(_400=BAD_JSON, _401=_NO_KEY, _403=_NOT_YOURS, _404=_NONE),
    openapi_extra=_SECURED,
)
def publish_task(asker: Carrier, code: Code, wish: NewTask) -> ClassTask:
    """Set a task."""
    secret = _teaching(asker, code)
    sent = {form: str(value) for field, form in _FORM.items() if (value := getattr(wish, field)) is not None}
    boxes = {"hint": "pistas", "help": "ayuda", "undo": "deshacer"}
    sent |= {boxes[what]: "si" for what in wish.allowed}
    if wish.seat is not None:
        sent["lado"] = str(wish.seat)
    with asker.site.database.reading() as session:
        form = read_task(asker.site, session, members.taught_class(session, secret).zone, sent)
    if form.wish is None:
        names = {form_name: field for field, form_name in _FORM.items()}
        wrong = [
            {"field": names.get(name, name), "problem": "value_error", "message": message}
            for name, message in form.problems.items()
        ]
        raise Refused(422, "bad-fields", facts={"fields": wrong, "number": len(wrong)})
    number = tasks.publish_task(asker.site, secret, form.wish)
    with asker.site.database.reading() as session:
        group = members.taught_class(session, secret)
        return _task(task_view(tasks.find_task(session, group, number), asker.site.clock()))


@router.post(
    "/{code}/tasks/{task}/attempts",
    status_code=201,
    summary=N_("Empezar un intento de un reto de clase"),
    description=N_("Da la partida del intento y la clave de tu asiento. Hace falta la clave de la persona."),
    response_description=N_("La partida, con tu clave."),
    responses=refusals_without_game(
        _401=_NO_KEY,
        _403=_NOT_YOURS,
        _404=_NONE,
        _409=N_("El reto no está abierto o ya no quedan intentos."),
    ),
    openapi_extra=_SECURED,
)
def begin_try(asker: Carrier, code: Code, task: Task) -> MadeGame:
    """Begin a try."""
    if pupil_view(asker.site, code, asker.viewer.key).name is None:
        raise Refused(403, "forbidden")
    begun = tasks.begin_try(asker.site, code, asker.viewer.key, task, new_player(), with_key=True)
    state = asker.state(begun.game_id)
    held = [seat.seat for seat in state.seats if seat.kind == "person"]
    return MadeGame(**state.model_dump(), seat_tokens=[begun.key or ""], seats_held=held)


@router.get(
    "/{code}/tasks/{task}/results",
    summary=N_("Ver los resultados de un reto de clase"),
    description=N_("La tabla del profesorado: intentos, mejor resultado, par y tiempo de cada persona."),
    response_description=N_("Los resultados."),
    responses=refusals_without_game(_401=_NO_KEY, _403=_NOT_YOURS, _404=_NONE),
    openapi_extra=_SECURED,
)
def task_results(asker: Carrier, code: Code, task: Task) -> TaskResults:
    """Show how the class stands with a task."""
    view = class_view(asker.site, _teaching(asker, code), task)
    if view.task is None or view.task.id != task:
        raise UnknownClass
    return TaskResults(
        task=_task(view.task),
        unit=view.task.match.game.unit,
        par=view.task.par,
        par_exact=view.task.par_exact,
        par_waiting=view.task.par_waiting,
        pupils=[_result(row) for row in view.rows],
    )


def _result(row: PupilRow) -> PupilResult:
    return PupilResult(
        name=row.name,
        alias=row.alias,
        tries=len(row.tries),
        finished=row.finished,
        best=row.best.gain if row.best else None,
        above=row.above,
        seconds=row.best.seconds if row.best else None,
        seen_at=row.seen_at,
    )


@router.delete(
    "/{code}",
    status_code=204,
    summary=N_("Borrar una clase"),
    description=N_("Borra la clase y todo lo suyo, sin vuelta atrás."),
    response_description=N_("Ya no está."),
    responses=refusals_without_game(_401=_NO_KEY, _403=_NOT_YOURS, _404=_NONE),
    openapi_extra=_SECURED,
)
def delete_class(asker: Carrier, code: Code) -> None:
    """Delete a class."""
    members.delete_class(asker.site, _teaching(asker, code))
