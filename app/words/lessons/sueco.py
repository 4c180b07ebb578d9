"""The words of the lesson of the Swedish board."""

from __future__ import annotations

from app.language import gettext as _
from app.words.lessons import LessonWords, StepWords
from app.words.lessons.edges import CLOSING, GIVING, KEEPING, LAST_SAFE, SAFE, first_side, second_side

LESSON = LessonWords(
    steps=(
        StepWords(
            title=lambda: _("Esquinas con dos lados"),
            idea=lambda: _(
                "El borde ya está dibujado. Por eso cada esquina empieza con dos lados, y la primera línea"
                " que la toca ya es el tercero."
            ),
            task=lambda: _("Dibuja una línea segura: que no deje ninguna casilla con tres lados."),
            said=SAFE,
            done=lambda: _("Al principio solo son seguras las líneas que no tocan una esquina."),
        ),
        StepWords(
            title=lambda: _("La última línea segura"),
            idea=lambda: _(
                "Con el borde dibujado, las líneas seguras se acaban enseguida. Quien dibuja la última obliga"
                " al otro a regalar."
            ),
            task=lambda: _("Dibuja una línea segura que no deje ninguna otra segura."),
            said=LAST_SAFE,
            done=lambda: _("Una línea bien puesta gasta también las demás: ahora regala tu rival."),
        ),
        StepWords(
            title=lambda: _("El borde no es de nadie"),
            idea=lambda: _(
                "El borde cuenta como lado, pero no es de nadie. La casilla es de quien dibuja su último"
                " lado, y junto al borde bastan pocas líneas."
            ),
            task=lambda: _("Tu rival ha tocado una esquina. Ciérralo todo en este turno."),
            said=CLOSING,
            done=lambda: _("Junto al borde, las casillas caen una detrás de otra."),
        ),
        StepWords(
            title=lambda: _("Cadenas desde el principio"),
            idea=lambda: _(
                "Solo se han dibujado dos líneas y ya no hay ninguna segura. Junto al borde cada casilla"
                " empieza medio hecha, y todo son cadenas."
            ),
            task=lambda: _("Abre lo que menos regala."),
            said=GIVING,
            done=lambda: _("Primero se regalan las cadenas cortas; las largas son el premio."),
        ),
        StepWords(
            title=lambda: _("Dejar cuatro en un anillo"),
            idea=lambda: _(
                "Tu rival ha abierto un anillo de seis. Para no tener que abrir después, en un anillo se"
                " dejan cuatro casillas: dos parejas."
            ),
            task=lambda: _("Cierra dos casillas y, con una línea, deja dos parejas."),
            said=KEEPING,
            done=lambda: _("En una cadena se dejan dos casillas; en un anillo, cuatro."),
        ),
    ),
    challenge=lambda: _(
        "Una partida en 3 × 3 con el borde dibujado, contra el nivel Fácil. Cuenta las líneas seguras desde"
        " el principio."
    ),
    sides=(first_side, second_side),
)
