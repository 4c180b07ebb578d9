"""The errors that calls of the API may answer, as their description tells them."""

from __future__ import annotations

from typing import Any, Final

from app.api.told import Error
from app.language import N_


def refusals(**texts: str) -> dict[int | str, dict[str, Any]]:
    """The errors a call about a game may answer, as `responses=` wants them: `_409="..."`, and the usual."""
    return refusals_without_game(**{"_404": N_("La partida no existe."), **texts})


def refusals_without_game(**texts: str) -> dict[int | str, dict[str, Any]]:
    """The same for a call that is not about one game."""
    every = {
        "_413": N_("El cuerpo es demasiado grande."),
        "_422": N_("Algún dato no es válido: cuáles y por qué, en «detail.fields»."),
        "_429": N_("Demasiadas peticiones: «Retry-After» dice cuántos segundos esperar."),
        "_503": N_("El sitio está ocupado; vuelve a intentarlo."),
    }
    return {
        int(status[1:]): {"model": Error, "description": text} for status, text in {**every, **texts}.items()
    }


def refusals_of_a_stream() -> dict[int | str, dict[str, Any]]:
    """The same for a call that answers with a stream: its errors are JSON all the same."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        status: {"description": answer["description"], "content": content}
        for status, answer in refusals().items()
    }


NO_KEY: Final = N_("Falta la clave del asiento.")
NOT_YOURS: Final = N_("La clave no es de un asiento de esta partida.")
BAD_JSON: Final = N_("El cuerpo no es JSON.")
CHANGED: Final = N_("No es posible ahora: «detail» es el estado actual de la partida.")
