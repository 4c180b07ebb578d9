"""The drawing, the text and the document of a position."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from math import dist
from random import Random

import pytest

from engines.core.drawing import Circle, Line, Path, Polygon, Shape, Text
from engines.gusano import GAME
from engines.gusano.drawing import draw
from engines.gusano.rules import State
from engines.gusano.setup import BOARDS
from engines.gusano.writing import document, text
from tests.engines.gusano.positions import LARGER, any_cell, random_lines, read, state_of


def of_kind(state: State, word: str) -> list[Shape]:
    """The shapes of a kind, in painting order."""
    return [shape for shape in draw(state).shapes if shape.kind.split()[0] == word]


def long_games() -> list[State]:
    """On each board a position in the middle of a first round."""
    random = Random(4)
    found = []
    for board in BOARDS:
        state = state_of(f"gusano board={board} {LARGER.get(board, '')} start={any_cell(board)}")
        for _ in range(9):
            following = state.play(random.choice(state.legal_moves()))
            if following.finished:
                break
            state = following
        found.append(state)
    return found


@pytest.mark.parametrize("state", long_games(), ids=lambda state: state.board.graph.kind)
def test_every_cell_has_a_shape_and_a_place_that_say_how_it_stands(state: State) -> None:
    drawing = draw(state)
    graph = state.board.graph
    names = {cell.name for cell in graph.cells}
    cells = [shape for shape in drawing.shapes if shape.kind.startswith("cell ")]
    assert {shape.token for shape in cells} == names
    assert {place.token for place in drawing.places} == names
    for shape, place in zip(cells, drawing.places, strict=True):
        assert isinstance(shape, Polygon | Path)
        assert shape.kind == f"cell {place.code}"
        number = graph.index[place.token]
        expected = "head" if number == state.head else "body" if number in state.path else "free"
        assert place.code == expected
        assert place.detail["worth"] == 1


@pytest.mark.parametrize("state", long_games(), ids=lambda state: state.board.graph.kind)
def test_no_two_shapes_of_a_token_have_the_same_form(state: State) -> None:
    """The page makes an id of form and token."""
    named = [(shape.tag, shape.token) for shape in draw(state).shapes if shape.token is not None]
    assert len(named) == len(set(named))


def ends(piece: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """The first and the last point of a path."""
    points = [(float(x), float(y)) for x, y in re.findall(r"(-?[0-9.]+),(-?[0-9.]+)", piece)]
    return points[0], points[-1]


@pytest.mark.parametrize("state", long_games(), ids=lambda state: state.board.graph.kind)
def test_the_worm_has_one_body_from_the_start_cell_to_its_head_with_two_eyes(state: State) -> None:
    pieces = [ends(piece) for body in of_kind(state, "worm") for piece in body.d.split("M")[1:]]
    (head,) = of_kind(state, "worm-head")
    assert isinstance(head, Circle)
    assert dist(pieces[0][0], state.board.graph.cells[state.board.start].centre) < 0.01
    assert dist(pieces[-1][1], head.centre) < 0.01
    (tail,) = of_kind(state, "tail")
    assert isinstance(tail, Circle)
    assert dist(pieces[0][0], tail.centre) < 0.01
    breaks = [(end, start) for (_, end), (start, _) in pairwise(pieces) if dist(end, start) > 0.01]
    wraps = [step for step in pairwise(state.path) if step in state.board.graph.ways]
    assert len(breaks) == (0 if state.board.graph.surround else len(wraps))
    assert 0.2 < head.radius < 0.4
    eyes, pupils = of_kind(state, "eye"), of_kind(state, "pupil")
    assert len(eyes) == len(pupils) == 2
    for eye in eyes:
        assert isinstance(eye, Circle)
        assert dist(eye.centre, head.centre) < head.radius
    if state.board.graph.surround is None or state.head != state.board.graph.surround.cell:
        assert dist(head.centre, state.board.graph.cells[state.head].centre) < 0.01


def test_blocked_cells_are_crossed_and_values_other_than_one_are_written() -> None:
    state = state_of("gusano rows=3 cols=3 start=a1 blocked=c1 values=c3:12,b2:-3,a2:1 : b1 b2")
    assert len(of_kind(state, "cross")) == 1
    written = {(shape.text, shape.kind) for shape in of_kind(state, "worth") if isinstance(shape, Text)}
    assert written == {("12", "worth")}
    eaten = state_of("gusano rows=3 cols=3 start=a1 values=b1:7,b2:-3 : b1 c1")
    written = {(shape.text, shape.kind) for shape in of_kind(eaten, "worth") if isinstance(shape, Text)}
    assert written == {("7", "worth eaten"), ("\u22123", "worth")}


def test_a_cell_that_may_be_filled_has_a_ring_to_show_it() -> None:
    state = state_of("gusano rows=3 cols=3 start=a1 blocked=c1 : b1")
    assert {shape.token for shape in of_kind(state, "spot")} == {"a2", "b2", "a3", "b3", "c2", "c3"}


@pytest.mark.parametrize("board", ["cylinder", "torus", "mobius", "klein"])
def test_wrapped_neighbours_can_be_lit_and_tapped_beyond_the_border(board: str) -> None:
    state = state_of(f"gusano board={board} rows=4 cols=5 start=a1")
    drawing = draw(state)
    ghosts = {shape.token for shape in drawing.shapes if shape.kind.startswith("ghost ")}
    for name in set(state.legal_moves()) - {"b1", "a2"}:
        assert name in ghosts
        (place,) = (place for place in drawing.places if place.token == name)
        assert place.also
    names = [shape.text for shape in of_kind(state, "ghost-name") if isinstance(shape, Text)]
    assert set(names) == ghosts
    assert len(of_kind(state, "seam")) == (4 if board in ("torus", "klein") else 2)


def test_over_a_glued_border_the_body_leaves_the_picture_and_comes_back() -> None:
    (body,) = of_kind(state_of("gusano board=torus rows=4 cols=5 start=a1 : e1 e4"), "worm")
    assert isinstance(body, Path)
    assert body.d.count("M") == 3
    (body,) = of_kind(state_of("gusano board=torus rows=4 cols=5 start=a1 : b1 b2"), "worm")
    assert isinstance(body, Path)
    assert body.d.count("M") == 1


@pytest.mark.parametrize("board", ["square8", "knight"])
def test_where_steps_may_cross_each_is_straight_with_a_bead_on_every_filled_cell(board: str) -> None:
    state = next(state for state in long_games() if state.board.graph.kind == board)
    steps = [shape.d for shape in of_kind(state, "worm") if isinstance(shape, Path)]
    assert len(steps) == len(of_kind(state, "worm-edge")) == len(state.path) - 1
    assert not any("Q" in step for step in steps)
    beads = [shape.centre for shape in of_kind(state, "bead") if isinstance(shape, Circle)]
    assert beads == [state.board.graph.cells[cell].centre for cell in state.path[:-1]]


def test_connections_without_a_common_side_are_drawn_except_the_knights() -> None:
    assert len(of_kind(state_of("gusano board=square8 rows=3 cols=3 start=a1"), "link")) == 8
    assert len(of_kind(state_of("gusano board=square8 rows=3 cols=3 start=a1 blocked=b2"), "link")) == 4
    assert not of_kind(state_of("gusano board=knight rows=5 cols=5 start=a1"), "link")


def test_the_worm_of_the_round_before_lies_there_pale_until_the_next_move() -> None:
    match = read("gusano board=cube start=1")
    while match.state.round == 0:
        match = match.play(match.legal_moves()[0])
    past = [shape for shape in draw(match.state).shapes if shape.kind == "worm past"]
    assert len(past) == 1
    following = match.play(match.legal_moves()[0]).state
    assert not [shape for shape in draw(following).shapes if shape.kind == "worm past"]


def test_the_last_worm_stays_and_sleeps_when_the_match_is_over() -> None:
    match = read("gusano board=tetrahedron start=2 : 1 3 4 3 1 4")
    assert not of_kind(match.state, "pupil")
    lids = of_kind(match.state, "eyelid")
    assert len(lids) == 2
    assert all(isinstance(lid, Line) for lid in lids)
    assert [place.code for place in draw(match.state).places] == ["body", "body", "body", "head"]
    assert draw(match.state).places[0].detail["step"] == 2


def test_every_shape_lies_in_the_picture() -> None:
    for line in random_lines(28, seed=11):
        drawing = draw(state_of(line))
        for shape in drawing.shapes:
            for x, y in corners(shape):
                assert -0.01 <= x <= drawing.width + 0.01, (line, shape)
                assert -0.01 <= y <= drawing.height + 0.01, (line, shape)


def corners(shape: Shape) -> list[tuple[float, float]]:
    if isinstance(shape, Polygon):
        return list(shape.points)
    if isinstance(shape, Line):
        return [shape.start, shape.end]
    if isinstance(shape, Circle):
        x, y = shape.centre
        return [(x - shape.radius, y - shape.radius), (x + shape.radius, y + shape.radius)]
    if isinstance(shape, Path):
        found = re.findall(r"(-?[0-9.]+),(-?[0-9.]+)", shape.d)
        return [(float(x), float(y)) for x, y in found]
    return [shape.at]


def test_the_text_shows_the_board_and_the_walk() -> None:
    state = state_of("gusano rows=3 cols=4 start=a1 blocked=d1 values=c3:12,d3:-2 : b1 b2")
    assert text(state) == "\n".join(
        [
            "      a   b   c   d",
            "  1   o   o   .   #",
            "  2   .   @   .   .",
            "  3   .   .  12  -2",
            "1/2 worm=0 points=3 a1 b1 b2",
        ]
    )
    assert text(state_of("gusano board=hex side=2 start=b2 : a1")) == "\n".join(
        ["a      @   .", "b    .   o   .", "c      .   .", "1/2 worm=0 points=2 b2 a1"]
    )
    assert text(state_of("gusano board=tetrahedron start=2")).splitlines()[1] == " 2   @  1 3 4"


def test_the_document_has_the_cells_that_the_interface_promises() -> None:
    state = state_of("gusano rows=3 cols=3 start=a1 blocked=c1 values=c3:12 : b1")
    found = document(state)
    assert json.loads(json.dumps(found)) == found
    cells = {cell["name"]: cell for cell in found["cells"]}
    assert len(cells) == 9
    assert cells["c3"] == {
        "name": "c3",
        "neighbours": ["c2", "b3"],
        "value": 12,
        "blocked": False,
        "filled": False,
    }
    assert cells["c1"]["blocked"]
    assert cells["b1"]["filled"]
    assert (found["path"], found["turn"], found["worm"], found["score"]) == (["a1", "b1"], 0, 0, [2, 0])
    assert GAME.board(state) == found
