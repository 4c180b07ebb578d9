"""What the JSON API answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.api.asked import SeatNumber, leave_out_docstring
from app.games.view import Mode
from app.language import N_

GAME_ID = "Yk3v9QpZ2bXa"
TOKEN = "pVb1r0zJw0n8Wq5m2cYtK4sE7uHdLxAo"
LINE = "timbiriche rows=2 cols=2"


class Told(BaseModel):
    """What every answer inherits."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=leave_out_docstring)


class ErrorBody(Told):
    """What went wrong."""

    code: str = Field(description=N_("Un código que no cambia con el idioma."), examples=["illegal-move"])
    message: str = Field(
        description=N_("Una frase para personas, en el idioma pedido."),
        examples=["Esa línea ya está trazada."],
    )
    detail: dict[str, Any] = Field(
        description=N_(
            "Lo que hace falta para entenderlo: el motivo, los datos incorrectos o el estado actual."
        ),
        examples=[{"reason": "drawn", "move": "a1b1"}],
    )


class Error(Told):
    """The one shape of every error."""

    error: ErrorBody


class SeatState(Told):
    """One side of a game."""

    seat: SeatNumber = Field(examples=[0])
    kind: Literal["person", "open", "computer"] = Field(examples=["person"])
    level: str | None = Field(description=N_("El nivel, si juega el ordenador."), examples=["medio"])
    connected: bool | None = Field(
        description=N_("Si quien ocupa el asiento tiene la partida abierta; null si no se sabe."),
        examples=[True],
    )


class OutcomeState(Told):
    """How a game ended."""

    winner: SeatNumber | None = Field(description=N_("Quién gana; null si hay empate."), examples=[1])
    how: Literal["rules", "resigned", "agreed"] = Field(
        description=N_("Por las reglas, por rendición o por acuerdo."), examples=["rules"]
    )
    reason: str = Field(description=N_("El código del final según las reglas."), examples=["more-cells"])


class RequestState(Told):
    """A question between the players."""

    kind: Literal["undo", "draw"] = Field(description=N_("Deshacer una jugada o tablas."), examples=["undo"])
    by: SeatNumber = Field(description=N_("El asiento que pregunta."), examples=[0])


class GameState(Told):
    """A game as everybody may see it."""

    id: str = Field(examples=[GAME_ID])
    url: str = Field(
        description=N_("La página de la partida: quien la abre puede mirar y ocupar un asiento libre."),
        examples=[f"https://example.org/p/{GAME_ID}"],
    )
    match: str = Field(description=N_("La partida en una línea."), examples=[f"{LINE} : a1b1"])
    version: int = Field(description=N_("Cuántas veces ha cambiado la posición."), examples=[1])
    revision: int = Field(
        description=N_("Cuántas veces ha cambiado algo, también asientos y peticiones."), examples=[1]
    )
    mode: Mode = Field(
        description=N_("Contra el ordenador, en una pantalla, con un enlace o entre ordenadores."),
        examples=["computer"],
    )
    turn: SeatNumber | None = Field(
        description=N_("El asiento que mueve; null cuando ha terminado."), examples=[1]
    )
    legal_moves: list[str] = Field(
        description=N_("Las jugadas posibles, ordenadas; ninguna cuando ha terminado."),
        examples=[["a1a2", "a2a3", "b1c1"]],
    )
    score: list[int] | None = Field(
        description=N_("Los puntos de cada asiento; null en un juego sin puntos."), examples=[[0, 0]]
    )
    outcome: OutcomeState | None = Field(description=N_("El resultado; null mientras se juega."))
    seats: list[SeatState] = Field(description=N_("Los dos asientos."))
    request: RequestState | None = Field(
        description=N_("La petición que espera respuesta; null si no hay ninguna.")
    )
    thinking: bool = Field(description=N_("Si el ordenador está pensando su jugada."), examples=[False])
    undone: bool = Field(description=N_("Si alguna vez se ha deshecho una jugada."), examples=[False])
    previous_id: str | None = Field(
        description=N_("La partida de la que esta es la revancha."), examples=[None]
    )
    next_id: str | None = Field(description=N_("La revancha de esta partida."), examples=[None])
    started_at: datetime = Field(examples=["2026-11-29T18:30:00Z"])


