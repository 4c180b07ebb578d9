"""What the levels of the computer are called, in every game and on every page."""

from __future__ import annotations

from app.language import gettext as _


def say_level(level: str) -> str:
    """What a level of the computer is called. KeyError if there is none of this name."""
    return {
        "facil": _("Fácil"),
        "medio": _("Medio"),
        "dificil": _("Difícil"),
        "perfecto": _("Perfecto"),
        "maestro": _("Maestro"),
    }[level]
