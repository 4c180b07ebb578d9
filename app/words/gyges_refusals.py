"""Why something is no move in Gygès, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.language import gettext as _
from app.words.gyges_pieces import steps, steps_left

Detail = Mapping[str, str | int]


def _not_your_row(detail: Detail) -> str:
    return (
        _("La pieza de %(cell)s está en la fila %(row)s: solo puedes mover las de la fila %(active)s.")
        % detail
    )


def _not_exact(detail: Detail) -> str:
    if detail["end"] == "goal":
        return _(
            "Desde %(start)s no se llega a la meta con la cuenta exacta: hay que dar justo %(steps)s."
        ) % {"start": detail["start"], "steps": steps(detail["rings"])}
    return _("De %(start)s a %(end)s no se llega con la cuenta exacta: hay que dar justo %(steps)s.") % {
        "start": detail["start"],
        "end": detail["end"],
        "steps": steps(detail["rings"]),
    }


def _blocked(detail: Detail) -> str:
    if detail["end"] == "goal":
        return (
            _("El camino de %(start)s a la meta está cortado: no se puede pasar por encima de otra pieza.")
            % detail
        )
    return (
        _("El camino de %(start)s a %(end)s está cortado: no se puede pasar por encima de otra pieza.")
        % detail
    )


def _link_twice(detail: Detail) -> str:
    if detail["end"] == "goal":
        return (
            _("Para ir de %(start)s a la meta habría que cruzar dos veces por el mismo tramo entre casillas.")
            % detail
        )
    return (
        _("Para ir de %(start)s a %(end)s habría que cruzar dos veces por el mismo tramo entre casillas.")
        % detail
    )


def _step_link(detail: Detail) -> str:
    return (
        _("Ya has pasado por el tramo de %(from)s a %(cell)s: en una jugada solo se cruza una vez.") % detail
    )


def _step_goal(detail: Detail) -> str:
    return _("A la meta se entra con el último paso, y %(steps)s.") % {"steps": steps_left(detail)}


REFUSALS: Mapping[str, Callable[[Detail], str]] = {
    "not-a-row": lambda detail: _(
        "Primero hay que colocar seis piezas: elige una de las que faltan, o escribe la fila entera con"
        " sus anillas, por ejemplo 312231."
    ),
    "wrong-pieces": lambda detail: _(
        "Tu fila debe tener dos piezas de una anilla, dos de dos y dos de tres."
    ),
    "not-a-move": lambda detail: _("Eso no es una jugada. Escríbela así: b1-d4, b1-d4-e5 o b1-goal."),
    "not-a-step": lambda detail: _("Desde ahí no se puede seguir por %(cell)s.") % detail,
    "not-a-cell": lambda detail: _("No hay ninguna casilla «%(cell)s»: van de a1 a f6.") % detail,
    "empty-start": lambda detail: _("En %(cell)s no hay ninguna pieza.") % detail,
    "not-your-row": _not_your_row,
    "shut-in": lambda detail: (
        _("La pieza de %(cell)s no puede acabar en ninguna parte: mueve otra de la fila %(row)s.") % detail
    ),
    "own-goal": lambda detail: _("Esa es tu propia meta: hay que entrar en la del rival."),
    "not-exact": _not_exact,
    "blocked": _blocked,
    "link-twice": _link_twice,
    "no-return": lambda detail: _("En esta partida no se puede acabar en la casilla de salida."),
    "no-replacing": lambda detail: (
        _("En %(end)s hay una pieza y en esta partida no se reemplaza: hay que seguir rebotando.") % detail
    ),
    "drop-missing": lambda detail: (
        _("En %(end)s hay una pieza: para quedarte ahí, di en qué casilla vacía la pones.") % detail
    ),
    "nothing-replaced": lambda detail: (
        _("En %(end)s no hay nada que reemplazar: sobra la tercera casilla.") % detail
    ),
    "drop-occupied": lambda detail: (
        _("La pieza reemplazada va a una casilla vacía, y en %(drop)s hay otra.") % detail
    ),
    "drop-goal": lambda detail: _("Una pieza reemplazada no puede ir a una meta."),
    "drop-behind": lambda detail: (
        _(
            "La pieza reemplazada no puede ir a %(drop)s: queda detrás de la fila %(limit)s, la más"
            " cercana al rival que tiene piezas."
        )
        % detail
    ),
    "place-first": lambda detail: _(
        "Antes de mover hay que colocar: las seis piezas van en tu primera fila."
    ),
    "piece-first": lambda detail: _("Primero elige una pieza y después dónde acaba."),
    "step-aside": lambda detail: (
        _("%(cell)s no está al lado de %(from)s: los pasos van de casilla en casilla, sin diagonales.")
        % {**detail, "cell": _("La meta") if detail["cell"] == "goal" else detail["cell"]}
    ),
    "step-goal": _step_goal,
    "step-link": _step_link,
    "step-blocked": lambda detail: (
        _("En %(cell)s hay una pieza: solo se puede pisar con el último paso de la cuenta.") % detail
    ),
    "step-nowhere": lambda detail: _("Por %(cell)s no hay manera de acabar la cuenta.") % detail,
    "game-over": lambda detail: _("La partida ha terminado: hay una pieza en la meta."),
}
