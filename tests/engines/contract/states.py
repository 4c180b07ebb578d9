"""Moves, outcomes, states as values, refusals, match lines."""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import FrozenInstanceError, fields
from random import Random

import pytest

from app.language import LANGUAGES, speaking
from app.words import words_of
from app.words.refusals import MATCHES, say_reason
from engines import registry
from engines.core.game import IllegalMove
from engines.core.match import Match
from engines.core.notation import next_tokens, tokens
from tests.engines.contract.games import replay

JUNK = ("", " ", "-", "zz", "a1-", "A1", "a0", "a1b1c1", "a99", "swap-", "ñ", "a1 b1", "0", "x" * 300)


def check_moves(match: Match) -> None:
    """Legal moves are sorted, once each, made of tokens; there are some exactly while the game goes on."""
    moves = match.legal_moves()
    assert list(moves) == sorted(set(moves))
    assert bool(moves) == (match.outcome is None) == (match.turn is not None)
    assert match.turn in (None, 0, 1)
    state = match.state
    assert (state.turn is None) == (state.outcome is not None) == (not state.legal_moves())
    for move in moves:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", move), f"{move!r} is not made of tokens"
        assert next_tokens([move], tokens(move)) == (frozenset(), True)


def check_outcome(match: Match) -> None:
    """An outcome names a seat or nobody, and a reason of the card."""
    outcome = match.outcome
    if outcome is not None:
        assert outcome.winner in (None, 0, 1)
        assert outcome.reason in match.game.codes.outcomes


def check_score(match: Match) -> None:
    """Two whole numbers, or none in the whole game."""
    scores = {None if state.score is None else "points" for state in (match.states[0], match.state)}
    assert len(scores) == 1
    if match.state.score is not None:
        first, second = match.state.score
        assert isinstance(first, int)
        assert isinstance(second, int)


def check_value(match: Match, random: Random) -> None:
    """A state is a value: equal when played again, hashable, unlike what follows, unchangeable."""
    again = replay(match).state
    state = match.state
    assert again == state
    assert hash(again) == hash(state)
    before = pickle.dumps(state)
    for field in fields(state):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(state, field.name, None)
    if match.outcome is None:
        move = random.choice(match.legal_moves())
        assert match.play(move).state == state.play(move)
        assert match.play(move).state != state
    assert pickle.dumps(state) == before


def check_refusals(match: Match, random: Random) -> None:
    """A move that is not legal is refused with a code of the card, and changes nothing, byte for byte."""
    before = pickle.dumps(match.state)
    legal = set(match.legal_moves())
    played = random.sample(match.moves, min(3, len(match.moves)))
    halves = [tokens(move)[0] + "-" for move in random.sample(sorted(legal), min(2, len(legal)))]
    for move in (*JUNK, *played, *halves, *(move.upper() for move in halves)):
        if move in legal:
            continue
        with pytest.raises(IllegalMove) as refused:
            match.play(move)
        refusal = refused.value
        assert refusal.ply == match.ply + 1
        assert refusal.move == move
        assert refusal.reason in match.game.codes.reasons or refusal.reason in MATCHES
        for language in LANGUAGES:
            with speaking(language):
                assert say_reason(words_of(match.game.slug), refusal.reason, refusal.detail).strip()
    assert pickle.dumps(match.state) == before


def check_line(match: Match, random: Random) -> None:
    """A match comes back from its line, whatever the order of the keys, and the line is the same again."""
    line = match.to_text()
    again = registry.read_match(line)
    assert again == match
    assert again.to_text() == line
    head, colon, tail = line.partition(" :")
    slug, *pairs = head.split()
    random.shuffle(pairs)
    assert registry.read_match(" ".join([slug, *pairs]) + colon + tail) == match


def check_text(match: Match) -> None:
    """The position as text and as a document: equal for equal states."""
    again = replay(match).state
    text = match.game.text(match.state)
    assert text == match.game.text(again)
    assert text.strip()
    assert not text.endswith("\n")
    document = match.game.board(match.state)
    assert json.loads(json.dumps(document)) == document
