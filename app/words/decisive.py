"""The moments that decide a game which is only won or lost, in words: the same for every such game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from app.language import gettext as _

Detail = Mapping[str, str | int]

NOTES: Final[Mapping[str, Callable[[Detail], str]]] = {
    "win-missed": lambda detail: _("Aquí había una victoria demostrada; con esta jugada ya no lo está."),
    "win-allowed": lambda detail: _("Con esta jugada el otro lado puede ganar a la fuerza."),
    "win-turned": lambda detail: _("Aquí había una victoria demostrada, y ahora gana el otro lado."),
}
"""A sentence for each code of `engines.core.story.decisive`."""
