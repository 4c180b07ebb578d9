"""The addresses of the JSON API, and of its description."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app import faults
from app.analysis.actions import Reviewer
from app.api import challenges, classes, documentation, thinking
from app.api.access import Anybody, GameId, KeyHolder, illegal_in_line, refusal_of, telling
from app.api.answers import (
    BAD_JSON,
    CHANGED,
    NO_KEY,
    NOT_YOURS,
    refusals,
    refusals_of_a_stream,
    refusals_without_game,
)
from app.api.asked import Answer, NewGame, NewMove, SeatChoice
from app.api.events import LastId, Opened, Since, follow, open_stream, version_of
from app.api.told import GameState, Hint, MadeGame, Review, TakenSeat
from app.edge.hang_up import while_waiting
from app.games import actions
from app.games.creation import SeatPlan, create_game
from app.games.tables import HINT_STEPS
from app.language import N_, current, speaking
from app.pages import render
from engines import registry
from engines.core.game import IllegalMove

PREFIX: Final = "/api/v1"


router = APIRouter(prefix=PREFIX, generate_unique_id_function=documentation.operation_id)
pages = APIRouter(prefix="/api", include_in_schema=False)


def reviewer_of(request: Request) -> Reviewer:
    """The worker that computes analyses."""
    reviewer: Reviewer = request.app.state.reviewer
    return reviewer


@router.post(
    "/games",
    status_code=201,
    summary=N_("Crear una partida"),
    description=N_("Crea una partida desde una línea y da las claves de los asientos «person»."),
    response_description=N_("La partida creada, con tus claves."),
    responses=refusals_without_game(
        _400=BAD_JSON, _422=N_("La línea o un dato no es válido; «message» dice cuál.")
    ),
)
def create(asker: Anybody, wish: NewGame, response: Response) -> MadeGame:
    """Make a game."""
    try:
        match = registry.read_match(wish.match)
    except IllegalMove as refusal:
        _entry, game = registry.entry(wish.match.split(maxsplit=1)[0])
        raise illegal_in_line(game.slug, refusal) from refusal
    first, second = (_plan(seat) for seat in wish.seats)
    made = create_game(asker.site, match, (first, second), with_keys=True)
    response.headers["Location"] = f"{PREFIX}/games/{made.id}"
    return MadeGame(
        **asker.state(made.id).model_dump(),
        seat_tokens=list(made.keys.values()),
        seats_held=list(made.keys),
    )


def _plan(wish: str) -> SeatPlan:
    kind, _, level = wish.partition(":")
    if kind == "computer":
        return SeatPlan("computer", level)
    return SeatPlan("open" if kind == "open" else "person")


@router.get(
    "/games/{game_id}",
    summary=N_("Ver una partida"),
    description=N_("El estado de la partida: lo puede ver cualquiera que tenga su dirección."),
    response_description=N_("El estado."),
    responses=refusals(),
)
def show(asker: Anybody, game_id: GameId) -> GameState:
    """Show a game."""
    return asker.state(game_id)


@router.post(
    "/games/{game_id}/moves",
    summary=N_("Jugar"),
    description=N_(
        "Juega una jugada en la versión indicada. Repetir una jugada ya aceptada, con la misma versión, "
        "da el mismo resultado y no juega dos veces. La respuesta del ordenador llega como evento."
    ),
    response_description=N_("El estado después de la jugada."),
    responses=refusals(
        _400=BAD_JSON,
        _401=NO_KEY,
        _403=NOT_YOURS,
        _409=N_("La versión no es la actual o no es tu turno: «detail» es el estado actual."),
        _422=N_("La jugada no es legal («illegal-move», con «detail.reason») o un dato no es válido."),
    ),
)
def move(asker: KeyHolder, game_id: GameId, wish: NewMove) -> GameState:
    """Play a move."""
    with telling(asker, game_id):
        actions.play_move(asker.site, game_id, asker.viewer, wish.move, wish.version)
    return asker.state(game_id)


@router.post(
    "/games/{game_id}/join",
    summary=N_("Ocupar un asiento"),
    description=N_("Ocupa un asiento libre y da su clave."),
    response_description=N_("El estado, con tu asiento y su clave."),
    responses=refusals(_400=BAD_JSON, _409=N_("No queda ningún asiento libre.")),
)
def join(asker: Anybody, game_id: GameId, choice: Annotated[SeatChoice | None, Body()] = None) -> TakenSeat:
    """Take a free seat."""
    with telling(asker, game_id):
        held = actions.join(asker.site, game_id, asker.viewer, choice.seat if choice else None)
    return TakenSeat(**asker.state(game_id).model_dump(), seat=held.seat, seat_token=held.key)


@router.post(
    "/games/{game_id}/undo",
    summary=N_("Deshacer"),
    description=N_(
        "Vuelve a tu última decisión. Contra el ordenador o en una pantalla se deshace al momento; con otra "
        "persona se pide, y ella responde con «accept» o «decline»; «withdraw» retira lo pedido."
    ),
    response_description=N_("El estado; «request» dice si se espera una respuesta."),
    responses=refusals(_400=BAD_JSON, _401=NO_KEY, _403=NOT_YOURS, _409=CHANGED),
)
def undo(asker: KeyHolder, game_id: GameId, said: Annotated[Answer | None, Body()] = None) -> GameState:
    """Take a move back, or talk about it."""
    answer = said.answer if said else None
    with telling(asker, game_id):
        if answer is None:
            actions.take_back(asker.site, game_id, asker.viewer)
        elif answer == "withdraw":
            actions.withdraw(asker.site, game_id, asker.viewer, "undo")
        else:
            actions.answer_take_back(asker.site, game_id, asker.viewer, answer == "accept")
    return asker.state(game_id)


@router.post(
    "/games/{game_id}/resign",
    summary=N_("Rendirse"),
    description=N_("Termina la partida: gana el otro asiento."),
    response_description=N_("El estado final."),
    responses=refusals(_401=NO_KEY, _403=NOT_YOURS, _409=CHANGED),
)
def resign(asker: KeyHolder, game_id: GameId) -> GameState:
    """Give the game up."""
    with telling(asker, game_id):
        actions.resign(asker.site, game_id, asker.viewer)
    return asker.state(game_id)


@router.post(
    "/games/{game_id}/draw",
    summary=N_("Ofrecer tablas"),
    description=N_(
        "Ofrece tablas a la otra persona, que responde con «accept» o «decline»; «withdraw» retira la oferta."
    ),
    response_description=N_("El estado; «request» dice si se espera una respuesta."),
    responses=refusals(_400=BAD_JSON, _401=NO_KEY, _403=NOT_YOURS, _409=CHANGED),
)
def draw(asker: KeyHolder, game_id: GameId, said: Annotated[Answer | None, Body()] = None) -> GameState:
    """Offer a draw, or talk about it."""
    answer = said.answer if said else None
    with telling(asker, game_id):
        if answer is None:
            actions.offer_draw(asker.site, game_id, asker.viewer)
        elif answer == "withdraw":
            actions.withdraw(asker.site, game_id, asker.viewer, "draw")
        else:
            actions.answer_draw(asker.site, game_id, asker.viewer, answer == "accept")
    return asker.state(game_id)


@router.post(
    "/games/{game_id}/rematch",
    summary=N_("Pedir la revancha"),
    description=N_(
        "La siguiente partida de los mismos, con los asientos cambiados. La crea quien la pide primero; "
        "quien la pide después recibe su asiento en la misma."
    ),
    response_description=N_("La revancha, con tu clave en ella."),
    responses=refusals(_401=NO_KEY, _403=NOT_YOURS, _409=CHANGED),
)
def rematch(asker: KeyHolder, game_id: GameId) -> MadeGame:
    """Make the rematch, or find it."""
    with telling(asker, game_id):
        made = actions.rematch(asker.site, game_id, asker.viewer)
    held = [made.held] if made.held else []
    return MadeGame(
        **asker.state(made.id).model_dump(),
        seat_tokens=[each.key for each in held],
        seats_held=[each.seat for each in held],
    )


@router.post(
    "/games/{game_id}/hint",
    summary=N_("Pedir una pista"),
    description=N_(
        "Lo que jugaría quien mejor juega, cuando es tu turno, en tres pasos: una idea, dónde mirar y la "
        "jugada. Cada asiento tiene tres pistas por partida; los pasos de una pista, y preguntar otra vez en "
        "la misma posición, no gastan ninguna más. Entre dos personas, cada una en su pantalla, no hay "
        "pistas."
    ),
    response_description=N_("La pista hasta el paso pedido."),
    responses=refusals(_401=NO_KEY, _403=NOT_YOURS, _409=CHANGED),
)
async def hint(
    request: Request,
    asker: KeyHolder,
    game_id: GameId,
    step: Annotated[
        int | None,
        Query(ge=1, le=HINT_STEPS, description=N_("Hasta qué paso; sin él, un paso más que la última vez.")),
    ] = None,
) -> Hint:
    """Say what would be best."""
    try:
        return await while_waiting(request, thinking.hint(asker, game_id, step))
    except faults.Fault as fault:
        raise await run_in_threadpool(refusal_of, asker, game_id, fault) from fault


@router.get(
    "/games/{game_id}/events",
    response_class=EventSourceResponse,
    summary=N_("Seguir una partida"),
    description=N_(
        "Un flujo de eventos: cada cambio de la posición desde «since», con su versión como id, y después "
        "los nuevos según llegan. Cuando la partida termina llega un evento «end» y el flujo se cierra."
    ),
    response_description=N_("El flujo; los datos de cada evento son un «Change»."),
    responses=refusals_of_a_stream(),
)
async def events(
    opened: Annotated[Opened, Depends(open_stream)], since: Since = 0, last_event_id: LastId = None
) -> AsyncIterator[ServerSentEvent]:
    """Follow a game."""
    async for change in follow(opened, max(since, version_of(last_event_id))):
        yield change


@router.get(
    "/games/{game_id}/review",
    summary=N_("Analizar una partida terminada"),
    description=N_(
        "Lo que valía cada jugada y lo que habría sido mejor. La primera vez hay que calcularlo: mientras, "
        "la respuesta es 202 y dice cuánto falta."
    ),
    response_description=N_("El análisis completo."),
    responses={
        **refusals(_409=N_("La partida no ha terminado.")),
        202: {"model": Review, "description": N_("Se está calculando.")},
    },
)
async def review(
    asker: Anybody, game_id: GameId, reviewer: Annotated[Reviewer, Depends(reviewer_of)], response: Response
) -> Review:
    """Say what each move was worth."""
    found = await thinking.review(asker, reviewer, game_id)
    if found.status != "done":
        response.status_code = 202
        response.headers["Retry-After"] = "1"
    return found


router.routes.extend(challenges.router.routes)
router.routes.extend(classes.router.routes)


@cache
def _description(language: str) -> dict[str, Any]:
    """The OpenAPI document in one language."""
    with speaking(language):
        return documentation.document(router.routes)


@pages.get("/openapi.json")
def openapi() -> JSONResponse:
    """The OpenAPI document, in the language asked for."""
    return JSONResponse(_description(current()))


@pages.get("/docs")
def docs(request: Request) -> HTMLResponse:
    """The documentation as a page."""
    spoken = _description(current())
    return render(request, "api/docs.html", spoken=spoken, calls=documentation.operations(spoken))
