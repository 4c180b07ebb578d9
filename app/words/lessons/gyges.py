"""The words of the lesson of Gygès."""

from __future__ import annotations

from collections.abc import Mapping

from app.language import gettext as _
from app.language import ngettext
from app.words.lessons import LessonWords, StepWords

Detail = Mapping[str, str | int]


def _counted(detail: Detail) -> str:
    return (
        ngettext(
            "Bien: %(rings)s anilla, %(rings)s paso.",
            "Bien: %(rings)s anillas, %(rings)s pasos.",
            int(detail["rings"]),
        )
        % detail
    )


def _bounced(detail: Detail) -> str:
    return (
        ngettext(
            "Bien: la pieza ha rebotado una vez.",
            "Bien: la pieza ha rebotado %(count)s veces.",
            int(detail["count"]),
        )
        % detail
    )


def _danger(detail: Detail) -> str:
    return _("Tu rival entraría en tu meta con la pieza de %(cell)s.") % detail


LESSON = LessonWords(
    steps=(
        StepWords(
            title=lambda: _("La cuenta exacta"),
            idea=lambda: _(
                "Nadie es dueño de las piezas. Mueves una de tu fila más cercana, y da justo tantos pasos"
                " como anillas tiene: recto o girando, sin saltar y nunca en diagonal."
            ),
            task=lambda: _(
                "Lleva una pieza de tu fila a una casilla vacía: elige la pieza y después el final."
            ),
            said={
                "counted": _counted,
                "not-plain": lambda detail: _(
                    "Eso cae sobre otra pieza. Por ahora, acaba en una vacía sin tocar ninguna."
                ),
            },
            done=lambda: _("Ni un paso más ni uno menos."),
        ),
        StepWords(
            title=lambda: _("Rebotar"),
            idea=lambda: _(
                "Si el último paso cae sobre otra pieza, puedes rebotar: sigues tantos pasos como anillas"
                " tiene la pieza pisada. Y así cuantas veces quieras."
            ),
            task=lambda: _("Rebota en una pieza y acaba en una casilla vacía."),
            said={
                "bounced": _bounced,
                "no-bounce": lambda detail: _("Ahí se llega sin rebotar."),
                "replaced-instead": lambda detail: _("Eso es reemplazar: lo vemos enseguida. Ahora, rebota."),
            },
            done=lambda: _("Rebotando se llega muy lejos en una sola jugada."),
        ),
        StepWords(
            title=lambda: _("Reemplazar"),
            idea=lambda: _(
                "En lugar de rebotar puedes quedarte en esa casilla y poner la otra pieza en cualquier"
                " casilla vacía, pero no detrás de la fila de tu rival."
            ),
            task=lambda: _(
                "Reemplaza una pieza sin que tu rival pueda ganar: elige pieza, casilla y destino."
            ),
            said={
                "replaced": lambda detail: _("Bien: la pieza de %(cell)s pasa a %(drop)s.") % detail,
                "nothing-replaced": lambda detail: _("Así no reemplazas ninguna pieza."),
                "gives-win": _danger,
            },
            done=lambda: _("Piensa siempre para qué le servirá a tu rival la pieza que quitas."),
        ),
        StepWords(
            title=lambda: _("La meta"),
            idea=lambda: _(
                "Detrás de la última fila está la meta, que toca sus seis casillas. Se entra con el último"
                " paso de una cuenta exacta, también después de rebotar."
            ),
            task=lambda: _("Una de tus piezas puede entrar en la meta. ¡Encuéntrala!"),
            said={
                "scored": lambda detail: _("¡Meta! Con la pieza de %(start)s.") % detail,
                "no-goal": lambda detail: _("Esa jugada vale, pero no entra en la meta."),
            },
            done=lambda: _("Quien entra primero en la meta del otro gana al instante."),
        ),
        StepWords(
            title=lambda: _("Ver las amenazas"),
            idea=lambda: _(
                "Tu rival también mira tu meta. Antes de mover, pregúntate con qué pieza entraría si le"
                " tocara. La ayuda dibuja su camino."
            ),
            task=lambda: _("Mueve de modo que tu rival no pueda entrar en su próximo turno."),
            said={
                "parried": lambda detail: _("Bien: tu rival ya no puede entrar en su próximo turno."),
                "still-threatened": _danger,
            },
            done=lambda: _("Cortar un camino, quitar un rebote o cambiar su fila: todo sirve."),
        ),
    ),
    challenge=lambda: _("Una partida contra el nivel Fácil, con las piezas ya colocadas. Busca rebotes."),
    sides=(lambda: _("Juegas desde abajo."), lambda: _("Juegas desde arriba.")),
)
