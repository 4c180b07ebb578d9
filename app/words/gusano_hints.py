"""Why a cell of Gusano is good to fill, and what leads to it, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.language import gettext as _
from app.language import ngettext

Detail = Mapping[str, str | int]


def _number(value: str | int) -> str:
    return str(value).replace("-", "−")


def _ends_round(detail: Detail) -> str:
    return (
        ngettext(
            "Deja la cabeza sin salida: la ronda acaba con %(points)s punto.",
            "Deja la cabeza sin salida: la ronda acaba con %(points)s puntos.",
            abs(int(detail["points"])),
        )
    ) % {"points": _number(detail["points"])}


def _keeps_reach(detail: Detail) -> str:
    return (
        ngettext(
            "Después queda %(count)s casilla al alcance del gusano; con otra salida, solo %(less)s.",
            "Después quedan %(count)s casillas al alcance del gusano; con otra salida, solo %(less)s.",
            int(detail["count"]),
        )
        % detail
    )


def _cuts_off(detail: Detail) -> str:
    return (
        ngettext(
            "Después solo queda %(count)s casilla al alcance del gusano; con otra salida, %(more)s.",
            "Después solo quedan %(count)s casillas al alcance del gusano; con otra salida, %(more)s.",
            int(detail["count"]),
        )
        % detail
    )


def _next_exits(detail: Detail) -> str:
    return (
        ngettext(
            "La cabeza tendrá entonces una sola salida.",
            "La cabeza tendrá entonces %(count)s salidas.",
            int(detail["count"]),
        )
        % detail
    )


def _ends_with(detail: Detail) -> str:
    return (
        ngettext(
            "Está calculado: jugando los dos lo mejor posible, la ronda acaba con %(points)s punto.",
            "Está calculado: jugando los dos lo mejor posible, la ronda acaba con %(points)s puntos.",
            abs(int(detail["points"])),
        )
    ) % {"points": _number(detail["points"])}


REASONS: Final[Mapping[str, Callable[[Detail], str]]] = {
    "only-exit": lambda detail: _("Es la única salida que queda."),
    "ends-round": _ends_round,
    "keeps-reach": _keeps_reach,
    "cuts-off": _cuts_off,
    "worth-more": lambda detail: (
        _("Es la salida que más vale: %(worth)s.") % {"worth": _number(detail["worth"])}
    ),
    "worth-less": lambda detail: (
        _("Es la salida que menos vale: %(worth)s.") % {"worth": _number(detail["worth"])}
    ),
    "next-exits": _next_exits,
    "ends-with": _ends_with,
    "only-move": lambda detail: _("Ninguna otra salida lo consigue."),
}
"""A sentence for each reason of the card."""


def _few_exits(detail: Detail) -> str:
    if detail["worm"]:
        return _("Llena primero la casilla con menos salidas: más tarde sería difícil volver a ella.")
    return _("Lleva la cabeza adonde tenga menos salidas.")


def _not_reach(detail: Detail) -> str:
    if detail["worm"]:
        return _(
            "No basta con mirar cuántas casillas quedan a tu alcance: piensa por cuáles pasa un solo camino."
        )
    return _("Esta vez no conviene cortar cuanto antes: mira por dónde podrá seguir el gusano.")


def _where_exits(detail: Detail) -> str:
    cells = str(detail["cells"]).split()
    if len(cells) == 1:
        return _("Está en %(cell)s.") % {"cell": cells[0]}
    return _("Es una de estas dos: %(one)s, %(other)s.") % {"one": cells[0], "other": cells[1]}


CLUES: Final[Mapping[str, Callable[[Detail], str]]] = {
    "think-only-exit": lambda detail: _("No hay nada que elegir: a la cabeza le queda una sola salida."),
    "think-end": lambda detail: _("Puedes acabar la ronda en esta jugada."),
    "think-worm-reach": lambda detail: _(
        "No todas las salidas son iguales: con alguna, parte del tablero queda fuera de tu alcance."
    ),
    "think-bird-reach": lambda detail: _("Puedes dejar parte del tablero fuera del alcance del gusano."),
    "think-worm-worth": lambda detail: _("Compara lo que valen las salidas: una vale más que las demás."),
    "think-bird-worth": lambda detail: _("Compara lo que valen las salidas: una vale menos que las demás."),
    "think-few-exits": _few_exits,
    "think-not-reach": _not_reach,
    "think-only-move": lambda detail: _(
        "Está calculado que una salida es mejor que las demás: mira dos jugadas más allá."
    ),
    "think-alike": lambda detail: _(
        "Todas las salidas dejan el mismo número de casillas al alcance: mira adónde podrá ir la cabeza"
        " después de cada una."
    ),
    "where-exits": _where_exits,
}
"""What comes before the cell: a thought, then the exits to weigh."""
