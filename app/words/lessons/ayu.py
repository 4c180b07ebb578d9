"""The words of the lesson of Ayu."""

from __future__ import annotations

from collections.abc import Mapping

from app.language import gettext as _
from app.language import ngettext
from app.words.lessons import LessonWords, StepWords

Detail = Mapping[str, str | int]


def _shut_in(detail: Detail) -> str:
    return _("Así encierras a tu rival: se queda sin jugadas, y quien no puede mover gana.")


def _joined(detail: Detail) -> str:
    return (
        ngettext(
            "Bien: juntas %(count)s unidades. Te queda %(left)s.",
            "Bien: juntas %(count)s unidades. Te quedan %(left)s.",
            int(detail["left"]),
        )
        % detail
    )


LESSON = LessonWords(
    steps=(
        StepWords(
            title=lambda: _("Unidad y distancia"),
            idea=lambda: _(
                "Piedras iguales que se tocan forman una unidad; una suelta también lo es. La distancia entre"
                " dos unidades son los puntos vacíos del camino más corto."
            ),
            task=lambda: _("Acerca una piedra tuya a la otra: elige la piedra y después el punto."),
            said={
                "closer": lambda detail: _("Bien: de distancia %(before)s a distancia %(after)s.") % detail,
            },
            done=lambda: _("Toda jugada tiene que acercar la unidad a la más cercana de las tuyas."),
        ),
        StepWords(
            title=lambda: _("Juntar"),
            idea=lambda: _(
                "Si una piedra llega a tocar otra unidad tuya, las dos se hacen una. Con una sola jugada"
                " puedes juntar varias."
            ),
            task=lambda: _("Junta dos unidades en una sola jugada."),
            said={
                "joined": _joined,
                "only-closer": lambda detail: (
                    _("Se acerca, de %(before)s a %(after)s, pero no junta nada.") % detail
                ),
            },
            done=lambda: _("Cuando todo sea una unidad no tendrás jugadas: eso es lo que buscas."),
        ),
        StepWords(
            title=lambda: _("Mudarse"),
            idea=lambda: _(
                "Una piedra de una unidad grande no da un paso: se muda a cualquier punto pegado a su unidad."
                " Pero la unidad no puede partirse, y tiene que quedar más cerca."
            ),
            task=lambda: _("Muda una piedra de la unidad grande."),
            said={
                "relocated": lambda detail: _("Eso es: de %(stone)s a %(target)s de una vez.") % detail,
                "one-step": lambda detail: _("Vale, pero es el paso de una piedra suelta. Usa la grande."),
            },
            done=lambda: _("La piedra de la cola puede ponerse en cabeza."),
        ),
        StepWords(
            title=lambda: _("Muros"),
            idea=lambda: _(
                "Solo se avanza por puntos vacíos. Tus piedras pueden cortar el paso y alargar el camino de"
                " tu rival, sin encerrarlo del todo."
            ),
            task=lambda: _("Tapa un hueco: que a tu rival le falten más puntos que antes."),
            said={
                "wall": lambda detail: (
                    _("Buen muro: a tu rival le faltaban %(before)s puntos y ahora le faltan %(after)s.")
                    % detail
                ),
                "no-wall": lambda detail: _("Esa jugada no alarga el camino de tu rival."),
                "shut-in": _shut_in,
            },
            done=lambda: _("Cada punto de rodeo es una jugada que tu rival pierde."),
        ),
        StepWords(
            title=lambda: _("Quedarse sin jugadas"),
            idea=lambda: _(
                "Gana quien no puede mover al empezar su turno. Si te unes del todo, tu rival juega una vez"
                " más. ¡Y si él no puede mover, gana él!"
            ),
            task=lambda: _("Une todas tus piedras y deja a tu rival alguna jugada."),
            said={
                "united": lambda detail: _("Bien: eres una sola unidad y tu rival todavía puede mover."),
                "not-united": lambda detail: _("Aún te quedan unidades sueltas."),
                "shut-in": _shut_in,
            },
            done=lambda: _("Haga lo que haga, en tu próximo turno no podrás mover: has ganado."),
        ),
    ),
    challenge=lambda: _("Una partida en 5 × 5 contra el nivel Fácil. Junta lo tuyo y no encierres al otro."),
    sides=(lambda: _("Juegas con las negras."), lambda: _("Juegas con las blancas.")),
)
