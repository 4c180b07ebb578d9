"""Why a move of Gygès is good, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.language import gettext as _
from app.language import ngettext

Detail = Mapping[str, str | int]


def _parries(detail: Detail) -> str:
    return (
        ngettext(
            "Para la amenaza: tu rival podía ganar con la pieza de %(cell)s.",
            "Para la amenaza: tu rival podía ganar con %(count)s piezas, por ejemplo la de %(cell)s.",
            int(detail["count"]),
        )
        % detail
    )


def _few_safe(detail: Detail) -> str:
    return (
        _("De las %(moves)s jugadas posibles, solo %(count)s no dejan ganar enseguida a tu rival.") % detail
    )


def _threatens(detail: Detail) -> str:
    return (
        ngettext(
            "Amenaza ganar con la pieza de %(cell)s.",
            "Amenaza ganar con %(count)s piezas, por ejemplo la de %(cell)s.",
            int(detail["count"]),
        )
        % detail
    )


def _wins_in(detail: Detail) -> str:
    return (
        ngettext(
            "Está demostrado: ganas en una jugada.",
            "Está demostrado: ganas en %(count)s jugadas, juegue lo que juegue tu rival.",
            int(detail["count"]),
        )
        % detail
    )


def _loses_in(detail: Detail) -> str:
    return (
        ngettext(
            "Está demostrado que la partida está perdida: tu rival gana después de esta jugada.",
            "Está demostrado que la partida está perdida, pero así aguantas %(count)s jugadas.",
            int(detail["count"]),
        )
        % detail
    )


REASONS: Mapping[str, Callable[[Detail], str]] = {
    "enters": lambda detail: _("Entra en la meta y gana."),
    "parries": _parries,
    "leaves-no-win": lambda detail: _("Después, tu rival no puede ganar enseguida."),
    "only-safe": lambda detail: _("Es la única jugada que no deja ganar enseguida a tu rival."),
    "few-safe": _few_safe,
    "threatens": _threatens,
    "wins-in": _wins_in,
    "loses-in": _loses_in,
}


# Before the move is told


def _think_forced(detail: Detail) -> str:
    return (
        ngettext(
            "Puedes ganar en esta jugada.",
            "Está demostrado: puedes ganar en %(count)s jugadas, haga lo que haga tu rival.",
            int(detail["count"]),
        )
        % detail
    )


def _think_parry(detail: Detail) -> str:
    return (
        ngettext(
            "Tu rival amenaza ganar con la pieza de %(cell)s: primero hay que pararla.",
            "Tu rival amenaza ganar con %(count)s piezas, como la de %(cell)s: hay que pararlas todas.",
            int(detail["count"]),
        )
        % detail
    )


def _think_few_safe(detail: Detail) -> str:
    return (
        ngettext(
            "Cuidado: solo una de tus jugadas no deja ganar enseguida a tu rival.",
            "Cuidado: solo %(count)s de tus jugadas no dejan ganar enseguida a tu rival.",
            int(detail["count"]),
        )
        % detail
    )


def _where_piece(detail: Detail) -> str:
    return (
        ngettext(
            "Solo puedes mover la pieza de %(cell)s: piensa dónde puede acabar.",
            "De las %(count)s piezas que puedes mover, mira la de %(cell)s.",
            int(detail["count"]),
        )
        % detail
    )


CLUES: Mapping[str, Callable[[Detail], str]] = {
    "think-first-row": lambda detail: _(
        "Tu rival verá tu fila antes de colocar la suya: que ninguna respuesta le venga demasiado bien."
    ),
    "think-second-row": lambda detail: _(
        "Ya ves la fila de tu rival, y le toca mover primero: coloca la tuya de modo que no gane enseguida."
    ),
    "think-open-row": lambda detail: _("Ya ves la fila de tu rival, y le toca mover primero."),
    "think-win": lambda detail: _("Puedes ganar ahora mismo: una pieza llega justo a la meta."),
    "think-forced": _think_forced,
    "think-lost": lambda detail: _("Tu rival va camino de ganar: busca lo que más lo retrase."),
    "think-parry": _think_parry,
    "think-few-safe": _think_few_safe,
    "think-threaten": lambda detail: _(
        "Tu rival no amenaza nada: puedes amenazar tú con entrar en la meta, sin dejarle ganar antes."
    ),
    "think-guard": lambda detail: _(
        "Tu rival no amenaza nada: elige una jugada después de la cual tampoco pueda entrar en su meta."
    ),
    "where-row": lambda detail: _("Se coloca en la fila %(row)s, que es la tuya.") % detail,
    "where-piece": _where_piece,
}
"""What comes before the move: a thought, then the piece."""
