"""What the JSON API is sent. Unknown fields and wrong types are refused, never guessed at."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.language import N_

LARGEST = 2**31 - 1
"""The largest number that a column of the database holds."""

SeatNumber = Annotated[int, Field(ge=0, le=1)]
SeatWish = Annotated[str, Field(max_length=32, pattern=r"^(?:person|open|computer:[a-z]{1,16})$")]


def leave_out_docstring(schema: dict[str, Any]) -> None:
    """Docstrings speak to those who read the code, in English only: they are no part of the contract."""
    schema.pop("description", None)


class Asked(BaseModel):
    """What every request's body inherits."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra=leave_out_docstring)


class NewGame(Asked):
    """A game to be made."""

    match: str = Field(
        min_length=1,
        max_length=20_000,
        description=N_("La partida en una línea: el juego, sus opciones y, si ya las hay, las jugadas."),
        examples=["timbiriche rows=3 cols=3"],
    )
    seats: list[SeatWish] = Field(
        default=["person", "person"],
        min_length=2,
        max_length=2,
        description=N_(
            "Los dos asientos: «person» te da la clave del asiento, «open» queda libre para quien llegue, "
            "«computer:NIVEL» juega el ordenador (facil, medio, dificil, perfecto)."
        ),
        examples=[["person", "computer:medio"]],
    )


class NewMove(Asked):
    """A move, and the version of the game that it answers."""

    move: str = Field(
        min_length=1,
        max_length=256,
        description=N_("La jugada, como la escribe «legal_moves»."),
        examples=["a1b1"],
    )
    version: int = Field(
        ge=0,
        le=LARGEST,
        description=N_("La versión de la partida a la que responde la jugada."),
        examples=[0],
    )


class SeatChoice(Asked):
    """Which free seat to take."""

    seat: SeatNumber | None = Field(
        default=None, description=N_("El asiento que se quiere; sin él, el primero libre."), examples=[1]
    )


class Answer(Asked):
    """What is said to a request that waits for an answer."""

    answer: Literal["accept", "decline", "withdraw"] | None = Field(
        default=None,
        description=N_("Sin respuesta se pide; con ella se acepta, se rechaza o se retira lo pedido."),
        examples=["accept"],
    )
