"""The words of the lesson of Timbiriche."""

from __future__ import annotations

from app.language import gettext as _
from app.words.lessons import LessonWords, StepWords
from app.words.lessons.edges import (
    CLOSING,
    GIVING,
    KEEPING,
    SAFE,
    first_side,
    second_side,
)

LESSON = LessonWords(
    steps=(
        StepWords(
            title=lambda: _("Dibujar y cerrar"),
            idea=lambda: _(
                "En tu turno dibujas una línea entre dos puntos vecinos. Quien dibuja el último lado de una"
                " casilla se la queda."
            ),
            task=lambda: _("Busca una casilla con tres lados y ciérrala."),
            said=CLOSING,
            done=lambda: _("Da igual quién dibujara los otros tres lados: cuenta el último."),
        ),
        StepWords(
            title=lambda: _("La jugada extra"),
            idea=lambda: _(
                "Si cierras una casilla, vuelves a jugar. Y si con esa línea cierras otra, otra vez más."
            ),
            task=lambda: _("Cierra tres casillas en un solo turno."),
            said=CLOSING,
            done=lambda: _("Tres casillas seguidas. Y todavía te toca: al cerrar, siempre hay que seguir."),
        ),
        StepWords(
            title=lambda: _("El tercer lado"),
            idea=lambda: _(
                "Cuidado con el tercer lado de una casilla: tu rival dibuja el cuarto y se la lleva. Una"
                " línea es segura si no deja ninguna casilla con tres lados."
            ),
            task=lambda: _("Dibuja dos líneas seguras, una en cada turno."),
            said=SAFE,
            done=lambda: _("Las líneas seguras se acaban. Quien se queda sin ellas tiene que regalar."),
        ),
        StepWords(
            title=lambda: _("Cadenas y anillos"),
            idea=lambda: _(
                "Aquí no queda ninguna línea segura. Las casillas con dos lados forman cadenas, o anillos si"
                " se cierran sobre sí mismas. Al abrir una, cae entera."
            ),
            task=lambda: _("Abre lo que menos regala."),
            said=GIVING,
            done=lambda: _("Después ha tenido que abrir tu rival, y lo que abre es más grande."),
        ),
        StepWords(
            title=lambda: _("El doble cruce"),
            idea=lambda: _(
                "Tu rival ha abierto una cadena de cuatro. Si la cierras toda, te tocará abrir la otra. Mejor"
                " deja las dos últimas: tu rival las cierra con una línea y tiene que abrir."
            ),
            task=lambda: _("Cierra dos casillas y deja las otras dos con una sola línea."),
            said=KEEPING,
            done=lambda: _("Regalas dos casillas y ganas la cadena entera: eso es tener el control."),
        ),
    ),
    challenge=lambda: _(
        "Una partida en 3 × 3 contra el nivel Fácil. Juega líneas seguras mientras haya, y después cuenta"
        " cadenas."
    ),
    sides=(first_side, second_side),
)
