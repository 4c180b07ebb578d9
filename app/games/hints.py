"""What a master would play: worked out away from the requests, told step by step, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TypeVar, cast

from sqlalchemy.orm import Session

from app.database import now
from app.faults import GameOver, NoHints, NoHintsLeft, NotPossible, NotReady, NotYourTurn
from app.games.checks import require_present, require_seat
from app.games.rows import HintRow, write_reasons
from app.games.store import Change, change
from app.games.table import Table, find_table
from app.games.tables import HINT_STEPS, MOST_HINTS, Hint
from app.players.viewer import Viewer
from app.site import Site
from engines.core.game import Evaluation, Fact, Seat
from engines.core.limit import Limit
from engines.core.match import Match

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A move that the strongest level chooses, what the position is worth, and what speaks for the move."""

    move: str
    worth: Evaluation
    reasons: tuple[Fact, ...]


async def give_hint(
    site: Site, game_id: str, viewer: Viewer, version: int | None = None, step: int | None = None
) -> HintRow:
    """The hint for the viewer's position: the one given there before, or a new one, which counts.

    It is told up to `step`; without that, one step further than before. Raises UnknownGame, NotYourSeat,
    StaleMove, GameOver, NotYourTurn; NoHints between two people on two screens; NoHintsLeft; NotReady before
    the compiled engines are.
    """
    table = await asyncio.to_thread(_look, site, game_id, viewer)
    advice = None
    if _given(table, version) is None:
        if not site.workers.warm:
            raise NotReady
        advice = await _advise(site, table)
    return await asyncio.to_thread(_keep, site, viewer, table, advice, step)


def _look(site: Site, game_id: str, viewer: Viewer) -> Table:
    with site.database.reading() as session:
        return find_table(session, game_id, viewer)


def _given(table: Table, version: int | None) -> HintRow | None:
    """The hint that was given in this position; None if one may be given now. Raises as `give_hint`."""
    require_seat(table)
    if table.over:
        raise GameOver
    require_present(table, version)
    if table.mode == "link":
        raise NoHints
    if not table.offers_hints:
        raise NotPossible("hint")
    if not table.my_turn:
        raise NotYourTurn
    if table.hint is None and not table.hints_left:
        raise NoHintsLeft
    return table.hint


async def _advise(site: Site, table: Table) -> Advice:
    """Half of the time for the level's choice, half for what it is worth."""
    match = table.match
    seed = f"{table.game.id}:{table.game.version}"
    move = await _think(site, table, partial(_choose, match, seed))
    worth = await _think(site, table, partial(_judge, match))
    if worth.exact and move not in worth.best:
        move = worth.best[0]  # proved after all that there is something better
    explain = match.game.explain
    reasons = explain(match.state, move, worth) if explain else ()
    return Advice(move=move, worth=worth, reasons=reasons)


async def _think(site: Site, table: Table, think: Callable[[Limit], Answer]) -> Answer:
    """Run a search in a thread; it ends with its time, or when nobody waits for it any more."""
    limit = Limit(seconds=site.settings.thinking_seconds / 2 * site.workers.share)
    try:
        return await site.workers.run(partial(think, limit), table.game.id)
    finally:
        limit.stop()


def _choose(match: Match, seed: str, limit: Limit) -> str:
    with limit.clock() as running:
        return match.game.levels[-1].choose(match.state, Random(seed), running)


def _judge(match: Match, limit: Limit) -> Evaluation:
    with limit.clock() as running:
        worth: Evaluation = match.game.evaluate(match.state, running, False)
    return worth


def _keep(site: Site, viewer: Viewer, asked: Table, advice: Advice | None, step: int | None) -> HintRow:
    """Store what was found, unless the same was asked twice and is stored already; and how far it is told."""
    kept: HintRow | None = None

    def decide(table: Table) -> Change | None:
        nonlocal kept
        kept = _given(table, asked.game.version)
        seat = cast(int, table.game.turn)
        if kept is not None:
            further = min(max(step or kept.step + 1, kept.step), HINT_STEPS)
            if further == kept.step:
                return None
            kept = kept.told(further)
        else:
            assert advice is not None  # `give_hint` does without only where a hint has been given
            first = 1 if table.match.game.clue else HINT_STEPS
            kept = _new(table, seat, advice, max(step or first, first))
        return Change(kind="hinted", seat=seat, beside=partial(_put, kept))

    change(site, asked.game.id, viewer, decide)
    assert kept is not None
    return kept


def _new(table: Table, seat: Seat, advice: Advice, step: int) -> HintRow:
    return HintRow(
        game_id=table.game.id,
        seat=seat,
        number=MOST_HINTS - table.hints_left + 1,
        moves=table.game.moves,
        move=advice.move,
        best=" ".join(advice.worth.best),
        value=advice.worth.value,
        exact=advice.worth.exact,
        reasons=write_reasons(advice.reasons, step),
        created_at=now(),
    )


def _put(hint: HintRow, session: Session) -> None:
    session.merge(Hint(**hint._asdict()))
