"""What the JSON API answers."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812 - `date` is the name of a field
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
    how: Literal["rules", "resigned", "agreed", "stopped"] = Field(
        description=N_(
            "Por las reglas, por rendición, por acuerdo, o porque la paró quien la puso: si no hay ganador, "
            "no cuenta."
        ),
        examples=["rules"],
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


class ChallengeTask(Told):
    """A task of a day in one game."""

    date: Date = Field(description=N_("El día."), examples=["2026-12-01"])
    game: str = Field(description=N_("El juego."), examples=["gusano"])
    match: str = Field(
        description=N_("La posición de la que se parte, en una línea."),
        examples=["gusano board=hex side=3 start=d2 rounds=1 blocked=e1,c2,c5"],
    )
    seat: SeatNumber = Field(description=N_("El asiento que juega la persona."), examples=[0])
    level: str = Field(description=N_("El nivel del ordenador."), examples=["perfecto"])
    url: str = Field(description=N_("La página del reto."), examples=["https://example.org/reto/2026-12-01"])
    open_until: datetime = Field(
        description=N_("Hasta cuándo cuenta un intento que empiece."), examples=["2026-12-01T23:00:00Z"]
    )
    unit: str = Field(description=N_("En qué se cuentan los resultados."), examples=["points"])
    par: float | None = Field(
        description=N_("El mejor resultado posible, demostrado; null mientras dura el día."), examples=[None]
    )


class ChallengeState(ChallengeTask):
    """The challenge of a day."""

    others: list[ChallengeTask] = Field(description=N_("Los demás retos del mismo día."))


class ClassTask(Told):
    """A task of a class."""

    id: int = Field(description=N_("El número del reto."), examples=[1])
    title: str = Field(description=N_("Cómo se llama."), examples=["Lunes"])
    match: str = Field(description=N_("La posición de la que se parte, en una línea."), examples=[LINE])
    seat: SeatNumber = Field(description=N_("El asiento del alumnado."), examples=[0])
    level: str = Field(description=N_("El nivel del ordenador."), examples=["perfecto"])
    tries: int = Field(description=N_("Cuántos intentos; 0: sin límite."), examples=[1])
    allowed: list[str] = Field(description=N_("Qué se permite."), examples=[["help"]])
    opens_at: datetime = Field(description=N_("Cuándo se abre."), examples=["2026-12-01T08:30:00Z"])
    closes_at: datetime | None = Field(description=N_("Cuándo se cierra."), examples=[None])


class ClassState(Told):
    """A class as everybody may see it."""

    code: str = Field(description=N_("El código de la clase."), examples=["CDFHJKM"])
    name: str = Field(description=N_("El nombre de la clase."), examples=["1.º B"])
    url: str = Field(description=N_("La página de la clase."), examples=["https://example.org/clase/CDFHJKM"])
    zone: str = Field(description=N_("La zona horaria."), examples=["Europe/Madrid"])
    own_names: bool = Field(description=N_("Si cada cual puede escribir su nombre."), examples=[False])
    tasks: list[ClassTask] = Field(description=N_("Los retos abiertos."))


class MadeClassState(ClassState):
    """A new class, with the teacher's key."""

    teacher_token: str = Field(
        description=N_("La clave del profesorado. Solo se da una vez."), examples=[TOKEN]
    )
    teacher_url: str = Field(
        description=N_("La página secreta del profesorado."), examples=[f"https://example.org/profe/{TOKEN}"]
    )


class JoinedPupil(Told):
    """Somebody who came in."""

    name: str = Field(description=N_("El nombre que se muestra."), examples=["Lince veloz"])
    pupil_token: str = Field(description=N_("La clave de la persona. Solo se da una vez."), examples=[TOKEN])
    phrase: str | None = Field(
        description=N_("La frase para volver a entrar; null si ya se dio."), examples=["sol clavel río"]
    )


class PupilResult(Told):
    """How a pupil stands with a task."""

    name: str = Field(description=N_("El nombre que se muestra."), examples=["Lince veloz"])
    alias: str = Field(description=N_("El alias."), examples=["Lince veloz"])
    tries: int = Field(description=N_("Los intentos empezados."), examples=[1])
    finished: int = Field(description=N_("Los intentos terminados."), examples=[1])
    best: float | None = Field(description=N_("El mejor resultado."), examples=[12])
    above: float | None = Field(description=N_("El mejor resultado menos el par."), examples=[-2])
    seconds: float | None = Field(description=N_("Lo que duró el mejor intento."), examples=[95.5])
    seen_at: datetime = Field(description=N_("Cuándo se le vio."), examples=["2026-12-01T08:31:00Z"])


class TaskResults(Told):
    """How a class stands with a task."""

    task: ClassTask = Field(description=N_("El reto."))
    unit: str = Field(description=N_("En qué se cuentan los resultados."), examples=["points"])
    par: float | None = Field(description=N_("El par, o el mejor resultado conocido."), examples=[14])
    par_exact: bool = Field(description=N_("Si el par está demostrado."), examples=[True])
    par_waiting: bool = Field(description=N_("Si el par se está calculando."), examples=[False])
    pupils: list[PupilResult] = Field(description=N_("Una fila por persona."))


class HintReason(Told):
    """One reason for a move."""

    code: str = Field(description=N_("El código del motivo en este juego."), examples=["safe"])
    detail: dict[str, str | int] = Field(description=N_("Los datos de su frase."), examples=[{"left": 4}])


class Hint(Told):
    """What a strong player would do, as far as it has been asked for."""

    version: int = Field(description=N_("La versión a la que se refiere."), examples=[3])
    step: int = Field(
        description=N_("Hasta dónde cuenta la pista: 1, una idea; 2, también dónde mirar; 3, la jugada."),
        examples=[3],
    )
    idea: HintReason | None = Field(description=N_("La idea que lleva a la jugada."))
    around: list[str] = Field(
        description=N_("En el paso 2, los lugares del tablero entre los que está la jugada."), examples=[[]]
    )
    move: str | None = Field(
        description=N_("Una de las mejores jugadas; nada antes del paso 3."), examples=["a1b1"]
    )
    best: list[str] = Field(
        description=N_("Todas las que parecen igual de buenas; si «exact», todas las que lo son."),
        examples=[["a1b1", "b1c1"]],
    )
    value: float | None = Field(
        description=N_("Lo que vale la posición jugando lo mejor posible, en la unidad del juego."),
        examples=[-3],
    )
    unit: str = Field(examples=["cells"])
    exact: bool | None = Field(description=N_("Si está demostrado."), examples=[True])
    reasons: list[HintReason] = Field(description=N_("Lo que habla a favor de «move», si el juego lo dice."))
    said: str = Field(
        description=N_("Lo mismo en palabras, en el idioma pedido."),
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
    kind: Literal["move", "undo", "resigned", "agreed", "stopped"] = Field(examples=["move"])
    seat: SeatNumber = Field(description=N_("Quién lo hizo."), examples=[1])
    move: str | None = Field(description=N_("La jugada, si lo es."), examples=["a1b1"])
    ply: int | None = Field(description=N_("Cuántas jugadas quedan, si se deshizo alguna."), examples=[None])
