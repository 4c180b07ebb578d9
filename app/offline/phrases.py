"""The sentences of a game as texts with slots, for a script that has to say them without a server.

The words of a game are functions of details. They are asked here with marks in place of the details and,
where a sentence is another one for some value (`1 piedra`), with that value: there is no second copy of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from typing import Any, Final

from markupsafe import Markup

from app.words import words_of
from engines.core.drawing import Place
from engines.core.game import AnyGame

Values = dict[str, Any]
"""Values of details by key; `{other}` stands for the same value as that of another key."""
Phrase = tuple[Values, str]
"""A text for details that have these values.

`{key}` in it is the value of a key, `{key-}` the same with its characters joined by `-`.
"""
Say = Callable[[Mapping[str, Any]], str]

MARK: Final = 700_000
"""Marks are numbers from here on, which no sentence has by itself, so that they have a plural too."""
TELLING: Final = (0, 1, 2, 3, -1, "", "goal")
"""Values for which sentences may be others."""


class _Marks(dict[str, Any]):
    """Details that are known, and marks for what else is asked for; `sought`: what `in` was asked about."""

    def __init__(self, known: Values) -> None:
        super().__init__(known)
        self.sought: list[str] = []

    def __contains__(self, key: object) -> bool:
        self.sought.append(str(key))
        return super().__contains__(key)

    def __missing__(self, key: str) -> int:
        self[key] = MARK + len(self)
        return int(self[key])


@lru_cache(32)
def phrases(game: AnyGame, _language: str) -> Markup:
    """All that the script of a game may say in the present language, as JSON.

    By kind and code there are phrases, of which the first that fits is said.
    """
    words = words_of(game.slug)
    facts = game.script.facts if game.script is not None else ()

    def place(code: str) -> Say:
        return lambda detail: words.place(Place("", (0, 0), (), code, detail))

    kinds: dict[str, dict[str, list[Phrase]]] = {
        "reasons": {code: _phrases(say) for code, say in words.reasons.items()},
        "events": {code: _phrases(say) for code, say in words.events.items()},
        "facts": {code: _phrases(words.facts[code]) for code in facts},
        "places": {code: _phrases(place(code)) for code in game.codes.places},
        "outcomes": {code: [({}, say())] for code, say in words.outcomes.items()},
        "roles": {code: [({}, say())] for code, say in words.roles.items()},
        "marks": {code: [({}, say())] for code, say in words.marks.items()},
    }
    document = json.dumps(kinds, separators=(",", ":"), ensure_ascii=False)
    # Safe within an element: nothing that begins a tag or an entity is left.
    return Markup(document.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def _phrases(say: Say) -> list[Phrase]:
    """The texts of a sentence, those for more values first."""
    asked: list[str] = []
    found: list[Phrase] = []
    _read(say, {}, asked)
    for number in range(3):
        more = []
        for keys in combinations(asked, number):
            for values in product(*(_telling(key, asked) for key in keys)):
                known = dict(zip(keys, values, strict=True))
                if any(_referred(value) in known for value in values):
                    continue
                text = _read(say, known, asked)
                if text is not None and text != _said(found, known):
                    more.append((known, text))
        found = [*more, *found]
    return found


def _telling(key: str, asked: list[str]) -> Iterator[Any]:
    yield from TELLING
    yield from (f"{{{other}}}" for other in asked if other > key)


def _referred(value: Any) -> str | None:
    """The other key whose value a value is the same as, if it says so."""
    return value[1:-1] if isinstance(value, str) and value.startswith("{") else None


def _read(say: Say, known: Values, asked: list[str]) -> str | None:
    """A sentence with slots for what is not known; None if there is none for these values."""
    marks = _Marks(known)
    for key, value in known.items():
        if (other := _referred(value)) is not None:
            marks[key] = marks[other]
    text = _asked(say, marks)
    asked += [key for key in dict.fromkeys((*marks, *marks.sought)) if key not in asked]
    if text is not None:
        for key, value in reversed(marks.items()):
            if key not in known:
                text = text.replace(str(value), f"{{{key}}}").replace("-".join(str(value)), f"{{{key}-}}")
    return text


def _asked(say: Say, marks: _Marks) -> str | None:
    """What is said for marks; None if there is nothing to be said for them."""
    while True:
        try:
            return say(marks)
        except KeyError as missing:
            (key,) = missing.args
            if not isinstance(key, str) or dict.__contains__(marks, key):
                return None
            marks[key]  # it was sought in a copy, which has no marks of its own
        except ValueError:
            return None


def _said(found: list[Phrase], known: Values) -> str | None:
    """What would be said for some values by the phrases that were found."""
    for values, text in found:
        if all(known.get(key) == known.get(_referred(value) or "", value) for key, value in values.items()):
            for key, value in known.items():
                text = text.replace(f"{{{key}}}", str(value))
            return text
    return None
