"""Why a line of Timbiriche is good, told to the one who is to draw it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.language import gettext as _
from app.language import ngettext

Detail = Mapping[str, str | int]


def _takes(detail: Detail) -> str:
    return (
        ngettext(
            "Hay una casilla a tu alcance: llévatela.",
            "En este turno tienes %(count)s casillas a tu alcance: empieza por aquí.",
            int(detail["count"]),
        )
        % detail
    )


def _takes_rest(detail: Detail) -> str:
    return (
        ngettext(
            "Te llevas la casilla que queda.",
            "Te llevas las %(count)s casillas que quedan.",
            int(detail["count"]),
        )
        % detail
    )


def _safe(detail: Detail) -> str:
    if detail["left"]:
        return _("Es una línea segura: no deja ninguna casilla a falta de un solo lado.")
    return _("Es una línea segura, y después no queda otra: no deja ninguna casilla a falta de un solo lado.")


def _chains_suit(detail: Detail) -> str:
    if detail["count"] == 1:
        return _("Así queda una cadena larga: un número impar, que suele convenirte.")
    if detail["odd"]:
        return _("Así quedan %(count)s cadenas largas: un número impar, que suele convenirte.") % detail
    return _("Así quedan %(count)s cadenas largas: un número par, que suele convenirte.") % detail


def _shortest(detail: Detail) -> str:
    return (
        ngettext(
            "Ya no hay líneas seguras: regala una sola casilla, lo menos posible.",
            "Ya no hay líneas seguras: abre una cadena de %(count)s casillas, y ninguna otra regala menos.",
            int(detail["count"]),
        )
        % detail
    )


def _opens_loop(detail: Detail) -> str:
    return _("Ya no hay líneas seguras: abre el anillo de %(count)s casillas.") % detail


def _sacrifice(detail: Detail) -> str:
    return (
        ngettext(
            "Regala una casilla a propósito, aunque quedan líneas seguras.",
            "Regala %(count)s casillas a propósito, aunque quedan líneas seguras.",
            int(detail["count"]),
        )
        % detail
    )


def _forces(detail: Detail) -> str:
    return (
        ngettext(
            "Después toda línea cierra alguna casilla: tu rival se quedará con la que falta.",
            "Después toda línea cierra alguna casilla: tu rival se quedará con las %(count)s que faltan.",
            int(detail["count"]),
        )
        % detail
    )


def _closes_anyway(detail: Detail) -> str:
    return (
        ngettext(
            "Cierra una casilla, aunque podrías no cerrar ninguna.",
            "Cierra %(count)s casillas, aunque podrías no cerrar ninguna.",
            int(detail["count"]),
        )
        % detail
    )


def _wins(detail: Detail) -> str:
    return (
        ngettext(
            "Con juego perfecto por los dos lados, ganas por una casilla.",
            "Con juego perfecto por los dos lados, ganas por %(count)s casillas.",
            int(detail["count"]),
        )
        % detail
    )


def _loses(detail: Detail) -> str:
    return (
        ngettext(
            "Con juego perfecto por los dos lados, pierdes por una casilla: no hay nada mejor.",
            "Con juego perfecto por los dos lados, pierdes por %(count)s casillas: no hay nada mejor.",
            int(detail["count"]),
        )
        % detail
    )


REASONS: Final[Mapping[str, Callable[[Detail], str]]] = {
    "takes": _takes,
    "takes-rest": _takes_rest,
    "then-safe": lambda detail: _("Después aún te queda una línea segura."),
    "leaves-two": lambda detail: _(
        "Deja dos casillas que tu rival cierra con una sola línea: es el doble cruce."
    ),
    "leaves-four": lambda detail: _(
        "Deja cuatro casillas, en dos pares que tu rival cierra con dos líneas: es el doble cruce."
    ),
    "keeps-control": lambda detail: _(
        "Si las cierra, le toca abrir otra: no le queda ninguna línea segura y el control es tuyo."
    ),
    "safe": _safe,
    "chains-suit": _chains_suit,
    "middle": lambda detail: _(
        "Abre por el medio una cadena de dos: tu rival no puede dejarlas para que abras tú."
    ),
    "shortest": _shortest,
    "opens-loop": _opens_loop,
    "sacrifice": _sacrifice,
    "closes-none": lambda detail: _("No cierra ninguna casilla: aquí gana quien cierra menos."),
    "forces": _forces,
    "must-close": lambda detail: _("Todas las líneas cierran alguna casilla: no hay otra cosa."),
    "closes-anyway": _closes_anyway,
    "wins": _wins,
    "draws": lambda detail: _("Con juego perfecto por los dos lados, es un empate."),
    "loses": _loses,
    "only-move": lambda detail: _("Es la única línea que lo consigue."),
}
"""A sentence for each reason of the card."""


# Before the line is told


def _think_take(detail: Detail) -> str:
    return (
        ngettext(
            "Hay una casilla a la que solo le falta un lado: puedes cerrarla.",
            "Hay %(count)s casillas que puedes cerrar en este turno.",
            int(detail["count"]),
        )
        % detail
    )


def _think_leave(detail: Detail) -> str:
    if detail["control"]:
        return _("No te lleves todo: si dejas unas casillas, a tu rival le tocará abrir lo siguiente.")
    return _("Podrías llevarte todo lo que hay a tu alcance, pero aquí conviene dejar algo.")


def _think_chains(detail: Detail) -> str:
    if detail["odd"]:
        return _("Cuenta las cadenas largas: suele convenirte que acabe habiendo un número impar.")
    return _("Cuenta las cadenas largas: suele convenirte que acabe habiendo un número par.")


def _think_safe(detail: Detail) -> str:
    return (
        ngettext(
            "Queda una línea segura, que no deja ninguna casilla a falta de un solo lado: úsala.",
            "Aún hay líneas seguras: dibuja una que no deje ninguna casilla a falta de un solo lado.",
            int(detail["count"]),
        )
        % detail
    )


def _where_cells(detail: Detail) -> str:
    return (
        ngettext(
            "Mira la casilla que hay entre los puntos %(first)s y %(last)s.",
            "Mira las %(count)s casillas que hay entre los puntos %(first)s y %(last)s.",
            int(detail["count"]),
        )
        % detail
    )


CLUES: Final[Mapping[str, Callable[[Detail], str]]] = {
    "think-take": _think_take,
    "think-leave": _think_leave,
    "think-wait": lambda detail: _("Hay casillas a tu alcance, pero no corre prisa cerrarlas."),
    "think-chains": _think_chains,
    "think-safe": _think_safe,
    "think-sacrifice": lambda detail: _(
        "Aún hay líneas seguras, pero esta vez conviene regalar algo a propósito."
    ),
    "think-middle": lambda detail: _(
        "Ya no hay líneas seguras: si regalas dos casillas, que tu rival no pueda dejártelas a ti."
    ),
    "think-give": lambda detail: _(
        "Ya no hay líneas seguras: antes de abrir, cuenta cuántas casillas regala cada línea."
    ),
    "think-force": lambda detail: _(
        "Aquí gana quien cierra menos: puedes dejar a tu rival solo con líneas que cierran."
    ),
    "think-close-none": lambda detail: _(
        "Aquí gana quien cierra menos: busca una línea que no cierre ninguna casilla."
    ),
    "think-close-anyway": lambda detail: _(
        "Aquí gana quien cierra menos, y aun así esta vez conviene cerrar algo."
    ),
    "think-must-close": lambda detail: _(
        "Todas las líneas cierran alguna casilla: elige con cuál sales mejor."
    ),
    "where-cells": _where_cells,
}
"""What comes before the line: a thought, then where to look."""
