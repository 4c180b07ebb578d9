"""What a board is worth, told while it is being found out: one search a visitor, one at a time for all."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from app.editor.boards import game
from app.faults import Busy
from app.language import gettext as _
from app.language import number
from app.words import words_of
from app.words.failures import sentence
from app.workers import Workers
from engines.core.game import Evaluation
from engines.core.limit import Limit
from engines.core.setup import Setup

SLICES: Final = (0.4, 2.0, 6.0)
"""Seconds of one search after another, until the worth is proved: in between, others have their turn."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a board: a sentence, and whether nothing more is to come."""

    text: str
    done: bool


class _Search:
    """The searches about one board, one after another, until they are cancelled."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self._limit = Limit()
        self._over = Limit()

    def cancel(self) -> None:
        """Stop the search that runs, and begin no other."""
        self._over.stop()
        self._limit.stop()

    def run(self, seconds: float) -> Evaluation | None:
        """What one search finds; None if it was cancelled."""
        self._limit = Limit(seconds=seconds)
        if self._is_over():
            return None
        with self._limit.clock() as limit:
            worth: Evaluation = game().evaluate(self._state, limit, False)
        return None if self._is_over() else worth

    def _is_over(self) -> bool:
        return self._over.stopped


class Thinking:
    """The searches of the editor. A new one of the same visitor cancels the one before."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._running: dict[str, _Search] = {}

    async def verdicts(
        self, visitor: str, setup: Setup, slices: tuple[float, ...] = SLICES
    ) -> AsyncGenerator[Verdict]:
        """What is known of a board, again and again, until it is proved, given up or cancelled."""
        if not self._workers.warm:
            yield Verdict(_("El ordenador aún se está preparando: vuelve a probar en un minuto."), True)
            return
        state = game().start(setup)
        search = _Search(state)
        before = self._running.get(visitor)
        if before is not None:
            before.cancel()
        self._running[visitor] = search
        try:
            for seconds in slices:
                worth = await self._workers.ponder(partial(search.run, seconds), visitor)
                if worth is None:
                    return
                done = worth.exact or seconds == slices[-1]
                yield Verdict(_say(state, worth, done), done)
                if done:
                    return
        except Busy as busy:
            yield Verdict(sentence(busy.code, {}), True)
        finally:
            search.cancel()
            if self._running.get(visitor) is search:
                del self._running[visitor]


def _say(state: Any, worth: Evaluation, done: bool) -> str:
    unit = words_of(game().slug).unit
    low, high = worth.bound
    if worth.exact:
        said = _("Con el mejor juego de los dos, el gusano consigue %(points)s: valor exacto.") % {
            "points": unit(worth.value)
        }
    else:
        shown = {"low": number(low), "high": unit(high)}
        said = (
            _("No se ha podido demostrar en este tiempo: el gusano consigue entre %(low)s y %(high)s.")
            if done
            else _("Pensando: el gusano consigue entre %(low)s y %(high)s.")
        ) % shown
    favour = _favour(low, high, _ceiling(state))
    return f"{said} {favour}" if favour else said


def _ceiling(state: Any) -> int:
    """The most that the worm could ever get here."""
    card = game()
    facts = card.insight(state).facts if card.insight else ()
    return next((int(fact.detail["points"]) for fact in facts if fact.code == "ceiling"), 0)


def _favour(low: float, high: float, ceiling: int) -> str:
    """Who is better off: whether the worm is sure of more than half of its ceiling, or of no more."""
    half = ceiling / 2
    shown = {"ceiling": ceiling}
    if low > half:
        return _("Favorece al gusano: pasa de la mitad de su techo, que es %(ceiling)s.") % shown
    if high < half:
        return _("Favorece al pájaro: el gusano no llega a la mitad de su techo, que es %(ceiling)s.") % shown
    if low == high:
        return _("Está equilibrado: el gusano consigue la mitad de su techo, que es %(ceiling)s.") % shown
    return ""
