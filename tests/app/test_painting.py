"""Boards as SVG: every shape once, marks, links, outlines, and nothing that breaks out of its quotes."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from app.painting import board, number, shape
from engines.core.drawing import Circle, Drawing, Initial, Line, Path, Place, Polygon, Text
from engines.core.match import Match
from engines.registry import GAMES

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
TRIANGLE = ((0.0, 0.0), (1.0, 0.0), (0.5, 1.0))
DRAWING = Drawing(
    width=2.0,
    height=1.25,
    shapes=(
        Polygon("cell", SQUARE, "a1"),
        Circle("piece carried", (0.5, 0.5), 0.25, "a1"),
        Line("edge", (0.0, 0.0), (1.0, 0.0), "b1"),
        Path("way", "M0,0L1,1"),
        Text("label", (0.5, 0.5), "<&", 0.3),
        Initial("owner", (1.5, 0.5), 1, 0.4, "b1"),
    ),
    places=(
        Place("a1", (0.5, 0.5), SQUARE, "cell"),
        Place("b1", (1.5, 0.5), TRIANGLE, "edge", also=(SQUARE,)),
    ),
)


def parsed(**options: object) -> ElementTree.Element:
    return ElementTree.fromstring(board(DRAWING, **options))  # type: ignore[arg-type]


def test_every_kind_of_shape_is_painted_in_order() -> None:
    found = [(each.tag, each.get("class"), each.text) for each in parsed(initials=("A", "B"))]
    assert found == [
        ("polygon", "cell", None),
        ("circle", "piece carried", None),
        ("line", "edge", None),
        ("path", "way", None),
        ("text", "label", "<&"),
        ("text", "owner seat-1", "B"),
    ]
    svg = parsed()
    assert svg[0].get("points") == "0,0 1,0 1,1 0,1"
    assert svg.get("viewBox") == "0 0 2 1.25"
    assert parsed(view=(0.0, 0.12345, 1.0, 1.0)).get("viewBox") == "0 0.123 1 1"


def test_marks_are_classes_of_every_shape_of_their_token() -> None:
    svg = parsed(choices=["a1"], last=["a1", "b1"], marks={"lost": {"b1"}})
    assert [each.get("class") for each in svg] == [
        "cell choice last",
        "piece carried choice last",
        "edge last lost",
        "way",
        "label",
        "owner last lost seat-1",
    ]


def test_shapes_of_a_token_have_ids_on_a_board_with_one() -> None:
    names = [each.get("id") for each in parsed(id="tablero")]
    assert names == [
        "tablero-polygon-a1",
        "tablero-circle-a1",
        "tablero-line-b1",
        None,
        None,
        "tablero-initial-b1",
    ]
    assert {each.get("id") for each in parsed()} == {None}


def test_places_that_may_be_chosen_are_links_and_the_others_are_named() -> None:
    hits = parsed(choices=["b1"], link="/p/x?a=1&borrador=")[-1]
    idle, link = hits
    assert (idle.tag, idle.get("class"), idle.get("data-token")) == ("rect", "hit idle", "a1")
    assert (link.tag, link.get("href"), link.get("data-token")) == ("a", "/p/x?a=1&borrador=b1", "b1")
    assert [each.tag for each in link] == ["polygon", "rect"]
    assert "hits" not in {each.get("class") for each in parsed(choices=["b1"])}


def test_an_address_may_carry_something_else_than_the_token() -> None:
    hits = parsed(choices=["b1"], link="?", values={"a1": "a1+b1 <"})[-1]
    assert [each.get("href") for each in hits] == ["?a1%2Bb1%20%3C", None, None]


def test_the_way_of_a_move_is_below_what_moves_and_further_shapes_are_above() -> None:
    svg = parsed(
        under=[Path("trail", "M0,0")], over=[Path("arrow", "M1,1")], previews={"a1": [Path("wall", "M2,2")]}
    )
    order = [each.get("class") for each in svg]
    assert order.index("over trail") == order.index("piece carried") - 1
    assert order[-2:] == ["over", "over preview"]
    assert svg[-1].get("data-for") == "a1"


def test_a_picture_is_hidden_from_screen_readers_unless_it_has_a_label() -> None:
    assert parsed().get("aria-hidden") == "true"
    named = parsed(label='"></svg>', name="plain")
    assert (named.get("role"), named.get("aria-label"), named.get("aria-hidden")) == ("img", '"></svg>', None)
    assert named.get("class") == "drawing plain"


def test_numbers_are_short() -> None:
    assert [number(each) for each in (12.0, 0.5, 1 / 3, 0)] == ["12", "0.5", "0.333333", "0"]
    assert shape(Line("edge", (0.0, 1.0), (2.5, 1.0)), {}, ("1", "2")) == (
        '<line class="edge" x1="0" y1="1" x2="2.5" y2="1"/>'
    )


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
def test_every_shape_and_place_of_a_game_is_on_the_board(slug: str) -> None:
    game = next(game for game in GAMES if game.slug == slug)
    random = Random(7)
    match = Match.begin(game, game.complete({}, random))
    for _ in range(12):
        drawing = match.game.draw(match.state)
        svg = ElementTree.fromstring(
            board(drawing, link="?", choices=[drawing.places[0].token], id="tablero")
        )
        assert len(svg) == len(drawing.shapes) + 1
        assert [each.get("data-token") for each in svg[-1] if each.get("data-token")] == [
            place.token
            for place in drawing.places
            for _ in range(1 if place is drawing.places[0] else 1 + len(place.also))
        ]
        if match.turn is None:
            break
        match = match.play(random.choice(match.legal_moves()))


def test_coordinates_of_large_boards_are_as_legible_as_those_of_small_ones() -> None:
    small, large = Text("coordinate", (1.0, 1.0), "a", 0.24), Text("label", (1.0, 1.0), "b", 0.24)
    wide = Drawing(width=20.0, height=20.0, shapes=(small, large), places=())
    sizes = [each.get("font-size") for each in ElementTree.fromstring(board(wide))]
    assert sizes == ["0.62", "0.24"]
