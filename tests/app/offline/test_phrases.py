"""What a script says is what the server says, in both languages, for every detail that can be."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from app import language
from app.offline.phrases import phrases
from app.words import words_of
from engines import registry
from engines.core.drawing import Place

Said = list[list[Any]]
VALUES: Mapping[str, tuple[Any, ...]] = {
    "count": (1, 2, 5),
    "before": (1, 2, 4),
    "after": (0, 1, 2, 3),
    "left": (1, 2, 7),
    "distance": (-1, 0, 1, 3),
    "stones": (1, 2, 12),
    "stone": ("b7",),
    "target": ("b6",),
    "point": ("z9",),
    "last": ("k11",),
    "targets": ("", "b8"),
    "nearest": (1, 2),
    "rings": (1, 2, 3),
    "cell": ("a1", "c4", "goal"),
    "start": ("a1", "b6"),
    "end": ("goal", "f2"),
    "drop": ("e5",),
    "bounces": (0, 1, 2, 3),
    "ends": (1, 2, 9),
    "row": ("321123",),
    "used": (4,),
    "active": (3,),
    "limit": (2,),
    "seat": (0, 1),
    "from": ("d3",),
}


def filled(found: Said, detail: Mapping[str, Any]) -> str:
    """As `say` in table.js."""

    def value(it: Any) -> Any:
        return detail.get(it[1:-1]) if isinstance(it, str) and it.startswith("{") else it

    text = next(text for when, text in found if all(detail.get(k) == value(it) for k, it in when.items()))
    text = re.sub(r"\{(\w+)-\}", lambda slot: "-".join(str(detail[slot[1]])), text)
    return re.sub(r"\{(\w+)\}", lambda slot: str(detail.get(slot[1], slot[0])), text)


def details(found: Said) -> list[dict[str, Any]]:
    keys = {key for when, text in found for key in (*when, *re.findall(r"\{(\w+)-?\}", text))}
    named = sorted(keys)
    return [dict(zip(named, values, strict=True)) for values in product(*(VALUES[key] for key in named))]


@pytest.mark.parametrize("spoken", ["es", "en"])
@pytest.mark.parametrize("slug", ["ayu", "gyges"])
def test_a_script_says_what_the_server_says(slug: str, spoken: str) -> None:
    _, game = registry.entry(slug)
    words = words_of(slug)

    def place(code: str) -> Callable[[Mapping[str, Any]], str]:
        return lambda detail: words.place(Place("", (0, 0), (), code, detail))

    sayings = {
        "reasons": words.reasons,
        "events": words.events,
        "facts": words.facts,
        "places": {code: place(code) for code in game.codes.places},
    }
    with language.speaking(spoken):
        found = json.loads(phrases(game, spoken))
        for kind, say in sayings.items():
            assert all(found[kind].values())
            for code, variants in found[kind].items():
                for detail in details(variants):
                    assert filled(variants, detail) == say[code](detail), (code, detail)
