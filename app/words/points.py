"""Puntos de ingenio in words: why a game earned some, or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.language import gettext as _
from app.language import ngettext
from app.words.levels import say_level
from engines.core.game import Fact

Detail = Mapping[str, str | int]


def _named(detail: Detail) -> dict[str, str | int]:
    return {**detail, "level": say_level(str(detail["level"]))}


def _hints(detail: Detail) -> str:
    return (
        ngettext(
            "Menos %(points)s por una pista después de la primera.",
            "Menos %(points)s por %(count)s pistas después de la primera.",
            int(detail["count"]),
        )
        % detail
    )


REASONS: Final[Mapping[str, Callable[[Detail], str]]] = {
    "won": lambda detail: _("%(points)s por ganar a %(level)s.") % _named(detail),
    "drawn": lambda detail: _("%(points)s por empatar con %(level)s.") % _named(detail),
    "hints": _hints,
    "lost": lambda detail: _("Esta vez ha ganado el ordenador."),
    "undone": lambda detail: _("Se deshizo una jugada, así que no da puntos."),
    "one-screen": lambda detail: _("Dos personas en una pantalla: no da puntos."),
    "people": lambda detail: _("Los puntos se ganan contra el ordenador."),
    "nobody-to-beat": lambda detail: _("Aquí no había a quien ganar."),
    "par": lambda detail: _("%(points)s por llegar al par del reto.") % detail,
    "below-par": lambda detail: _("%(points)s por el reto, en proporción al par.") % detail,
}
"""A sentence for each reason of `app.games.points`."""


def say_points(points: int) -> str:
    """A number of points: «25 Puntos de ingenio»."""
    return ngettext("%(num)s Punto de ingenio", "%(num)s Puntos de ingenio", points) % {"num": points}


def say_reasons(reasons: tuple[Fact, ...]) -> str:
    """Why, in one line."""
    return " ".join(REASONS[fact.code](fact.detail) for fact in reasons)
