"""A move is the clicks that make it, joined by `-`: what may be clicked next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping


def tokens(move: str) -> tuple[str, ...]:
    """The clicks of a move: `b1-d4-e5` -> ("b1", "d4", "e5")."""
    return tuple(move.split("-"))


def next_tokens(legal_moves: Iterable[str], draft: tuple[str, ...]) -> tuple[frozenset[str], bool]:
    """What may be clicked after the clicks of `draft`, and whether `draft` is already a whole move."""
    following: set[str] = set()
    whole = False
    for move in legal_moves:
        clicks = tokens(move)
        if clicks[: len(draft)] != draft:
            continue
        if len(clicks) == len(draft):
            whole = True
        else:
            following.add(clicks[len(draft)])
    return frozenset(following), whole


def by_next_token(legal_moves: Iterable[str], draft: tuple[str, ...]) -> Mapping[str, list[str]]:
    """The legal moves that go on after the clicks of `draft`, by the click that comes next."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for move in legal_moves:
        clicks = tokens(move)
        if clicks[: len(draft)] == draft and len(clicks) > len(draft):
            found[clicks[len(draft)]].append(move)
    return dict(found)
