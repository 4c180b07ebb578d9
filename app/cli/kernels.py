"""Compiled code is loaded before a clock runs, and people are told why the first time takes so long."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable

from app.language import gettext as _
from engines.core.game import AnyGame


def prepare(games: Iterable[AnyGame]) -> None:
    """Load the kernels of some games; those that are not in the cache yet are compiled."""
    names = [name for game in games for name in game.kernels if name not in sys.modules]
    if not names:
        return
    from engines.core.jit import folder_of  # only here: it brings the compiler

    if any(next(folder_of(name).rglob("*.nbi"), None) is None for name in names):
        print(_("Preparando el motor por primera vez: puede tardar un minuto."), file=sys.stderr)
    for name in names:
        importlib.import_module(name)
