"""How the pieces of Gygès and their steps are named in all its sentences."""

from __future__ import annotations

from collections.abc import Mapping

from app.language import gettext as _
from app.language import ngettext

Detail = Mapping[str, str | int]


def a_piece(rings: str | int) -> str:
    """A piece as it is named after its cell."""
    return {
        1: _("pieza de una anilla"),
        2: _("pieza de dos anillas"),
        3: _("pieza de tres anillas"),
    }[int(rings)]


def the_piece(rings: str | int) -> str:
    """A piece with the definite article."""
    return {
        1: _("la pieza de una anilla"),
        2: _("la pieza de dos anillas"),
        3: _("la pieza de tres anillas"),
    }[int(rings)]


def steps(rings: str | int) -> str:
    """The steps that a piece takes."""
    return ngettext("%(count)s paso", "%(count)s pasos", int(rings)) % {"count": rings}


def steps_left(detail: Detail) -> str:
    """What is left of the steps of a walk, as the end of a sentence."""
    return ngettext("te queda %(count)s paso", "te quedan %(count)s pasos", int(detail["left"])) % {
        "count": detail["left"]
    }
