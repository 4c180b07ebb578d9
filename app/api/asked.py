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
            "«computer:NIVEL» juega el ordenador (facil, medio, dificil; perfecto o maestro es el más"
            " fuerte)."
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


class NewAttempt(Asked):
    """Which challenge of a day is tried."""

    game: str | None = Field(
        default=None,
        max_length=32,
        pattern=r"^[a-z]{1,32}$",
        description=N_("El juego, si el día tiene más de un reto; sin él, el de cada día."),
        examples=["gusano"],
    )


class NewClass(Asked):
    """A class to be made."""

    name: str | None = Field(
        default=None, max_length=60, description=N_("El nombre de la clase."), examples=["1.º B"]
    )
    language: Literal["es", "en"] | None = Field(
        default=None, description=N_("El idioma de los alias."), examples=["es"]
    )
    zone: str | None = Field(
        default=None, max_length=64, description=N_("La zona horaria."), examples=["Europe/Madrid"]
    )
    own_names: bool = Field(
        default=False, description=N_("Si cada cual puede escribir su nombre."), examples=[False]
    )


class NewPupil(Asked):
    """Somebody who comes into a class."""

    name: str | None = Field(
        default=None,
        max_length=60,
        description=N_("Un nombre propio, si la clase lo permite; sin él, un alias."),
        examples=["Lucía"],
    )


class Returning(Asked):
    """Somebody who comes in again."""

    name: str = Field(max_length=60, description=N_("El nombre o el alias."), examples=["Lince veloz"])
    phrase: str = Field(
        max_length=80, description=N_("La frase de tres palabras."), examples=["sol clavel río"]
    )


class NewTask(Asked):
    """A task of a class."""

    match: str = Field(
        min_length=1,
        max_length=4_000,
        description=N_("La posición: una línea de partida, o la dirección de una partida terminada."),
        examples=["gusano board=hex side=3 start=c3"],
    )
    seat: SeatNumber | None = Field(
        default=None, description=N_("El asiento del alumnado; sin él, el de siempre."), examples=[0]
    )
    level: Literal["facil", "medio", "dificil", "maestro", "perfecto"] = Field(
        default="perfecto", description=N_("El nivel del ordenador."), examples=["perfecto"]
    )
    tries: int = Field(
        default=1, ge=0, le=20, description=N_("Cuántos intentos; 0: sin límite."), examples=[1]
    )
    allowed: list[Literal["hint", "help", "undo"]] = Field(
        default=[], min_length=0, max_length=3, description=N_("Qué se permite."), examples=[["help"]]
    )
    title: str | None = Field(default=None, max_length=60, description=N_("El título."), examples=["Lunes"])
    opens_at: str | None = Field(
        default=None,
        max_length=40,
        description=N_("Cuándo se abre; sin él, ahora."),
        examples=["2026-12-01T09:30"],
    )
    closes_at: str | None = Field(
        default=None,
        max_length=40,
        description=N_("Cuándo se cierra; sin él, nunca."),
        examples=["2026-12-01T10:30"],
    )


class Answer(Asked):
    """What is said to a request that waits for an answer."""

    answer: Literal["accept", "decline", "withdraw"] | None = Field(
        default=None,
        description=N_("Sin respuesta se pide; con ella se acepta, se rechaza o se retira lo pedido."),
        examples=["accept"],
    )
