"""Random games on random boards, to hold the contract against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engines.core.game import AnyGame
from engines.core.match import Match
from engines.core.setup import BadSetup, Setup


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


def positions(game: AnyGame, seed: int, boards: int) -> Iterator[tuple[Match, Random]]:
    """Positions of random games on several boards, with the random numbers to check them with."""
    random = Random(seed)
    for setup in setups(game, random, boards):
        for match in play_at_random(Match.begin(game, setup), random):
            yield match, random