class Keys(Told):
    """The seats that the one who asks holds from now on."""

    seat_tokens: list[str] = Field(
        description=N_("Las claves de tus asientos, en el orden de «seats_held». Solo se dan una vez."),
        examples=[[TOKEN]],
    )
    seats_held: list[SeatNumber] = Field(description=N_("Tus asientos."), examples=[[0]])


class MadeGame(GameState, Keys):
    """A new game, with the keys of the seats that its maker holds."""


class TakenSeat(GameState):
    """A game, with the key of the seat just taken."""

    seat: SeatNumber = Field(description=N_("El asiento que acabas de ocupar."), examples=[1])
    seat_token: str = Field(description=N_("La clave del asiento. Solo se da una vez."), examples=[TOKEN])


class HintReason(Told):
    """One reason for a move."""

    code: str = Field(description=N_("El código del motivo en este juego."), examples=["safe"])
    detail: dict[str, str | int] = Field(description=N_("Los datos de su frase."), examples=[{"left": 4}])


class Hint(Told):
    """What a strong player would do."""

    version: int = Field(description=N_("La versión a la que se refiere."), examples=[3])
    move: str = Field(description=N_("Una de las mejores jugadas."), examples=["a1b1"])
    best: list[str] = Field(
        description=N_("Todas las que parecen igual de buenas; si «exact», todas las que lo son."),
        examples=[["a1b1", "b1c1"]],
    )
    value: float = Field(
        description=N_("Lo que vale la posición jugando lo mejor posible, en la unidad del juego."),
        examples=[-3],
    )
    unit: str = Field(examples=["cells"])
    exact: bool = Field(description=N_("Si está demostrado."), examples=[True])
    reasons: list[HintReason] = Field(description=N_("Lo que habla a favor de «move», si el juego lo dice."))
    said: str = Field(
        description=N_("Los motivos en palabras, en el idioma pedido."),
        examples=["Es una línea segura: no deja ninguna casilla a falta de un solo lado."],
    )
    number: int = Field(
        description=N_("Qué pista es de las que este asiento tiene en la partida, desde 1."), examples=[1]
    )
    left: int = Field(description=N_("Cuántas le quedan."), examples=[2])


class Progress(Told):
    """How far a calculation is."""

    done: int = Field(examples=[7])
    total: int = Field(examples=[24])


class MoveVerdict(Told):
    """One move of a finished game."""

    ply: int = Field(description=N_("El número de la jugada, desde 1."), examples=[1])
    seat: SeatNumber = Field(examples=[0])
    move: str = Field(examples=["a1b1"])
    before: float = Field(description=N_("El valor de la posición antes de la jugada."), examples=[0])
    after: float = Field(description=N_("El valor después."), examples=[-1])
    lost: float = Field(description=N_("Lo que perdió quien movía."), examples=[1])
    best: list[str] = Field(description=N_("Las mejores jugadas que había."), examples=[["b1c1"]])
    exact: bool = Field(description=N_("Si todo ello está demostrado."), examples=[True])


class Review(Told):
    """The analysis of a finished game, as far as it has come."""

    status: Literal["waiting", "running", "done", "failed"] = Field(examples=["done"])
    progress: Progress
    unit: str = Field(description=N_("En qué se cuentan los valores."), examples=["cells"])
    verdicts: list[MoveVerdict] = Field(description=N_("Una por jugada, cuando está terminado."))
    lost: list[float] = Field(description=N_("Lo que perdió cada asiento en total."), examples=[[2, 0]])


class Change(Told):
    """The data of one event of the stream."""

    version: int = Field(
        description=N_("La versión a la que llevó; es también el id del evento."), examples=[4]
    )
    kind: Literal["move", "undo", "resigned", "agreed"] = Field(examples=["move"])
    seat: SeatNumber = Field(description=N_("Quién lo hizo."), examples=[1])
    move: str | None = Field(description=N_("La jugada, si lo es."), examples=["a1b1"])
    ply: int | None = Field(description=N_("Cuántas jugadas quedan, si se deshizo alguna."), examples=[None])
