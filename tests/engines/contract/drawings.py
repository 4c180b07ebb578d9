"""The picture of a position, and the places in it."""

from __future__ import annotations

import re
from random import Random

import pytest

from app.language import LANGUAGES, speaking
from app.words import GameWords, words_of
from engines.core.drawing import Drawing, Place, Point
from engines.core.match import Match
from engines.core.notation import next_tokens
from tests.engines.contract.games import replay


def check_drawing(match: Match, random: Random) -> None:
    """The drawing shows every token that can be chosen, in places that cover the board without gaps."""
    drawing: Drawing = match.game.draw(match.state)
    assert drawing == match.game.draw(replay(match).state)
    places = {place.token: place for place in drawing.places}
    assert len(places) == len(drawing.places), "two places with one token"
    choices, _whole = next_tokens(match.legal_moves(), ())
    choices -= set(match.game.codes.buttons)
    assert choices <= places.keys(), f"no place for {sorted(choices - places.keys())}"
    assert not places.keys() & set(match.game.codes.buttons)
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
        assert inside(place.at, place.outline), f"{place.token} does not lie in its outline"
        for x, y in (*place.outline, *(point for outline in place.also for point in outline)):
            assert -1e-3 <= x <= drawing.width + 1e-3
            assert -1e-3 <= y <= drawing.height + 1e-3
    shared = 0
    for _ in range(60):
        point = (random.uniform(0, drawing.width), random.uniform(0, drawing.height))
        owners = [
            place.token
            for place in drawing.places
            if any(inside(point, outline) for outline in (place.outline, *place.also))
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


def inside(point: Point, outline: tuple[Point, ...]) -> bool:
    """Whether a point lies within a closed figure."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd
