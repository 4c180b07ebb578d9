"""What the API asks of the engines: a hint, and the analysis of a finished game."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from app import faults
from app.analysis.actions import Reviewer
from app.api.access import Asker
from app.api.told import Hint, MoveVerdict, Progress, Review
from app.edge.refusal import Refused
from app.games.checks import require_seat
from app.games.table import Table
from engines.core.game import Evaluation
from engines.core.limit import Limit
from engines.core.match import Match

_RETRY: Final = {"Retry-After": "10"}


async def hint(asker: Asker, game_id: str) -> Hint:
    """The best moves of the position for the seat that asks and is to move.

    Raises UnknownGame, NotYourSeat, GameOver, NotYourTurn, and Refused: between two people on two screens
    nobody gets hints (409), and not before the compiled engines are ready (503).
    """
    table = await asyncio.to_thread(asker.table, game_id)
    _may_be_helped(table)
    site, game = asker.site, table.match.game
    _need_engines(asker)
    limit = Limit(seconds=site.settings.thinking_seconds)
    try:
        worth = await site.workers.run(partial(_evaluate, table.match, limit))
    finally:
        limit.stop()
    return Hint(
        version=table.game.version,
        move=worth.best[0],
        best=list(worth.best),
        value=worth.value,
        unit=game.unit,
        exact=worth.exact,
    )


def _need_engines(asker: Asker) -> None:
    """Judging needs the compiled engines, and compiling them here would hold up everybody."""
    if not asker.site.workers.warm:
        raise Refused(503, "warming-up", headers=_RETRY)


def _may_be_helped(table: Table) -> None:
    require_seat(table)
    if table.over:
        raise faults.GameOver
    if not table.my_turn:
        raise faults.NotYourTurn
    if table.mode == "link":
        raise Refused(409, "no-hints")


def _evaluate(match: Match, limit: Limit) -> Evaluation:
    with limit.clock() as running:
        worth: Evaluation = match.game.evaluate(match.state, running, False)
    return worth


async def review(asker: Asker, reviewer: Reviewer, game_id: str) -> Review:
    """The analysis of a finished game, begun if nobody asked before.

    Raises UnknownGame, and Refused while the game goes on (409) or when the analysis was given up (503).
    """
    table = await asyncio.to_thread(asker.table, game_id)
    if not table.over:
        raise Refused(409, "not-over")
    found = await reviewer.ask(table.match)
    if found.status == "failed":
        raise Refused(503, "unavailable")
    if found.status == "waiting" and not asker.site.settings.warm_up:
        _need_engines(asker)
    done = found.status == "done"
    return Review(
        status=found.status,
        progress=Progress(done=len(found.verdicts), total=found.total),
        unit=table.match.game.unit,
        verdicts=[MoveVerdict.model_validate(each, from_attributes=True) for each in found.verdicts]
        if done
        else [],
        lost=list(found.lost) if done else [],
    )
