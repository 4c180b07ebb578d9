"""The calls about challenges: what a day's task is, and beginning a try at it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

from fastapi import APIRouter, Body, Path, Response
from starlette.exceptions import HTTPException

from app.api.access import Anybody, Asker
from app.api.answers import BAD_JSON, refusals_without_game
from app.api.asked import NewAttempt
from app.api.documentation import operation_id
from app.api.told import ChallengeState, ChallengeTask, MadeGame
from app.challenges import queries
from app.challenges.actions import begin_attempt, player_of_key
from app.challenges.queries import Offer
from app.faults import UnknownChallenge
from app.language import N_
from app.players.viewer import new_player

Day = Annotated[
    str,
    Path(
        pattern=r"^\d{4}-\d{2}-\d{2}$",
        description=N_("El día del reto, en la zona horaria del sitio."),
        examples=["2026-12-01"],
    ),
]
_NONE: Final = N_("No hay reto de ese día, o todavía no ha llegado.")


router = APIRouter(prefix="/api/v1/challenges", generate_unique_id_function=operation_id)


@router.get(
    "/{day}",
    summary=N_("Ver el reto de un día"),
    description=N_(
        "El reto de un día y, si los hay, los demás de ese día. El par se dice cuando el día acaba."
    ),
    response_description=N_("El reto."),
    responses=refusals_without_game(_404=_NONE),
)
def challenge(asker: Anybody, day: Day) -> ChallengeState:
    """Show the challenge of a day."""
    found = queries.offers(asker.site, _date(day))
    if not found:
        raise UnknownChallenge(day)
    first, *others = (_told(asker, offer) for offer in found)
    return ChallengeState(**first.model_dump(), others=others)


@router.post(
    "/{day}/attempts",
    status_code=201,
    summary=N_("Empezar un intento"),
    description=N_(
        "Da la partida en la que se juega el reto y la clave de tu asiento. El primer intento es el que "
        "cuenta, si su primera jugada llega antes de que acabe el día; mientras no termine, se vuelve a dar "
        "el mismo. "
        "Con la clave de un intento anterior en «Authorization» eres la misma persona; sin ella, otra nueva."
    ),
    response_description=N_("La partida, con tu clave."),
    responses=refusals_without_game(_400=BAD_JSON, _404=_NONE),
)
def attempt(
    asker: Anybody, day: Day, response: Response, wish: Annotated[NewAttempt | None, Body()] = None
) -> MadeGame:
    """Begin a try."""
    known = None
    if asker.viewer.key is not None:
        with asker.site.database.reading() as session:
            known = player_of_key(session, asker.viewer.key)
    offer = queries.find_offer(asker.site, _date(day), wish.game if wish else None)
    if offer is None:
        raise UnknownChallenge(day)
    begun = begin_attempt(asker.site, offer.day, offer.slug, known or new_player(), with_key=True)
    response.headers["Location"] = f"/api/v1/games/{begun.game_id}"
    return MadeGame(
        **asker.state(begun.game_id).model_dump(), seat_tokens=[begun.key or ""], seats_held=[begun.seat]
    )


def _date(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise HTTPException(404) from None


def _told(asker: Asker, offer: Offer) -> ChallengeTask:
    return ChallengeTask(
        date=offer.day,
        game=offer.slug,
        match=offer.line,
        seat=offer.seat,
        level=offer.match.game.levels[-1].slug,
        url=asker.address + offer.page,
        open_until=offer.open_until,
        unit=offer.match.game.unit,
        par=None if offer.today else offer.par,
    )
