"""The moments of a match of Timbiriche in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.language import gettext as _
from app.language import ngettext

Detail = Mapping[str, str | int]


def _opened(detail: Detail) -> str:
    return _("Se abre la primera cadena larga: %(count)s casillas quedan al alcance.") % detail


def _loop_opened(detail: Detail) -> str:
    return _("Se abre el primer anillo: %(count)s casillas quedan al alcance.") % detail


def _crossed(detail: Detail) -> str:
    return _("Doble cruce: deja %(count)s casillas a propósito y conserva el control.") % detail


def _missed(detail: Detail) -> str:
    sentence = ngettext(
        "Convenía el doble cruce, dejar %(count)s casillas: esta línea costó %(lost)s casilla de ventaja.",
        "Convenía el doble cruce, dejar %(count)s casillas: esta línea costó %(lost)s casillas de ventaja.",
        int(detail["lost"]),
    )
    return sentence % detail


NOTES: Final[Mapping[str, Callable[[Detail], str]]] = {
    "safe-phase": lambda detail: _("Fase segura: todavía se puede jugar sin regalar nada."),
    "chains-phase": lambda detail: _("Se acabaron las líneas seguras: hay que empezar a regalar cadenas."),
    "first-chain-opened": _opened,
    "first-loop-opened": _loop_opened,
    "double-cross": _crossed,
    "double-cross-missed": _missed,
    "win-lost": lambda detail: _("Cambio de manos: quien ganaba con el mejor juego pasa a perder."),
    "win-drawn": lambda detail: _("Quien ganaba con el mejor juego deja la partida en empate."),
    "draw-lost": lambda detail: _("La partida estaba igualada y deja de estarlo."),
}
"""A sentence for each note of the card's story."""
