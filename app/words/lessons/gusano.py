"""The words of the lesson of Gusano."""

from __future__ import annotations

from collections.abc import Mapping

from app.language import gettext as _
from app.language import ngettext
from app.words.lessons import LessonWords, StepWords

Detail = Mapping[str, str | int]


def _pocket(detail: Detail) -> str:
    return (
        ngettext(
            "Por ahí el gusano llegará como mucho a %(points)s: pierdes un punto.",
            "Por ahí el gusano llegará como mucho a %(points)s: pierdes %(count)s puntos.",
            int(detail["count"]),
        )
        % detail
    )


def _loses(detail: Detail) -> str:
    return (
        ngettext(
            "Tienta, pero si el pájaro juega bien pierdes un punto.",
            "Tienta, pero si el pájaro juega bien pierdes %(count)s puntos.",
            int(detail["count"]),
        )
        % detail
    )


def _kept(detail: Detail) -> str:
    return (
        ngettext("Bien: sumas %(worth)s punto.", "Bien: sumas %(worth)s puntos.", int(detail["worth"]))
        % detail
    )


LESSON = LessonWords(
    steps=(
        StepWords(
            title=lambda: _("El gusano y el pájaro"),
            idea=lambda: _(
                "Hay un solo gusano y lo mueven los dos. Crece por la cabeza, a una casilla libre de al lado."
                " El gusano lo quiere largo; el pájaro, corto."
            ),
            task=lambda: _("Eres el gusano. Crece dos veces; el pájaro contesta."),
            said={
                "grew": lambda detail: _("Bien: la cabeza pasa a %(cell)s.") % detail,
                "dead-end": lambda detail: _("En %(cell)s la cabeza se queda sin salida.") % detail,
            },
            done=lambda: _("Cada casilla llena es un punto para el gusano, también las del pájaro."),
        ),
        StepWords(
            title=lambda: _("Callejones"),
            idea=lambda: _(
                "La ronda acaba cuando la cabeza no tiene salida, aunque queden casillas libres en otra"
                " parte. Antes de girar, mira cuánto sitio hay."
            ),
            task=lambda: _("Eres el gusano. Ve hacia donde puedas crecer más."),
            said={
                "pocket": _pocket,
                "room": lambda detail: _("Eso es: por ahí el gusano puede llegar a %(points)s.") % detail,
            },
            done=lambda: _("El otro lado era un callejón."),
        ),
        StepWords(
            title=lambda: _("El techo"),
            idea=lambda: _(
                "El techo es lo máximo a lo que el gusano aún puede llegar: sus puntos y las casillas libres"
                " a su alcance. La ayuda lo cuenta."
            ),
            task=lambda: _("Ahora eres el pájaro. Baja el techo todo lo que puedas."),
            said={
                "low": lambda detail: _("Bien: el techo baja a %(points)s.") % detail,
                "high": lambda detail: (
                    _("El techo se queda en %(points)s; puede bajar a %(least)s.") % detail
                ),
            },
            done=lambda: _("Las casillas que la cabeza ya no alcanza no cuentan."),
        ),
        StepWords(
            title=lambda: _("Tableros raros"),
            idea=lambda: _(
                "En esta banda de Möbius la derecha está pegada a la izquierda, pero del revés: la fila de"
                " arriba sigue en la de abajo. Las flechas iguales van juntas."
            ),
            task=lambda: _("Cruza el borde: ¿por qué casilla de la izquierda sale la cabeza?"),
            said={
                "crossed": lambda detail: _("Sí: de %(head)s se pasa a %(cell)s.") % detail,
                "stayed": lambda detail: _("Se puede ir a %(cell)s, pero así no cruzas el borde.") % detail,
            },
            done=lambda: _("Hay más: cilindro, toro, botella de Klein, poliedros y hasta un balón."),
        ),
        StepWords(
            title=lambda: _("Casillas con valor"),
            idea=lambda: _(
                "Una casilla con número vale eso, y puede restar. Lo que importa es la suma al final, no el"
                " primer bocado."
            ),
            task=lambda: _("Eres el gusano. Juega hasta el final sin perder ni un punto."),
            said={
                "loses-points": _loses,
                "kept": _kept,
                "ended": lambda detail: _("La ronda acaba con %(points)s puntos.") % detail,
            },
            done=lambda: _("Con el mejor juego de los dos no se podía llegar a más."),
        ),
    ),
    challenge=lambda: _(
        "Una pareja de rondas en 5 × 5 contra el nivel Fácil: una vez eres el gusano y otra el pájaro."
    ),
    sides=(lambda: _("Es la primera ronda."), lambda: _("Es la segunda ronda.")),
)
