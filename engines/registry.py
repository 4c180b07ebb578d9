"""Every game of the site by its slug; reads a match from its line."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping

from engines import ayu, gusano, gyges, timbiriche
from engines.core.game import AnyGame, Entry
from engines.core.match import MAX_PLIES, Match
from engines.core.setup import BadSetup, Setup

GAMES: tuple[AnyGame, ...] = (gusano.GAME, timbiriche.GAME, ayu.GAME, gyges.GAME)

MAX_LINE = 20_000
"""Characters of the longest match line that is read."""


def entries() -> tuple[tuple[Entry, AnyGame], ...]:
    """The cards of the home page, in order, each with its game."""
    return tuple((entry, game) for game in GAMES for entry in game.entries)


def entry(slug: str) -> tuple[Entry, AnyGame]:
    """The card called `slug` and its game. Raises BadSetup if there is none."""
    for found, game in entries():
        if found.slug == slug:
            return found, game
    raise BadSetup("unknown-game", "", slug, " ".join(each.slug for each, _ in entries()))


def read_setup(slug: str, pairs: Mapping[str, str]) -> tuple[AnyGame, Setup]:
    """A game and its checked setup from a slug (an entry's too) and settings. Raises BadSetup."""
    card, game = entry(slug)
    for key, value in card.preset.items():
        if pairs.get(key, value) != value:
            raise BadSetup("bad-value", key, pairs[key], value)
    return game, game.read_setup({**pairs, **card.preset})


def read_match(line: str) -> Match:
    """The match that a line describes. Raises BadSetup for the setup and IllegalMove for a move.

    Matches are values, so those read lately are kept: a line that extends one of them costs one move.
    """
    text = " ".join(line[: MAX_LINE + 1].split())
    if len(text) > MAX_LINE:
        raise BadSetup("line-too-long", "", "", str(MAX_LINE))
    known = _recent.get(text)
    if known is not None:
        return known
    head, _, tail = f" {text}".partition(" :")  # a value may hold a colon too: `values=c1:3`
    head, moves = head.strip(), tail.split()
    if len(moves) > MAX_PLIES:
        raise BadSetup("line-too-long", "", "", str(MAX_PLIES))
    shorter = _recent.get(f"{head} : {' '.join(moves[:-1])}" if len(moves) > 1 else head) if moves else None
    match = shorter if shorter is not None else Match.begin(*_read_head(head))
    for move in moves[match.ply :]:
        match = match.play(move)
    _recent.put(text, match)
    return match


def _read_head(head: str) -> tuple[AnyGame, Setup]:
    words = head.split()
    if not words:
        raise BadSetup("empty-line")
    pairs: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or not key or not value:
            raise BadSetup("not-a-pair", "", word)
        if key in pairs:
            raise BadSetup("repeated-key", key, value)
        pairs[key] = value
    return read_setup(words[0], pairs)


class _Recent:
    """The matches read lately, by their line; safe to use from several threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._matches: OrderedDict[str, Match] = OrderedDict()

    def get(self, line: str) -> Match | None:
        with self._lock:
            match = self._matches.get(line)
            if match is not None:
                self._matches.move_to_end(line)
            return match

    def put(self, line: str, match: Match) -> None:
        with self._lock:
            self._matches[line] = match
            self._matches.move_to_end(line)
            while len(self._matches) > self._size:
                self._matches.popitem(last=False)


_recent = _Recent(1_024)
