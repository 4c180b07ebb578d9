"""What leads to a good move of Ayu before it is told, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.language import gettext as _
from app.language import ngettext

Detail = Mapping[str, str | int]


def _think_join(detail: Detail) -> str:
    if detail["count"] == 2:
        return _("Puedes juntar dos de tus unidades con una sola jugada.")
    return _("Puedes juntar %(count)s de tus unidades con una sola jugada.") % detail


def _where_unit(detail: Detail) -> str:
    return (
        ngettext(
            "Se mueve la piedra suelta de %(stone)s: mira lo que la separa de la unidad más cercana.",
            "Se mueve una de las %(count)s piedras de la unidad de %(stone)s: mira lo que la separa de la más"
            " cercana.",
            int(detail["count"]),
        )
        % detail
    )


CLUES: Mapping[str, Callable[[Detail], str]] = {
    "think-swap": lambda detail: _("Antes de mover, piensa con qué color preferirías seguir."),
    "think-join": _think_join,
    "think-shorten": lambda detail: _(
        "Con una sola jugada puedes acortar en más de un punto los caminos que unen tus unidades."
    ),
    "think-lengthen": lambda detail: _(
        "Al acercar una unidad puedes ponerte en medio y alargar los caminos que unen las de tu rival."
    ),
    "think-open": lambda detail: _(
        "Mira las unidades de tu rival que no tienen camino entre sí: si una piedra tuya se aparta, les queda"
        " más por unir."
    ),
    "think-nearer": lambda detail: _(
        "Esta vez no hace falta juntar nada: acerca una unidad a la más cercana."
    ),
    "where-button": lambda detail: _("No está en el tablero: mira el botón que hay debajo."),
    "where-unit": _where_unit,
}
"""What comes before the move: a thought, then the unit."""
