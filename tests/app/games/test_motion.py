"""What a page paints of the last moves, one after the other."""

from __future__ import annotations

import pytest

from app.games.motion import MOST_STEPS, steps
from engines.registry import read_match


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        # A line in its owner's colour; then one that closes the cell called a1; its side goes on.
        (
            "timbiriche rows=2 cols=2 : a1b1 a1a2 b1b2 a2b2 b2c2",
            ((3, ("b1b2",)), (4, ("a1", "a2b2")), (5, ("b2c2",))),
        ),
        ("gusano rows=4 cols=4 start=b2 : b3 c3", ((1, ("b2", "b3")), (2, ("b3", "c3")))),
        ("ayu size=5 : d5-d4 a2-a3", ((1, ("d4", "d5")), (2, ("a2", "a3")))),
        ("gyges setup=321123/231132 : b1-b3", ((1, ("b1", "b3")),)),
        ("gyges setup=321123/231132", ()),
    ],
)
def test_the_shapes_that_the_last_two_turns_changed(
    line: str, changed: tuple[tuple[int, tuple[str, ...]], ...]
) -> None:
    assert steps(read_match(line)) == changed


def test_of_a_long_turn_its_end_is_told() -> None:
    match = read_match("timbiriche rows=9 cols=9")

    def quiet() -> str | None:
        moves = (move for move in match.legal_moves() if match.state.play(move).turn != match.turn)
        return next(moves, None)

    while (move := quiet()) is not None:
        match = match.play(move)
    for _ in range(MOST_STEPS + 3):  # every line closes a cell now
        match = match.play(match.legal_moves()[0])
    assert [ply for ply, _ in steps(match)] == list(range(match.ply - MOST_STEPS + 1, match.ply + 1))
