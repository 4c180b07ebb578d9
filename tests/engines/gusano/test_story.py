"""What is told of the rounds of a match: the first points that each side lost, and nothing that is not so."""

from __future__ import annotations

from random import Random

import pytest

from app.words import words_of
from engines.core.limit import Limit
from engines.core.review import review
from engines.core.story import Note
from tests.engines.gusano.positions import SMALL, random_lines, read, referee, worth

BOTH_LOSE = "gusano board=mobius rows=4 cols=4 start=b3 rounds=1 : a3 a2 d3 c3 c4 b4 a4 d1 c1 c2 d2"
"""The bird gives a point away with its first move, and the worm at once gives it back."""


def told(line: str) -> list[Note]:
    match = read(line)
    verdicts = review(match, lambda left: Limit(nodes=1_000_000))
    return [
        note for note in match.game.story.tell(match.states, match.moves, verdicts) if note.kind == "turn"
    ]


def test_the_first_points_that_each_side_lost_are_told() -> None:
    notes = told(BOTH_LOSE)
    assert [(note.ply, note.code, dict(note.detail)) for note in notes] == [
        (1, "first-lost-bird", {"par": 14, "lost": 1}),
        (2, "first-lost-worm", {"par": 14, "lost": 1}),
    ]
    assert [words_of("gusano").notes[note.code](note.detail) for note in notes] == [
        "El pájaro regala aquí sus primeros puntos de la ronda: 1 punto. El par era de 14 puntos.",
        "El gusano pierde aquí sus primeros puntos de la ronda: 1 punto. El par era de 14 puntos.",
    ]


@pytest.mark.parametrize("line", random_lines(11, 5, SMALL))
def test_what_is_told_of_a_round_is_what_playing_everything_out_gives(line: str) -> None:
    random = Random(line)
    match = read(f"{line} rounds=1")
    lost: dict[str, list[tuple[int, int]]] = {"first-lost-bird": [], "first-lost-worm": []}
    par = None
    while match.outcome is None:
        state, worths, move = match.state, referee(match.state), random.choice(match.legal_moves())
        best = worth(state, worths)
        par = best if par is None else par
        match = match.play(move)
        if worths[move] != best:
            code = "first-lost-worm" if state.turn == state.worm else "first-lost-bird"
            lost[code].append((match.ply, abs(worths[move] - best)))
    expected = {(code, par, *losses[0]) for code, losses in lost.items() if losses}
    if match.ply and not expected:
        expected = {("par-kept", par, match.ply, 0)}
    notes = told(match.to_text())
    found = {(note.code, note.detail["par"], note.ply, note.detail.get("lost", 0)) for note in notes}
    assert found == expected
