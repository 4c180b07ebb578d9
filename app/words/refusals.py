"""Why a match line or a move is refused, as a sentence: what every game shares, then the game's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.language import gettext as _
from app.words import GameWords
from engines.core.game import IllegalMove
from engines.core.setup import BadSetup

Detail = Mapping[str, str | int]

SETUPS: Final[Mapping[str, Callable[[BadSetup], str]]] = {
    "empty-line": lambda problem: _("No hay ninguna partida en la línea."),
    "unknown-game": lambda problem: (
        _("No conozco el juego «%(value)s». Los juegos son: %(allowed)s.") % _parts(problem)
    ),
    "not-a-pair": lambda problem: _("«%(value)s» no tiene la forma clave=valor.") % _parts(problem),
    "unknown-key": lambda problem: (
        _("Este juego no tiene la opción «%(key)s». Tiene: %(allowed)s.") % _parts(problem)
    ),
    "repeated-key": lambda problem: _("La opción «%(key)s» aparece más de una vez.") % _parts(problem),
    "bad-value": lambda problem: _bad_value(problem) % _parts(problem),
    "key-not-used": lambda problem: (
        _("La opción «%(key)s» no se usa con las demás opciones elegidas.") % _parts(problem)
    ),
    "key-required": lambda problem: _("Falta la opción «%(key)s».") % _parts(problem),
    "start-blocked": lambda problem: (
        _("La casilla de salida «%(value)s» está bloqueada: elige otra.") % _parts(problem)
    ),
    "line-too-long": lambda problem: _("La línea es demasiado larga."),
}
"""A sentence for each of `SETUP_REASONS`."""

MATCHES: Final[Mapping[str, Callable[[Detail], str]]] = {
    "game-over": lambda detail: _("La partida ya ha terminado."),
    "too-many-moves": lambda detail: _("La partida tiene demasiadas jugadas."),
}
"""A sentence for the refusals that come from the match, whatever the game."""


def say_setup(problem: BadSetup) -> str:
    """What is wrong with a setup or a match line."""
    return SETUPS[problem.reason](problem)


def say_reason(words: GameWords, reason: str, detail: Detail) -> str:
    """Why a move is refused. KeyError if the code has no words."""
    sentence = words.reasons.get(reason) or MATCHES[reason]
    return sentence(detail)


def say_illegal(words: GameWords, refusal: IllegalMove) -> str:
    """Which move is refused, where it stands in the match, and why."""
    return _("Jugada %(ply)s, «%(move)s»: %(reason)s") % {
        "ply": refusal.ply or 1,
        "move": refusal.move,
        "reason": say_reason(words, refusal.reason, refusal.detail),
    }


def _bad_value(problem: BadSetup) -> str:
    if problem.allowed:
        return _("«%(value)s» no vale para la opción «%(key)s» (se admite: %(allowed)s).")
    return _("«%(value)s» no vale para la opción «%(key)s».")


def _parts(problem: BadSetup) -> dict[str, str]:
    return {"key": problem.key, "value": problem.value, "allowed": problem.allowed}
