"""What a game says of a position and of a move: codes of its card, each with a sentence."""

from __future__ import annotations

import re
from random import Random

import pytest

from app.language import LANGUAGES, speaking
from app.words import words_of
from engines.core.game import Fact, IllegalMove, Insight
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.notation import tokens
from engines.core.review import review


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
    _check_shown(match, match.game.insight(match.state))


def check_selection(match: Match, random: Random) -> None:
    """The clicks of a move that has begun are told in codes of the card and mark what is on the board.

    So is any place that is only pointed at, whoever is to move.
    """
    if match.game.selection is None:
        return
    drafts: list[tuple[str, ...]] = [(place.token,) for place in match.game.draw(match.state).places]
    drafts = random.sample(drafts, min(3, len(drafts)))
    for move in random.sample(match.legal_moves(), min(2, len(match.legal_moves()))):
        clicks = tokens(move)
        drafts += [clicks[:count] for count in range(len(clicks) + 1)]
    for draft in drafts:
        _check_shown(match, match.game.selection(match.state, draft))


def _check_shown(match: Match, insight: Insight) -> None:
    tokens_drawn = drawn_tokens(match)
    for kind, marked in insight.marks.items():
        assert re.fullmatch(r"[a-z][a-z0-9-]*", kind)
        assert marked <= tokens_drawn, f"marked but not drawn: {sorted(marked - tokens_drawn)}"
    assert {*insight.previews, *insight.path} <= tokens_drawn
    check_facts(match, insight.facts)


def drawn_tokens(match: Match) -> set[str | None]:
    """What a mark may name: every place and every shape with a token."""
    drawing = match.game.draw(match.state)
    return {place.token for place in drawing.places} | {shape.token for shape in drawing.shapes}


def check_walk(match: Match, random: Random) -> None:
    """A walk goes on where it says it may, and a landing is the beginning of a legal move."""
    walk = match.game.walk
    legal = match.legal_moves()
    first = sorted({tokens(move)[0] for move in legal} - set(match.game.codes.buttons))
    if walk is None or not first:
        return
    steps = walk(match.state, (random.choice(first),))
    for _ in range(12):
        for landing, path in steps.landings.items():
            there = walk(match.state, (*steps.path, *path))
            assert (there.path[-1], there.left) == (landing, 0)
            assert there.draft is not None or there.onward
        if steps.draft is not None:
            assert any(tokens(move)[: len(steps.draft)] == steps.draft for move in legal)
        if not steps.onward:
            break
        steps = walk(match.state, (*steps.path, random.choice(sorted(steps.onward))))
    for wrong in sorted({place.token for place in match.game.draw(match.state).places} - steps.onward):
        with pytest.raises(IllegalMove) as refused:
            walk(match.state, (*steps.path, wrong))
        assert refused.value.reason in match.game.codes.reasons


def check_facts(match: Match, facts: tuple[Fact, ...]) -> None:
    """Facts are codes of the card, each with a sentence in both languages."""
    for fact in facts:
        assert fact.code in match.game.codes.facts
        for language in LANGUAGES:
            with speaking(language):
                assert words_of(match.game.slug).facts[fact.code](fact.detail).strip()


def check_explain(match: Match) -> None:
    """Reasons are codes of the card, for the best moves and for any other; so is what comes before a move.

    A place to look at is on the board, and a move that is a place is never far from it.
    """
    game, state = match.game, match.state
    if game.explain is None or match.outcome is not None:
        return
    worth = game.evaluate(state, Limit(nodes=2_000), False)
    for move in {worth.best[0], *match.legal_moves()[:3]}:
        reasons = game.explain(state, move, worth)
        check_facts(match, reasons)
        if game.clue is not None:
            clue = game.clue(state, move, reasons)
            check_facts(match, (clue.thought, clue.where))
            assert clue.around <= drawn_tokens(match)
            assert bool(clue.around) != (move in game.codes.buttons and not match.game.arrange)


def check_status(match: Match) -> None:
    """What stands beside the board all the time: facts and roles of the card."""
    if match.game.status is not None:
        check_facts(match, match.game.status(match.state))
    if match.game.roles is not None:
        assert set(match.game.roles(match.state)) <= set(match.game.codes.roles)


def check_story(match: Match) -> None:
    """What is told of a match are codes of the story, at moves that there are, also half-way through."""
    game, story = match.game, match.game.story
    for verdicts in ((), review(match, lambda left: Limit(nodes=200))):
        for known in (verdicts, verdicts[len(verdicts) // 2 :]):
            for note in story.tell(match.states, match.moves, known):
                assert note.code in story.notes
                assert 1 <= note.ply <= match.ply
                for language in LANGUAGES:
                    with speaking(language):
                        assert words_of(game.slug).notes[note.code](note.detail).strip()
