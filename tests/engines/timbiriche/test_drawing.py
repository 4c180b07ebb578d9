"""The drawing, the text and the document of a position."""

from __future__ import annotations

import json
from math import dist

import pytest

from engines import registry
from engines.core.drawing import Circle, Initial, Line, Polygon, Text
from engines.timbiriche.drawing import draw
from engines.timbiriche.rules import State
from engines.timbiriche.writing import document, text
from tests.engines.timbiriche.positions import BOARDS, position, random_positions


def after(line: str) -> State:
    state: State = registry.read_match(line).state
    return state


def kinds(state: State, shape: type) -> dict[str, str]:
    """The kind of each shape of one sort, by token."""
    return {each.token: each.kind for each in draw(state).shapes if isinstance(each, shape)}


def test_edges_differ_by_who_drew_them() -> None:
    lines = kinds(after("timbiriche rows=2 cols=2 drawn=a1b1 : b1c1 a1a2"), Line)
    assert lines["b1c1"] == "edge owner-0"
    assert lines["a1a2"] == "edge owner-1"
    assert lines["a1b1"] == "edge given"
    assert lines["b2c2"] == "edge free"
    assert kinds(after("sueco"), Line)["a1b1"] == "edge outline"


def test_free_edges_are_painted_before_drawn_ones() -> None:
    for state in random_positions(20, seed=1):
        free = [shape.kind == "edge free" for shape in draw(state).shapes if isinstance(shape, Line)]
        assert free == sorted(free, reverse=True)


def test_closed_cells_carry_their_owner_and_its_initial() -> None:
    state = after("timbiriche rows=1 cols=4 drawn=a1a2,a1b1,a2b2,d1e1,d2e2,d1d2,b1c1 : b1b2 c1c2 e1e2")
    assert kinds(state, Polygon) == {
        "a1": "cell owner-0",
        "b1": "cell free",
        "c1": "cell free",
        "d1": "cell owner-1",
    }
    initials = [shape for shape in draw(state).shapes if isinstance(shape, Initial)]
    assert [(shape.seat, shape.token) for shape in initials] == [(0, "a1"), (1, "d1")]


def test_a_cell_closed_before_the_first_move_has_no_owner_and_no_initial() -> None:
    state = after("timbiriche rows=1 cols=2 drawn=a1a2,a1b1,a2b2,b1b2")
    assert kinds(state, Polygon) == {"a1": "cell nobody", "b1": "cell free"}
    assert not [shape for shape in draw(state).shapes if isinstance(shape, Initial)]


@pytest.mark.parametrize("line", BOARDS)
def test_every_edge_is_a_line_between_its_dots_and_a_place_in_its_middle(line: str) -> None:
    state = after(line)
    drawing = draw(state)
    dots = [shape.centre for shape in drawing.shapes if isinstance(shape, Circle)]
    lines = {shape.token: shape for shape in drawing.shapes if isinstance(shape, Line)}
    places = {place.token: place for place in drawing.places}
    assert len(dots) == len(state.board.dots)
    assert list(places) == list(state.board.edge_names)
    for edge, (one, two) in enumerate(state.board.edge_dots):
        name = state.board.edge_names[edge]
        assert (lines[name].start, lines[name].end) == (dots[one], dots[two])
        assert dist(dots[one], dots[two]) == pytest.approx(1, abs=1e-3)
        middle = ((dots[one][0] + dots[two][0]) / 2, (dots[one][1] + dots[two][1]) / 2)
        assert places[name].at == pytest.approx(middle, abs=1e-3)


def test_a_free_edge_tells_how_the_cells_beside_it_stand() -> None:
    state = position(
        """
   a   b   c
 1 +---+   +
   |
 2 +---+   +
   |
 3 +   +   +
"""
    )
    places = {place.token: place for place in draw(state).places}
    assert places["b1b2"].code == "edge-free"
    assert places["b1b2"].detail == {
        "a": "b1",
        "b": "b2",
        "closes": 1,
        "offers": 0,
        "cell1": "a1",
        "drawn1": 3,
        "sides1": 4,
        "cell2": "b1",
        "drawn2": 0,
        "sides2": 4,
    }
    assert (places["b2b3"].detail["closes"], places["b2b3"].detail["offers"]) == (0, 1)
    assert places["c1c2"].detail == {
        "a": "c1",
        "b": "c2",
        "closes": 0,
        "offers": 0,
        "cell1": "b1",
        "drawn1": 0,
        "sides1": 4,
    }


def test_an_edge_that_cannot_be_drawn_says_why() -> None:
    places = {place.token: place for place in draw(after("sueco drawn=b2c2 : b2b3 c2c3")).places}
    assert (places["b2b3"].code, places["b2b3"].detail["seat"]) == ("edge-drawn", 0)
    assert (places["c2c3"].code, places["c2c3"].detail["seat"]) == ("edge-drawn", 1)
    assert places["a1b1"].code == "edge-outline"
    assert places["b2c2"].code == "edge-given"


