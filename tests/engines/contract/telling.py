"""What a game says of a position and of a move: codes of its card, each with a sentence."""

from __future__ import annotations

import re

from app.language import LANGUAGES, speaking
from app.words import words_of
from engines.core.game import Fact
from engines.core.limit import Limit
from engines.core.match import Match


def check_events(match: Match) -> None:
    """What the last move did is told in codes of the card, each with a sentence in both languages."""
    if not match.moves:
        return
    facts = match.game.events(match.states[-2], match.moves[-1], match.state)
    for fact in facts:
        assert fact.code in match.game.codes.events
        for language in LANGUAGES:
            with speaking(language):
                words = words_of(match.game.slug)
                assert words.events[fact.code](fact.detail).strip()
                assert words.mine.get(fact.code, words.events[fact.code])(fact.detail).strip()
                assert words.move(match.moves[-1]).strip()


def check_insight(match: Match) -> None:
    """Help mode speaks in codes of the card, each with a sentence, and marks what is on the board."""
    if match.game.insight is None:
        return
    insight = match.game.insight(match.state)
    drawing = match.game.draw(match.state)
    tokens_drawn = {place.token for place in drawing.places} | {shape.token for shape in drawing.shapes}
    for kind, marked in insight.marks.items():
        assert re.fullmatch(r"[a-z][a-z0-9-]*", kind)
        assert marked <= tokens_drawn, f"marked but not drawn: {sorted(marked - tokens_drawn)}"
    check_facts(match, insight.facts)


def check_facts(match: Match, facts: tuple[Fact, ...]) -> None:
    """Facts are codes of the card, each with a sentence in both languages."""
    for fact in facts:
        assert fact.code in match.game.codes.facts
        for language in LANGUAGES:
            with speaking(language):
                assert words_of(match.game.slug).facts[fact.code](fact.detail).strip()


def check_explain(match: Match) -> None:
    """Reasons are codes of the card, for the best moves and for any other."""
    game, state = match.game, match.state
    if game.explain is None or match.outcome is not None:
        return
    worth = game.evaluate(state, Limit(nodes=2_000), False)
    for move in {worth.best[0], *match.legal_moves()[:3]}:
        check_facts(match, game.explain(state, move, worth))


def check_status(match: Match) -> None:
    """What stands beside the board all the time: facts and roles of the card."""
    if match.game.status is not None:
        check_facts(match, match.game.status(match.state))
    if match.game.roles is not None:
        assert set(match.game.roles(match.state)) <= set(match.game.codes.roles)
