"""What must be true of every game: functions that raise AssertionError, run on every card."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.language import LANGUAGES, speaking
from app.words import GameWords, words_of
from app.words.refusals import MATCHES, say_reason
from engines import registry
from engines.core.drawing import Drawing, Place, Point
from engines.core.game import AnyGame, BadSetup, Evaluation, IllegalMove, Setup
from engines.core.limit import Limit
from engines.core.match import Match
from engines.core.notation import next_tokens, tokens
from tests.engines import playthrough

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "templates" / "rules"
PERFT = HERE / "perft"
JUNK = ("", " ", "-", "zz", "a1-", "A1", "a0", "a1b1c1", "a99", "swap-", "ñ", "a1 b1", "0", "x" * 300)


def setups(game: AnyGame, random: Random, count: int) -> Iterator[Setup]:
    """The default of each entry, then settings drawn at random from those offered in the form."""
    for entry in game.entries:
        yield game.complete(entry.preset, random)
    for _ in range(count):
        chosen: dict[str, str] = dict(random.choice(game.entries).preset)
        for option in game.options:
            if option.key in chosen:
                continue
            if not option.applies(_with_defaults(game, chosen)):
                continue
            if option.choices and random.random() < 0.8:
                chosen[option.key] = random.choice(option.choices)
        try:
            setup = game.complete(chosen, random)
            game.start(setup)
        except BadSetup:
            continue  # not every combination that a form can send is a board
        yield setup


def _with_defaults(game: AnyGame, chosen: Mapping[str, str]) -> dict[str, str]:
    return {option.key: chosen.get(option.key, option.default or "") for option in game.options}


def play_at_random(match: Match, random: Random) -> Iterator[Match]:
    """Every position of a game in which both sides play any move."""
    yield match
    while match.outcome is None:
        match = match.play(random.choice(match.legal_moves()))
        yield match


def replay(match: Match) -> Match:
    """The same match, played again from its first move."""
    again = Match.begin(match.game, match.setup)
    for move in match.moves:
        again = again.play(move)
    return again


# Positions


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


def check_text(match: Match) -> None:
    """The position as text and as a document: equal for equal states."""
    again = replay(match).state
    text = match.game.text(match.state)
    assert text == match.game.text(again)
    assert text.strip()
    assert not text.endswith("\n")
    document = match.game.board(match.state)
    assert json.loads(json.dumps(document)) == document


# Drawings


def check_drawing(match: Match, random: Random) -> None:
    """The drawing shows every token that can be chosen, in places that cover the board without gaps."""
    drawing: Drawing = match.game.draw(match.state)
    assert drawing == match.game.draw(replay(match).state)
    places = {place.token: place for place in drawing.places}
    assert len(places) == len(drawing.places), "two places with one token"
    choices, _whole = next_tokens(match.legal_moves(), ())
    assert choices <= places.keys(), f"no place for {sorted(choices - places.keys())}"
    for place in drawing.places:
        assert place.code in match.game.codes.places
    for shape in drawing.shapes:
        assert re.fullmatch(r"[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)*", shape.kind)
    check_outlines(drawing, random)
    check_place_words(words_of(match.game.slug), drawing.places)


def check_outlines(drawing: Drawing, random: Random) -> None:
    """The places share out the picture: every point belongs to exactly one, and each place holds its own."""
    area = sum(abs(_area(outline)) for place in drawing.places for outline in (place.outline, *place.also))
    assert area == pytest.approx(drawing.width * drawing.height, rel=1e-3)
    for place in drawing.places:
        assert _inside(place.at, place.outline), f"{place.token} does not lie in its outline"
        for x, y in (*place.outline, *(point for outline in place.also for point in outline)):
            assert -1e-3 <= x <= drawing.width + 1e-3
            assert -1e-3 <= y <= drawing.height + 1e-3
    shared = 0
    for _ in range(60):
        point = (random.uniform(0, drawing.width), random.uniform(0, drawing.height))
        owners = [
            place.token
            for place in drawing.places
            if any(_inside(point, outline) for outline in (place.outline, *place.also))
        ]
        # A point may fall on the line between two places, which is nobody's or both's: very rarely.
        shared += len(owners) != 1
    assert shared <= 1, "places overlap or leave gaps"


def check_place_words(words: GameWords, places: tuple[Place, ...]) -> None:
    """Every place can be spoken, and no two places sound the same."""
    for language in LANGUAGES:
        with speaking(language):
            spoken = [words.place(place) for place in places]
            assert all(text.strip() for text in spoken)
            assert len(set(spoken)) == len(spoken), "two places are called the same"


def _area(outline: tuple[Point, ...]) -> float:
    ends = zip(outline, outline[1:] + outline[:1], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in ends) / 2


def _inside(point: Point, outline: tuple[Point, ...]) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


# Thinking


def check_levels(match: Match, seed: int) -> None:
    """Every level plays a legal move, the same for the same seed and nodes, also without thinking."""
    if match.outcome is not None:
        return
    stopped = Limit(nodes=2_000)
    stopped.stop()
    for level in match.game.levels:
        first, second = (level.choose(match.state, Random(seed), Limit(nodes=2_000)) for _ in range(2))
        assert first in match.legal_moves(), f"{level.slug} plays {first}"
        assert first == second, f"{level.slug} plays {first}, then {second} with the same seed"
        hurried = level.choose(match.state, Random(seed), stopped)
        assert hurried in match.legal_moves(), f"{level.slug} plays {hurried} when stopped"


def check_evaluation(match: Match) -> None:
    """An evaluation claims no more than it has proved, also when it is stopped at once."""
    stopped = Limit(nodes=2_000)
    stopped.stop()
    for limit in (Limit(nodes=2_000), stopped):
        check_honest(match, match.game.evaluate(match.state, limit, False), every_move=False)
        check_honest(match, match.game.evaluate(match.state, limit, True), every_move=True)


def check_honest(match: Match, worth: Evaluation, *, every_move: bool) -> None:
    """What an evaluation says about itself holds together."""
    legal = set(match.state.legal_moves())
    low, high = worth.bound
    assert low <= worth.value <= high
    assert worth.exact == (low == high), "exact means that the bound has closed"
    assert set(worth.best) <= legal
    assert bool(worth.best) == bool(legal)
    assert len(set(worth.best)) == len(worth.best)
    assert worth.nodes >= 0
    if not legal:
        assert worth.exact, "the value of a finished game is known"
    if not every_move:
        return
    assert {each.move for each in worth.candidates} == legal
    assert len(worth.candidates) == len(legal)
    losses = [each.loss for each in worth.candidates]
    assert all(loss >= 0 for loss in losses)
    assert losses == sorted(losses)
    if worth.exact and all(each.exact for each in worth.candidates):
        keep = {each.move for each in worth.candidates if each.loss == 0}
        assert keep == set(worth.best)
        assert all(each.value == worth.value for each in worth.candidates if each.loss == 0)


# Companions of a card


def check_words(game: AnyGame) -> None:
    """Every code of the card, every setting and every value offered is put in words, in both languages."""
    try:
        words = words_of(game.slug)
    except ModuleNotFoundError:
        raise AssertionError(f"app/words/{game.slug}.py is missing") from None
    for kind, needed, said in (
        ("entries", {entry.slug for entry in game.entries}, words.entries),
        ("reasons", set(game.codes.reasons) - MATCHES.keys(), words.reasons),
        ("outcomes", set(game.codes.outcomes), words.outcomes),
        ("events", set(game.codes.events), words.events),
        ("facts", set(game.codes.facts), words.facts),
        ("options", {option.key for option in game.options}, words.options),
    ):
        missing = needed - set(said)
        assert not missing, f"{game.slug}: no words for the {kind} {sorted(missing)}"
        spare = set(said) - needed - MATCHES.keys()
        assert not spare, f"{game.slug}: words for {kind} that the card does not have: {sorted(spare)}"
    assert set(words.mine) <= set(game.codes.events)
    for language in LANGUAGES:
        with speaking(language):
            for text in _fixed_texts(game, words):
                assert text.strip(), f"{game.slug}: an empty text in {language}"


def _fixed_texts(game: AnyGame, words: GameWords) -> Iterator[str]:
    for entry in words.entries.values():
        yield from (entry.name(), entry.line(), entry.summary())
    for say in (*words.outcomes.values(), *words.options.values()):
        yield say()
    for option in game.options:
        yield from (words.values(option.key, value) for value in option.choices)
    for offer in game.offered:
        yield words.board(game.complete(offer, Random(1)))
    for number in (-2, -1, 0, 1, 2, 5):
        yield words.unit(number)


def check_rules_page(game: AnyGame, folder: Path = RULES) -> None:
    """There is a rules page."""
    path = folder / f"{game.slug}.html"
    assert path.is_file(), f"{path.name} is missing in templates/rules"
    assert path.read_text(encoding="utf-8").strip(), f"{path.name} is empty"


def check_playthrough(game: AnyGame, folder: Path = playthrough.FOLDER) -> None:
    """There is a recorded game, and one of them goes to the end."""
    lines = [path.read_text(encoding="utf-8").partition("\n")[0] for path in folder.glob("*.txt")]
    matches = [registry.read_match(line) for line in lines if line.split()[0] == game.slug]
    assert matches, f"{game.slug}: no playthrough; make one with python -m tests.record"
    assert any(match.outcome for match in matches), f"{game.slug}: no playthrough of a whole game"


def check_perft(game: AnyGame, folder: Path = PERFT) -> None:
    """There are counted positions."""
    path = folder / f"{game.slug}.txt"
    assert path.is_file(), f"tests/engines/perft/{game.slug}.txt is missing"
    assert read_perft(path), f"tests/engines/perft/{game.slug}.txt counts nothing"


def read_perft(path: Path) -> list[tuple[str, list[int]]]:
    """The match lines of a file and the number of sequences of length 1, 2, ...: `MATCH => n n n`."""
    rows = [line.split("=>") for line in path.read_text(encoding="utf-8").splitlines() if "=>" in line]
    return [(line.strip(), [int(count) for count in counts.split()]) for line, counts in rows]


def check_card(game: AnyGame) -> None:
    """The card names things consistently, and its pictures and benchmarks are matches."""
    slugs = [level.slug for level in game.levels]
    assert slugs == sorted(set(slugs), key=("facil", "medio", "dificil", "perfecto").index)
    assert game.level("perfecto") is game.levels[-1]
    assert not game.levels[0].compiled, "the first level must play before the kernels are warm"
    assert game.rules_version >= 1
    assert any(entry.slug == game.slug for entry in game.entries)
    for line in (*game.benchmarks, *(entry.picture for entry in game.entries if entry.picture)):
        assert registry.read_match(line).game is game
    keys = [option.key for option in game.options]
    assert len(set(keys)) == len(keys)
    for option in game.options:
        for value in option.choices:
            assert option.read(value) == value, (
                f"{option.key}={value} is offered but not its own canonical form"
            )


def positions(game: AnyGame, seed: int, boards: int) -> Iterator[tuple[Match, Any]]:
    """Positions of random games on several boards, with the random numbers to check them with."""
    random = Random(seed)
    for setup in setups(game, random, boards):
        for match in play_at_random(Match.begin(game, setup), random):
            yield match, random
