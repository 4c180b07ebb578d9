"""Every point of the board belongs to the nearest place: no dead zones, no neighbour hit by mistake."""

from __future__ import annotations

from math import hypot

import pytest

from engines import registry
from engines.core.drawing import Line, Point
from tests.browser.people import People

SWEEP = """(step) => {
  const board = document.getElementById("tablero");
  const box = board.getBoundingClientRect();
  const { width, height } = board.viewBox.baseVal;
  const points = [];
  window.scrollTo(0, 0);
  for (let y = Math.ceil(box.top) + 1; y < box.bottom - 1; y += step) {
    for (let x = Math.ceil(box.left) + 1; x < box.right - 1; x += step) {
      const found = document.elementFromPoint(x, y)?.closest("[data-token]");
      points.push([((x - box.left) / box.width) * width, ((y - box.top) / box.height) * height,
        found ? found.dataset.token : null]);
    }
  }
  return points;
}"""

ROUNDING = 0.02
"""Board units within which two places count as equally near: less than a pixel of the phone."""


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("timbiriche rows=10 cols=10", 3),
        ("timbiriche rows=3 cols=3", 4),
        ("timbiriche grid=triangle side=7", 3),
        ("timbiriche grid=hex side=4", 3),
    ],
)
def test_a_tap_anywhere_on_a_phone_reaches_the_nearest_place(people: People, line: str, step: int) -> None:
    person = people.someone("touch")
    person.begin_from(line)
    match = registry.read_match(line)
    drawing = match.game.draw(match.state)
    strokes = {shape.token: (shape.start, shape.end) for shape in drawing.shapes if isinstance(shape, Line)}
    assert set(strokes) == {place.token for place in drawing.places}
    points = person.page.evaluate(SWEEP, step)
    assert len(points) > 3_000
    assert [point for point in points if point[2] is None] == []
    wrong = [
        (x, y, token)
        for x, y, token in points
        if distance(x, y, *strokes[token]) > min(distance(x, y, *at) for at in strokes.values()) + ROUNDING
    ]
    assert wrong == []


def distance(x: float, y: float, start: Point, end: Point) -> float:
    """How far a point is from a stroke."""
    along = (end[0] - start[0], end[1] - start[1])
    share = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = max(0.0, min(1.0, share))
    return hypot(x - start[0] - share * along[0], y - start[1] - share * along[1])


def test_no_place_is_smaller_than_a_finger_needs_on_the_standard_boards(people: People) -> None:
    person = people.someone("touch")
    for size in (3, 4, 5):
        person.begin(size, size, mode="screen")
        least = person.page.evaluate(
            """() => Math.min(...[...document.querySelectorAll("#tablero .hit")].map((hit) => {
              const { width, height } = hit.getBoundingClientRect();
              return Math.max(width, height);
            }))"""
        )
        assert least >= 44
