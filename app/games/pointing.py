"""What places show when they are pointed at: for pages, which light it up without asking."""

from __future__ import annotations

import json
from collections.abc import Mapping
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
    said: dict[int, str] = {}  # by identity: the places of one thing share what is said of it
    sets: dict[frozenset[str], int] = {}

    def sentence(fact: Fact) -> str:
        known = said.get(id(fact))
        if known is None:
            known = said[id(fact)] = _said(slug, spoken, fact.code, tuple(fact.detail.items()))
        return known

    def places(found: frozenset[str]) -> int:
        known = sets.get(found)
        if known is None:
            known = sets[found] = texts.setdefault(_joined(found), len(texts))
        return known

    at = []
    for token, insight in pointing:
        say = texts.setdefault(" ".join([sentence(fact) for fact in insight.facts]), len(texts))
        marks = ",".join([f"{_quoted(mark)}:{places(found)}" for mark, found in insight.marks.items()])
        shown = f'"say":{say},"marks":{{{marks}}}'
        if insight.labels:
            labels = ",".join(
                [f"{_quoted(label)}:{places(found)}" for label, found in _labelled(insight.labels)]
            )
            shown += f',"labels":{{{labels}}}'
        at.append(f"{_quoted(token)}:{{{shown}}}")
    return Markup(f'{{"texts":[{",".join(map(_quoted, texts))}],"at":{{{",".join(at)}}}}}')


def _labelled(labels: Mapping[str, str]) -> list[tuple[str, frozenset[str]]]:
    """Each text that is written on places, with those places."""
    return [
        (label, frozenset(place for place, text in labels.items() if text == label))
        for label in sorted(set(labels.values()))
    ]


@lru_cache(REMEMBERED)
def _joined(tokens: frozenset[str]) -> str:
    return " ".join(sorted(tokens))


@lru_cache(REMEMBERED)
def _quoted(text: str) -> str:
    """A text in JSON, safe within an element: nothing that begins a tag or an entity is left."""
    quoted = json.dumps(text, ensure_ascii=False)
    return quoted.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


@lru_cache(REMEMBERED)
def _said(slug: str, spoken: str, code: str, detail: tuple[tuple[str, str | int], ...]) -> str:
    """A fact as a sentence in the language `spoken`, which is the current one."""
    return say_fact(words_of(slug).facts, Fact(code, dict(detail)))
