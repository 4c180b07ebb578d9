"""A table for two on one screen without a server: the boards, and what a script has to know and to say."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from app.words import words_of
from engines import registry
from engines.core.drawing import Drawing
from engines.core.game import AnyGame, Arranging, Entry
from engines.core.match import Match

MOST: Final = 12
"""Boards on one page: as many as a first visit may weigh. Gusano's last one is the heaviest."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board that is offered: its match line, its name, the drawing of its start, and its script's card."""

    line: str
    name: str
    drawing: Drawing
    card: str


def plays_alone(game: AnyGame) -> bool:
    """Whether a game can be played without its server."""
    return game.script is not None


def boards(entry: Entry, game: AnyGame) -> tuple[Board, ...]:
    """The boards to choose from. Only for games that can be played without a server."""
    assert game.script is not None
    offered = game.script.settings or game.offered
    return tuple(_board(entry, game, dict(settings)) for settings in offered[:MOST])


def drawings(offered: tuple[Board, ...]) -> list[Drawing]:
    """The drawings of some boards, each only once."""
    found: list[Drawing] = []
    for each in offered:
        if each.drawing not in found:
            found.append(each.drawing)
    return found


def _board(entry: Entry, game: AnyGame, settings: dict[str, str]) -> Board:
    setup = game.complete({**settings, **entry.preset}, Random(1))
    match = Match.begin(game, setup)
    return Board(match.to_text(), _name(game, settings), game.draw(match.state), card_of(match))


def placing(game: AnyGame, offered: tuple[Board, ...]) -> Arranging | None:
    """What arrangements begin with, where the first moves are some, with what is ready for either side."""
    state = registry.read_match(offered[0].line).state
    first = game.arrange(state, "", Random(1)) if game.arrange is not None else None
    if game.arrange is None or first is None:
        return None
    second = game.arrange(state.play(first.ready[0]), "", Random(1))
    assert second is not None
    ready = tuple(dict.fromkeys((*first.ready, *second.ready)))
    return replace(first, ready=ready, pictures={**first.pictures, **second.pictures})


def _name(game: AnyGame, settings: dict[str, str]) -> str:
    """What a board is called: as on its picture, and the rules in which it is not the usual one."""
    words = words_of(game.slug)
    usual = {option.key: option.default for option in game.options}
    rules = settings.keys() - {key for each in game.offered for key in each}
    unusual = {key: it for key, it in settings.items() if key in rules and it != usual[key]}
    more = (f"{words.options[key]()}: {words.values(key, it)}" for key, it in unusual.items())
    return " · ".join([words.board(settings), *more])


def card_of(match: Match) -> str:
    """What a script has to know of the start of a match, as JSON."""
    assert match.game.script is not None
    return json.dumps(match.game.script.card(match.state), separators=(",", ":"))


def brought(entry: Entry, game: AnyGame, line: str) -> Match | None:
    """A match that was played elsewhere, played again by the rules; None if it is of another game.

    Raises BadSetup or IllegalMove.
    """
    match = registry.read_match(line)
    same = match.game is game and all(match.setup.get(key) == value for key, value in entry.preset.items())
    return match if same else None