def test_places_are_grouped_by_the_rows_of_their_dots() -> None:
    groups = {place.token: place.group for place in draw(after("timbiriche rows=2 cols=2")).places}
    assert groups["a1b1"] == groups["b1c1"] == "1"
    assert groups["a1a2"] == groups["c1c2"] == "1-2"
    assert groups["b3c3"] == "3"


def test_squares_have_letters_above_and_numbers_beside_other_boards_the_names_of_dots() -> None:
    def labels(line: str) -> list[str]:
        return [shape.text for shape in draw(after(line)).shapes if isinstance(shape, Text)]

    assert labels("timbiriche rows=2 cols=3") == ["a", "b", "c", "d", "1", "2", "3"]
    assert labels("timbiriche rows=10 cols=10")[-2:] == ["10", "11"]
    assert labels("timbiriche grid=triangle side=2") == ["a1", "a2", "b2", "a3", "b3", "c3"]


@pytest.mark.parametrize("line", BOARDS)
def test_labels_lie_in_the_picture_and_on_nothing(line: str) -> None:
    drawing = draw(after(line))
    dots = [shape.centre for shape in drawing.shapes if isinstance(shape, Circle)]
    lines = [shape for shape in drawing.shapes if isinstance(shape, Line)]
    for label in (shape for shape in drawing.shapes if isinstance(shape, Text)):
        x, y = label.at
        assert label.size / 2 <= x <= drawing.width - label.size / 2
        assert label.size / 2 <= y <= drawing.height - label.size / 2
        assert min(dist(label.at, dot) for dot in dots) > 0.2
        assert min(_distance(label.at, line) for line in lines) > 0.1


def _distance(point: tuple[float, float], line: Line) -> float:
    (x, y), (to_x, to_y) = line.start, line.end
    share = (point[0] - x) * (to_x - x) + (point[1] - y) * (to_y - y)
    share = min(1.0, max(0.0, share))
    return dist(point, (x + share * (to_x - x), y + share * (to_y - y)))


def test_triangles_are_written_in_characters() -> None:
    state = after("timbiriche grid=triangle side=2 : a1a2 a2b2 a1b2 a2a3 b2b3")
    assert (
        text(state)
        == """\
 1     +
      /0\\
 2   +---+
    /   /
 3 +   +   +"""
    )


def test_hexagons_are_written_in_characters() -> None:
    state = after("timbiriche grid=hex side=2 : a1a2 a1b2 b2b3 a2a3 a3b4 b3b4 b5a6")
    assert (
        text(state)
        == """\
 1     +   +
      / \\
 2   +   +   +
     | 1 |
 3   +   +   +
      \\ /
 4 +   +   +   +

 5 +   +   +   +
      /
 6   +   +   +

 7   +   +   +

 8     +   +"""
    )


def test_cells_of_nobody_are_marked() -> None:
    state = after("timbiriche rows=1 cols=1 drawn=a1b1,a1a2,b1b2,a2b2")
    assert text(state) == "   a   b\n 1 +---+\n   | # |\n 2 +---+"


@pytest.mark.parametrize("line", BOARDS)
def test_texts_of_different_positions_differ(line: str) -> None:
    state = after(line)
    texts = {text(state)}
    for edge in state.free_edges():
        texts.add(text(state.draw(edge)))
    assert len(texts) == len(state.free_edges()) + 1


def test_a_drawing_in_characters_leads_back_to_the_position() -> None:
    for state in random_positions(60, seed=2):
        again = position(text(state), state.board)
        assert (again.drawn, again.owned) == (state.drawn, state.owned)


def test_the_document_lists_edges_with_their_cells_and_cells_with_their_owner() -> None:
    board = json.loads(json.dumps(document(after("timbiriche rows=1 cols=2 : a1b1 a1a2 a2b2 b1b2"))))
    edges = {edge["name"]: edge for edge in board["edges"]}
    assert edges["b1b2"] == {
        "name": "b1b2",
        "cells": ["a1", "b1"],
        "drawn": True,
        "by": 1,
        "outline": False,
    }
    assert edges["c1c2"]["drawn"] is False
    assert edges["c1c2"]["by"] is None
    cells = {cell["name"]: cell for cell in board["cells"]}
    assert (cells["a1"]["closed"], cells["a1"]["owner"]) == (True, 1)
    assert (cells["b1"]["closed"], cells["b1"]["owner"]) == (False, None)
    assert cells["b1"]["edges"] == ["b1c1", "b1b2", "c1c2", "b2c2"]
    assert (board["grid"], board["turn"], board["score"]) == ("square", 1, [0, 1])
    assert [dot["name"] for dot in board["dots"]] == ["a1", "b1", "c1", "a2", "b2", "c2"]


def test_the_document_tells_the_outline_of_a_swedish_board() -> None:
    edges = {edge["name"]: edge for edge in document(after("sueco"))["edges"]}
    assert (edges["a1b1"]["drawn"], edges["a1b1"]["by"], edges["a1b1"]["outline"]) == (True, None, True)
    assert edges["b1b2"]["outline"] is False
