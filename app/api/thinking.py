"""What the API asks of the engines: a hint, and the analysis of a finished game."""

from __future__ import annotations

import asyncio
from typing import Final

from app.analysis.actions import Reviewer
from app.api.access import Asker
from app.api.told import Hint, HintReason, MoveVerdict, Progress, Review
from app.edge.refusal import Refused
from app.games.hints import give_hint
from app.games.tables import MOST_HINTS
from app.words import say_fact, words_of

_RETRY: Final = {"Retry-After": "10"}


async def hint(asker: Asker, game_id: str) -> Hint:
    """What a master would play, for the seat that asks and is to move: one of the hints of its game.

    Raises what `give_hint` raises.
    """
    table = await asyncio.to_thread(asker.table, game_id)
    game, version = table.match.game, table.game.version
    given = await give_hint(asker.site, game_id, asker.viewer, version)
    sentences = words_of(game.slug).facts
    reasons = given.facts
    return Hint(
        version=version,
        move=given.move,
        best=given.best.split(),
        value=given.value,
        unit=game.unit,
        exact=given.exact,
        reasons=[HintReason(code=each.code, detail=dict(each.detail)) for each in reasons],
        said=" ".join(say_fact(sentences, each) for each in reasons),
        number=given.number,
        left=MOST_HINTS - given.number,
    )


def _need_engines(asker: Asker) -> None:
    """Judging needs the compiled engines, and compiling them here would hold up everybody."""
    if not asker.site.workers.warm:
        raise Refused(503, "warming-up", headers=_RETRY)


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
