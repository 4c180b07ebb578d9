"""What places show when they are pointed at: for pages, which light it up without asking."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from app import language
from app.games.drawings import drawing_of
from app.words import say_fact, words_of
from engines.core.game import AnyGame, Fact, Insight

REMEMBERED: Final = 20_000
"""Sentences that are kept: most are the same from move to move."""

Pointing = tuple[tuple[str, Insight], ...]
"""The places that show anything, by token, each with what it shows."""


def pointing(game: AnyGame, state: Any) -> Pointing | None:
    """What the places of a position show; None in games in which places show nothing by themselves."""
    return _shown(game, state) if game.pointed else None


@lru_cache(maxsize=512)
def _shown(game: AnyGame, state: Any) -> Pointing:
    assert game.selection is not None
    found = ((place.token, game.selection(state, (place.token,))) for place in drawing_of(game, state).places)
    return tuple((token, insight) for token, insight in found if insight.facts)


def written(pointing: Pointing, slug: str) -> Markup:
    """What the places of a board of the game called `slug` show, as JSON for `board.js`, each text only once.

    `texts`; `at`: for each place the numbers of its sentence (`say`), of the places marked (`marks`, by mark)
    and of those written on (`labels`, by what is written).
    """
    spoken = language.current()
    texts: dict[str, int] = {}
    sets: dict[frozenset[str], int] = {}

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    def places(found: frozenset[str]) -> int:
        if found not in sets:
            sets[found] = number(" ".join(sorted(found)))
        return sets[found]

    at = {}
    for token, insight in pointing:
        at[token] = {
            "say": number(
                " ".join(_said(slug, spoken, fact.code, tuple(fact.detail.items())) for fact in insight.facts)
            ),
            "marks": {mark: places(marked) for mark, marked in insight.marks.items()},
        }
        if insight.labels:
            at[token]["labels"] = {
                label: places(frozenset(place for place, text in insight.labels.items() if text == label))
                for label in sorted(set(insight.labels.values()))
            }
    document = json.dumps({"texts": list(texts), "at": at}, separators=(",", ":"), ensure_ascii=False)
    # Safe within an element: nothing that begins a tag or an entity is left.
    return Markup(document.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


@lru_cache(REMEMBERED)
def _said(slug: str, spoken: str, code: str, detail: tuple[tuple[str, str | int], ...]) -> str:
    """A fact as a sentence in the language `spoken`, which is the current one."""
    return say_fact(words_of(slug).facts, Fact(code, dict(detail)))
