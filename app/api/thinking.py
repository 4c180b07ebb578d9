"""What the API asks of the engines: a hint, and the analysis of a finished game."""

from __future__ import annotations

import asyncio
from typing import Final

from app.analysis.actions import Reviewer
from app.api.access import Asker
from app.api.told import Hint, HintReason, MoveVerdict, Progress, Review
from app.edge.refusal import Refused
from app.games.hints import give_hint
from app.games.tables import HINT_STEPS, MOST_HINTS
from app.words import say_fact, words_of
from engines.core.game import Fact

_RETRY: Final = {"Retry-After": "10"}


async def hint(asker: Asker, game_id: str, step: int | None) -> Hint:
    """What a master would play, for the seat that asks and is to move: one of the hints of its game.

    Told up to `step`, or one step further than before. Raises what `give_hint` raises.
    """
    table = await asyncio.to_thread(asker.table, game_id)
    match, version = table.match, table.game.version
    given = await give_hint(asker.site, game_id, asker.viewer, version, step)
    facts, whole = given.facts, given.step == HINT_STEPS
    clue = match.game.clue(match.state, given.move, facts) if match.game.clue else None
    if whole:
        telling: tuple[Fact, ...] = facts
    else:
        telling = (clue.thought, clue.where)[: given.step] if clue else ()
    sentences = words_of(match.game.slug).facts
    return Hint(
        version=version,
        step=given.step,
        idea=_told(clue.thought) if clue else None,
        around=sorted(clue.around) if clue and given.step == 2 else [],
        move=given.move if whole else None,
        best=given.best.split() if whole else [],
        value=given.value if whole else None,
        unit=match.game.unit,
        exact=given.exact if whole else None,
        reasons=[_told(each) for each in facts] if whole else [],
        said=" ".join(say_fact(sentences, each) for each in telling),
        number=given.number,
        left=MOST_HINTS - given.number,
    )


def _told(fact: Fact) -> HintReason:
    return HintReason(code=fact.code, detail=dict(fact.detail))


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
    if found.status == "failed" or found.status == "stopped":
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
